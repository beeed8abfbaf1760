"""Whether a listing holds a better option than the one picked, and whether the one picked can be had. Pure.

Silent in every doubt: an option counts only when it can be had, has all that the pick has, agrees with it in whatever
is asked for, costs no more in any other way, and nobody gives a reason against it.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from decimal import Decimal

from planscope.analyzers.numbers.counts import people_in, rooms_in
from planscope.analyzers.picks.available import expired, gone, tells_stock, today
from planscope.analyzers.picks.constraints import meets, sentence_at, strict_sentences
from planscope.analyzers.picks.fields import keys_for, value_of
from planscope.analyzers.picks.naming import Names
from planscope.analyzers.picks.options import Listing, Option, listings
from planscope.analyzers.picks.orders import Order, orders_in
from planscope.analyzers.picks.pick import Pick
from planscope.analyzers.picks.touched import Asked, as_good, uncovered, unmet
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall

TEXTS = 60_000  # characters of the messages of one side that are looked at
CANDIDATES = 40  # better ones of one listing that are looked at closely


@dataclass(frozen=True, slots=True)
class Judged:
    """A pick that is wrong: `other` is better by `key`, or `gone` tells that the pick cannot be had."""

    pick: Pick
    key: str
    own: Decimal | None
    other: Option | None = None
    value: Decimal | None = None
    gone: str = ""
    sure: bool = True


def names_of(run: Run) -> Names:
    """The names of all options of a run; take it by `run.memo(names_of)`."""
    return Names(run.memo(listings))


def judged(run: Run, pick: Pick) -> Judged | None:
    """What is wrong with a pick, None when nothing is, or when it cannot be told."""
    key = field_of(pick)
    own = value_of(pick.option, key, pick.order.aspect) if key else None
    if own is None or pick.listing.nested or (pick.order.per and pick.listing.tool):
        return None
    if why := gone(pick.option, key.rsplit(".", 1)[-1]) or expired(pick.option, run.memo(today)):
        return _gone(run, pick, key, own, why)
    nearer = _nearer(pick, key, own)
    if len({v for _, v in nearer}) < pick.order.place or _narrowed(run, pick):
        return None
    found = _better(run, pick, key, nearer)
    if len({v for _, v in found}) < pick.order.place:
        return None
    other, value = found[0]
    return Judged(
        pick, key, own, other, value, sure=pick.listing.sure and pick.order.place == 1 and not _more(run, pick)
    )


def undecided(run: Run, pick: Pick) -> str:
    """Why it cannot be told whether a pick is right, "" when it can."""
    if pick.listing.nested or pick.order.per or not field_of(pick):
        return f"{pick.order.words!r}: no single field has it"
    return _narrowed(run, pick)


def field_of(pick: Pick) -> str:
    """The field that the pick is about: that which holds the figure given, or the only one there is."""
    keys = keys_for(pick.order.aspect, pick.listing)
    given = [k for k in keys if value_of(pick.option, k, pick.order.aspect) in pick.values]
    if given:
        return given[0]
    return keys[0] if len(keys) == 1 else ""


def _narrowed(run: Run, pick: Pick) -> str:
    """The words that narrow the choice in a way that no field accounts for, "" when there are none."""
    rest = uncovered(pick.scope, pick.listing)
    if len(rest) > 1 and not (
        len(rest) == 2 and all(w.casefold() in said_by_user(run, pick.step).casefold() for w in rest)
    ):
        return pick.scope.strip()
    for request in [r for r in run.requests if r.number < pick.step][-20:]:
        text = request.text[:8000]
        sentences = [sentence_at(text, o.start) for o in orders_in(text) if o.aspect == pick.order.aspect]
        for sentence in [*sentences[:4], *strict_sentences(text)]:
            if words := unmet(sentence, pick.listing):
                return words
    return ""


def _more(run: Run, pick: Pick) -> bool:
    """Whether the user asks for more, in any sentence, than the fields tell."""
    requests = [r for r in run.requests if r.number < pick.step][-20:]
    return any(unmet(r.text[:8000], pick.listing) for r in requests)


def said_by_user(run: Run, before: int) -> str:
    """The user's words before a step, the last ones first to be kept."""
    said, count = run.memo(_said_by_user), bisect_left(run.requests, before, key=lambda r: r.number)
    if count not in said:
        said.clear()  # picks come in the order of the run
        said[count] = "\n".join(s.text[:8000] for s in run.requests[max(0, count - TEXTS) : count])[-TEXTS:]
    return said[count]


