"""Detectors described: a list of all, and the manual of one."""

import re
from collections.abc import Iterator, Sequence

from planscope.analyzers.detector import KINDS, Detector
from planscope.analyzers.report.safe import wrapped


def listing(detectors: Sequence[Detector], columns: int) -> Iterator[str]:
    """By kind, each detector with the first sentence of its manual."""
    for kind in KINDS:
        some = [d for d in detectors if d.kind == kind]
        if some:
            yield kind
        for d in some:
            yield f"  {d.id}"
            yield from wrapped(headline(d), columns, "      ")
            if named := forms(d):
                yield from wrapped(f"forms: {', '.join(named)}", columns, "      ")


def headline(d: Detector) -> str:
    """The first paragraph of the manual."""
    return " ".join(d.manual.split("\n\n", 1)[0].split())


def forms(d: Detector) -> list[str]:
    """The forms of the fault that the manual lists, as "- `form`: ..."."""
    heads = (line.split(":", 1)[0] for line in d.manual.splitlines() if line.lstrip().startswith(("- `", "* `")))
    return list(dict.fromkeys(form for head in heads for form in re.findall(r"`([a-z][a-z-]*)`", head)))


def manual(d: Detector) -> Iterator[str]:
    """The manual with kind, options and the names that published taxonomies have for it."""
    yield f"# {d.id}"
    yield ""
    yield f"Kind: {d.kind}"
    yield ""
    yield from d.manual.splitlines()
    yield ""
    if d.options:
        yield "## Options"
        yield ""
        yield f"In `[tool.planscope.{d.id}]` of pyproject.toml, or `[{d.id}]` of planscope.toml:"
        yield ""
        yield from (f"    {o.name} = {_toml(o.default)}" for o in d.options)
        yield ""
    for taxonomy, names in (("MAST", d.mast), ("TRAIL", d.trail)):
        if names:
            yield f"{taxonomy}: {', '.join(names)}"
            yield ""


def _toml(value: object) -> str:
    """A default as it would stand in a settings file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | frozenset | list):
        return f"[{', '.join(_toml(x) for x in (sorted(value) if isinstance(value, frozenset) else value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)
