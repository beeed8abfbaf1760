"""A stated amount that something else in the run contradicts, with its proof."""

from dataclasses import dataclass

from planscope.analyzers.claims.claim import Claim


@dataclass(frozen=True, slots=True)
class Conflict:
    """A claim that is wrong although the run may hold the amount. `message` says how, `steps` are those that prove it,
    `around` what to quote from them; `proven` when it is a computation and not an attribution."""

    form: str
    claim: Claim
    message: str
    steps: tuple[int, ...]
    around: str
    proven: bool
