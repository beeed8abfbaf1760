"""Labels: what somebody who read the runs says is wrong in them, and what is not. Three JSON files, each a list:

    labels.json     {"trace": "a.jsonl", "kind": "stale_todo", "sub_rule": "left_open_at_end", "steps": ["41"]}
    clean.json      {"trace": "b.jsonl", "kind": "stale_todo"}       there is nothing of this kind in this run
    ambiguous.json  {"trace": "c.jsonl", "kind": "plan_drift"}       counts in neither part; with steps, only those

docs/eval.md tells the rest: `index` for files with several runs, `also`, `partner`, `alt_kinds`, `id`.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from planscope.analyzers.detector import KINDS
from planscope.errors import Unreadable, nearest

Run = tuple[str, str | None]  # trace, and which run of it where it holds several
Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class Label:
    """A fault at these positions; `form` is the label's sub_rule. A finding of one of `alt_kinds` does as well."""

    id: str
    trace: str
    index: str | None
    kind: str
    form: str
    steps: frozenset[str]
    alt_kinds: frozenset[str]


@dataclass(frozen=True, slots=True)
class Pair:
    """A run and a kind: clean, or ambiguous at these positions (everywhere, without any)."""

    id: str
    trace: str
    index: str | None
    kind: str
    steps: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Labels:
    """All that is said of a set of runs."""

    labels: tuple[Label, ...] = ()
    clean: tuple[Pair, ...] = ()
    ambiguous: tuple[Pair, ...] = ()

    @property
    def entries(self) -> tuple[Label | Pair, ...]:
        """All of them."""
        return (*self.labels, *self.clean, *self.ambiguous)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds that something is said of, in the order of KINDS."""
        said = {e.kind for e in self.labels} | {e.kind for e in self.clean}
        return tuple(k for k in KINDS if k in said)

    def where(self, holds: Callable[[str], bool]) -> "Labels":
        """Those about traces for which this is true."""
        return Labels(
            tuple(e for e in self.labels if holds(e.trace)),
            tuple(e for e in self.clean if holds(e.trace)),
            tuple(e for e in self.ambiguous if holds(e.trace)),
        )


def trace_name(name: str) -> str:
    """A file's name for comparing: slashes, no `traces/` in front, no `.gz` behind."""
    parts = [p for p in name.replace("\\", "/").split("/") if p not in ("", ".", "..")]
    return "/".join(parts[1:] if parts[:1] == ["traces"] else parts).removesuffix(".gz")


def step_name(step: object) -> str:
    """A position for comparing."""
    return str(step).strip().lower()


def set_of(trace: str) -> str:
    """The set that a trace is in: its first folder, "" for one in none."""
    return trace.partition("/")[0] if "/" in trace else ""


# --- read ----------------------------------------------------------------------------------------------------------


def read_labels(labels: Path, clean: Path | None = None, ambiguous: Path | None = None) -> Labels:
    """Reads the files; clean.json and ambiguous.json beside the labels where none are named and there are any. Raises
    Unreadable, which says where."""
    beside = {name: labels.with_name(f"{name}.json") for name in ("clean", "ambiguous")}
    clean = clean or (beside["clean"] if beside["clean"].exists() else None)
    ambiguous = ambiguous or (beside["ambiguous"] if beside["ambiguous"].exists() else None)
    return Labels(
        tuple(_entries(labels, _label)),
        tuple(_entries(clean, _pair)) if clean else (),
        tuple(_entries(ambiguous, _pair)) if ambiguous else (),
    )


def _entries(path: Path, make: Callable[[Mapping[str, Any], str], Entry]) -> list[Entry]:
    try:
        held = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as e:
        raise Unreadable(f"{path}: cannot be read ({e.strerror or e})") from e
    except (ValueError, RecursionError) as e:
        raise Unreadable(f"{path}: no valid JSON ({e})"[:300]) from e
    if not isinstance(held, list):
        raise Unreadable(f"{path}: must be a list of objects")
    made = []
    for number, entry in enumerate(held, 1):
        try:
            if not isinstance(entry, dict):
                raise ValueError("it is no object")
            made.append(make(entry, f"{path.stem} {number}"))
        except (KeyError, ValueError) as e:
            what = f"{e.args[0]!r} is missing" if isinstance(e, KeyError) else str(e)
            raise Unreadable(f"{path}, entry {number}: {what}"[:400]) from e
    return made


def _label(entry: Mapping[str, Any], name: str) -> Label:
    steps = _steps(entry, "steps") | _steps(entry, "also") | _steps(entry, "partner")
    if not entry["steps"]:
        raise ValueError("steps is empty: name at least one position")
    form = entry.get("sub_rule") or entry.get("form") or ""
    others = frozenset(map(_kind, _list(entry, "alt_kinds")))
    return Label(*_who(entry, name), form=str(form), steps=steps, alt_kinds=others)


def _pair(entry: Mapping[str, Any], name: str) -> Pair:
    return Pair(*_who(entry, name), steps=_steps(entry, "steps"))


def _who(entry: Mapping[str, Any], name: str) -> tuple[str, str, str | None, str]:
    index, trace = entry.get("index"), entry["trace"]
    if not isinstance(trace, str) or not trace:
        raise ValueError(f"trace must be the name of a file, and is {trace!r}")
    return str(entry.get("id") or name), trace_name(trace), None if index is None else str(index), _kind(entry["kind"])


def _kind(kind: object) -> str:
    if kind not in KINDS:
        raise ValueError(f"there is no kind {kind!r}{nearest(str(kind), KINDS)}")
    return str(kind)


def _steps(entry: Mapping[str, Any], key: str) -> frozenset[str]:
    return frozenset(map(step_name, _list(entry, key)))


def _list(entry: Mapping[str, Any], key: str) -> list[Any]:
    found = entry.get(key) or []
    if not isinstance(found, list):
        raise ValueError(f"{key} must be a list")
    return found
