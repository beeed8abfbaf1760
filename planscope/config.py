"""Settings: `[tool.planscope]` in pyproject.toml, or the same keys in planscope.toml. They hold what belongs to a
project and is tedious to type each time: detectors of one's own, and options of detectors.

    [tool.planscope]                     # in planscope.toml the prefix tool.planscope is left out
    detectors = ["checks/refunds.py"]    # dotted modules, or Python files relative to this file

    [tool.planscope.some-detector]       # options as `planscope explain some-detector` lists them
    some_option = 3
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from planscope.errors import UnknownName, UsageError, nearest


@dataclass(frozen=True, slots=True)
class Settings:
    """What a settings file says: detectors to load, and tables of options by detector. `file` is None without one."""

    detectors: tuple[str, ...] = ()
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    file: Path | None = None


def find_settings(folder: Path) -> Settings:
    """Settings of the nearest folder, going up from this one, that has any. Raises UsageError for a file that is no
    TOML or holds something else."""
    for here in (folder, *folder.parents):
        for name in ("planscope.toml", "pyproject.toml"):
            file = here / name
            if file.is_file() and (table := _table(file)) is not None:
                return _settings(file, table)
    return Settings()


def _table(file: Path) -> Mapping[str, Any] | None:
    """Our part of the file; None when a pyproject.toml has none."""
    text = file.read_bytes().decode("utf-8", "replace")
    if file.name == "pyproject.toml" and "planscope" not in text:
        return None  # of some project around us: its trouble is not ours
    try:
        loaded = tomllib.loads(text)
    except ValueError as e:
        raise UsageError(f"{file}: {e}") from e
    if file.name == "planscope.toml":
        return loaded
    tool = loaded.get("tool")
    table = tool.get("planscope") if isinstance(tool, dict) else None
    return table if isinstance(table, dict) else None


def _settings(file: Path, table: Mapping[str, Any]) -> Settings:
    detectors = table.get("detectors", [])
    if not isinstance(detectors, list) or not all(isinstance(d, str) and d for d in detectors):
        raise UsageError(f"{file}: detectors must be a list of modules or Python files")
    options = {k: v for k, v in table.items() if k != "detectors"}
    return Settings(tuple(_beside(file, d) for d in detectors), options, file)


def _beside(file: Path, detector: str) -> str:
    return str(file.parent / detector) if detector.endswith(".py") else detector


def options_for(settings: Settings, known: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """The options to run detectors with. `known` gives each detector's options with their defaults. Raises UnknownName
    for a name that is none, UsageError for a value of another type than the default."""
    checked: dict[str, dict[str, Any]] = {}
    for name, table in settings.options.items():
        if name not in known:
            close = nearest(name, {*known, "detectors"})
            raise UnknownName(f"{settings.file}: {name!r} is neither a detector nor a setting{close}")
        if not isinstance(table, dict):
            raise UsageError(f"{settings.file}: {name} must be a table of options")
        for option, value in table.items():
            if option not in known[name]:
                close = nearest(option, known[name])
                raise UnknownName(f"{settings.file}: {name} has no option {option!r}{close}")
            where = f"{settings.file}: {name}.{option}"
            checked.setdefault(name, {})[option] = _fitting(value, known[name][option], where)
    return checked


def _fitting(value: Any, default: Any, where: str) -> Any:
    """The value in the type of the default: whole numbers do for decimal ones, lists for tuples and sets."""
    if (
        isinstance(default, tuple | frozenset)
        and isinstance(value, list)
        and (not default or {type(x) for x in value} <= {type(x) for x in default})
    ):
        return type(default)(value)
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is type(default):
        return value
    shown = sorted(default) if isinstance(default, frozenset) else default
    raise UsageError(f"{where} = {value!r} is of the wrong type; the default is {shown!r}")
