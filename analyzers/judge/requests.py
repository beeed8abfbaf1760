"""Questions about parts of a request that share hardly a word with what was done and answered. Pure."""

from collections.abc import Collection, Iterator

from planscope.analyzers.assertions.closing import admits_open
from planscope.analyzers.detector import at, quote
from planscope.analyzers.judge.pieces import every_call
from planscope.analyzers.judge.question import OPEN, Material, Question, material
from planscope.analyzers.plans.matching import share
from planscope.analyzers.requirements.passed_over import FEWEST, parts_of
from planscope.collector.run import Run

_ENOUGH = 0.5  # of a part's words: with that many in common it counts as taken up
_ASKS = (
    "The part is one of several things that the user asked for in the request. Calls are all the calls that the agent "
    "made for it, in order; the answer is what it told the user at the end. Is the part taken up: done, tried, "
    "answered, refused, asked about or said to be open? Answer nothing_to_do if the part asks for nothing that could "
    "be done or answered by itself (a wish about the way, a reason, a greeting). If not_taken_up: quote the part."
)


def parts_open(run: Run, told: Collection[int]) -> Iterator[Question]:
    """Parts of the only request of a run, where less than half of a part's words come again in any call or answer.
    Computation is silent as soon as a single one does."""
    closing = run.closing
    if closing is None or len(run.requests) != 1 or closing.number in told or admits_open(closing.text):
        return
    request = run.requests[0]
    parts = parts_of(request.text)
    every = every_call(run, run.tool_calls) if len(parts) > 1 else None
    if every is None or len(closing.text) > 1500:
        return
    done = f"{every.text}\n{closing.text}"
    answer = material("answer", closing.text, at(closing, closing.text, "answered"))
    for part in parts:
        if len(part.split()) >= FEWEST and share(part, done) < _ENOUGH:
            asked = Material("part", part, at(request, request.text, "asked", around=part[:80]))
            whole = material("request", request.text, asked.evidence, 900)
            says = f"no call and no answer takes up “{quote(part, size=120)}”"
            answers = ("taken_up", "not_taken_up", "nothing_to_do", OPEN)
            yield Question(
                run.id, "requirement-gap", "request-passed-over-judged", "info", _ASKS, answers, "not_taken_up",
                "part", says, (asked, whole, every, answer),
            )  # fmt: skip
