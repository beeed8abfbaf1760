"""Tokens in a text that look drawn at random: what an API key without a known shape looks like.

Random letters and digits change their class (upper, lower, digit) at every second character, and hardly repeat one;
words, paths and identifiers do neither. What is random and no secret is passed over by where it stands: hashes of lock
files, images and other data in base64, ids that say what they are, pieces of a web address.
"""

import math
import re
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any, Final

from planscope.collector.linear import compiled

SHORTEST: Final = 24
LONGEST: Final = 200  # a longer run is data, not a token
_BEFORE = re.compile(
    rb"(?:sha\d{1,3}[-:]|h1:|md5[-:]|base64,?\s?|blob:|etag\W{1,5}|integrity\W{1,6}(?:sha\d{1,3}-)?|digest\W{1,6}"
    rb"|checksum\W{1,6}|hash\W{1,6}|signature\\?\"?\W{1,4}|encrypted_content\\?\"?\W{1,4}|nonce\W{1,6}|[?&][\w.-]{1,40}=)$",
    re.I,
)
_SAYS_WHAT = re.compile(  # ids, with what they are the id of in front; public keys; certificates
    rb"(?:[a-z]{0,12}_?(?:tool|call|msg|run|id)(?:s|use)?[_-]|(?:toolu|srvtoolu|msg|call|resp|req|run|chatcmpl|file|asst|thread|step|item|rs"
    rb"|fc|ctc|cmpl|gen|evt|ch|pi|cus|sub|prod|price|cs|seti|src|txn|ctx|ses|prt|batch|org|user|proj|acct|in|si|re|tr|po|trace"
    rb"|span|session|task|job|obs|ws|wf|doc|img|vs|ft|ftjob)[_-])|AAAA|MI[IH]"
)


@cache
def _run() -> Any:
    return compiled(r"[A-Za-z0-9+/_-]{24,}", groups=False)


def random_tokens(data: bytes) -> list[tuple[int, int, str]]:
    """Tokens that look random, as (begin, end, "random"), in order."""
    found: list[tuple[int, int, str]] = []
    if len(data) < SHORTEST or _run().search(data) is None:
        return found
    for match in _run().finditer(data):
        begin, end = match.span()
        if end - begin <= LONGEST and not _is_passed(data, begin, end):
            found += _tokens(match.group(), begin)
    return found


def _is_passed(data: bytes, begin: int, end: int) -> bool:
    """Whether a run of such characters is no token for where it stands."""
    before = data[max(0, begin - 48) : begin]
    if _BEFORE.search(before) or before.endswith(b"[redacted:"):
        return True
    if _NEXT_LINE.match(data, end) or _LINE_BEFORE.search(before):
        return True  # a block of data in base64, as in mails and certificates
    return _is_in_address(before)


def _is_in_address(before: bytes) -> bool:
    """Whether a web address reaches up to here."""
    at = before.rfind(b"://")
    return at >= 0 and not re.search(rb"[\s\"'<>`]", before[at:])


def _tokens(run: bytes, at: int) -> list[tuple[int, int, str]]:
    if _SAYS_WHAT.match(run):
        return []
    if b"/" not in run or (len(run) == 40 and is_random(run)):  # 40: secret keys in base64
        return [(at, at + len(run), "random")] if is_random(run) else []
    found = []
    for piece in re.finditer(rb"[^/]{24,}", run):
        if is_random(piece.group()):
            found.append((at + piece.start(), at + piece.end(), "random"))
    return found


def is_random(token: bytes) -> bool:
    """Whether a token of letters and digits looks drawn at random."""
    body = token.strip(b"=_-+/")
    if len(body) < SHORTEST or _SAYS_WHAT.match(body) or body.isdigit() or _HEX.search(body):
        return False
    classes = [_CLASS[b] for b in body]
    count = Counter(classes)
    if count["d"] < 2 or count["u"] < 3 or count["l"] < 3 or count["d"] > 0.7 * len(body):
        return False
    changes = sum(a != b for a, b in pairwise(classes)) / (len(body) - 1)
    return changes >= 0.42 and entropy(body) >= 0.82 * math.log2(min(len(body), 62))


def entropy(data: bytes) -> float:
    """Shannon's entropy of the bytes, in bits a byte."""
    size = len(data)
    return -sum(n / size * math.log2(n / size) for n in Counter(data).values())


_HEX = re.compile(rb"^[0-9a-fA-F-]+$|[0-9a-f]{12}")  # as a whole, or with a digest or an id in it
_NEXT_LINE = re.compile(
    rb"[=;]{0,2}(?:\r?\n|(?:\\{1,2}r)?\\{1,2}n)(?:[ \t]|\\{1,2}t){0,8}(?:[\w]{1,3}=)?[A-Za-z0-9+/_-]{20}"
)
_LINE_BEFORE = re.compile(
    rb"[A-Za-z0-9+/_-]{16}[=;]{0,2}(?:\r?\n|(?:\\{1,2}r)?\\{1,2}n)(?:[ \t]|\\{1,2}t){0,8}(?:\w{1,3}=)?$"
)
_CLASS: Final[dict[int, Any]] = {
    b: "d" if 48 <= b < 58 else "u" if 65 <= b < 91 else "l" if 97 <= b < 123 else "s" for b in range(256)
}
