"""What stands behind an assertion: calls that did what is said, that failed at it, or that could have done it. Pure.

A call is taken for an action by its name (`send_email`, `enviar_correo`), or by its arguments where the name says
nothing (a shell, an HTTP tool, another agent). Whatever could have done it counts: something is missing only where
nothing could.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from planscope.analyzers.actions.kinds import stated, works
from planscope.analyzers.assertions.assertion_words import ACTIONS, COULD, PLAINLY
from planscope.analyzers.assertions.said import Assertion, assertions
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall, UserMessage
from planscope.collector.span import Place


@dataclass(frozen=True, slots=True)
class Claimed:
    """An assertion with the step and place where it is made; `message` is all that was said there."""

    assertion: Assertion
    step: ModelCall | FinalAnswer
    place: Place
    message: str


_COULD = {sort: quick(p, re.I) for sort, p in COULD.items()}
_PLAINLY = {sort: quick(p, re.I) for sort, p in PLAINLY.items()}
_GENERIC = quick(
    r"api|http|request|invoke|execute|process|rpc|action|webhook|graphql|sql|transact|perform|workflow|zapier"
    r"|exec|run|call|skill|computer"
    r"|click|type|browser|python|code|agent|handoff|transfer|script|terminal|shell|bash|task",
    re.I,
)
_FILE = quick(r"(?<![\w./@~-])(?:[\w.@~-]{1,80}/){0,12}[\w@-][\w.@-]{0,120}\.[A-Za-z]\w{0,7}\b(?![(/])")
_IDENT = re.compile(r"(?<![\w-])#?(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9][\w-]{3,40}(?![\w-])")
_ERRORS = ("error", "fehler", "erreur", "erro", "fout", "错误", "エラー")
_FAILING = frozenset({"failed", "failure", "error", "rejected", "denied", "declined", "fail"})


def said(run: Run) -> Iterator[tuple[ModelCall | FinalAnswer, Place, str]]:
    """Every piece of text of the agent, with its step and place."""
    for step in run.steps:
        if isinstance(step, ModelCall):
            yield from ((step, p.place, p.text) for p in step.parts)
        elif isinstance(step, FinalAnswer):
            yield step, step.place, step.text


def claimed(run: Run) -> tuple[Claimed, ...]:
    """Everything asserted in the run's messages, in order. Use it through `run.memo(claimed)`."""
    return tuple(Claimed(a, step, place, text) for step, place, text in said(run) for a in assertions(text))


_CHANGE = quick(
    r"(?:^|_)(?:create|update|modify|delete|remove|send|post|put|patch|push|deploy|publish|merge|cancel|book"
    r"|reserve|pay"
    r"|transfer|order|buy|submit|upload|move|rename|insert|add|close|assign|write|exchange|return|schedule)(?:_|$)"
    r"|(?:cancel|reserv|envi|pag|compr|elimin|buch|stornier|lösch|bestell|annul|réserv|boek|verwijder)"
)


def is_change(name: str) -> bool:
    """Whether a tool of this name plainly changes something."""
    return bool(_CHANGE.search(name_words(name)))


