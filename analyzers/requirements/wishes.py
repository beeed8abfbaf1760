"""Wishes of the user beside the thing itself, each for one slot. Pure.

Only what leaves no doubt is read: one piece of one message, with no denial, condition or question, and no other value
of the same slot anywhere.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.requirements import words
from planscope.analyzers.requirements.clauses import LONG
from planscope.analyzers.requirements.slot import Slot
from planscope.analyzers.requirements.slots_of_orders import ORDERS
from planscope.analyzers.requirements.slots_of_travel import TRAVEL
from planscope.collector.run import Run, UserMessage


@dataclass(frozen=True, slots=True)
class Wish:
    """What a piece of a request asks of a slot: a value of it, or "" for yes."""

    slot: Slot
    value: str
    words: str
    soft: bool
    message: UserMessage


_GIVES_BACK = words.words(
    r"return(?:ing)?|exchange|swap|replace|broken|faulty|damaged|wrong|arrived|received|instead of|rather than"
    r"|zurück(?:geben|senden|schicken)|umtausch\w*|defekt\w*|falsch\w*|statt|échang\w+|renvoy\w+|cassée?|au lieu"
    r"|devolver|cambiar|rot[oa]|en (?:vez|lugar) de|trocar|devolv\w+|em vez de|ruilen|terugsturen|kapot"
    r"|in plaats van",
    cjk="退|换|坏|而不是|交換|返品|壊れ|代わり",
)


_DROPS = words.words(
    r"(?:does|do)(?:n['’]t| not) (?:matter|need)|never mind|no longer|forget|drop|skip|whatever",
    r"egal|nicht (?:mehr )?nötig|brauch\w* (?:\w+ ){0,2}nicht|vergiss|vergessen sie|doch kein\w*",
    r"peu importe|pas (?:besoin|nécessaire)|laisse[rz]? tomber|tant pis",
    r"da igual|no (?:hace falta|importa|necesito)|olvida\w*|tanto faz|não (?:precisa|importa)|esque[cç]\w+",
    r"maakt niet uit|niet nodig|hoeft niet|laat maar",
    cjk="不用|无所谓|算了|都行|不需要|なくて|いらない|いりません|どちらでも|結構です",
)


def wishes(run: Run) -> Iterator[Wish]:
    """The wishes of the user's messages that no later message takes up again."""
    requests = [r for r in run.requests[-60:] if len(r.text) <= LONG]
    for n, message in enumerate(requests):
        for slot in (*TRAVEL, *ORDERS):
            if not slot.said.search(message.text):
                continue
            if any(slot.said.search(later.text) for later in requests[n + 1 :]):
                continue
            wish = _wish(slot, message)
            if wish is not None and not (slot.values and _others(slot, wish, requests)):
                yield wish


def _wish(slot: Slot, message: UserMessage) -> Wish | None:
    """The one piece of the message that asks something of the slot: plainly, with no denial and no condition."""
    pieces = [p for p in words.SEGMENT.split(message.text) if slot.said.search(p)]
    if len(pieces) != 1 or len(pieces[0]) > 400:
        return None
    piece = pieces[0].strip()
    bare = slot.said.sub(" ", piece)
    soft = bool(words.SOFT.search(bare))
    bare = words.SOFT.sub(" ", bare)
    if (
        _DROPS.search(piece)
        or words.IF.search(words.BOUND_OR.sub(" ", bare))
        or _denied(slot, piece, bare)
        or _ends_asking(message.text, piece)
    ):
        return None
    held = [v for v, p in slot.values.items() if p.search(piece)]
    held = [v for v in held if not any(slot.covers.get(o) == v for o in held)]
    if slot.values and (len(held) > 1 or _GIVES_BACK.search(piece)):
        held = [v for v in held if v == "non-smoking"] if set(held) == {"non-smoking", "smoking"} else []
        if not held:
            return None
    if slot.values and not held and not re.search(r"[^\W\d_]", slot.said.pattern):
        return None
    return Wish(slot, held[0] if held else "", piece, soft, message)


def _denied(slot: Slot, piece: str, bare: str) -> bool:
    """Whether a piece denies; "no" does so beside the wish only: in Portuguese it is "in the"."""
    said = slot.said.search(piece)
    near = piece[max(0, said.start() - 24) : said.start()] if said else ""
    return bool(words.NOT.search(_NO.sub(" ", bare)) or _NO.search(near))


_NO = re.compile(r"\bno\b", re.I)


def _ends_asking(text: str, piece: str) -> bool:
    """Whether the piece is a question about what there is ("is there a window seat?")."""
    end = text.find(piece) + len(piece)
    asks = text[end : end + 2].lstrip()[:1] in ("?", "？")
    return asks and not _CAN_YOU.search(piece)


_CAN_YOU = words.words(
    r"(?:can|could|would|will) you|please|book|order|reserve|send|add",
    r"(?:kannst|könntest|können|könnten) (?:du|sie)|bitte",
    r"(?:peux|pouvez|pourriez|pourrais)[- ](?:tu|vous)|s'il (?:te|vous) pla[iî]t",
    r"(?:puedes?|podrías?|puede usted)|por favor",
    r"(?:pode|poderia|podes)",
    r"(?:kun|kunt|zou) (?:je|u)|alstublieft|graag",
    cjk="请|帮|麻烦|ください|もらえ|お願い",
)


def _others(slot: Slot, wish: Wish, requests: list[UserMessage]) -> bool:
    """Whether the user speaks of another value of the slot anywhere: what is meant cannot be told."""
    texts = "\n".join(r.text for r in requests)
    near = slot.covers.get(wish.value)
    other = [v for v, p in slot.values.items() if v not in (wish.value, near) and p.search(texts)]
    return bool([v for v in other if not (wish.value == "non-smoking" and v == "smoking")])
