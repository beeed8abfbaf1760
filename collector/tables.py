"""Every stored table once: its columns, their types, and a line on each. What a segment holds is defined here only.

Times are UTC nanoseconds. A text is held whole up to INLINE characters; of a longer one the column holds the beginning,
and the column named `..._ref` where the whole is: hashes of rows of table texts, in order, with a space between.
"""

from dataclasses import dataclass
from typing import Final

INLINE: Final = 1000  # characters of a text that stay in its row

TEXT, WHOLE, FLAG = "VARCHAR", "BIGINT", "BOOLEAN"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: name, DuckDB type, what it means."""

    name: str
    type: str
    doc: str


@dataclass(frozen=True, slots=True)
class Table:
    """One table. `runwise` is true for rows that belong to one generation of a run's derived rows."""

    name: str
    doc: str
    columns: tuple[Column, ...]
    runwise: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Column names in order."""
        return tuple(c.name for c in self.columns)


def _columns(text: str) -> tuple[Column, ...]:
    """One column a line: name, type, doc."""
    return tuple(Column(*line.split(None, 2)) for line in text.splitlines() if line.strip())


_GENERATION = """
run_id          VARCHAR  id of the run
generation      BIGINT   which interpretation of the run the row belongs to; the highest in table current counts
"""
_PLACE = """
file            VARCHAR  file it was read from, '' when received over the network
item            VARCHAR  which run of a file that holds several, as JSON; NULL when it holds one
position        VARCHAR  line, message index, span id or other place in the file
"""

SPANS = Table(
    "spans",
    "Spans as received or as made from a transcript; reading one back gives exactly what was added.",
    _columns(
        """
trace_id        VARCHAR  trace, hexadecimal
span_id         VARCHAR  span, hexadecimal
parent_id       VARCHAR  parent span, NULL for a root
session         VARCHAR  what joins traces: key of a transcript's run, else service/project/conversation; NULL if none
name            VARCHAR  name of the span
start_ns        BIGINT   start
end_ns          BIGINT   end, NULL when unknown or not yet
kind            BIGINT   span kind as in OTLP
status          BIGINT   0 unset, 1 ok, 2 error
status_message  VARCHAR  message of the status
scope           VARCHAR  instrumentation scope, or the format of a transcript
sequence        BIGINT   the reader's own order, for records of equal time
dropped         BIGINT   attributes that the sender dropped
remote_parent   BOOLEAN  the source says that the parent belongs to another process
"""
        + _PLACE.strip()
        + """
service         VARCHAR  service.name of the resource
step            VARCHAR  planscope.step: which step a span of our own dialect is
operation       VARCHAR  gen_ai.operation.name
provider        VARCHAR  gen_ai.provider.name
request_model   VARCHAR  gen_ai.request.model
response_model  VARCHAR  gen_ai.response.model
response_id     VARCHAR  gen_ai.response.id
agent           VARCHAR  gen_ai.agent.name
conversation    VARCHAR  gen_ai.conversation.id
tool            VARCHAR  gen_ai.tool.name
call_id         VARCHAR  gen_ai.tool.call.id
arguments       VARCHAR  gen_ai.tool.call.arguments, when it is text
result          VARCHAR  gen_ai.tool.call.result, when it is text
tool_status     VARCHAR  planscope.tool.status
input_tokens    BIGINT   gen_ai.usage.input_tokens
output_tokens   BIGINT   gen_ai.usage.output_tokens
cached_tokens   BIGINT   gen_ai.usage.cache_read.input_tokens
error_type      VARCHAR  error.type
openinference   VARCHAR  openinference.span.kind
run_parent      VARCHAR  planscope.run.parent
task            VARCHAR  planscope.task.id
variant         VARCHAR  planscope.variant
trial           VARCHAR  planscope.trial
project         VARCHAR  planscope.project
attributes      VARCHAR  all other attributes, as JSON
resource        VARCHAR  attributes of the resource, as JSON
events          VARCHAR  events, as JSON; NULL when there are none
links           VARCHAR  links, as JSON; NULL when there are none
large           VARCHAR  attribute -> where its whole value is (see collector/rows.py), as JSON; NULL when none is large
odd             VARCHAR  fields that their column cannot hold exactly, as JSON; NULL nearly always
attribute_count BIGINT   number of attributes
digest          VARCHAR  of the attributes; equal content has equal digests
reading         BIGINT   how often its file told otherwise of it before; 0 for the network
received_ns     BIGINT   when it was added
"""
    ),
)

TEXTS = Table(
    "texts",
    "Large texts in pieces, each kept once however often it is repeated.",
    _columns(
        """
