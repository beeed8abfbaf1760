"""Which options a text names, by id or name, and which it gives by their value alone. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from planscope.analyzers.picks.options import Listing, Option

SHORTEST, LONGEST = 2, 60  # characters of a name that is looked for
PLACES = 4000  # characters of a text that are looked at
REMEMBERED = 200  # texts: every order in a sentence asks again


@dataclass(frozen=True, slots=True)
class Named:
    """An option that a text names, and where; `listing` counts in the order of the run."""

    listing: Listing
    option: Option
    start: int
    end: int


class Names:
    """The names of all options, to be looked for in many texts."""

    def __init__(self, listings: Iterable[Listing]) -> None:
        self.known: dict[str, list[tuple[Listing, Option]]] = {}
        for listing in listings:
            for option in listing.options:
                for name in option.names:
                    bare = name.strip().strip("#*\"'/").casefold()
                    if SHORTEST <= len(bare) <= LONGEST and not (bare.isdecimal() and len(bare) < 4):
                        self.known.setdefault(bare, []).append((listing, option))
        lengths: dict[str, set[int]] = {}
        for bare in self.known:
            lengths.setdefault(bare[:SHORTEST], set()).add(len(bare))
        self.lengths = {start: sorted(known, reverse=True) for start, known in lengths.items()}
        self._seen: dict[str, list[tuple[int, int, str]]] = {}

    def spots(self, text: str) -> list[tuple[int, int, str]]:
        """(start, end, name) of names in a text, the longest first at each place, none inside another."""
        if text not in self._seen:
            if len(self._seen) >= REMEMBERED:
                self._seen.clear()
            self._seen[text] = self._spots(text[:PLACES])
        return self._seen[text]

    def _spots(self, text: str) -> list[tuple[int, int, str]]:
        folded = text.casefold()
        if len(folded) != len(text):
            return []
        found: list[tuple[int, int, str]] = []
        last, lengths = 0, self.lengths
        for at in [n for n in range(len(folded)) if folded[n : n + SHORTEST] in lengths]:
            end = self._at(folded, at) if at >= last else 0
            if end:
                found.append((at, end, folded[at:end]))
                last = end
        return found

    def _at(self, text: str, at: int) -> int:
        if not text[at].isalnum() or (at and _glued(text[at - 1], text[at])):
            return 0
        for n in self.lengths[text[at : at + SHORTEST]]:
            end = at + n
            if (
                text[at:end] in self.known
                and end <= len(text)
                and not (end < len(text) and _glued(text[end - 1], text[end]))
            ):
                return end
        return 0

    def named(self, text: str, before: int) -> list[Named]:
        """Options of listings before a step that a text names."""
        return [
            Named(listing, option, start, end)
            for start, end, name in self.spots(text)
            for listing, option in self.known[name]
            if listing.step < before
        ]

    def called(self, name: str, before: int) -> list[tuple[Listing, Option]]:
        """Options with just that name or id, of listings before a step."""
        bare = name.strip().strip("#*\"'/").casefold()
        return [(x, o) for x, o in self.known.get(bare, ()) if x.step < before]


def _glued(a: str, b: str) -> bool:
    """Whether two characters side by side are of one word."""
    return a.isalnum() and b.isalnum() and a.isascii() and b.isascii()
