"""Dates in texts, however written, as comparable values. Pure.

A date is (month, day): years are often left out. What may be read in two ways (03/04) is left out.
"""

import re

from planscope.analyzers.quick import quick

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar januari janvier enero janeiro",
            "february feb februar februari février febrero fevereiro",
            "march mar märz maart mars marzo março",
            "april apr avril abril",
            "may mai mei mayo maio",
            "june jun juni juin junio junho",
            "july jul juli juillet julio julho",
            "august aug augustus août agosto",
            "september sep sept septembre septiembre setembro",
            "october oct oktober okt octobre octubre outubro",
            "november nov novembre noviembre novembro",
            "december dec dezember dez décembre diciembre dezembro",
        ),
        1,
    )
    for name in names.split()
}
_NAME = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DATE = quick(
    rf"(?<!\d)(?:\d{{4}})-(\d{{2}})-(\d{{2}})(?!\d)"
    rf"|\b({_NAME})\b\.? (\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)"
    rf"|\b(\d{{1,2}})(?:st|nd|rd|th|\.|er|º)?(?: de| of)? ({_NAME})\b"
    rf"|(?<!\d)(\d{{1,2}})月(\d{{1,2}})[日号]",
    re.I,
)


_RANGE = quick(  # "17 to 20 July", "du 17 au 20 juillet", "July 17-20", "7月17日至20日"
    rf"\b(\d{{1,2}})(?:st|nd|rd|th|\.|er|º)?\s?(?:[-–&,]|to|until|through|and|bis|und|au|et|al|a|y|e|tot|en|t/m)\s?"
    rf"(?:the |den |el |le |o )?\d{{1,2}}(?:st|nd|rd|th|\.|er|º)?(?: de| of)? ({_NAME})\b"
    rf"|\b({_NAME})\b\.? \d{{1,2}}(?:st|nd|rd|th)?\s?(?:[-–&]|to|and|until|through)\s?(\d{{1,2}})\b(?!:)"
    r"|(?<!\d)(\d{1,2})月\d{1,2}[日号]?\s?[-–至到〜~から]{1,2}\s?(\d{1,2})[日号]",
    re.I,
)


def dates(text: str) -> set[tuple[int, int]]:
    """Every date in a text."""
    found: set[tuple[int, int]] = set()
    for m in _DATE.finditer(text):
        found |= _day((m[1], m[2]), (m[3], m[4]), (m[6], m[5]), (m[7], m[8]))
    for m in _RANGE.finditer(text):
        found |= _day((m[2], m[1]), (m[3], m[4]), (m[5], m[6]))
    return found


def _day(*pairs: tuple[str | None, str | None]) -> set[tuple[int, int]]:
    """Of (month, day) as written, each in a pattern's own groups, the one that was met."""
    month, day = next((a, b) for a, b in pairs if a and b)
    number = _MONTHS.get(month.lower()) or (int(month) if month.isdecimal() else 0)
    return {(number, int(day))} if 1 <= number <= 12 and 1 <= int(day) <= 31 else set()
