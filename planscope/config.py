"""Settings: `[tool.planscope]` in pyproject.toml, or the same keys in planscope.toml. They hold what belongs to a
project and is tedious to type each time: detectors of one's own, and options of detectors.

    [tool.planscope]                     # in planscope.toml the prefix tool.planscope is left out
    detectors = ["checks/refunds.py"]    # dotted modules, or Python files relative to this file

    [tool.planscope.some-detector]       # options as `planscope explain some-detector` lists them
    some_option = 3
    severity = "warning"                 # of its findings; of one form: severity = { some-form = "info" }
    off = true                           # it is not looked for; severity and off may be said of a kind as well

    [[tool.planscope.ignore]]            # findings that do not count (analyzers/policy.py has all keys)
    finding = "some-detector.some-form"
    reason = "why it may be so"          # required

    [tool.planscope.gate]                # what `planscope gate` asks for unless it is told otherwise
    max = { error = 0, plan_drift = "10%" }

    [tool.planscope.redact]              # beside secrets, which are always masked (docs/redaction.md)
    email = true                         # phone = true as well; off = true masks nothing at all

    [tool.planscope.judge]               # what `planscope check --judge` may ask (docs/judge.md)
    max_questions = 20

    [tool.planscope.prices."some-model"] # per million tokens
    input = 1.0
    output = 5.0
"""

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from planscope.errors import UnknownName, UsageError, nearest

_GATE = {"max": dict, "min_runs": int, "baseline": str, "fail_on_new": str, "exact": bool}  # settings and their types
_REDACT = ("email", "phone", "off")
_RULES = ("severity", "off")  # of a detector or a kind, beside options
_OWN = ("detectors", "gate", "judge", "prices", "ignore", "redact")  # names that are no detector's


@dataclass(frozen=True, slots=True)
class GateSettings:
    """What a gate asks for: limits as they are written on the command line, and its other options; None and "" where
    nothing is said."""

    limits: tuple[str, ...] = ()
    min_runs: int | None = None
    baseline: Path | None = None
    fail_on_new: str = ""
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """What a settings file says: detectors to load, tables of options by detector, and the gate's. `file` is None
    without one."""

    detectors: tuple[str, ...] = ()
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    file: Path | None = None
    gate: GateSettings = GateSettings()
    judge: Any = field(default_factory=dict)  # checked by whoever needs it
    prices: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # severity and off, by detector or kind
    ignore: Any = field(default_factory=list)  # checked, as `rules` are, by planscope.analyzers.policy
    redact: Mapping[str, bool] = field(default_factory=dict)


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
    try:
        text = file.read_bytes().decode("utf-8-sig", "replace")
    except OSError as e:
        raise UsageError(f"{file}: the settings cannot be read ({e.strerror or e})") from e
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
    if table is not None and not isinstance(table, dict):
        raise UsageError(f"{file}: tool.planscope must be a table, and is {table!r}"[:300])
    return table


def _settings(file: Path, table: Mapping[str, Any]) -> Settings:
    detectors = table.get("detectors", [])
    if not isinstance(detectors, list) or not all(isinstance(d, str) and d for d in detectors):
        raise UsageError(f"{file}: detectors must be a list of modules or Python files")
    prices = table.get("prices", {})
    if not isinstance(prices, dict):
        raise UsageError(f"{file}: prices must be a table with the names of models")
    options = {k: v for k, v in table.items() if k not in _OWN}
    rules = {k: {r: v[r] for r in _RULES if r in v} for k, v in options.items() if isinstance(v, dict)}
    for name in [k for k, said in rules.items() if said]:
        options[name] = {o: v for o, v in options[name].items() if o not in _RULES}
        if not options[name]:
            del options[name]  # a kind, perhaps, which has no options
    return Settings(
        tuple(_beside(file, d) for d in detectors), options, file, _gate(file, table.get("gate", {})),
        table.get("judge", {}), prices, {k: said for k, said in rules.items() if said}, table.get("ignore", []),
        _redact(file, table.get("redact", {})),
    )  # fmt: skip


def _redact(file: Path, table: Any) -> dict[str, bool]:
    where = f"{file}: redact"
    if not isinstance(table, dict):
        raise UsageError(f"{where} must be a table")
    for key, value in table.items():
        if key not in _REDACT:
            raise UnknownName(f"{where} has no setting {key!r}{nearest(key, _REDACT)}")
        if not isinstance(value, bool):
            raise UsageError(f"{where}.{key} = {value!r} must be true or false")
    return table


def _gate(file: Path, table: Any) -> GateSettings:
    where = f"{file}: gate"
    if not isinstance(table, dict):
        raise UsageError(f"{where} must be a table")
    for key, value in table.items():
        if key not in _GATE:
            raise UnknownName(f"{where} has no setting {key!r}{nearest(key, _GATE)}")
        if not isinstance(value, _GATE[key]) or (isinstance(value, bool) and key != "exact"):
            raise UsageError(f"{where}.{key} = {value!r} is of the wrong type")
    if table.get("min_runs", 1) < 1:
        raise UsageError(f"{where}.min_runs must be 1 or more")
    if table.get("fail_on_new", "info") not in ("error", "warning", "info"):
        raise UsageError(f"{where}.fail_on_new must be error, warning or info")
    limits = table.get("max", {})
    if not all(isinstance(v, int | str) and not isinstance(v, bool) for v in limits.values()):
        raise UsageError(f'{where}.max holds numbers of findings or shares of runs: error = 0, plan_drift = "10%"')
    return GateSettings(
        tuple(f"{name}={most}" for name, most in limits.items()),
        table.get("min_runs"),
        file.parent / table["baseline"] if table.get("baseline") else None,
        table.get("fail_on_new", ""),
        table.get("exact", False),
    )


def _beside(file: Path, detector: str) -> str:
    return str(file.parent / detector) if detector.endswith(".py") else detector


def options_for(settings: Settings, known: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """The options to run detectors with. `known` gives each detector's options with their defaults. Raises UnknownName
    for a name that is none, UsageError for a value of another type than the default."""
    checked: dict[str, dict[str, Any]] = {}
    for name, table in settings.options.items():
        if name not in known:
            close = nearest(name, {*known, *_OWN})
            raise UnknownName(f"{settings.file}: {name!r} is neither a detector nor a setting{close}")
        if not isinstance(table, dict):
            raise UsageError(f"{settings.file}: {name} must be a table of options")
        for option, value in table.items():
            if option not in known[name]:
                close = nearest(option, {*known[name], *_RULES})
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
        value = float(value)
    if type(value) is type(default):
        _refuse_odd_number(value, default, where)
        return value
    shown = sorted(default) if isinstance(default, frozenset) else default
    raise UsageError(f"{where} = {value!r} is of the wrong type; the default is {shown!r}")


def _refuse_odd_number(value: Any, default: Any, where: str) -> None:
    """Options count and measure things: no number is below zero, unless the default is, and none is endless."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return
    if not math.isfinite(value) or value < 0 <= default:
        raise UsageError(f"{where} = {value!r} makes no sense; the default is {default!r}")
