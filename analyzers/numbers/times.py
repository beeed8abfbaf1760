"""Times of day in texts, however written, as comparable values. Pure.

A time is minutes after midnight or noon: "3 pm", "15:00", "下午3点" and "15時" are the same, since people leave out
which half of the day they mean. What may as well be a duration ("3 hours", "2 h") or an amount is left out.
"""

import re

from planscope.analyzers.quick import quick

HALF_DAY = 720
_UNIT = r"(?:Uhr|uur|時|点|點|时(?!间)|o['’]clock|[ap]\.?m\b\.?)"
_AT = r"(?:\bat|\bum|\bà|\b[aà]s|\blas?|\bom|\bde|\bdes|\bdas|\bvon|\bbis|\bfrom|\bentre|\bab|\bà partir de|\bvers)"
_TIME = quick(
    rf"(?<![\d:.,])(\d{{1,2}}):(\d{{2}})(?::\d{{2}})?(?![\d:])"  # 15:00
    rf"|(?<![\d:.,])(\d{{1,2}})\s?[hH]\s?(\d{{2}})(?!\d)"  # 15h30
    rf"|(?<![\d:.,])(\d{{1,2}})\.(\d{{2}})\s?(?:Uhr|uur|h\b|[ap]\.?m\b)"  # 15.30 Uhr
    rf"|(?<![\d:.,])(\d{{1,2}})\s?{_UNIT}(?:\s?(\d{{1,2}}分?(?!\d)|半))?"  # 3 pm, 15時30分
    rf"|{_AT} (\d{{1,2}})\s?h\b(?!\d)",  # à 15 h
    re.I,
)
_RANGE = quick(  # "13-15 Uhr", "13〜15時", "1 to 3 pm": the first without a unit of its own
    rf"(?<![\d:.,])(\d{{1,2}})(?::(\d{{2}}))?\s?(?:[-–—〜~～至到]|to|until|bis|à|a|às|tot|até|y"
    rf"|and)\s?(\d{{1,2}})(?:[:.](\d{{2}}))?"
    rf"\s?(?:{_UNIT}|h\b)",
    re.I,
)


def times(text: str) -> set[int]:
    """Every time of day in a text, as minutes of a half day."""
    found: set[int] = set()
    for m in _TIME.finditer(text):
        hour, minute = next((a, b) for a, b in zip(m.groups()[::2], (*m.groups()[1::2], None), strict=True) if a)
        found |= _minutes(hour, minute)
    for m in _RANGE.finditer(text):
        found |= _minutes(m[1], m[2]) | _minutes(m[3], m[4])
    return found


def _minutes(hour: str, minute: str | None) -> set[int]:
    past = 30 if minute == "半" else int(re.sub(r"\D", "", minute or "") or 0)
    return {(int(hour) * 60 + past) % HALF_DAY} if int(hour) <= 24 and past < 60 else set()


def clock(value: str) -> set[int]:
    """The times that a short value of a call or a record holds ("15:00", "2026-06-18T15:00", "3pm"); none where it has
    a zone of its own: then it may be the same moment under another name."""
    if len(value) > 40 or re.search(r"\d(?:Z|[+-]\d{2}:?\d{2})$|UTC|GMT", value):
        return set()
    return times(re.sub(r"(?<=\d)T(?=\d)", " ", value))
