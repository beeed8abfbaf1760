"""Questions about failures that came again, where computation cannot tell whether what was changed could matter.
Pure."""

from collections.abc import Collection, Iterator

from planscope.analyzers.actions.attempts import QUICK, Attempt, failing_groups
from planscope.analyzers.detector import in_result, quote
from planscope.analyzers.judge.pieces import arguments
from planscope.analyzers.judge.question import OPEN, Material, Question, material
from planscope.collector.run import Run

_FEWEST = 3  # failures of commands, tests and look-ups; of what acts, two
_ASKS = (
    "The agent made the first call, which failed with the error; later it made the second call, which failed with "
    "the same sort of error. Nothing that was done in between is known to matter. Does the second call differ from "
    "the first in anything that, by the words of the error, could have changed the outcome? A change that addresses "
    "the cause counts, even if it was not enough. If no: quote the words of the error that name the cause."
)


def failures_open(run: Run, told: Collection[int]) -> Iterator[Question]:
    """The last two failures of a group that computation let pass: the arguments changed, and whether they changed in
    what matters is a question of meaning."""
    for group in failing_groups(run):
        fewest = 2 if group[0].work.sort in QUICK else _FEWEST
        if len(group) < fewest or group[0].may_pass or any(a.call.number in told for a in group):
            continue
        first, second = group[-2:]
        if first.call.turn == second.call.turn and first.call.content == second.call.content == "present":
            yield _question(run, first, second, len(group))


def _question(run: Run, first: Attempt, second: Attempt, times: int) -> Question:
    error = quote(first.call.result, size=160)
    pieces = (
        _call("second call", second),
        material("error", first.call.result, in_result(first.call, "error before"), 1500),
        _call("first call", first),
        material("second error", second.call.result, in_result(second.call, "error again"), 600),
    )
    says = f"{second.call.name} failed {times} times with “{error}”, and nothing that could matter was changed"
    return Question(
        run.id, "missed-replan", "same-error-varied-call-judged", "warning", _ASKS, ("yes", "no", OPEN), "no",
        "error", says, pieces,
    )  # fmt: skip


def _call(name: str, attempt: Attempt) -> Material:
    text = f"{attempt.call.name} {arguments(attempt.call)}"
    return material(name, text, in_result(attempt.call, "again" if name == "second call" else "first time"), 1200)
