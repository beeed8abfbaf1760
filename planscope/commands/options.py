"""Options that several commands share, each said once."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from planscope.errors import Unreadable

if TYPE_CHECKING:
    from planscope.collector.store import Store

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


def opened(folder: Path) -> "Store":
    """The store in a folder. Raises Unreadable, with what to do, when there is none or it is damaged."""
    from planscope.collector.store import Store

    if not (folder / "VERSION").exists():
        raise Unreadable(
            f"{folder}: there is no store here; `planscope import PATH...` and `planscope collect` make one, "
            "and --store names another"
        )
    store = Store(folder, create=False)
    try:
        store.manifest()
    except (ValueError, LookupError, TypeError) as e:
        raise Unreadable(f"{folder}: the store cannot be read, since its manifest.json is damaged ({e})") from e
    return store


def check_with(store: Path) -> str:
    """The command that checks this store."""
    return "planscope check" if store == DEFAULT_STORE else f"planscope check --store {shlex.quote(str(store))}"
