"""Moments in all the ways in which files write them, as UTC nanoseconds. Pure."""

import re
from datetime import UTC, datetime
from typing import Any

_EPOCH = re.compile(r"[0-9]{10,19}(?:\.[0-9]{1,9})?")
_UNITS = ((1e11, 10**9), (1e14, 10**6), (1e17, 10**3), (2**63, 1))  # (below this, nanoseconds in one)


def nanoseconds(value: Any) -> int | None:
    """A time as UTC nanoseconds: ISO text (naive means UTC), or seconds, milliseconds, microseconds, nanoseconds since
    the epoch, also as text; None when it is neither, or lies beyond what 63 bits hold."""
    if isinstance(value, str) and _EPOCH.fullmatch(value):
        value = float(value) if "." in value else int(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return next((int(value * factor) for limit, factor in _UNITS if 0 < value < limit), None)
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    if moment is None:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    whole = int(moment.timestamp()) * 10**9 + moment.microsecond * 1000
    return whole if 0 < whole < 2**63 else None
