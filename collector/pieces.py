"""Large texts in pieces that are stored once each: a chat that sends its whole history again adds only what is new.

A text is cut where its own content says so (after a line or an element of a list whose end has an even checksum), not
at fixed places: what two texts share falls into the same pieces, also behind a difference. No piece is a message or a
line; a text is its pieces put together again, whatever it is.
"""

import base64
import hashlib
import re
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Final

SINGLE: Final = 4096  # characters up to which a text is one piece
LEAST: Final = 768  # characters of a piece, but for the last
MOST: Final = 16384  # characters after which any boundary will do
_STRIDE = 64  # after a boundary that was not taken; keeps a text of nothing but line ends linear
_BOUNDARY = re.compile(r"\},\s?(?=\{)|\\n|\n")
KNOWN: Final = 200_000  # hashes remembered by a process, so that a piece is not written again


def cut(text: str) -> list[str]:
    """The pieces of a text."""
    if len(text) <= SINGLE:
        return [text]
    pieces: list[str] = []
    begin, look = 0, LEAST
    while (found := _BOUNDARY.search(text, look)) is not None:
        at = found.end()
        if at - begin < MOST and zlib.crc32(text[at - 24 : at].encode("utf-8", "surrogatepass")) & 1:
            look = at + _STRIDE
            continue
        pieces.append(text[begin:at])
        begin, look = at, at + LEAST
    return [*pieces, text[begin:]] if begin < len(text) else pieces


def name(piece: str) -> str:
    """The hash of a piece: 120 bits as 20 characters."""
    return base64.urlsafe_b64encode(hashlib.blake2b(piece.encode(), digest_size=15).digest()).decode()


class Texts:
    """Large texts on their way into the store. Remembers what it wrote, so that most pieces are written once by a
    process; the rest falls out when segments are compacted."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, None] = OrderedDict()
        self._fresh: dict[str, str] = {}

    def put(self, text: str) -> str:
        """Takes a text; answers with the hashes of its pieces, in order, with a space between."""
        hashes = []
        for piece in cut(text):
            h = name(piece)
            if h not in self._known:
                self._fresh[h] = piece
            hashes.append(h)
        return " ".join(hashes)

    def fresh(self) -> list[tuple[str, str]]:
        """(hash, piece) for pieces that have to be written now."""
        return list(self._fresh.items())

    def written(self, hashes: Iterable[str]) -> None:
        """These pieces are stored."""
        for h in hashes:
            self._fresh.pop(h, None)
            self._known[h] = None
        while len(self._known) > KNOWN:
            self._known.popitem(last=False)


def joined(ref: str, pieces: Mapping[str, str]) -> str:
    """The text that `ref` names. Raises KeyError for a piece that is missing."""
    return "".join(pieces[h] for h in ref.split())
