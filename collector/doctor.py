"""What was understood of traces, and what was not: formats and dialects met, names that nothing reads, content that was
not captured and what captures it. Pure; `planscope doctor` prints it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from planscope.collector import semconv as s
from planscope.collector.dialects import dialect_of
from planscope.collector.interpret import runs_of
from planscope.collector.plan_tools import is_plan_tool
from planscope.collector.run import ModelCall, PlanUpdate, Run, ToolCall
from planscope.collector.span import Span
from planscope.collector.told_in_logs import attached

ELSEWHERE: Final = (  # names that say nothing about an agent: machines, programs, networks
    "http.", "url.", "net.", "network.", "server.", "client.", "peer.", "thread.", "code.", "process.", "os.", "host.",
    "telemetry.", "service.", "rpc.", "db.", "messaging.", "user_agent.", "faas.", "cloud.", "k8s.", "container.",
    "exception.", "otel.", "enduser.", "session.previous_id", "user.", "deployment.",
)  # fmt: skip
SWITCHES: Final = {  # dialect -> how its content is captured
    "genai": (
        "set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY (older emitters: true) where the agent runs"
    ),
    "openinference": "unset OPENINFERENCE_HIDE_INPUTS and OPENINFERENCE_HIDE_OUTPUTS where the agent runs",
    "openllmetry": "set TRACELOOP_TRACE_CONTENT=true where the agent runs",
    "langsmith": "unset LANGSMITH_HIDE_INPUTS and LANGSMITH_HIDE_OUTPUTS where the agent runs",
    "pydantic_ai": "use InstrumentationSettings(include_content=True)",
    "google_adk": (
        "set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY, or in older versions "
        "ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS=true, where the agent runs"
    ),
    "anthropic_sdk": "set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY where the agent runs",
    "codex": (
        'set log_user_prompt = true in the table "otel" of ~/.codex/config.toml; its transcripts (~/.codex/sessions) '
        "hold everything"
    ),
    "gemini_cli": (
        "set telemetry.logPrompts to true in .gemini/settings.json; its chats (~/.gemini/tmp) hold everything"
    ),
    "langfuse": "let the observations have input and output; a mask given to the client may leave them out",
    "vercel": "set recordInputs and recordOutputs to true in the telemetry settings of the call",
    "claude_code_logs": (
        "set OTEL_LOG_TOOL_DETAILS=1, OTEL_LOG_USER_PROMPTS=1 and OTEL_LOG_ASSISTANT_RESPONSES=1 where Claude Code "
        "runs; its transcripts (~/.claude/projects) hold everything"
    ),
    "claude_code": (
        "set OTEL_LOG_TOOL_DETAILS=1, OTEL_LOG_TOOL_CONTENT=1 and OTEL_LOG_USER_PROMPTS=1 where Claude Code runs; its "
        "transcripts (~/.claude/projects) hold everything"
    ),
}
_KNOWN: Final = frozenset(
    x
    for value in vars(s).values()
    for x in (value if isinstance(value, tuple | dict) else (value,))
    if isinstance(x, str)
)
_BEGINNINGS: Final = tuple(sorted(f"{x}." for x in _KNOWN if "." in x))
_LIKE_PLANS: Final = ("todo", "plan", "task_list", "tasklist", "checklist")


@dataclass(frozen=True, slots=True)
class Missing:
    """Content that a dialect's spans lack: what, of how many, and which switch captures it ("" when not known)."""

    dialect: str
    what: str
    count: int
    total: int
    switch: str


@dataclass
class Diagnosis:
    """What became of spans. Attribute names are counted where no reader knows them; `plain` counts spans by scope, or
    by name, that no dialect read; `unplanned` tools that look like a plan's and were not read as one."""

    spans: int = 0
    dialects: Counter[str] = field(default_factory=Counter)
    plain: Counter[str] = field(default_factory=Counter)
    unread: Counter[str] = field(default_factory=Counter)
    runs: int = 0
    steps: Counter[str] = field(default_factory=Counter)
    plans: Counter[str] = field(default_factory=Counter)  # by the tool that they came from
    unplanned: Counter[str] = field(default_factory=Counter)
    states: Counter[str] = field(default_factory=Counter)
    missing: list[Missing] = field(default_factory=list)
    troubles: Counter[str] = field(default_factory=Counter)
    masked: int = 0


def diagnose(spans: Sequence[Span]) -> Diagnosis:
    """What was understood of these spans. They are taken together, as a check would."""
    made = Diagnosis(spans=len(spans))
    by_place: dict[tuple[str, str], str] = {}
    for span in attached(spans):
        dialect = dialect_of(span)
        name = dialect.NAME if dialect else ""
        by_place[span.place.file, span.place.position] = name
        if dialect is None:
            made.plain[span.scope or span.name or "(no name)"] += 1
        else:
            made.dialects[name] += 1
            made.unread.update(unread(span))
        count = span.attributes.get(s.REDACTED)
        made.masked += count if type(count) is int else 0
    runs = runs_of(spans)
    made.runs = len(runs)
    for run in runs:
        _run(run, made)
    made.missing = _missing(runs, by_place)
    return made


def unread(span: Span) -> list[str]:
    """Names of attributes that no dialect knows; of numbered lists the name without numbers."""
    return [
        _unnumbered(key)
        for key in span.attributes
        if key not in _KNOWN and not key.startswith(_BEGINNINGS) and not key.startswith(ELSEWHERE)
    ]


def _unnumbered(key: str) -> str:
    return ".".join("N" if part.isdigit() else part for part in key.split("."))


def _run(run: Run, made: Diagnosis) -> None:
    made.states[run.state] += 1
    made.troubles.update(t.form for t in run.troubles)
    planned = {u.call_id for u in run.plan_updates}
    for step in run.steps:
        made.steps[type(step).__name__] += 1
        if isinstance(step, PlanUpdate):
            made.plans[step.version.origin or step.version.source] += 1
        elif isinstance(step, ToolCall) and step.call_id not in planned and _like_plan(step.name):
            made.unplanned[step.name] += 1


def _like_plan(name: str) -> bool:
    return not is_plan_tool(name) and any(x in name.lower() for x in _LIKE_PLANS)


def _missing(runs: Iterable[Run], by_place: dict[tuple[str, str], str]) -> list[Missing]:
    seen: dict[tuple[str, str], list[int]] = {}

    def count(step: Any, what: str, lacking: bool) -> None:
        dialect = by_place.get((step.place.file, step.place.position), "")
        both = seen.setdefault((dialect, what), [0, 0])
        both[0] += lacking
        both[1] += 1

    for run in runs:
        for step in run.steps:
            if isinstance(step, ToolCall):
                count(step, "what a tool was given", step.content == "not_captured" and not step.arguments)
                count(step, "what a tool gave back", step.content == "not_captured" and not step.result)
                count(step, "the whole of a tool's result", step.content == "truncated")
                count(step, "a tool's content, which is a mark now", step.content == "redacted")
            elif isinstance(step, ModelCall):
                count(step, "what a model said", not (step.parts or step.calls or step.thinking))
    return [
        Missing(dialect, what, lacking, total, SWITCHES.get(dialect, ""))
        for (dialect, what), (lacking, total) in sorted(seen.items())
        if lacking
    ]
