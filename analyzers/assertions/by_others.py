"""What others are said to have done: the validator reviewed it, the supplier confirmed the date; and no call reached
them, or they have not answered. Pure.

A reviewer counts as reached by any call that is called so, that says so, or that may do anything; a party as having
answered by any result that holds more than that the message went out.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.actions.looked import broke
from planscope.analyzers.actions.opaque import may_hide
from planscope.analyzers.assertions import deed_words as words
from planscope.analyzers.assertions.backing import name_words, said, told
from planscope.analyzers.assertions.changes_shown import data_of
from planscope.analyzers.assertions.closing import asks, sentences
from planscope.analyzers.assertions.series import Gap
from planscope.analyzers.detector import count
from planscope.collector.run import Compaction, Run, ToolCall, UserMessage, Verdict

_MOST, _TRIES = 40_000, 100  # characters of a message; sentences of a run that are held against all calls
_REVIEWS = re.compile(
    r"(?:^|_)(?:review|approve|approval|proofread|sign_?off|ask|request|assign|consult|second)(?:_|$)|revis"
    r"|relect|lektor"
    r"|freigab|aprob|aprov|goedkeur|审|校|レビュー|承認|査読|校閲"
)


def by_others(run: Run) -> Iterator[Gap]:
    """At most one of either sort for each message."""
    if not run.tool_calls or any(c.content != "present" for c in run.tool_calls):
        return
    if any(isinstance(s, Compaction) for s in run.steps):
        return
    looked = 0
    for step, place, text in said(run):
        if len(text) > _MOST or step.number < run.tool_calls[0].number or looked > _TRIES:
            continue
        role = words.BY_ROLE.search(text) is not None
        word = words.PARTY_WORD.search(text) is not None
        for sentence in sentences(text) if role or word else ():
            if asks(sentence) or len(sentence) > 800:
                continue
            looked += bool(words.BY_ROLE.search(sentence) or words.PARTY_WORD.search(sentence))
            found = (_by_role(run, sentence, step.number) if role else None) or (
                _by_party(run, sentence, step.number) if word else None
            )
            if found is not None:
                form, why, calls, sure = found
                yield Gap(step, place, text, sentence, form, why, calls, sure)
                break


Found = tuple[str, str, tuple[ToolCall, ...], bool]


# --- those whose work it is to review ------------------------------------------------------------------------------

_ROLE = re.compile(rf"\b{words.ROLE}\b|{words.ROLE_CJK}", re.I)


def _by_role(run: Run, sentence: str, number: int) -> Found | None:
    m = words.BY_ROLE.search(sentence)
    role = _ROLE.search(m[0]) if m is not None else None
    if m is None or role is None or words.DENIED.search(_clause(sentence, m.start(), m.end())):
        return None
    if any(isinstance(s, Verdict) for s in run.steps[:number]):
        return None
    stem = role[0].casefold()[:5] if role[0].isascii() or len(role[0]) > 5 else role[0][:2]
    asked = False
    for step in run.steps[:number]:
        if isinstance(step, UserMessage):
            if words.BY_ROLE.search(step.text):
                return None  # somebody else's words
            asked = asked or stem in step.text.casefold()
    table = run.memo(works)
    given = run.memo(told)
    prior = [c for c in run.tool_calls if c.number < number and not c.planning]
    mine = [c for c in prior if stem in f"{name_words(c.name)} {given[c.number][:20_000]}".casefold()]
    for call in prior:
        work = table[call.number]
        if (
            may_hide(call, work)
            or work.sort in ("ask", "run")
            or (call not in mine and _REVIEWS.search(name_words(call.name)))
        ):
            return None
        if call not in mine and stem in call.result.casefold():
            return None
    if any(not broke(c, table[c.number]) and not _nothing(c) for c in mine) or not prior:
        return None
    if mine:
        form = "success-on-error" if broke(mine[-1], table[mine[-1].number]) else "success-on-empty"
        return form, f"{mine[-1].name} gave {' '.join(mine[-1].result.split())[:120]!r}", (mine[-1],), True
    names = ", ".join(list(dict.fromkeys(c.name for c in prior))[:4])
    why = f"no call went to a {role[0].lower()}: before it {count(len(prior), 'call')} ({names})"
    return "check-without-look", why, (prior[-1],), asked


def _clause(sentence: str, begin: int, end: int) -> str:
    first = max((sentence.rfind(c, 0, begin) for c in ",;:，；："), default=-1)
    return sentence[first + 1 : end]


def _nothing(call: ToolCall) -> bool:
    return call.result.strip() in ("", "null", "None", "{}", "[]", '""')


# --- an outside party ----------------------------------------------------------------------------------------------

_FIRST = re.compile(r"\b(?:i|we|ich|wir|j['’]ai|je|nous|hemos|ik|wij)\b|我", re.I)
_ANSWER_KEYS = re.compile(
    r"(?:\w+_)?(?:reply|replies|answer|response|confirm(?:ed|ation)|accepted|acknowledged|antwort|bestätigung"
    r"|bestaetigung"
    r"|bestätigt|réponse|reponse|confirmation|respuesta|confirmación|confirmado|resposta|confirmação|antwoord"
    r"|bevestiging|bevestigd|回复|答复|确认|返信|回答|確認)(?:_\w+)?",
    re.I,
)
_NO_ANSWER = ("", "null", "none", "pending", "waiting", "no", "false", "ausstehend", "offen", "en attente", "pendiente")
_INBOX = re.compile(
    r"inbox|receiv|repl|answer|respon|poll|wait|thread|conversation|antwort|respu|respo|antwoord|回复|返信"
)
_SENDS = re.compile(
    r"send|sent|mail|messag|ask|request|contact|notif|inquir|enquir|invit|propos|offer|call|sms|chat|post"
    r"|anfrag|schick|send"
    r"|envoy|demand|contact|envi|solicit|pregunt|consult|pergunt|pedir|stuur|vraag|vraa|verzoek|bericht|发|问"
    r"|询|联系|送|問|連絡"
)


def _by_party(run: Run, sentence: str, number: int) -> Found | None:
    m = words.PARTY_WORD.search(sentence)
    if m is None or words.DENIED.search(_clause(sentence, m.start(), m.end())):
        return None
    before = sentence[max(0, m.start() - 120) : m.start()].casefold()
    if _FIRST.search(before):
        return None
    table = run.memo(works)
    for call in reversed(run.tool_calls):
        work = table.get(call.number)
        if call.number >= number or work is None or not _SENDS.search(name_words(call.name)):
            continue
        name = next((n for n in _recipients(call) if n in before), "")
        if not name or work.sort in ("delegate", "ask") or broke(call, work):
            continue
        state = _answer(call)
        if state is None or _heard(run, name, call, number):
            return None
        why = f"{call.name} to {name} gave {' '.join(call.result.split())[:120]!r} and nothing came back after it"
        return "success-on-empty", why, (call,), state == "null"
    return None


_ABOUT = re.compile(r"subject|title|topic|body|text|message|content|betreff|objet|asunto|assunto|主题|标题|件名", re.I)


def _recipients(call: ToolCall) -> list[str]:
    """Words by which a sentence may name whom a message went to."""
    given = call.arguments.items() if isinstance(call.arguments, Mapping) else ()
    values = [v for k, v in given if isinstance(v, str) and not _ABOUT.search(str(k))]
    found = []
    for value in values:
        if len(value) > 60 or value.count(" ") > 4:
            continue
        found += [w.casefold() for w in re.findall(r"[^\W\d_]{4,}|[\u3040-\u9fff]{2,}", value)]
    return [w for w in found if w not in ("info", "mail", "office", "contact", "gmail", "example", "team", "sales")]


def _answer(call: ToolCall) -> str | None:
    """ "null" where the result has a place for an answer and none is there, "ack" where it says no more than that the
    message went out; None where it may hold an answer."""
    data = data_of(call)
    if not isinstance(data, Mapping):
        plain = len(call.result) <= 80 and not words.PARTY_WORD.search(call.result)
        return "ack" if plain else None
    state = "ack"
    for key, value in data.items():
        if _ANSWER_KEYS.fullmatch(str(key)):
            if value not in (None, False, [], {}) and str(value).strip().casefold() not in _NO_ANSWER:
                return None
            state = "null"
        elif not _short(value) or (isinstance(value, str) and words.PARTY_WORD.search(value)):
            return None
    return state


def _short(value: Any) -> bool:
    return value is None or isinstance(value, bool | int | float) or (isinstance(value, str) and len(value) <= 60)


def _heard(run: Run, name: str, call: ToolCall, number: int) -> bool:
    """Whether anything but the message itself may have brought the party's word."""
    table = run.memo(works)
    for step in run.steps[:number]:
        if isinstance(step, UserMessage) and not step.system:
            if step.number > call.number or (name in step.text.casefold() and words.PARTY_WORD.search(step.text)):
                return True
        elif isinstance(step, ToolCall) and step.number in table and step is not call:
            later = step.number > call.number and (
                may_hide(step, table[step.number])
                or _INBOX.search(name_words(step.name))
                or table[step.number].sort == "ask"
            )
            if later or (words.PARTY_WORD.search(step.result[:20_000]) and name in step.result.casefold()):
                return True
    return False
