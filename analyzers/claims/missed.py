"""Whether an amount misses what the words beside it make of known amounts by one slip of the pen: two digits swapped,
or one changed. Pure.

An outcome that cannot be followed may always lie near something by chance: the more combinations the words leave open
and the fewer digits it has, the more. So combinations are tried in order, what the words name most closely first, and
the search ends where chance would explain a hit.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice

from planscope.analyzers.claims.terms import Term

TRIED = 4000  # combinations looked at
DIGITS = 3  # of an amount at least, but for the zeros that both end in
BESIDE = 8  # combinations of one line up to which the line leaves one reading
PLAIN, TURNED = 5, 4  # digits from which on a changed one, or two swapped, in a line's own outcome are no coincidence
SURE, LIKELY = 0.01, 0.05  # the chance up to which a hit proves, or suggests, a slip


@dataclass(frozen=True, slots=True)
class Missed:
    """What an amount should have been: the value as it would be written, and how it comes about."""

    right: Decimal
    how: str
    slip: str
    sure: bool
    beside: bool = False  # from what stands in its own line alone


def missed(value: Decimal, places: int, terms: Iterable[Term]) -> Missed | None:
    """The first combination that the amount misses by a slip, None when there is none within chance."""
    said = _digits(value, places)
    if len(said) < DIGITS or places < 0:
        return None
    swap, _ = _chances(len(said))
    seen: set[str] = set()
    for term in islice(terms, TRIED):
        right = _digits(abs(term.value), places)
        if len(right) != len(said) or right in seen or _COUNT_ADDED.search(term.how):
            continue
        seen.add(right)
        if len(seen) * swap > LIKELY:
            return None
        slip = _slip(said, right, places if _ROUNDS.search(term.how) else 0)
        chance = len(seen) * _chances(_telling(said, right))[slip != _SWAPPED]
        if slip and chance <= LIKELY:
            return Missed(round(abs(term.value), places), term.how, slip, chance <= SURE)
    return None


def missed_beside(value: Decimal, places: int, terms: Sequence[Term]) -> Missed | None:
    """The same for the few outcomes of an amount's own line, whatever else it may be made of."""
    found = missed(value, places, terms) if len(terms) <= BESIDE else None
    if found is None:
        return None
    digits = _telling(_digits(value, places), _digits(found.right, places))
    clear = digits >= (TURNED if found.slip == _SWAPPED else PLAIN)
    return replace(found, beside=True) if clear else None


def swapped_or_changed(said: Decimal, right: Decimal, places: int, least: int = TURNED) -> bool:
    """Whether two amounts of so many telling digits are one slip apart: two digits swapped, or one changed."""
    one, two = _digits(said, places), _digits(right, places)
    return len(one) == len(two) and one != two and _telling(one, two) >= least and bool(_slip(one, two, 0))


def one_edit(said: Decimal, right: Decimal) -> bool:
    """Whether one digit is changed, lost or added, two neighbours are swapped, or the cents are cut off."""
    whole = said == said.to_integral_value() and right == right.to_integral_value()
    one, two = (f"{v:.0f}" if whole else f"{v:.2f}".replace(".", "") for v in (said, right))
    if len(one) == len(two):
        return one != two and (bool(_slip(one, two, 0)) or one == f"{two[:-2]}00")
    short, long = sorted((one, two), key=len)
    return len(long) - len(short) == 1 and any(long[:n] + long[n + 1 :] == short for n in range(len(long)))


def _telling(said: str, right: str) -> int:
    """Digits but for the zeros that both end in: of 13,000 and 19,000 there are two."""
    zeros = min(len(x) - len(x.rstrip("0")) for x in (said, right))
    return max(1, len(said) - zeros)


def _digits(value: Decimal, places: int) -> str:
    return f"{round(value, max(places, 0)):f}".replace(".", "").lstrip("0")


def _chances(digits: int) -> tuple[float, float]:
    """How likely an amount of so many digits is one swap, or one change, away from another of that length."""
    all_of_them = 9 * 10 ** (digits - 1)
    return (digits - 1) / all_of_them, 9 * digits / all_of_them


_ROUNDS = re.compile(r"[÷%(]|\.\d+ ×|× \d+\.")  # an outcome of these was rounded, or may carry a small fee more
_COUNT_ADDED = re.compile(r"[−+-] \d$|^\d [−+-]")  # a count is no amount to be added
_SWAPPED, _CHANGED = "two digits are swapped", "one digit is another"


def _slip(said: str, right: str, places: int) -> str:
    """What makes one of the other; in `places` decimals a changed digit is as likely a way of rounding."""
    at = [n for n, (a, b) in enumerate(zip(said, right, strict=True)) if a != b]
    if len(at) == 2 and at[1] == at[0] + 1 and said[at[0]] == right[at[1]] and said[at[1]] == right[at[0]]:
        return _SWAPPED
    return _CHANGED if len(at) == 1 and at[0] < len(said) - places else ""
