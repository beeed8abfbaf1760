"""Successes told although the agent's own calls gave nothing or the contrary: a search that found nothing, a validator
that did not answer, a form whose page did not change. Pure.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions import looked_words as words
from planscope.analyzers.assertions.backing import name_words, went_wrong
from planscope.analyzers.assertions.closing import sentences, unfinished
from planscope.analyzers.assertions.series import Gap
from planscope.analyzers.assertions.series_words import CHECKS
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall

_MOST = 40_000


def disproved(run: Run) -> Iterator[Gap]:
    """Each fault once, in the answers."""
    if any(c.content != "present" for c in run.tool_calls):
        return
    told: set[tuple[str, int]] = set()
    every = [c for c in run.tool_calls if not c.planning]
    for answer in run.answers if run.tool_calls else ():
        calls = every[: bisect_left(every, answer.number, key=lambda c: c.number)]
        for sentence in sentences(answer.text[:_MOST]):
            if len(sentence) > 600 or unfinished(sentence):
                continue
            for found in (_empty(sentence, calls, run), _unread(sentence, calls, run), _unsent(sentence, calls)):
                if found is not None and (found[0], found[2][0].number) not in told:
                    told.add((found[0], found[2][0].number))
                    yield _gap(answer, sentence, *found)


def _gap(
    answer: ModelCall | FinalAnswer, sentence: str, form: str, why: str, calls: tuple[ToolCall, ...], sure: bool = True
) -> Gap:
    return Gap(answer, answer.place, answer.text, sentence, form, why, calls, sure)


Found = tuple[str, str, tuple[ToolCall, ...]]

# --- a search that found nothing -----------------------------------------------------------------------------------

_NOTHING = re.compile(
    r"\s*[\"']?(?:\[\s*\]|\{\s*\}|null|none|no (?:results?|matches|hits|records?|data|documents?)[^\n]{0,60}"
    r"|0 (?:results?|hits|matches|records?)[^\n]{0,40}|nothing found[^\n]{0,40}|keine (?:ergebnisse"
    r"|treffer)[^\n]{0,40}"
    r"|aucun résultat[^\n]{0,40}|(?:sin|ningún) resultados?[^\n]{0,40}|nenhum resultado[^\n]{0,40}"
    r"|geen (?:resultaten|treffers)[^\n]{0,40}|未找到[^\n]{0,40}|没有找到[^\n]{0,40}|没有结果[^\n]{0,20}"
    r"|該当(?:なし|する)[^\n]{0,30}|見つかりません[^\n]{0,30})?[\"']?\s*",
    re.I,
)
_LISTS = ("results", "items", "hits", "documents", "records", "data", "matches", "entries")


def nothing_in(call: ToolCall) -> bool:
    """Whether a call went well and its result says that there is nothing."""
    if call.status != "ok" or went_wrong(call):
        return False
    if isinstance(call.data, Mapping):
        lists = [v for k, v in call.data.items() if str(k).lower() in _LISTS and isinstance(v, list)]
        return bool(lists) and not any(lists)
    return bool(_NOTHING.fullmatch(call.result[:300])) and len(call.result) <= 300


def _empty(sentence: str, calls: list[ToolCall], run: Run) -> Found | None:
    """A topic that every search for it came back empty on, said to have been found."""
    if not words.FOUND.search(sentence):
        return None
    folded, end = sentence.casefold(), calls[-1].number if calls else -1
    for call in run.memo(_misses):
        topic = next((t for t in _texts(call) if t in folded), "") if call.number <= end else ""
        if not topic:
            continue
        looks = [c for c in calls if _looks(run, c)]
        same = [c for c in looks if any(topic in t for t in _texts(c))]
        others = [c for c in calls if c not in same and topic in c.result.casefold()]
        if all(nothing_in(c) for c in same) and not others:
            why = f"{_each(len(same))} for {topic!r} came back empty: {' '.join(call.result.split())[:80]!r}"
            return "success-on-empty", why, tuple(same[-3:])
    return None


def _looks(run: Run, call: ToolCall) -> bool:
    return run.memo(works)[call.number].sort == "look" and isinstance(call.arguments, Mapping)


def _misses(run: Run) -> list[ToolCall]:
    """Look-ups that found nothing, at most the latest 100. Use it through `run.memo`."""
    every = (c for c in run.tool_calls if not c.planning and _looks(run, c) and nothing_in(c))
    return list(every)[-100:]


def _texts(call: ToolCall) -> list[str]:
    """Texts that a look-up was given, long enough to be a topic."""
    values = [v.casefold().strip() for v in call.arguments.values() if isinstance(v, str)]
    return [v for v in values if 5 <= len(v) <= 80 or re.fullmatch(r"[\u3040-\u9fff]{2,20}", v)]


def _each(n: int) -> str:
    return "the only look-up" if n == 1 else f"each of {n} look-ups"


# --- a validator that did not answer -------------------------------------------------------------------------------

_BROKEN = quick(
    r"<!?(?:doctype html|html)\b|\b(?:out of memory|timed? ?out|bad gateway|service unavailable|internal server error"
    r"|gateway time-?out|connection (?:refused|reset)|segmentation fault|traceback \(most recent|killed|not reachable"
    r"|unhandled exception|core dumped)\b",
    re.I,
)
_ANSWERS = quick(r"\b(?:valid|pass(?:ed|es)?|ok|success\w*|errors?: 0|0 errors|true)\b|通过|合格", re.I)


def unreadable(call: ToolCall) -> str:
    """What a check answered, where that is no verdict: nothing, an error page, a line that it broke down, JSON that
    breaks off; "" where it may be one."""
    text = call.result.strip()
    shown = repr(text[:100])
    if call.status == "unknown" or len(text) > 4000:
        return ""
    if text in ("", "null", "None", "{}", "[]"):
        return shown if call.status == "ok" else ""
    if _BROKEN.search(text) and not _ANSWERS.search(_BROKEN.sub(" ", text)):
        return shown
    if text[0] in "{[" and call.data is None:
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            return shown
    return ""


def _unread(sentence: str, calls: list[ToolCall], run: Run) -> Found | None:
    """A validation said to have passed, where the only checks of the run gave no verdict."""
    if not words.VALID.search(sentence):
        return None
    table = run.memo(works)
    if any(table[c.number].sort in ("run", "test", "build", "delegate") for c in calls):
        return None
    checks = [c for c in calls if CHECKS.search(name_words(c.name)) and table[c.number].sort != "edit"]
    if not checks or not all(unreadable(c) for c in checks):
        return None
    last = checks[-1]
    form = "success-on-empty" if not last.result.strip() else "success-on-error"
    return form, f"{last.name} answered {unreadable(last)}, which is no verdict", tuple(checks[-3:])


# --- a page that did not change ------------------------------------------------------------------------------------

_PAGE = quick(r"browser|page|click|press|submit|navigate|goto|snapshot|screenshot|fill|type", re.I)
_CLICK = re.compile(r"click|press|submit|tap", re.I)
_OTHER_WAY = quick(r"submit|form|post|upload|http|request|formular|提交|表单|フォーム", re.I)
_SUBMITS = quick(r"submit|send|absenden|senden|envoyer|soumettre|enviar|verzend|提交|发送|送信", re.I)


def _unsent(sentence: str, calls: list[ToolCall]) -> Found | None:
    """A form said to have been sent, where the page after the click is, byte for byte, the page before it."""
    if not words.FORM_SENT.search(sentence):
        return None
    pages = [c for c in calls if _PAGE.search(name_words(c.name)) and c.result.strip()]
    clicks = [n for n, c in enumerate(pages) if n and _CLICK.search(name_words(c.name))]
    if not clicks or any(_OTHER_WAY.search(name_words(c.name)) for c in calls if c not in pages):
        return None
    sent = [n for n in clicks if _SUBMITS.search(f"{pages[n].name} {pages[n].arguments} {pages[n].result[:2000]}")]
    if not sent or clicks[-1] != sent[-1]:
        return None
    before, after = pages[sent[-1] - 1], pages[sent[-1]]
    later = pages[sent[-1] + 1 :]
    if len(after.result) < 30 or before.result != after.result or any(p.result != after.result for p in later):
        return None
    if any(pages[n].result != pages[n - 1].result for n in sent):
        return None  # an earlier click may have sent it
    why = f"the page after {after.name} is the page before it, byte for byte ({len(after.result)} characters)"
    return "success-on-error", why, (after, before)
