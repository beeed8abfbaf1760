"""A pick: the option that the agent names as the extreme, or takes when an extreme was asked for. Pure data."""

from dataclasses import dataclass
from decimal import Decimal

from planscope.analyzers.picks.options import Listing, Option
from planscope.analyzers.picks.orders import Order
from planscope.collector.span import Place


@dataclass(frozen=True, slots=True)
class Pick:
    """`said`: named as the extreme in this sentence; otherwise the argument of a call, with the user's words.

    step       of the message or call;  message its whole text
    sentence   the words of the claim, or of the user's order
    values     figures that the claim gives, by which the field is chosen that it is about
    scope      the words that narrow the extreme ("direct flight in economy")
    """

    step: int
    message: str
    sentence: str
    order: Order
    listing: Listing
    option: Option
    values: tuple[Decimal, ...] = ()
    scope: str = ""
    said: bool = True
    place: Place | None = None
    combined: bool = False  # one of several picks that make up one choice