hash            VARCHAR  of the piece
text            VARCHAR  the piece
"""
    ),
)

LOGS = Table(
    "logs",
    "Log records as received. Those that say more about a span are among the spans as well, as spans below it.",
    _columns(
        """
time_ns         BIGINT   when it happened, else when it was observed; NULL when neither is said
name            VARCHAR  name of the event, '' when it has none
severity        BIGINT   severity number as in OTLP, 0 when not said
severity_text   VARCHAR  severity in the sender's words
trace_id        VARCHAR  trace it belongs to, NULL for none
span_id         VARCHAR  span it belongs to, NULL for none
service         VARCHAR  service.name of the resource
scope           VARCHAR  instrumentation scope
body            VARCHAR  what was logged, as JSON
attributes      VARCHAR  attributes, as JSON
resource        VARCHAR  attributes of the resource, as JSON
digest          VARCHAR  of all this; a record that is sent again has the same
received_ns     BIGINT   when it was added
"""
    ),
)

TRACE_RUNS = Table(
    "trace_runs",
    "Which traces belong to which run.",
    _columns(
        _GENERATION
        + """
trace_id        VARCHAR  trace
"""
    ),
    runwise=True,
)

RUNS = Table(
    "runs",
    "Runs: one agent's work on one task each.",
    _columns(
        _GENERATION
        + """
parent_id       VARCHAR  run that started this one, for sub-agents
format          VARCHAR  what it was read from: claude-code, chat, otlp, ...
agent           VARCHAR  name of the agent, '' when unknown
service         VARCHAR  service.name of the resource
task            VARCHAR  task, '' when unknown
variant         VARCHAR  variant of an experiment
trial           VARCHAR  trial of an experiment
state           VARCHAR  growing, ended, cut_off or quiet
started_ns      BIGINT   first time known
ended_ns        BIGINT   last time known
"""
        + _PLACE.strip()
        + """
title           VARCHAR  beginning of the first request
steps           BIGINT   number of steps
model_calls     BIGINT   number of model calls
tool_calls      BIGINT   number of tool calls that were no plan updates
plan_versions   BIGINT   number of plan updates
failed_calls    BIGINT   number of tool calls that failed
input_tokens    BIGINT   sum over model calls where known, NULL when nowhere
output_tokens   BIGINT   sum over model calls where known, NULL when nowhere
tools           VARCHAR  names of the tools offered, as a JSON list; NULL when not known
troubles        VARCHAR  what is wrong with the trace itself, as JSON; NULL when nothing
"""
    ),
    runwise=True,
)

STEPS = Table(
    "steps",
    "Steps: what happened in a run, in order.",
    _columns(
        _GENERATION
        + """
number          BIGINT   place in the run, from 0
turn            BIGINT   how many requests of the user came before or with it
type            VARCHAR  user_message, model_call, tool_call, plan_update, verdict, final_answer, ...
started_ns      BIGINT   when it began
ended_ns        BIGINT   when it ended, where known
"""
        + _PLACE.strip()
        + """
