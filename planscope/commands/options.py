"""Options that several commands share, each said once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

DEFAULT_STORE = Path(".planscope")
Command = TypeVar("Command", bound=Callable[..., Any])


def store_option(help: str) -> Callable[[Command], Command]:
    """`--store DIR`, else $PLANSCOPE_STORE, else ./.planscope."""
    return click.option(
        "--store",
        type=click.Path(path_type=Path, file_okay=False),
        envvar="PLANSCOPE_STORE",
        default=DEFAULT_STORE,
        show_default=True,
        show_envvar=True,
        metavar="DIR",
        help=help,
    )


def detectors_option(help: str = "Load your own detectors too.") -> Callable[[Command], Command]:
    """`--detectors MODULE_OR_FILE`, as `extra`."""
    return click.option("--detectors", "extra", multiple=True, metavar="MODULE_OR_FILE", help=help)