@lru_cache(maxsize=1024)
def name_words(name: str) -> str:
    """A tool's name in lower case, its words joined by underscores: `sendEmail` gives `send_email`."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", re.split(r"__|[./:]", name)[-1])
    return re.sub(r"[\s-]+", "_", spaced).lower()


_TOOL_NAME = quick(r"(?<![\w./-])[a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,5}(?![\w./=-])")


def offered(run: Run) -> frozenset[str]:
    """Names of the tools that the agent could call: as the source lists them; else those that the system text names
    and those called anywhere in the run. Use it through `run.memo(offered)`."""
    if run.tools is not None:
        return run.tools
    told = (s.text[:100_000] for s in run.steps if isinstance(s, UserMessage) and s.system)
    named = {m[0] for text in told for m in _TOOL_NAME.finditer(text)}
    return frozenset(named | {c.name for c in run.tool_calls if not c.planning})


def is_for(name: str, sort: str) -> bool:
    """Whether a tool of this name is plainly for that action."""
    return bool(_PLAINLY[sort].search(name_words(name)))


_CLICKS = quick(r"(?:^|_)(?:click|press|tap|computer)(?:_|$)|click$")  # a button can do anything


def could(run: Run, call: ToolCall, sort: str) -> bool:
    """Whether a call could have done an action of that sort, by its name or by what it was told to do."""
    if _COULD[sort].search(name_words(call.name)) or (sort != "commit" and _CLICKS.search(name_words(call.name))):
        return True
    work = run.memo(works).get(call.number)
    told = work is not None and (work.command or work.sort in ("run", "delegate"))
    if told or _GENERIC.search(name_words(call.name)):
        return bool(_COULD[sort].search(stated(call.arguments))) or not isinstance(call.arguments, Mapping)
    return False


def done_by(run: Run, sort: str, before: int) -> list[ToolCall]:
    """Calls before step `before` that are plainly for that action, or that a shell was told to do."""
    return [c for c in run.memo(_doers)[sort] if c.number < before]


def _doers(run: Run) -> dict[str, list[ToolCall]]:
    table = run.memo(works)
    found: dict[str, list[ToolCall]] = {sort: [] for sort in _PLAINLY}
    for call in run.tool_calls:
        command = table[call.number].command if call.number in table else ""
        for sort in found:
            said = _BY_COMMAND[sort].search(command) if command and sort in _BY_COMMAND else None
            if (said and table[call.number].sort != "look") or (not command and is_for(call.name, sort)):
                found[sort].append(call)
    return found


_BY_COMMAND = {
    **{v: quick(rf"\b(?:git|jj|hg)\b[^|;&\n]{{0,60}}?\b{v}\b") for v in ("push", "commit")},
    "publish": quick(
        r"(?:^|[\s;&|/])(?:deploy|publish|rollout)[\w-]{0,20}(?:\.\w{1,4})?(?=[\s;&|]|$)|\bkubectl (?:apply"
        r"|rollout|set image)"
        r"|\bterraform apply|\bdocker push|\bhelm (?:upgrade|install)|\btwine upload|\bgh release create"
    ),
}


_DONE = {sort: quick("|".join(v for k, v in p.items() if k not in ("ja", "inf")), re.I) for sort, p in ACTIONS.items()}


def done_words(sort: str) -> re.Pattern[str]:
    """The words, in any language, that say that an action of this sort was done, by whomever."""
    return _DONE[sort]


def told(run: Run) -> dict[int, str]:
    """What each call was told, as one text, by step number. Use it through `run.memo(told)`."""
    return {c.number: stated_deep(c.arguments) for c in run.tool_calls}


def went_wrong(call: ToolCall) -> bool:
    """Whether a call did not do what it was for: it failed, was refused, or its result says so."""
    if call.status in ("error", "rejected"):
        return True
    data = call.data
    if not isinstance(data, Mapping):
        return False
    state = data.get("status", data.get("state", ""))
    return (
        data.get("success") is False
        or data.get("ok") is False
        or any(bool(data.get(k)) for k in _ERRORS)
        or (isinstance(state, str) and state.lower() in _FAILING)
    )


def file_name(path: str) -> str:
    """A file's name without its folders."""
    return path.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]


def files_named(sentence: str) -> list[str]:
    """Names of files in a sentence, without their folders."""
    found = [_latin(f) for f in _FILE.findall(sentence)]
    return [file_name(f) for f in found if "." in f and not re.fullmatch(r"[\d.]+\w?|e\.g|i\.e", f, re.I)]


def _latin(name: str) -> str:
    """A name without the words of Chinese or Japanese that stand right at it: they know no blanks."""
    pieces = re.split(r"[\u3040-\u30ff\u3400-\u9fff]+", name)
    return name if len(pieces) == 1 else max(pieces, key=lambda p: ("." in p.strip("."), len(p)))


def idents(text: str) -> set[str]:
    """Identifiers (letters with digits: order numbers, flights, commits) in a text."""
    return {m.lstrip("#").casefold() for m in _IDENT.findall(text)}


def about(calls: Iterable[ToolCall], sentence: str) -> list[ToolCall]:
    """Those calls whose arguments name an identifier of the sentence; all where none does."""
    wanted = idents(sentence)
    every = list(calls)
    named = [c for c in every if wanted & idents(stated_deep(c.arguments))]
    return named or ([] if wanted and any(idents(stated_deep(c.arguments)) for c in every) else every)


def stated_deep(value: object, depth: int = 0) -> str:
    """All texts and numbers inside arguments, nested ones too, as one text."""
    if isinstance(value, Mapping) and depth < 6:
        return " ".join(stated_deep(v, depth + 1) for v in value.values())[:20_000]
    if isinstance(value, list | tuple) and depth < 6:
        return " ".join(stated_deep(v, depth + 1) for v in value[:200])[:20_000]
    return str(value)[:4000] if isinstance(value, str | int | float) else ""