name            VARCHAR  tool, model, check or origin of the plan
text            VARCHAR  what was said: message, answer, summary, explanation, text of the plan
text_ref        VARCHAR  where the whole text is
arguments       VARCHAR  arguments of a tool call, as JSON unless they were text
arguments_ref   VARCHAR  where all of the arguments are
result          VARCHAR  result of a call
result_ref      VARCHAR  where the whole result is
result_position VARCHAR  where the result stands in the file
status          VARCHAR  of a tool call: ok, error, rejected, unknown; of a verdict: pass, fail, unreadable
content         VARCHAR  present, truncated, redacted or not_captured
call_id         VARCHAR  id of the call
response_id     VARCHAR  id of the model's response
thinking        VARCHAR  the model's reasoning
thinking_ref    VARCHAR  where all of the reasoning is
calls           BIGINT   tools that the model asked for
input_tokens    BIGINT   tokens sent, cached ones included
output_tokens   BIGINT   tokens received
cached_tokens   BIGINT   of those sent, tokens read from a cache
system          BOOLEAN  a message from the system or standing context, not from the user
planning        BOOLEAN  a call of a planning tool that changed nothing
subject         VARCHAR  what a verdict is about
seen            VARCHAR  what the checker saw
seen_ref        VARCHAR  where all that the checker saw is
"""
    ),
    runwise=True,
)

PLAN_VERSIONS = Table(
    "plan_versions",
    "Plan versions: the whole plan as it stood after one update.",
    _columns(
        _GENERATION
        + """
step            BIGINT   number of the step that wrote it
source          VARCHAR  list, document or planner
version         BIGINT   place among the versions of the same plan, from 0
origin          VARCHAR  tool or planner that wrote it
decision        VARCHAR  approved or rejected; '' when nobody was asked
items           BIGINT   number of items
completed       BIGINT   items completed
cancelled       BIGINT   items cancelled
open            BIGINT   items pending, in progress or blocked
text            VARCHAR  text of a document, '' for lists
text_ref        VARCHAR  where the whole text is
"""
    ),
    runwise=True,
)

PLAN_ITEMS = Table(
    "plan_items",
    "Items of plan versions; `key` is the identity of an item across versions.",
    _columns(
        _GENERATION
        + """
step            BIGINT   number of the step that wrote the version
source          VARCHAR  list, document or planner
version         BIGINT   version that holds the item
place           BIGINT   place in the list, from 0
key             VARCHAR  identity across versions of the same plan
text            VARCHAR  what is to be done
status          VARCHAR  pending, in_progress, completed, cancelled, blocked or unknown
owner           VARCHAR  who works on it, '' when not said
uncertain       BOOLEAN  the identity rests on likeness alone
"""
    ),
    runwise=True,
)

FINDINGS = Table(
    "findings",
    "Findings, with their evidence.",
    _columns(
        _GENERATION
        + """
number          BIGINT   place among the findings of the run
detector        VARCHAR  detector that found it
kind            VARCHAR  kind of fault
form            VARCHAR  named form of the fault
severity        VARCHAR  error, warning or info
message         VARCHAR  what is wrong, with the actual values
step            BIGINT   number of the step that the primary evidence is in
"""
        + _PLACE.strip()
        + """
quote           VARCHAR  quotation of the primary evidence
evidence        VARCHAR  all evidence as JSON: step, file, item, position, quote, note
fingerprint     VARCHAR  names the finding whatever its values are; `planscope review` takes the beginning of it
digest          VARCHAR  of the message and the primary quotation: a review of something else counts no more
"""
    ),
    runwise=True,
)

CLAIMS = Table(
    "claims",
    "Claims: every amount of money that the agent states, with what in the run it rests on.",
    _columns(
        _GENERATION
        + """
