"""Plans whose steps a program flags as completed, whatever came of them."""

from collections.abc import Iterator, Mapping, Sequence

from planscope.analyzers.actions.failures import fruitless
from planscope.analyzers.detector import Finding, in_result, quote
from planscope.collector.run import ToolCall


def flagged(call: ToolCall) -> bool:
    """The call is a step of a plan that a program marked as completed."""
    return isinstance(call.data, Mapping) and call.data.get("completed") is True


def by_program(calls: Sequence[ToolCall]) -> Iterator[Finding]:
    """Steps flagged as completed whose own result is a failure or a page that lets nobody in; all of a run together,
    for it is one fault of one program."""
    bad = [c for c in calls if c.failed or fruitless(c.result) == "blocked"]
    if not bad:
        return
    first = bad[0]
    step = first.arguments.get("step", first.name) if isinstance(first.arguments, Mapping) else first.name
    more = f" ({len(bad)} such steps)" if len(bad) > 1 else ""
    result = quote(first.result[-400:], around=first.result[-100:], size=120)  # what a page says stands last
    yield Finding(
        form="completed-despite-error",
        severity="error",
        message=f'step "{quote(str(step), size=80)}" is flagged as completed; its result is "{result}"{more}',
        evidence=tuple(in_result(c, "flagged as completed") for c in bad),
    )
