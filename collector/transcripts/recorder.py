"""Recorder: what a reader writes down while it goes through a file, as spans of planscope's own dialect."""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.run import LEFT_OUT
from planscope.collector.span import Place, Span
from planscope.collector.transcripts.moments import nanoseconds

TEXT_LIMIT = 2 * 2**20  # characters of one text; of longer ones the beginning and the end are kept
_NO_ID = "\0"  # begins the key of a call without an id


class Recorder:
    """Writes one run's spans. A reader makes one for each run that it meets and calls a method for each thing that
    happened, in the order of the file; results are joined to their calls by id.

    key       identity of the run, the same whichever file it is read from
    ident     identity of a record, for records that files repeat (resumed sessions): same ident, same span
    position  where it stands, as in Place
    time      UTC nanoseconds, or None
    shared    the run may stand in several files (a copy, a later export): what says the same in all is one record
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
        shared: bool = False,
    ) -> None:
        self._shared: dict[str, int] | None = {} if shared else None  # how often the same was written down
        self.key, self.format, self.file, self.index = key, format, file, index
        self.trace_id = digest(key, 32)
        self._spans: list[dict[str, Any]] = []
        self._open: dict[str, dict[str, Any]] = {}  # call id -> its span, until the result comes
        self._asked: list[str] = []  # keys of the calls since the last model's answer
        self._run: dict[str, Any] = {s.RUN_KEY: key}
        about: dict[str, Any] = {s.RUN_PARENT: parent, s.AGENT_NAME: agent, s.TASK: task, s.TRIAL: trial}
        self._about = {k: v for k, v in about.items() if v}
        if tools is not None:
            self._about[s.RUN_TOOLS] = sorted(set(tools))

    def user(
        self,
        text: str,
        position: str | int,
        *,
        system: bool = False,
        fresh: bool = False,
        time: int | None = None,
        ident: str = "",
        after: str = "",
    ) -> None:
        """The user spoke; `system` for system text and standing context, `fresh` where a new conversation begins."""
        more = {name: True for name, holds in ((s.SYSTEM_TEXT, system), (s.RUN_CUT, fresh)) if holds}
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
        self._asked = []
        attributes: dict[str, Any] = {
            s.OPERATION: "chat",
            s.PARTS: [[shortened(text), str(at)] for text, at in parts],
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
        if isinstance(arguments, dict):
            arguments = {k: shortened(v) if isinstance(v, str) else v for k, v in arguments.items()}
        attributes = {
            s.OPERATION: "execute_tool",
            s.TOOL_NAME: name,
            s.TOOL_CALL_ID: call_id,
            s.TOOL_ARGUMENTS: arguments,
            **({s.CONTENT: content} if content != "present" else {}),
        }
        span = self._add(s.STEP_TOOL, f"execute_tool {name}", attributes, position, time, ident, after)
        key = call_id or f"{_NO_ID}{len(self._spans)}"
        self._open[key] = span
        self._asked.append(key)

    def result(
        self,
        text: str,
        position: str | int,
        *,
        call_id: str = "",
        name: str = "",
        data: Any = None,
        status: str = "ok",
        time: int | None = None,
        truncated: bool = False,
    ) -> bool:
        """The result of a call; False when no call waits for it. Where the result or the call has no id, it goes to the
        first call that waits since the model's last answer, of the tool `name` if one of those does."""
        span = self._open.pop(self._waiting(call_id, name), None)
        if span is None:
            return False
        span["attributes"].update(_result(text, position, data, status, truncated))
        span["end"] = time
        return True

    def late_result(
        self,
        text: str,
        position: str | int,
        *,
        call_id: str,
        data: Any = None,
        status: str = "ok",
        time: int | None = None,
        ident: str = "",
    ) -> None:
        """The result of a call that is not in this file: it may be in another file of the same run."""
        attributes = {s.TOOL_CALL_ID: call_id, **_result(text, position, data, status, False)}
        self._add(s.STEP_RESULT, "result", attributes, position, time, ident, "")["end"] = time

    def waits_for(self, call_id: str) -> bool:
        """Whether a call of this id was made and has no result yet."""
        return call_id in self._open

    def _waiting(self, call_id: str, name: str) -> str:
        """The key of the open call that a result belongs to, "" when there is none."""
        if call_id in self._open:
            return call_id
        open_ones = [k for k in self._asked if k in self._open and (not call_id or k.startswith(_NO_ID))]
        named = [k for k in open_ones if name and self._open[k]["attributes"][s.TOOL_NAME] == name]
        return next(iter(named or open_ones), "")

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

    def offered(self, tools: Iterable[str]) -> None:
        """The tools that the agent may use, when a file tells of them only in the middle."""
        self._about[s.RUN_TOOLS] = sorted({*self._about.get(s.RUN_TOOLS, ()), *tools})

    def spans(self, ident_of: Callable[[str], str] | None = None) -> list[Span]:
        """Everything written down. What is said of the run as a whole stands on its first span. `ident_of` turns what
        was given as `after` into the ident of a span, for readers that know it only at the end."""
        made = []
        for n, x in enumerate(self._spans):
            x["attributes"].update(self._run, **(self._about if n == 0 else {}))
            after = ident_of(x["parent_id"]) if ident_of is not None else x["parent_id"]
            made.append(Span(**{**x, "parent_id": digest(f"{self.key}\0{after}", 16) if after else None}))
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
        for key, value in attributes.items():
            if type(value) is str and len(value) > TEXT_LIMIT:
                attributes[key] = shortened(value)
        attributes[s.STEP] = step
        ident = ident or (self._ident(name, attributes, time) if self._shared is not None else "")
        span: dict[str, Any] = {
            "trace_id": self.trace_id,
            "span_id": digest(f"{self.key}\0{ident or f'{self.file}:{position}:{len(self._spans)}'}", 16),
            "parent_id": after,
            "name": name,
            "start": time,
            "end": None,
            "place": Place(self.file, str(position), self.index),
            "attributes": attributes,
            "scope": self.format,
            "order": len(self._spans),
        }
        self._spans.append(span)
        return span

    def _ident(self, name: str, attributes: dict[str, Any], time: int | None) -> str:
        """What a record says, and how often that was said before, as its ident."""
        texts = [p[0] for p in attributes.get(s.PARTS, ())]
        mark = digest(repr((name, time, texts, [attributes.get(k) for k in _SAYS])), 24)
        assert self._shared is not None
        self._shared[mark] = self._shared.get(mark, 0) + 1
        return f"{mark}:{self._shared[mark]}"


