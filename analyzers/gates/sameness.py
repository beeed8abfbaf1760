"""What is left of a text when all that changes from one recording to the next is taken out: times, ids, amounts.

Two texts are the same when equal things are left of them. Words stay, so that two faults of one form stay two.
"""

import hashlib
import re
import unicodedata
from typing import Final

LONGEST: Final = 200_000  # characters of a text that are looked at
LEFT: Final = 600  # characters of a message that are kept
_HEX: Final = "0123456789abcdef"

_UUID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
_TEMPORARY = re.compile(r"(?:/private)?(?:/tmp|/var/folders|/var/tmp)/[^\s'\"“”]{1,300}")
_MOMENT = re.compile(
    r"(?<!\d)\d{4}-\d\d-\d\d(?:[t ]\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(?:z|[+-]\d\d:?\d\d)?)?(?!\d)"
    r"|(?<!\d)20\d\d[01]\d[0-3]\d(?!\d)|(?<!\d)\d\d?:\d\d(?::\d\d)?(?!\d)"
)
_STAMP = re.compile(r"(?<!\d)20\d\d-?[01]\d-?[0-3]\d[t_ -]?[0-2]\d[:_-]?[0-5]\d")
_TOKEN = re.compile(r"[a-z0-9_-]{10,200}")
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"\d+(?:[.,'’:/ \u00a0\u202f-]\d+)*")
_INVISIBLE = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff\ufffd?]")  # what a store may keep in another way


def request_key(text: str) -> str:
    """Names a task by its first request: equal for equal requests but for dates, times, ids and temporary paths. ""
    for no request. Numbers count: "for 2 people" and "for 3 people" are two tasks."""
    plain = _settled(text)
    return hashlib.sha256(plain.encode()).hexdigest()[:16] if plain else ""


def essence(message: str) -> str:
    """A message without what differs from recording to recording: every number, date and id is written #."""
    return _NUMBER.sub("#", _settled(message))[:LEFT]


def changing(name: str) -> bool:
    """Whether a name holds what another recording would have otherwise, as that of a session does."""
    folded = name.lower()
    return _without_moments(folded) != folded


def stamped(name: str) -> bool:
    """Whether a name tells the moment of a recording, as some agents call their runs."""
    return _STAMP.search(name.lower()) is not None


def _settled(text: str) -> str:
    known = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text[:LONGEST]))
    return _without_moments(" ".join(known.lower().split()))


def _without_moments(text: str) -> str:
    """Lower-case text with "#" for ids, moments and temporary paths."""
    for pattern in (_TEMPORARY, _UUID, _MOMENT):
        text = pattern.sub("#", text)
    return _TOKEN.sub(lambda m: "#" if _an_id(m[0]) else m[0], text)


def _an_id(token: str) -> bool:
    """Nothing but ten digits or more, as a time in seconds, or a piece that no word looks like: `toolu_01ab4c9d`."""
    return token.isdigit() or any(_random(piece) for piece in re.split("[_-]", token))


def _random(piece: str) -> bool:
    groups = len(_DIGITS.findall(piece))
    return len(piece) >= 8 and not piece.isdigit() and (groups >= 3 or (groups > 0 and not piece.strip(_HEX)))


def fingerprint(task: str, kind: str, rule: str, message: str) -> str:
    """Of a finding, whatever its run is called and wherever in it the finding stands. `message` is its essence."""
    return hashlib.sha256("\0".join((task, kind, rule, message)).encode("utf-8", "replace")).hexdigest()[:16]