def _said_by_user(_: Run) -> dict[int, str]:
    return {}


def _gone(run: Run, pick: Pick, key: str, own: Decimal, why: str) -> Judged | None:
    """The pick cannot be had: unless it is said, all are so marked, or another result says otherwise."""
    day = run.memo(today)
    others = [o for o in pick.listing.options if not gone(o, key.rsplit(".", 1)[-1]) and not expired(o, day)]
    field = why.split(":")[0]
    if not others or _explained(run, pick, pick.option, own) or _CAVEAT.search(pick.sentence):
        return None
    if any(_stocked(o, field) for x, o in _same(run, pick, pick.option) if x is not pick.listing):
        return None
    return Judged(pick, key, own, gone=why, sure=pick.listing.sure)


def _stocked(option: Option, field: str) -> bool:
    return not gone(option) and any(tells_stock(k) for k in option.fields)


def _nearer(pick: Pick, key: str, own: Decimal) -> list[tuple[Option, Decimal]]:
    """Options that come before the pick by that field alone."""
    options = [(o, v) for o in pick.listing.options if (v := value_of(o, key, pick.order.aspect)) is not None]
    return [(o, v) for o, v in options if (v - own) * pick.order.direction > 0 and v > 0]


def _better(run: Run, pick: Pick, key: str, nearer: list[tuple[Option, Decimal]]) -> list[tuple[Option, Decimal]]:
    """Options that are better and as good in all else, the best first; as many as are needed to prove it."""
    order, user = pick.order, said_by_user(run, pick.step)
    asked, among = Asked.of(user, pick.scope), key.rsplit(".", 1)[-1]
    needed = max(people_in(user) | rooms_in(user) | {1}) if order.aspect == "price" else 1
    better = [(o, v) for o, v in nearer if _in_bounds(v, order, asked)]
    found: list[tuple[Option, Decimal]] = []
    for o, v in sorted(better, key=lambda x: -x[1] * order.direction)[:CANDIDATES]:
        if set(o.names) & set(pick.option.names[:1]) or gone(o, among, needed) or expired(o, run.memo(today)):
            continue
        if as_good(o, pick.option, key, order.aspect, order.direction, asked) and not _ruled_out(run, pick, o, key, v):
            found.append((o, v))
            if len({v for _, v in found}) >= order.place:
                break
    return found


def _in_bounds(value: Decimal, order: Order, asked: Asked) -> bool:
    """Whether the value keeps to what is asked of it: the dearest under 950 costs no more than that."""
    return all(meets(b, order.aspect, float(value)) for b in asked.bounds if b.concept == order.aspect)


def _ruled_out(run: Run, pick: Pick, other: Option, key: str, value: Decimal) -> bool:
    """Whether the user names it, the agent gives a reason against it, or another result tells other things of it."""
    names = run.memo(names_of)
    own, theirs = bare_names(pick.option), bare_names(other)
    for request in run.requests:
        if request.number < pick.step:
            spots = {s[2] for s in names.spots(request.text)}
            if spots & theirs - own and not spots & own - theirs:
                return True
    if _explained(run, pick, other, value) or _refused(run, pick, other):
        return True
    return any(
        bool(gone(o)) or (bool(pick.listing.tool) and key in o.fields and value_of(o, key, pick.order.aspect) != value)
        for x, o in _same(run, pick, other)
        if x is not pick.listing
    )


def bare_names(option: Option) -> set[str]:
    """Its names as they are looked for."""
    return {n.strip().strip("#*\"'/").casefold() for n in option.names}


def _same(run: Run, pick: Pick, option: Option) -> list[tuple[Listing, Option]]:
    """The same option in other results before the pick, by its own id or name."""
    names = run.memo(names_of)
    return [f for n in option.names[:2] for f in names.called(n, pick.step) if f[1] is not option][:200]


def _refused(run: Run, pick: Pick, other: Option) -> bool:
    """Whether a call about it failed, or was made at all after the listing: who looks closer may learn something."""
    bare = {n for n in bare_names(other) if len(n) > 2}
    own = {n for n in bare_names(pick.option) if len(n) > 2}
    given = run.memo(_given)
    first, last = (bisect_left(given, (n, "")) for n in (pick.listing.step + 1, pick.step))
    about = [(step, text) for step, text in given[first:last] if any(n in text for n in bare - own)]
    return any(not _both_fine(run, step, text, own, bare - own) for step, text in about)


