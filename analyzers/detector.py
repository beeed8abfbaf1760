"""Detectors: what they are, what they find, and how they are loaded (ours and users' through one door)."""

import importlib
import importlib.metadata
import inspect
import os
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from planscope.collector.run import Run, Step, ToolCall
from planscope.collector.span import Place
from planscope.errors import BadDetector, UnknownName, nearest

Kind = Literal[
    "hallucinated_price",
    "rubber_stamp",
    "plan_drift",
    "stale_todo",
    "missed_replan",
    "over_replan",
    "sort_error",
    "discipline",
    "requirement_gap",
    "data_quality",
]
KINDS: tuple[str, ...] = get_args(Kind)
Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")  # most serious first
SECTIONS = ("What it finds", "Why it matters", "Example", "How to fix", "When it abstains")
GROUP = "planscope.detectors"
QUOTE = 240  # characters of a quotation


@dataclass(frozen=True, slots=True)
class Evidence:
    """A place in a run with a quotation. `note` says what it shows ("said", "result", "list at the end")."""

    place: Place
    step: int
    quote: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault. A detector gives form, message, evidence and severity; id and kind are filled in.

    The message carries the actual values. The first evidence is the primary one. `form` is the named form of the
    fault, kebab-case ("batch-completion").
    """

    message: str
    evidence: tuple[Evidence, ...]
    severity: Severity = "warning"
    form: str = ""
    detector: str = ""
    kind: str = ""
    run: str = ""


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """There is nothing of this kind to judge in the run; the reason is a clause ("no todo list in this run")."""

    reason: str


@dataclass(frozen=True, slots=True)
class Abstained:
    """It could not look (content missing, run cut off); the reason is a clause."""

    reason: str


@dataclass(frozen=True, slots=True)
class Account:
    """What a detector that found nothing compared, and found in order: a sentence with the figures, and each piece."""

    sentence: str
    details: tuple[str, ...] = ()


Outcome = Finding | NotApplicable | Abstained
Look = Callable[[Run], Account]
Find = Callable[..., Iterable[Outcome]]


@dataclass(frozen=True, slots=True)
class Option:
    """A keyword-only parameter of a detector."""

    name: str
    type: str
    default: Any


@dataclass(frozen=True, slots=True)
class Detector:
    """A function from one Run to outcomes. `id` is the function's name in kebab-case, `manual` its docstring, `mast`
    and `trail` the names that published taxonomies give such failures. `looked` tells of a run in which it found
    nothing what it compared."""

    id: str
    kind: str
    find: Find
    manual: str
    options: tuple[Option, ...]
    mast: tuple[str, ...] = ()
    trail: tuple[str, ...] = ()
    looked: Look | None = None

    def run(self, run: Run, settings: Mapping[str, Any] | None = None) -> list[Outcome]:
        """All outcomes for one run, findings completed with id and kind."""
        found = self.find(run, **(settings or {})) or ()  # a plain function may well return nothing
        return [
            replace(x, detector=self.id, kind=self.kind, run=run.id) if isinstance(x, Finding) else x for x in found
        ]


def detector(
    kind: Kind, *, mast: Sequence[str] = (), trail: Sequence[str] = (), looked: Look | None = None
) -> Callable[[Find], Detector]:
    """Makes a detector of a function `f(run, *, option=default) -> Iterable[Outcome]` with its manual as docstring."""

    def make(find: Find) -> Detector:
        options = tuple(
            Option(p.name, getattr(p.annotation, "__name__", str(p.annotation)), p.default)
            for p in inspect.signature(find).parameters.values()
            if p.kind is inspect.Parameter.KEYWORD_ONLY
        )
        if kind not in KINDS:
            close = nearest(kind, KINDS)
            raise BadDetector(f"{find.__name__}: unknown kind {kind!r}{close or '.'} Kinds are {', '.join(KINDS)}")
        for option in options:
            if option.default is inspect.Parameter.empty:
                raise BadDetector(f"{find.__name__}: the option {option.name!r} needs a default")
            if option.name in ("severity", "off"):
                raise BadDetector(f"{find.__name__}: the name of the option {option.name!r} is taken by settings")
        return Detector(
            find.__name__.replace("_", "-"), kind, find, inspect.getdoc(find) or "", options, tuple(mast), tuple(trail),
            looked,
        )  # fmt: skip

    return make


# --- evidence ------------------------------------------------------------------------------------------------------


def quote(text: str, around: str = "", size: int = QUOTE) -> str:
    """A piece of a text fit for one line: whitespace folded, cut to `size` characters, with `around` in the middle."""
    flat = " ".join(text.split())
    needle = " ".join(around.split())
    at = flat.find(needle) if needle else 0
    if len(flat) <= size:
        return flat
    begin = max(0, min(at - (size - len(needle)) // 2, len(flat) - size)) if at > 0 else 0
    cut = flat[begin : begin + size]
    return ("…" if begin else "") + cut.strip() + ("…" if begin + size < len(flat) else "")


def at(step: Step, text: str, note: str = "", *, around: str = "", place: Place | None = None) -> Evidence:
    """Evidence at a step (or at `place`, for a piece of it)."""
    return Evidence(place or step.place, step.number, quote(text, around), note)


def in_result(call: ToolCall, note: str = "result", *, around: str = "") -> Evidence:
    """Evidence in the result of a call."""
    return Evidence(call.result_place or call.place, call.number, quote(call.result, around), note)


def count(n: int, word: str) -> str:
    """How many: "1 file", "3 files"; "info" has no plural."""
    return f"{n} {word}" if n == 1 or word == "info" else f"{n} {word}s"


# --- loading -------------------------------------------------------------------------------------------------------


def load_detectors(extra: Sequence[str] = ()) -> list[Detector]:
    """Every detector that the entry points of group `planscope.detectors` name, and those in `extra` (dotted modules or
    paths of Python files), by id. Raises BadDetector."""
    installed = {e.value for e in importlib.metadata.entry_points(group=GROUP)} | {"planscope.analyzers.detectors"}
    found: dict[str, Detector] = {}
    for target in [*sorted(installed), *_each_once(extra)]:
        own = list(_detectors_in(target))
        if not own and target not in installed:
            raise BadDetector(f"{target!r} holds no detector: a function marked with @detector(kind) is needed")
        for d in own:
            if d.id in found and found[d.id].find is not d.find:
                raise BadDetector(f"two detectors are called {d.id!r}; rename the one in {target!r}")
            found[d.id] = d
    return [found[k] for k in sorted(found)]


def _each_once(targets: Iterable[str]) -> list[str]:
    """The same file given twice, by settings and by option perhaps, is one."""
    return list({os.path.realpath(t) if t.endswith(".py") else t: t for t in targets}.values())


def _detectors_in(target: str) -> Iterator[Detector]:
    for module in _modules(target):
        for value in vars(module).values():
            if isinstance(value, Detector) and value.find.__module__ == module.__name__:
                yield value


def _modules(target: str) -> Iterator[Any]:
    if not target.endswith(".py") and not all(part.isidentifier() for part in target.split(".")):
        raise BadDetector(f"{target!r} is neither a Python file (its name ends in .py) nor the dotted name of a module")
    try:
        module = _module_file(target) if target.endswith(".py") else importlib.import_module(target)
        yield module
        for info in pkgutil.iter_modules(getattr(module, "__path__", [])):
            yield importlib.import_module(f"{module.__name__}.{info.name}")
    except BadDetector as e:
        raise BadDetector(f"{target}: {e}") from e
    except (Exception, SystemExit) as e:  # whatever a user's module does is the user's to mend, in words
        raise BadDetector(f"detectors in {target!r} cannot be loaded: {type(e).__name__}: {e}") from e


def _module_file(path: str) -> Any:
    import importlib.util
    from pathlib import Path

    if not Path(path).is_file():
        raise BadDetector("no such Python file")
    name = "planscope_user_" + "".join(c if c.isalnum() else "_" for c in os.path.realpath(path))
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)  # dataclasses look their module up there
    spec.loader.exec_module(module)
    return module


def chosen(detectors: Sequence[Detector], kinds: Sequence[str]) -> list[Detector]:
    """Those of the given kinds or ids; all when none is given. Raises UnknownName with the nearest name."""
    if not kinds:
        return list(detectors)
    names = {d.id for d in detectors} | {d.kind for d in detectors} | set(KINDS)
    for name in kinds:
        if name not in names:
            raise UnknownName(f"no detector or kind is called {name!r}{nearest(name, names)}")
    return [d for d in detectors if d.id in kinds or d.kind in kinds]
