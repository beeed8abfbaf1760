"""Orders, bookings and the like told as settled, though the answer to the call for them says otherwise: refused,
failed, on a waiting list, not confirmed. Pure.

A thing is known by the argument that names it. What was tried again with success, and what the message itself calls
open or failed, is left out.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planscope.analyzers.actions.hedges import hedged
from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions.backing import is_change, said, stated_deep, went_wrong
from planscope.analyzers.assertions.closing import sentences, unfinished
from planscope.analyzers.assertions.confirmed import is_name, stands
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall, UserMessage
from planscope.collector.span import Place


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A sentence that tells a thing as settled, and the call whose answer says otherwise, in `state`. `failed`: the
    call itself went wrong."""

    step: ModelCall | FinalAnswer
    place: Place
    message: str
    sentence: str
    name: str
    call: ToolCall
    state: str
    failed: bool


_STATE = quick(
    r"[\"']?\b(?:status|state|booking_status|order_status|estado|statut|stato|状态"
    r"|状態)[\"']?\s{0,3}[:=：]\s{0,3}[\"']?"
    r"([^\W\d][\w -]{2,30})",
    re.I,
)
_NOT_SO = quick(
    r"[\"']?\b(confirmed|booked|accepted|approved|reserved|bestätigt|confirmé|confirmad[oa])[\"']?\s{0,3}[:=]\s{0,3}"
    r"[\"']?(?:false|no)\b",
    re.I,
)
_NEVER_SO = quick(  # it did not come about, or may never
    r"wait(?:ing)?[ _-]?list(?:ed)?|declined|rejected|refused|denied|failed|failure|not[ _-]?confirmed|unconfirmed"
    r"|unavailable|sold[ _-]?out|cancell?ed|expired|void(?:ed)?|on[ _-]?request|warteliste|abgelehnt"
    r"|liste d['’ ]attente"
    r"|refusée?|lista de espera|rechazad[oa]|recusad[oa]|wachtlijst|候补|已拒绝|被拒|キャンセル待ち|却下",
    re.I,
)
_NOT_YET = quick(
    r"pending|on[ _-]?hold|queued|provisional|tentative|awaiting|requested|in[ _-]?review|unpaid|option(?:al)?"
    r"|ausstehend"
    r"|vorläufig|en attente|provisoire|pendiente|provisional|pendente|in afwachting|待确认|待定|保留中|仮予約",
    re.I,
)
_CONFIRMED = (
    r"\bconfirmed\b|\bbestätigt\b|\bconfirmée?s?\b|\bconfirmad[oa]s?\b|\bbevestigd\b|\bsecured\b|\bguaranteed\b"
    r"|\bfest gebucht\b|已确认|确认成功|预[订定]成功|確定|確保"
)
_SETTLED = quick(
    rf"{_CONFIRMED}|\b(?:booked|ordered|reserved|purchased|bought|done|placed|scheduled|paid|all set|went through"
    r"|gebucht|bestellt|reserviert|gekauft|erledigt|bezahlt|beauftragt|réservée?s?|commandée?s?|achetée?s?"
    r"|fait|payée?s?"
    r"|reservad[oa]s?|pedid[oa]s?|comprad[oa]s?|pagad[oa]s?|hecho|encargad[oa]s?|encomendad[oa]s?|pag[oa]s?|feito"
    r"|geboekt|besteld|gereserveerd|gekocht|betaald|geregeld|klaar)\b"
    r"|(?:已|成功)[^，。；]{0,6}?(?:订|预订|下单|购买|支付|办)|订好|订妥|办妥|下单成功|預約済|(?:予約|注文"
    r"|手配|購入)(?:済み|しました|いたしました|が?完了|できました)",
    re.I,
)
_SURE = quick(_CONFIRMED, re.I)
_WAITS = quick(
    r"\b(?:wait\w*|pending|hold|tentativ\w*|provisional\w*|declined|refused|rejected|cancell?ed|warteliste|wartet"
    r"|ausstehend|vorläufig|abgelehnt|attente|provisoire\w*|refusée?s?|espera|pendiente\w*|provisional\w*|rechazad\w*"
    r"|pendente\w*|recusad\w*|wachtlijst|afwachting|geweigerd|instead|replac\w+|stattdessen|ersatz\w*|à la place"
    r"|remplac\w+|en lugar|en vez|em vez|in plaats)\b"
    r"|候补|等待|待确认|被拒|拒绝|改为|代替|キャンセル待ち|保留|仮|却下|代わり|未確定",
    re.I,
)
_MARK = re.compile(r"(?<![\w@./-])(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9][A-Z0-9-]{4,15}(?![\w@-])")
_MOST = 40  # things that are followed


