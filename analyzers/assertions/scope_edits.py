"""Changes to files that reach further than was said: "only touch config.py", and another file is edited; "a single
line", and the diff has two. Pure.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions.backing import file_name, files_named, went_wrong
from planscope.analyzers.assertions.closing import asks, sentences
from planscope.analyzers.assertions.scope import ONLY
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class TooFar:
    """The words that set the bounds, the call that goes beyond them, what it took, and the report that denies it."""

    said: ModelCall | UserMessage | FinalAnswer
    sentence: str
    call: ToolCall
    more: str
    report: ModelCall | FinalAnswer | None = None


_CHANGE = quick(
    r"\b(?:touch\w*|chang\w+|edit\w*|modif\w+|fix\w*|updat\w+|adjust\w*|rewrit\w+|refactor\w*|patch\w*"
    r"|änder\w*|anpass\w*"
    r"|bearbeit\w*|angefasst|anfass\w*|fass\w*|corrig\w+|touche\w*|tocar|toques?|toca|cambi\w+|arregl\w+"
    r"|mex\w+|alter\w+"
    r"|wijzig\w*|pas\b|aanpass\w*|raak\w*)\b|改|修|编辑|动|変更|編集|直し|修正",
    re.I,
)
_NOT_ONLY = quick(  # "not only", "only if", "only after", "only the tests fail"
    r"\b(?:not (?:only|just)|only (?:if|when|after|once|until|then|see|read|look)|just (?:a|now|to|in case|like|as)"
    r"|nicht nur|nur (?:wenn|falls|lesen)|pas seulement|seulement si|no sol[oa]|sólo si|solo si|não (?:só|apenas)"
    r"|niet alleen|alleen als)\b|不仅|不只|だけでなく",
    re.I,
)
_ONE_LINE = quick(
    r"\b(?:(?:a |one |this |that )?(?:single|one)[- ]line(?:r)?(?: change| fix| edit)?|(?:only"
    r"|just) (?:the |that |this |one "
    r"|a )?(?:one |single )?line|one line only|(?:eine|einzige\w?|nur (?:die|diese"
    r"|eine)) (?:einzige )?zeile|einzeil\w+"
    r"|(?:une|la) seule ligne|uniquement (?:la|cette) ligne|(?:una|la) (?:sola|única) línea|sólo (?:la|esa|una) línea"
    r"|(?:uma|a) (?:só|única) linha|(?:apenas|só) (?:a|essa|uma) linha|(?:één|een enkele|alleen (?:die|deze"
    r"|één)) regel)\b"
    r"|(?:只|仅)(?:改|动|修改)了?(?:这|那|一)一?行|一行(?:改动|修改|代码)|(?:その|この|1|一)行(?:だけ|のみ)",
    re.I,
)
_TEXT = quick(
    r"\b(?:summary|message|comment|answer|description|docstring|title|note|log|import|zusammenfassung"
    r"|kommentar|résumé"
    r"|commentaire|resumen|comentario|resumo|samenvatting|opmerking)\b|摘要|注释|说明|コメント|要約",
    re.I,
)
_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@", re.M)
_MOST = 20_000
_PASSING = re.compile(
    r"(?:^|/)(?:tmp|temp|scratch|\.claude|plans?)(?:/|$)|^/tmp/|(?:^|/)(?:todo|notes?|plan)[^/]*\.(?:md|txt)$", re.I
)


def too_far(run: Run) -> Iterator[TooFar]:
    """Each kind once for a turn of the user's."""
    for turn in _turns(run):
        yield from (f for f in (_other_file(run, turn), _more_lines(turn)) if f is not None)


def _turns(run: Run) -> Iterator[list[ModelCall | UserMessage | FinalAnswer | ToolCall]]:
    """The steps from one message of the user to the next, where anything was done in them."""
    found: list[ModelCall | UserMessage | FinalAnswer | ToolCall] = []
    for step in run.steps:
        if isinstance(step, UserMessage):
            if step.system:
                continue
            if any(isinstance(s, ToolCall) for s in found):
                yield found
            found = []
        if isinstance(step, ModelCall | UserMessage | FinalAnswer | ToolCall):
            found.append(step)
    if any(isinstance(s, ToolCall) for s in found):
        yield found


def _other_file(run: Run, turn: list[ModelCall | UserMessage | FinalAnswer | ToolCall]) -> TooFar | None:
    """A file edited that is none of those that alone were to be changed, and that nobody named."""
    table = run.memo(works)
    bounds: tuple[ModelCall | UserMessage | FinalAnswer, str] | None = None
    named: set[str] = set()
    for step in turn:
        if isinstance(step, ToolCall):
            work = table.get(step.number)
            if bounds is None or work is None or work.sort != "edit" or work.command or went_wrong(step):
                continue
            if step.status != "ok":
                continue
            more = [p for p in work.paths if file_name(p) not in named and not _PASSING.search(p)]
            if more and not any(file_name(p) in named for p in work.paths):
                return TooFar(*bounds, step, more[0])
            continue
        text = step.text[:_MOST]
        if bounds is None and ONLY.search(text):
            bounds = next(((step, s) for s in sentences(text) if _bounds(s)), None)
        named |= set(files_named(text))
    return None


def _bounds(sentence: str) -> bool:
    """Whether a sentence says that only the files that it names are to be changed."""
    if asks(sentence) or _NOT_ONLY.search(sentence) or not files_named(sentence):
        return False
    for clause in re.split(r"[,;:，；：]\s|[，；：]", sentence):
        only = ONLY.search(clause)
        near = clause[max(0, only.start() - 60) : only.end() + 60] if only is not None else ""
        if near and _CHANGE.search(near) and files_named(near):
            return True
    return False


def _more_lines(turn: list[ModelCall | UserMessage | FinalAnswer | ToolCall]) -> TooFar | None:
    """A diff of several places where one line was to be changed, or is told to be the only one."""
    diffs = [s for s in turn if isinstance(s, ToolCall) and s.status == "ok" and _HUNK.search(s.result[:_MOST])]
    if not diffs:
        return None
    call = diffs[-1]
    places = _places(call.result)
    if len(places) < 2:
        return None
    said = [
        (s, x)
        for s in turn
        if not isinstance(s, ToolCall) and _ONE_LINE.search(s.text[:_MOST])
        for x in sentences(s.text[:_MOST])
        if _ONE_LINE.search(x) and _CHANGE.search(x) and not asks(x) and not _NOT_ONLY.search(x) and not _TEXT.search(x)
    ]
    before = next((p for p in said if p[0].number < call.number), None)
    after = next((p for p in said if p[0].number > call.number and not isinstance(p[0], UserMessage)), None)
    if before is None and after is None:
        return None
    step, sentence = before or after  # type: ignore[misc]
    report = after[0] if after is not None and not isinstance(after[0], UserMessage) else None
    return TooFar(step, sentence, call, f"{len(places)} places: {'; '.join(places[:3])}", report)


def _places(result: str) -> list[str]:
    """The lines taken out or put in, the first of each place of a diff."""
    found: list[str] = []
    for hunk in _HUNK.split(result[:_MOST])[1:41]:
        changed = [x for x in hunk.splitlines()[1:] if re.match(r"[-+](?![-+])", x) and x[1:].strip()]
        groups = "".join("c" if re.match(r"[-+](?![-+])", x) else " " for x in hunk.splitlines()[1:])
        found += [x.strip()[:60] for x in changed[:1]] * min(3, len(groups.split()))
    return found
