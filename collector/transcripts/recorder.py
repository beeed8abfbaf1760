"""Recorder: what a reader writes down while it goes through a file, as spans of planscope's own dialect."""

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.span import Place, Span


class Recorder:
    """Writes one run's spans. A reader makes one for each run that it meets and calls a method for each thing that
    happened, in the order of the file; results are joined to their calls by id.

    key       identity of the run, the same whichever file it is read from
    ident     identity of a record, for records that files repeat (resumed sessions): same ident, same span
    position  where it stands, as in Place
    time      UTC nanoseconds, or None
    """

    def __init__(
        self,
        format: str,
        file: str,
        key: str,
        *,
        index: str | int | None = None,
        parent: str | None = None,
        agent: str = "",
        task: str = "",
        trial: str = "",
        tools: Iterable[str] | None = None,
    ) -> None:
        self.key, self.format, self.file, self.index = key, format, file, index
        self.trace_id = digest(key, 32)
        self._spans: list[dict[str, Any]] = []
        self._open: dict[str, dict[str, Any]] = {}  # call id -> its span, until the result comes
        self._run = {s.RUN_KEY: key}
        about = {s.RUN_PARENT: parent, s.AGENT_NAME: agent, s.TASK: task, s.TRIAL: trial}
        self._about = {k: v for k, v in about.items() if v}
        if tools is not None:
            self._about[s.RUN_TOOLS] = sorted(set(tools))

    def user(
        self,
        text: str,
        position: str | int,
        *,
        system: bool = False,
        time: int | None = None,
        ident: str = "",
        after: str = "",
    ) -> None:
        """The user spoke; `system` for system text and standing context."""
        more = {s.SYSTEM_TEXT: True} if system else {}
        self._add(s.STEP_USER, "user", {s.TEXT: text, **more}, position, time, ident, after)

    def model(
        self,
        parts: Iterable[tuple[str, str | int]],
        position: str | int,
        *,
        thinking: str = "",
        call_ids: Iterable[str] = (),
        model: str = "",
        response_id: str = "",
        tokens: tuple[int | None, int | None, int | None] = (None, None, None),
        time: int | None = None,
        ident: str = "",
        after: str = "",
    ) -> None:
        """A model answered: pieces of text with their positions; tokens are (input with cached, output, cache read)."""
        attributes: dict[str, Any] = {
            s.OPERATION: "chat",
            s.PARTS: [[text, str(at)] for text, at in parts],
            s.THINKING: thinking,
            s.CALL_IDS: list(call_ids),
            s.RESPONSE_MODEL: model,
            s.RESPONSE_ID: response_id,
        }
        for name, count in zip((s.INPUT_TOKENS, s.OUTPUT_TOKENS, s.CACHE_READ_TOKENS), tokens, strict=True):
            if count is not None:
                attributes[name] = count
        self._add(s.STEP_MODEL, f"chat {model}".strip(), attributes, position, time, ident, after)

    def call(
        self,
        name: str,
        arguments: Any,
        position: str | int,
        *,
        call_id: str = "",
        time: int | None = None,
        content: str = "present",
        ident: str = "",
        after: str = "",
    ) -> None:
        """A tool was called; its result may come later by the same id, or by `result` with no id for the last call.
        `content` says what the source leaves out (not_captured: there was a result, and it is not in the file)."""
        attributes = {
            s.OPERATION: "execute_tool",
            s.TOOL_NAME: name,
            s.TOOL_CALL_ID: call_id,
            s.TOOL_ARGUMENTS: arguments,
            **({s.CONTENT: content} if content != "present" else {}),
        }
        span = self._add(s.STEP_TOOL, f"execute_tool {name}", attributes, position, time, ident, after)
        self._open[call_id or f"#{len(self._spans)}"] = span

    def result(
        self,
        text: str,
        position: str | int,
        *,
        call_id: str = "",
        data: Any = None,
        status: str = "ok",
        time: int | None = None,
        truncated: bool = False,
    ) -> bool:
        """The result of a call; False when no call waits for it. Without an id the oldest waiting call takes it."""
        key = call_id if call_id in self._open else (next(iter(self._open), "") if not call_id else "")
        span = self._open.pop(key, None)
        if span is None:
            return False
        a = span["attributes"]
        a[s.TOOL_RESULT], a[s.TOOL_STATUS], a[s.RESULT_POSITION] = text, status, str(position)
        if data is not None:
            a[s.RESULT_DATA] = data
        if truncated:
            a[s.CONTENT] = "truncated"
        span["end"] = time
        return True

    def verdict(
        self,
        outcome: str,
        position: str | int,
        *,
        name: str = "review",
        explanation: str = "",
        subject: str = "",
        seen: str = "",
        time: int | None = None,
        ident: str = "",
        after: str = "",
    ) -> None:
        """A check gave its outcome: pass, fail or unreadable."""
        attributes = {
            s.EVALUATION_NAME: name,
            s.EVALUATION_LABEL: outcome,
            s.EVALUATION_EXPLANATION: explanation,
            s.VERDICT_SUBJECT: subject,
            s.VERDICT_SEEN: seen,
        }
        self._add(s.STEP_VERDICT, f"evaluate {name}", attributes, position, time, ident, after)

    def plan(
        self,
        items: Any,
        position: str | int,
        *,
        source: str = "planner",
        origin: str = "",
        text: str = "",
        time: int | None = None,
        ident: str = "",
        after: str = "",
    ) -> None:
        """A plan was laid down other than by a tool call; items as a list of mappings, or a text alone."""
        attributes = {s.PLAN_ITEMS: items, s.PLAN_SOURCE: source, s.PLAN_ORIGIN: origin, s.PLAN_TEXT: text}
        self._add(s.STEP_PLAN, "plan", attributes, position, time, ident, after)

    def final(
        self, text: str, position: str | int, *, time: int | None = None, ident: str = "", after: str = ""
    ) -> None:
        """An answer that the source marks as final."""
        self._add(s.STEP_FINAL, "final", {s.TEXT: text}, position, time, ident, after)

    def compaction(
        self, text: str, position: str | int, *, time: int | None = None, ident: str = "", after: str = ""
    ) -> None:
        """The context was summarised."""
        self._add(s.STEP_COMPACTION, "compaction", {s.TEXT: text}, position, time, ident, after)

    def interruption(self, position: str | int, *, time: int | None = None, ident: str = "", after: str = "") -> None:
        """The user stopped the agent."""
        self._add(s.STEP_INTERRUPTION, "interruption", {}, position, time, ident, after)

    def about(self, **flags: bool) -> None:
        """Says of the whole run that it is `closed` (it said so itself) or `cut_off` (the file stops in mid-record)."""
        names = {"closed": s.CLOSED, "cut_off": s.RUN_CUT_OFF}
        self._about.update({names[k]: v for k, v in flags.items() if v})

    def spans(self) -> list[Span]:
        """Everything written down. What is said of the run as a whole stands on its first span."""
        made = []
        for n, x in enumerate(self._spans):
            extra = self._about if n == 0 else {}
            made.append(Span(**{**x, "attributes": {**x["attributes"], **self._run, **extra}}))
        return made

    def _add(
        self,
        step: str,
        name: str,
        attributes: dict[str, Any],
        position: str | int,
        time: int | None,
        ident: str,
        after: str,
    ) -> dict[str, Any]:
        span: dict[str, Any] = {
            "trace_id": self.trace_id,
            "span_id": digest(f"{self.key}\0{ident or f'{self.file}:{position}:{len(self._spans)}'}", 16),
            "parent_id": digest(f"{self.key}\0{after}", 16) if after else None,
            "name": name,
            "start": time,
            "end": None,
            "place": Place(self.file, str(position), self.index),
            "attributes": {s.STEP: step, **attributes},
            "scope": self.format,
            "order": len(self._spans),
        }
        self._spans.append(span)
        return span


def digest(text: str, size: int) -> str:
    """A hex id of that many characters for a text."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:size]


def nanoseconds(value: Any) -> int | None:
    """A time as UTC nanoseconds: ISO text (naive means UTC), or seconds, milliseconds, microseconds, nanoseconds since
    the epoch; None when it is neither."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        for limit, factor in ((1e11, 10**9), (1e14, 10**6), (1e17, 10**3), (1e20, 1)):
            if 0 < value < limit:
                return int(value * factor)
        return None
    if not isinstance(value, str) or not value:
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    whole = int(moment.timestamp())
    return whole * 10**9 + moment.microsecond * 1000
