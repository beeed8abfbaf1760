"""Times of day in texts, as minutes after midnight. Pure.

"10:40", "10.40 Uhr", "7 pm", "15 Uhr", "9h30", "下午3点半", "14時", "noon". A time that may be of the morning or of the
evening is marked `loose`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day. `loose`: it may be twelve hours later."""

    minutes: int
    start: int
    end: int
    loose: bool = False

    def __str__(self) -> str:
        return f"{self.minutes // 60:02}:{self.minutes % 60:02}"


_FREE = r"(?<![\d:.,/$€£¥￥-])"
_CLOCK = re.compile(
    rf"{_FREE}(?P<h1>[01]?\d|2[0-3])[:：](?P<m1>[0-5]\d)(?![\d%])(?::[0-5]\d)?(?:\s?(?P<p1>[ap])\.?\s?m\b)?"
    rf"|{_FREE}(?P<h2>1[0-2]|0?[1-9])\s?(?P<p2>[ap])\.?\s?m\b"
    rf"|{_FREE}(?P<h3>[01]?\d|2[0-3])(?:[.h](?P<m3>[0-5]\d))?\s?(?:Uhr|uur)\b"
    rf"|{_FREE}(?P<h4>[01]?\d|2[0-3])\s?h(?P<m4>[0-5]\d)?(?![\w])"
    r"|(?P<half>凌晨|早上|上午|中午|下午|傍晚|晚上|今晚|午前|午後|朝|夜)?\s?(?<!\d)(?P<h5>[01]?\d|2[0-3])\s?[点點时時](?![间間長长])"
    r"(?:(?P<m5>[0-5]?\d)分?|(?P<thirty>半))?"
    r"|(?P<noon>\b(?:noon|midday|midi|mediod[ií]a|meio-dia)\b|正午)",
    re.I,
)
_ISO = re.compile(r"(?<=\d)T(?=\d\d:\d\d)")
_LATE = frozenset(("下午", "傍晚", "晚上", "今晚", "午後", "夜"))
_MOST = 40
SURELY = 8  # from this hour on a time without more is taken as written


def clocks(text: str) -> Iterator[Clock]:
    """Every time of day in a text, in order (40 at most)."""
    text = _ISO.sub(" ", text)
    for n, m in enumerate(_CLOCK.finditer(text)):
        if n >= _MOST:
            return
        if m["noon"]:
            yield Clock(720, m.start(), m.end())
            continue
        hour = int(next(m[f"h{k}"] for k in range(1, 6) if m[f"h{k}"]))
        minute = 30 if m["thirty"] else int(m["m1"] or m["m3"] or m["m4"] or m["m5"] or 0)
        half = (m["p1"] or m["p2"] or "").lower()
        written = next(m[f"h{k}"] for k in range(1, 6) if m[f"h{k}"])
        loose = not half and not m["half"] and hour < SURELY and not written.startswith("0")
        if half:
            hour = hour % 12 + (12 if half == "p" else 0)
        elif m["half"] in _LATE and hour < 12:
            hour += 12
        yield Clock(hour * 60 + minute, m.start(), m.end(), loose)


def minutes_in(text: str) -> set[int]:
    """The times of a text as minutes; of loose ones both readings."""
    found = list(clocks(text))
    return {c.minutes for c in found} | {(c.minutes + 720) % 1440 for c in found if c.loose}


def as_clock(minutes: int) -> str:
    """Minutes as "14:05"."""
    return f"{minutes // 60:02}:{minutes % 60:02}"
