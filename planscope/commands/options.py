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


class GivenPath(click.Path):
    """A path as an argument. An empty one is refused: it is a variable that was never set, and not this folder."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, readable=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path. Raises what click does."""
        if value == "":
            self.fail("a path is empty; is a variable not set?", param, ctx)
        return super().convert(value, param, ctx)


def opened(folder: Path) -> "Store":
    """The store in a folder. Raises Unreadable, with what to do, when there is none or it is damaged."""
    from planscope.collector.store import Store

    if not (folder / "VERSION").exists():
        raise Unreadable(
            f"{folder}: there is no store here; `planscope import PATH...` and `planscope collect` make one, "
            "and --store names another"
        )
    store = Store(folder, create=False)
    store.manifest()
    return store


def check_with(store: Path) -> str:
    """The command that checks this store."""
    return "planscope check" if store == DEFAULT_STORE else f"planscope check --store {shlex.quote(str(store))}"
