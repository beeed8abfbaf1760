"""Every error that planscope raises on purpose. The command line prints the message and never a traceback.

PlanscopeError
├── UsageError            what was asked for makes no sense (exit 3)
│   └── UnknownName       a detector, kind or option that does not exist; says the nearest one
├── Unreadable            a path that cannot be read, or holds nothing that can be checked (exit 2)
│   └── UnknownFormat     a file in no known format
├── TooMuch               a query that needs more time or memory than it may have (exit 2)
├── Unwritable            an output that cannot be written (exit 2)
├── NotSent               spans that could not be handed to a collector or a store (exit 2)
└── BadDetector           a user's detector that cannot be loaded or does not keep to the form (exit 2)
"""

from collections.abc import Iterable


class PlanscopeError(Exception):
    """The top of the tree: message says what was wrong, where, and what to do."""


class UsageError(PlanscopeError):
    """What was asked for makes no sense."""


class UnknownName(UsageError):
    """A name that does not exist."""


class Unreadable(PlanscopeError):
    """A path that cannot be read, or holds nothing that can be checked."""


class UnknownFormat(Unreadable):
    """A file in no known format."""


class TooMuch(PlanscopeError):
    """A query that needs more time or memory than it may have."""


class Unwritable(PlanscopeError):
    """An output that cannot be written."""


class NotSent(PlanscopeError):
    """Spans that could not be handed to a collector or a store."""


class BadDetector(PlanscopeError):
    """A detector that cannot be loaded or does not keep to the form."""


def nearest(name: str, names: Iterable[str]) -> str:
    """ "; did you mean x?" for the most similar name, "" when none is."""
    import difflib

    close = difflib.get_close_matches(name, sorted(names), 1, 0.5)
    return f"; did you mean {close[0]!r}?" if close else ""
