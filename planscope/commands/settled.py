"""What the project has settled about findings, for commands that report them."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from planscope.analyzers.check import Report
    from planscope.analyzers.detector import Detector
    from planscope.analyzers.policy import Policy


def policy_here(known: "Sequence[Detector]") -> "Policy":
    """The policy in the settings of the working folder. Raises UsageError for one that makes no sense."""
    from planscope.analyzers.policy import policy_of
    from planscope.config import find_settings

    return policy_of(find_settings(Path.cwd()), known)


def settle_here(report: "Report", extra: Sequence[str]) -> None:
    """Applies that policy to a report that is whole; today is the day of this machine's clock."""
    from planscope.analyzers.policy import settle
    from planscope.commands.check import loaded
    from planscope.config import find_settings

    settle(report, policy_here(loaded((*find_settings(Path.cwd()).detectors, *extra))), date.today())