def unsettled(run: Run) -> Iterator[Unsettled]:
    """Each thing at most once."""
    open_things = _open(run)
    for step, place, text in said(run) if open_things else ():
        told = sentences(text) if len(text) < 40_000 and not hedged(text) else ()
        for name, (call, state, failed) in [*open_things.items()]:
            if call.number > step.number or not any(stands(name, s) for s in told):
                continue
            sentence = _settled(run, told, name, call, state, failed)
            if sentence:
                del open_things[name]
                yield Unsettled(step, place, text, sentence, name, call, state, failed)


def _open(run: Run) -> dict[str, tuple[ToolCall, str, bool]]:
    """Things whose last call did not settle them, with that call and what it answered."""
    found: dict[str, tuple[ToolCall, str, bool]] = {}
    good: set[str] = set()
    table = run.memo(works)
    for call in run.tool_calls:
        work = table.get(call.number)
        if work is None or work.sort != "act" or not is_change(call.name) or call.content != "present":
            continue
        names = _names(call)
        state, failed = _state(call)
        if names and state and names[0] not in good:
            found[names[0]] = (call, state, failed)
        elif not state:
            told = stated_deep(call.arguments)
            good |= {*names[:1], *(n for n in found if n in told)}
            again = {n for n, (c, *_) in found.items() if _again(c, call)}
            found = {n: f for n, f in found.items() if n not in good | again}
    return dict([*found.items()][:_MOST])


_NO_THING = quick(
    r"dat(?:e|um|a)|day|tag$|^dag|jour|fecha|día|dia$|time|when|hour|month|currency|unit|^to$|subject|note|comment"
    r"|reason|日|时"
    r"|時|币|通貨",
    re.I,
)
_CODE = re.compile(r"[A-Z]{3}|[a-z]{1,3}")


def _names(call: ToolCall) -> list[str]:
    """The arguments that may name what a call is for, the likeliest first; no days, currencies, addresses."""
    arguments = call.arguments if isinstance(call.arguments, Mapping) else {}
    return [
        v
        for k, v in arguments.items()
        if isinstance(v, str) and is_name(v) and not _NO_THING.search(str(k)) and not _CODE.fullmatch(v)
    ]


def _again(failed: ToolCall, call: ToolCall) -> bool:
    """Whether a call is a call before it made anew: the same tool, for the same, or with all but one value the same."""
    if failed.name != call.name or not isinstance(failed.arguments, Mapping) or not isinstance(call.arguments, Mapping):
        return False
    keys = {*failed.arguments, *call.arguments}
    same = [k for k in keys if failed.arguments.get(k) == call.arguments.get(k)]
    return bool({*_names(failed)} & {*_names(call)}) or (len(same) > 1 and len(keys) - len(same) <= 1)


def _state(call: ToolCall) -> tuple[str, bool]:
    """(what the answer says that is not settled, whether the call went wrong); ("", False) when all is well."""
    if call.status in ("error", "unknown") or (call.status == "ok" and went_wrong(call)):
        return (" ".join(call.result.split())[:120] or "failed", True) if call.status != "unknown" else ("", False)
    if call.status == "rejected":
        return "refused", True
    text = call.result[:4000]
    states = {m[1].strip() for m in _STATE.finditer(text)}
    if len(states) > 1:
        return "", False  # of several things
    state = next(iter(states), "")
    if _NEVER_SO.fullmatch(state) or _NOT_YET.fullmatch(state):
        return state, False
    return (f"{m[1]} false", False) if (m := _NOT_SO.search(text)) else ("", False)


def _settled(run: Run, told: tuple[str, ...], name: str, call: ToolCall, state: str, failed: bool) -> str:
    """The sentence that tells a thing as settled, when no other says of it that it is not."""
    mine = [s for s in told if stands(name, s)]
    if any(_WAITS.search(s) or unfinished(s) for s in mine):
        return ""
    words = _SURE if _NOT_YET.fullmatch(state) else _SETTLED
    for sentence in mine:
        bare = sentence.replace(name, " ")
        if words.search(bare) or (failed and _made_up_mark(run, bare, call.number)):
            return sentence
    return ""


def _made_up_mark(run: Run, sentence: str, number: int) -> bool:
    """Whether a sentence gives a reference that no result and no user ever gave."""
    marks = _MARK.findall(sentence)
    if len(marks) != 1:
        return False
    texts = (
        f"{s.result} {stated_deep(s.arguments)}" if isinstance(s, ToolCall) else s.text
        for s in run.steps
        if isinstance(s, ToolCall | UserMessage)
    )
    return not any(marks[0] in t for t in texts)
