"""Every way in which something else in a run contradicts an amount that the agent states, the surest first."""

from planscope.analyzers.claims.attribution import parts
from planscope.analyzers.claims.conflict import Conflict
from planscope.analyzers.claims.conversions import misconverted
from planscope.analyzers.claims.discounts import misdiscounted
from planscope.analyzers.claims.fields import misnamed
from planscope.analyzers.claims.headcount import uncounted
from planscope.analyzers.claims.legs import legs_as_whole
from planscope.analyzers.claims.products import miscounted
from planscope.analyzers.claims.prose_sums import wrong_sums
from planscope.analyzers.claims.quantities import miscounted_party, miscounted_units
from planscope.analyzers.claims.refusals import refused
from planscope.analyzers.claims.things import of_other_things, other_than_paid
from planscope.analyzers.claims.unnamed import of_unknown_things, rounded_as_exact
from planscope.analyzers.claims.within import beyond_budget
from planscope.collector.run import Run

_LOOKS = (
    refused,
    misnamed,
    parts,
    legs_as_whole,
    uncounted,
    miscounted_units,
    miscounted_party,
    of_other_things,
    miscounted,
    other_than_paid,
    of_unknown_things,
    rounded_as_exact,
    misconverted,
    misdiscounted,
    wrong_sums,
    beyond_budget,
)


def conflicts(run: Run) -> list[Conflict]:
    """All of them, in the order of the run."""
    return sorted((c for look in _LOOKS for c in look(run)), key=lambda c: c.claim.step)
