"""Dates in texts, however written, as comparable values. Pure.

A date is (month, day): years are often left out. What may be read in two ways (03/04) is left out.
"""

import re

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
_DATE = re.compile(
    rf"(?<!\d)(?:\d{{4}})-(\d{{2}})-(\d{{2}})(?!\d)"
    rf"|\b({_NAME})\b\.? (\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)"
    rf"|\b(\d{{1,2}})(?:st|nd|rd|th|\.|er|º)?(?: de| of)? ({_NAME})\b"
    rf"|(?<!\d)(\d{{1,2}})月(\d{{1,2}})[日号]",
    re.I,
)


def dates(text: str) -> set[tuple[int, int]]:
    """Every date in a text."""
    found = set()
    for m in _DATE.finditer(text):
        pairs = ((m[1], m[2]), (m[3], m[4]), (m[6], m[5]), (m[7], m[8]))
        month, day = next((a, b) for a, b in pairs if a)
        number = _MONTHS.get(month.lower()) or (int(month) if month.isdecimal() else 0)
        if 1 <= number <= 12 and 1 <= int(day) <= 31:
            found.add((number, int(day)))
    return found
