"""`planscope detectors` and `planscope explain`: what there is, and the manual of each."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from planscope import console
from planscope.commands.check import loaded
from planscope.commands.options import detectors_option
from planscope.errors import UnknownName, nearest

if TYPE_CHECKING:
    from planscope.analyzers.detector import Detector


@click.command()
@detectors_option()
def detectors(extra: tuple[str, ...]) -> None:
    """List all detectors by kind, each with the first line of its manual.

    \b
    Example:
      planscope detectors
    """
    from planscope.analyzers.report.manual import listing
    from planscope.config import find_settings

    own = (*find_settings(Path.cwd()).detectors, *extra)
    console.write(listing(loaded(own), console.columns()))


@click.command()
@click.argument("name", metavar="NAME")
@detectors_option()
def explain(name: str, extra: tuple[str, ...]) -> None:
    """Print the manual of a detector, or of all detectors of a kind: the rule, an example, options, limits.

    \b
    Examples:
      planscope explain stale_todo
      planscope explain stale-todo.left-open     as a report names it
      planscope explain left-open                the detector that has this form of fault
    """
    from planscope.analyzers.detector import KINDS
    from planscope.analyzers.report.manual import forms, manual
    from planscope.config import find_settings

    known = loaded((*find_settings(Path.cwd()).detectors, *extra))
    wanted = _named(name, known)
    if not wanted:
        if name in KINDS:
            raise UnknownName(f"there is no detector of the kind {name!r} yet")
        close = nearest(name, {d.id for d in known} | set(KINDS) | {f for d in known for f in forms(d)})
        raise UnknownName(f"no detector, kind or form is called {name!r}{close}; `planscope detectors` lists all")
    console.write(line for d in wanted for line in manual(d))


def _named(name: str, known: "Sequence[Detector]") -> "list[Detector]":
    """Detectors of this id or kind, whatever form follows it; else those that have this form of fault."""
    from planscope.analyzers.report.manual import forms

    first, _, last = name.removesuffix("-judged").partition(".")  # a form of the judge's is of the computed one's kind
    return [d for d in known if first in (d.id, d.kind)] or [d for d in known if (last or first) in forms(d)]
