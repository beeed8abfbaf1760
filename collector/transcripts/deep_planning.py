"""DeepPlanning trajectories: {id, query, model, language, final_plan, messages, success, elapsed_time}.

The messages are a chat in the OpenAI form. Where they hold no request or no answer, the query and the final plan stand
for them. A run that did not come to a plan ends with a sentence of the program in place of one, and was cut off. A
position is the index of the message.
"""

from collections.abc import Iterator
from typing import Any

from planscope.collector.span import Span
from planscope.collector.transcripts.chat import write_message
from planscope.collector.transcripts.chat_message import role_of, said_by
from planscope.collector.transcripts.recorder import Recorder
from planscope.collector.transcripts.source import Source

NAME = "deepplanning"
TITLE = "DeepPlanning trajectory (JSON)"
RANK = 70

_NO_PLAN = "Reached max LLM calls"


def matches(source: Source) -> bool:
    """A document with a query, its messages and the final plan."""
    return _is_trajectory(source.document)


def _is_trajectory(x: Any) -> bool:
    if not isinstance(x, dict) or not isinstance(x.get("messages"), list):
        return False
    known = isinstance(x.get("query"), str) and "final_plan" in x
    return known and all(map(role_of, x["messages"][:3]))


def read(source: Source) -> Iterator[Span]:
    """The one run of the file."""
    x = source.document
    task = x.get("id")
    run = Recorder(NAME, source.name, source.name, task=str(task) if isinstance(task, str | int) else "")
    messages = x["messages"]
    source.records_read += len(messages)
    if not any(role_of(m) == "user" for m in messages) and x["query"].strip():
        run.user(x["query"], "query")
    model = x["model"] if isinstance(x.get("model"), str) else ""
    last = ""
    for n, m in enumerate(messages):
        if not (role := role_of(m)):
            source.skip(n, "an entry that is no message")
            continue
        said = said_by(m, role)
        last = said.text if said.role == "assistant" and not said.calls else ""
        for _ in range(write_message(run, said, m, n, None, model)):
            source.skip(n, "a result whose call is not in the run")
    plan = x["final_plan"] if isinstance(x.get("final_plan"), str) else ""
    given_up = plan.startswith(_NO_PLAN) or x.get("success") is False
    if plan.strip() and not given_up and not last.strip():
        run.final(plan, "final_plan")
    run.about(cut_off=given_up and not last.strip())
    yield from run.spans()