_SAYS = (
    *(s.STEP, s.TEXT, s.THINKING, s.RESPONSE_ID, s.CALL_IDS, s.TOOL_CALL_ID, s.TOOL_ARGUMENTS),
    *(s.PLAN_ITEMS, s.PLAN_TEXT, s.EVALUATION_EXPLANATION, s.INPUT_TOKENS, s.OUTPUT_TOKENS),
)


def _result(text: str, position: str | int, data: Any, status: str, truncated: bool) -> dict[str, Any]:
    """What a result adds to its call."""
    kept = shortened(text)
    found: dict[str, Any] = {s.TOOL_RESULT: kept, s.TOOL_STATUS: status, s.RESULT_POSITION: str(position)}
    if data is not None:
        found[s.RESULT_DATA] = data
    if truncated or kept is not text:
        found[s.CONTENT] = "truncated"
    return found


def shortened(text: str) -> str:
    """A text without its middle when it is longer than any reader needs: everything after us goes through it often."""
    if len(text) <= TEXT_LIMIT:
        return text
    half = TEXT_LIMIT // 2
    return f"{text[:half]}\n{LEFT_OUT} {len(text) - 2 * half} characters]\n{text[-half:]}"


def digest(text: str, size: int) -> str:
    """A hex id of that many characters for a text."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:size]


__all__ = ["Recorder", "digest", "nanoseconds", "shortened"]
