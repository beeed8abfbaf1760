"""What is redacted: said on the command line and in the settings, once for all commands that read traces."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from planscope.collector.redact import Redaction

redact_option = click.option(
    "--no-redact",
    "plain",
    is_flag=True,
    help="Keep secrets as they are: by default they are masked (docs/redaction.md).",
)


def redaction_here(plain: bool, store: Path | None = None) -> "Redaction":
    """What to redact, by the settings of this folder; for a store with its own key. Raises UsageError."""
    from planscope.collector.redact import Redaction
    from planscope.collector.redaction_key import files_key, store_key
    from planscope.config import find_settings

    said = find_settings(Path.cwd()).redact
    return Redaction(
        store_key(store) if store is not None else files_key(),
        email=said.get("email", False),
        phone=said.get("phone", False),
        off=plain or said.get("off", False),
    )


def redacted_words(counts: Mapping[str, int]) -> str:
    """How many secrets were masked, and of which types; "" for none."""
    from planscope.analyzers.detector import count

    if not (total := sum(counts.values())):
        return ""
    listed = ", ".join(f"{name} {n}" for name, n in Counter(counts).most_common())
    return f"{count(total, 'secret')} masked ({listed})"
