"""What `[tool.planscope.judge]` says: the model, and how much may be asked."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from planscope.analyzers.judge.anthropic import DEFAULT_MODEL
from planscope.errors import UnknownName, UsageError, nearest


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """model           asked when `--judge anthropic` names none
    max_questions      of one check; those left over are not asked
    max_tokens         of one check, sent and received
    parallel           questions at a time
    timeout            seconds that a reply may take
    cache              folder of the answers, relative to the settings; "" for the user's cache
    """

    model: str = DEFAULT_MODEL
    max_questions: int = 50
    max_tokens: int = 200_000
    parallel: int = 4
    timeout: float = 60.0
    cache: str = ""


_DEFAULTS: Mapping[str, Any] = asdict(JudgeSettings())


def judge_settings(table: Any, file: Path | None) -> JudgeSettings:
    """The table, checked. Raises UsageError for what makes no sense."""
    where = f"{file}: judge"
    if not isinstance(table, Mapping):
        raise UsageError(f"{where} must be a table")
    given: dict[str, Any] = {}
    for key, value in table.items():
        if key not in _DEFAULTS:
            raise UnknownName(f"{where} has no setting {key!r}{nearest(key, _DEFAULTS)}")
        kind = type(_DEFAULTS[key])
        if isinstance(value, int) and not isinstance(value, bool) and kind is float:
            value = float(value)
        if type(value) is not kind:
            raise UsageError(f"{where}.{key} = {value!r} is of the wrong type")
        if kind in (int, float) and not 0 < value < 1e9:
            raise UsageError(f"{where}.{key} must be more than 0")
        given[key] = value
    if given.get("model") == "":
        raise UsageError(f"{where}.model is empty")
    if given.get("parallel", 1) > 32:
        raise UsageError(f"{where}.parallel must be at most 32")
    if file is not None and given.get("cache"):
        given["cache"] = str(file.parent / given["cache"])
    return JudgeSettings(**given)
