"""`planscope detectors` and `planscope explain`: what there is, and the manual of each."""

from collections.abc import Collection
from pathlib import Path

import click

from planscope import console
from planscope.commands.check import loaded
from planscope.commands.options import detectors_option
from planscope.errors import UnknownName, nearest


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
@click.argument("name", metavar="DETECTOR")
@detectors_option()
def explain(name: str, extra: tuple[str, ...]) -> None:
    """Print the manual of a detector, or of all detectors of a kind: the rule, an example, options, limits.

    \b
    Examples:
      planscope explain stale_todo
      planscope explain NAME.FORM         as a report names it
    """
    from planscope.analyzers.detector import KINDS
    from planscope.analyzers.report.manual import manual
    from planscope.config import find_settings

    known = loaded((*find_settings(Path.cwd()).detectors, *extra))
    wanted = [d for d in known if name.split(".")[0] in (d.id, d.kind)]
    if not wanted:
        names: Collection[str] = {d.id for d in known} | set(KINDS)
        if name in KINDS:
            raise UnknownName(f"there is no detector of the kind {name!r} yet")
        raise UnknownName(f"no detector or kind is called {name!r}{nearest(name, names)}")
    console.write(line for d in wanted for line in manual(d))