number          BIGINT   place among the claims of the run
step            BIGINT   number of the step that states it
value           DOUBLE   the amount, never negative
unit            VARCHAR  currency as a code or sign, '' when unknown
raw             VARCHAR  as it is written
stance          VARCHAR  how it is meant: stated, about, bound, range, example
argument        VARCHAR  key of the argument, for an amount in a call; '' in a text
verdict         VARCHAR  found, computed, derived, weak, operand, rests, loose, unknown or nowhere
how             VARCHAR  what it follows from, or what is missing
line            VARCHAR  the text around it
source_step     BIGINT   number of the step that holds it; NULL when none does
source_value    DOUBLE   the amount as that step holds it
source_key      VARCHAR  key under which it stands there, '' in a text
"""
        + _PLACE.strip()
    ),
    runwise=True,
)

REPLAN_TRIGGERS = Table(
    "replan_triggers",
    "Events that ask for another plan, in runs that have one, and what the plan did about them.",
    _columns(
        _GENERATION
        + """
number          BIGINT   place among the triggers of the run
event           VARCHAR  failure (of a call, for a cause not met before), check_failed, or user (spoke again)
step            BIGINT   number of the step of the event
words           VARCHAR  what the event says
response        VARCHAR  none, no_op (states only), micro_revision, or rewrite (half of what was open, or more)
delay           BIGINT   tool calls between the event and the response; NULL when there is none
answer_step     BIGINT   number of the step that is the response
"""
        + _PLACE.strip()
    ),
    runwise=True,
)

CHECKS = Table(
    "checks",
    "Checks: that a detector looked at a run, and how that went.",
    _columns(
        _GENERATION
        + """
detector        VARCHAR  detector
kind            VARCHAR  kind of fault it looks for
outcome         VARCHAR  found, clean, not_applicable, abstained or failed
reason          VARCHAR  why it was not applicable, abstained or failed
input_digest    VARCHAR  of the run as it was interpreted
detector_digest VARCHAR  of the detector: source, options, version
checked_ns      BIGINT   when
"""
    ),
    runwise=True,
)

CURRENT = Table(
    "current",
    "Which generation of a run's derived rows counts: the highest. Written last, so a generation is whole or not seen.",
    _columns(
        _GENERATION
        + """
input_digest    VARCHAR  of the run as it was interpreted
gone            BOOLEAN  there is no such run any more: its spans belong to others
"""
    ),
)

ANALYSED = Table(
    "analysed",
    "Which traces were analysed together, last with what; equal digests mean that there is nothing to do.",
    _columns(
        """
unit            VARCHAR  the smallest id among traces that may belong to the same runs
input_digest    VARCHAR  of their spans
detectors       VARCHAR  digest of all detectors, their options, and the code that interprets spans
analysed_ns     BIGINT   when
"""
    ),
)

REVIEWS = Table(
    "reviews",
    "What people said of findings. Rows are only added; the last one about a finding counts.",
    _columns(
        """
run_id          VARCHAR  id of the run
fingerprint     VARCHAR  of the finding
digest          VARCHAR  of what it said when it was reviewed
review          VARCHAR  dismissed, confirmed, or undone
reason          VARCHAR  why
who             VARCHAR  who said so, '' when unknown
rule            VARCHAR  detector and form of the finding
message         VARCHAR  what the finding said
reviewed_ns     BIGINT   when
"""
    ),
)

# Written in this order: what refers comes after what it refers to.
_RECEIVED = (TEXTS, SPANS, LOGS)
_PLANS = (PLAN_VERSIONS, PLAN_ITEMS, REPLAN_TRIGGERS)
_DERIVED = (TRACE_RUNS, RUNS, STEPS, *_PLANS, CLAIMS, FINDINGS, CHECKS, CURRENT, ANALYSED)
TABLES: Final = {t.name: t for t in (*_RECEIVED, *_DERIVED, REVIEWS)}

REFERENCES: Final = {  # table -> its columns whose words are hashes of texts
    SPANS.name: ('"large"',),
    STEPS.name: tuple(n for n in STEPS.names if n.endswith("_ref")),
    PLAN_VERSIONS.name: tuple(n for n in PLAN_VERSIONS.names if n.endswith("_ref")),
}