_PLENTY = re.compile(r"[\"'\s:=>|-]{1,6}(?:[1-9]\d{0,3}\b|true\b|yes\b|ok\b|available\b)", re.I)


def _both_fine(run: Run, step: int, text: str, own: set[str], others: set[str]) -> bool:
    """Whether a call asked about both options, and its answer has the same good word for each."""
    call = run.steps[step]
    if not isinstance(call, ToolCall) or not any(n in text for n in own):
        return False
    answer = call.result[:20_000].casefold()
    places = [(n, answer.find(n)) for n in own | others if n in answer]
    told = [bool(_PLENTY.match(answer, at + len(n))) for n, at in places]
    return len(told) > 1 and all(told)


def _given(run: Run) -> list[tuple[int, str]]:
    """What each call was told, without differences of case."""
    return [(c.number, str(c.arguments)[:4000].casefold()) for c in run.tool_calls]


_CAVEAT = quick(
    r"\b(?:falls? short|short of|lacks?|missing|misses|left (?:it |that )?out|leav\w+ out|dropped|disqualif\w+"
    r"|dépass\w+|exceed\w*|supera[mn]?|excede[mn]?|ultrapassa[m]?|überschreit\w*|überstei\w*|overschrijd\w*|beyond"
    r"|fails?|below what|no longer|ineligible"
    r"|erfüllt|fehlt|ausgeschlossen|exclu\w*|manque|ne répond|descart\w+|cumple|fuera de|fora de|atende|valt af"
    r"|voldoet)\b"
    r"|\b(?:but|however|although|though|unfortunately|except|excluding|excluded?|only|too (?:early|late|small|far"
    r"|long)|requires?|without|exceeds?|over"
    r" (?:the|your)|does ?n['’]t|does not|is ?n['’]t|not|no|cannot|can['’]t|sold|unavailable|out of stock"
    r"|waitlist|full|instead|skip\w*|ruled out"
    r"|aber|jedoch|allerdings|leider|nicht|kein\w*|nur|ohne|ausverkauft|ausgebucht|mais|cependant|pas|sans|trop"
    r"|épuisé\w*|complet|pero|sin"
    r"|aunque|agotad\w*|no|demasiado|mas|porém|embora|sem|não|esgotad\w*|maar|echter|niet|geen|zonder|uitverkocht)\b"
    r"|n['’]t\b|条件外|対象外|除[いきく外]|外し|満たさ|満たせ|合わ[なず]|超え|不符|不满足|排除|除外|剔除|不含|条件に"
    r"|n['’]t\b|但|不过|然而|可惜|虽然|没有|无|不|售罄|缺货|満|売|ただし|しかし|ない|ません|なし|不可|×|✗|❌",
    re.I,
)


def _spoken(run: Run) -> list[tuple[int, str, str]]:
    """The agent's messages, each also without differences of case."""
    said = ((s.number, s.text[:20_000]) for s in run.steps if isinstance(s, ModelCall | FinalAnswer))
    return [(n, text, text.casefold()) for n, text in said if text]


def _written(value: Decimal) -> re.Pattern[str]:
    """A value as it may be written, and not as a part of another number."""
    forms = {f"{value.normalize():f}", f"{value:.2f}", f"{value:,.2f}"}
    forms |= {f.replace(".", ",") for f in forms if "," not in f}
    if value == value.to_integral_value() or value >= 100:
        forms.add(f"{value:,.0f}")
    return re.compile(rf"(?<![\d.,])(?:{'|'.join(map(re.escape, sorted(forms)))})(?!\d|[.,]\d)")


def _explained(run: Run, pick: Pick, option: Option, value: Decimal) -> bool:
    """Whether the agent speaks of the option with a reservation, by name or by its figure, up to the pick."""
    own = {n for n in bare_names(option) if len(n) > 1}
    last = pick.step if pick.said else next((r.number for r in run.requests if r.number > pick.step), len(run.steps))
    figures = _written(value)
    for number, text, folded in run.memo(_spoken):
        if number > last:
            return False
        if not figures.search(text) and not any(n in folded for n in own):
            continue
        for line in re.split(r"\n|(?<=[.;!?])\s|[。；！？]", text)[:400]:
            about = bool(figures.search(line)) or any(n in line.casefold() for n in own)
            if about and _CAVEAT.search(line) and line.strip() != pick.sentence.strip():
                return True
    return False
