"""One Codex session while its lines are gone through: what becomes of items and events."""

from collections.abc import Iterator, Mapping
from typing import Any

from planscope.collector.plan_tools import bare_name
from planscope.collector.span import Span
from planscope.collector.transcripts.code_mode import mentions, nested_calls
from planscope.collector.transcripts.codex_items import call_of, is_standing, output_of, request_in, text_of
from planscope.collector.transcripts.recorder import Recorder, digest, nanoseconds
from planscope.collector.transcripts.source import Source

_FORMAT = "codex"
_SIDES = {"user_message": "user", "agent_message": "assistant"}
_PLAN = "update_plan"
_COUNTS = ("input_tokens", "output_tokens", "cached_input_tokens")


def head_of(x: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a head says of its session, None for any other line."""
    if x.get("type") == "session_meta" and isinstance(x.get("payload"), dict):
        inner = x["payload"].get("meta")
        return inner if isinstance(inner, dict) else x["payload"]
    return dict(x) if "type" not in x and "record_type" not in x and "id" in x and "timestamp" in x else None


def session_of(meta: Mapping[str, Any]) -> str:
    return word(meta.get("id") or meta.get("session_id"))


def parent_of(meta: Mapping[str, Any]) -> str:
    """The session that started this one as a sub-agent."""
    source = meta.get("source")
    spawn = source.get("subagent") if isinstance(source, dict) else None
    spawn = spawn.get("thread_spawn") if isinstance(spawn, dict) else None
    given = spawn.get("parent_thread_id") if isinstance(spawn, dict) else None
    started = given or meta.get("parent_thread_id")
    return word(started or (meta.get("forked_from_id") if meta.get("thread_source") == "subagent" else ""))


def word(value: Any) -> str:
    return value if isinstance(value, str) else ""


class Rollout:
    """What is known while going through the lines."""

    def __init__(self, source: Source, records: list[tuple[int, dict[str, Any]]]) -> None:
        self.source, self.records = source, records
        meta = next((m for _, x in records if (m := head_of(x)) is not None), {})
        self.key = session_of(meta) or source.name
        agent = meta.get("agent_nickname") or meta.get("agent_role")
        self.run = Recorder(
            _FORMAT, source.name, self.key, parent=parent_of(meta) or None, agent=word(agent), shared=True
        )
        first = meta.get("subagent_history_start_ordinal")
        self.first = first if isinstance(first, int) and parent_of(meta) else 0
        self.chain = word(meta.get("forked_from_id")) or self.key
        items = [p for _, x in records if (p := _item(x)) is not None]
        self.sides = {word(p.get("role")) for p in items if p.get("type") == "message"}
        self.outputs = {word(p.get("call_id")): p.get("output") for p in items if _is_output(p)}
        self.now: int | None = None  # times do not go back: the file says what came after what
        self.parts: list[tuple[str, int]] = []  # of the answer that is being gathered, as all that follows
        self.thinking: list[str] = []
        self.calls: list[tuple[int, dict[str, Any], int | None]] = []
        self.time: int | None = None
        self.at, self.answer, self.model = 0, "", ""
        self.past: list[str] = []  # what was said and done, to know it when it is repeated
        self.again: int | None = None  # how much of it was repeated so far, while it is
        self.called: set[str] = set()
        self.plan: list[Any] = []
        self.closed = False

    def spans(self) -> Iterator[Span]:
        """Every step."""
        for n, (number, x) in enumerate(self.records):
            if n and (meta := head_of(x)) is not None:
                self._flush()
                self.again = 0 if session_of(meta) in (self.key, "") else None
                continue
            ordinal = x.get("ordinal")
            if isinstance(ordinal, int) and ordinal < self.first:
                continue
            item = _item(x)
            said = x.get("timestamp") or (item or {}).get("timestamp")
            self.now = max((t for t in (self.now, nanoseconds(said)) if t is not None), default=None)
            if item is not None:
                self._item(number, item, self.now)
            elif isinstance(payload := x.get("payload"), dict):
                self._other(number, word(x.get("type")), payload, self.now)
        self._flush()
        self.run.about(cut_off=self.source.cut_off, closed=self.closed and not self.source.cut_off)
        yield from self.run.spans()

    # --- items of the model and of the user ---

    def _item(self, number: int, item: dict[str, Any], time: int | None) -> None:
        kind = word(item.get("type")) or ("message" if "role" in item else "")
        if self._repeated(kind, item):
            return
        if kind == "message" and item.get("role") == "assistant":
            if self.calls:  # the provider answered them itself: what is said now is said after them
                self._flush()
            self._gather(number, time)
            self.parts += [(t, number)] if (t := text_of(item.get("content"))).strip() else []
        elif kind == "message":
            self._flush()
            self._user(number, text_of(item.get("content")), time, system=item.get("role") != "user")
        elif kind == "reasoning":
            self._gather(number, time)
            self.thinking.append(text_of(item.get("summary")) or text_of(item.get("content")))
        elif _is_output(item):
            self._flush()
            self._result(number, item, time)
        elif kind == "compaction":
            self._flush()
            self.run.compaction("", number, time=time)
        elif call_of(item) is not None:
            self._gather(number, time)
            self.calls.append((number, item, time))

    def _repeated(self, kind: str, item: Mapping[str, Any]) -> bool:
        """Whether the item stood here before: with a known id of a call, or in what follows another head."""
        call_id = word(item.get("call_id"))
        if kind == "reasoning":
            return self.again is not None
        said = text_of(item.get("content")) or (str(call_of(item) or "") if call_id else "")
        mark = digest("\0".join((kind, word(item.get("role")), call_id, said)), 16)
        if self.again is not None and self.again < len(self.past) and self.past[self.again] == mark:
            self.again += 1
            return True
        self.again = None
        known = bool(call_id) and mark in self.called
        if call_id:
            self.called.add(mark)
        if not known:
            self.past.append(mark)
        return known

    def _user(self, number: int, text: str, time: int | None, *, system: bool = False) -> None:
        self.closed = False
        if text.lstrip().startswith("<turn_aborted>"):
            self.run.interruption(number, time=time)
        elif text.strip():
            self.run.user(request_in(text), number, system=system or is_standing(text), time=time)

    def _gather(self, number: int, time: int | None) -> None:
        """The model goes on with its answer, or begins one."""
        self.closed = False
        if not (self.parts or self.thinking or self.calls):
            self.at, self.time = number, time

    def _flush(self) -> None:
        """Writes the gathered answer down."""
        if not (self.parts or self.calls or any(self.thinking)):
            self.thinking = []
            return
        ids = [word(item.get("call_id")) or f"#{number}" for number, item, _ in self.calls]
        self.chain = digest("\0".join([self.chain, *(t for t, _ in self.parts), *ids]), 24)
        self.answer = next((i for i in ids if i[0] != "#"), self.chain)
        thinking = "\n".join(t for t in self.thinking if t)
        more: dict[str, Any] = {"response_id": self.answer, "model": self.model, "time": self.time}
        self.run.model(self.parts, self.at, thinking=thinking, call_ids=ids, **more)
        calls, self.parts, self.thinking, self.calls = self.calls, [], [], []
        for number, item, time in calls:
            self._call(number, item, time)

    # --- calls ---

    def _call(self, number: int, item: Mapping[str, Any], time: int | None) -> None:
        name, arguments = call_of(item) or ("", None)
        call_id = word(item.get("call_id"))
        code = _code(name, arguments)
        if code is not None:
            self._program(number, name, code, call_id, time)
            return
        if bare_name(name) == bare_name(_PLAN) and isinstance(arguments, dict):
            items = arguments.get("plan")
            self.plan = items if isinstance(items, list) else self.plan
        heard = call_id in self.outputs or not word(item.get("type")).startswith("web_search")
        content = "present" if heard else "not_captured"
        self.run.call(name, arguments, number, call_id=call_id, time=time, content=content)

    def _program(self, number: int, name: str, code: str, call_id: str, time: int | None) -> None:
        """A program in code mode, and the calls in it."""
        found = nested_calls(code)
        plans = [c for c in found if bare_name(c.name) == bare_name(_PLAN)]
        works = [c for c in found if c not in plans]
        said = output_of(self.outputs[call_id]) if call_id in self.outputs else None
        sent = mentions(code, _PLAN)
        good = sent == 1 and len(plans) == 1 and plans[0].known and said is not None and said.status == "ok"
        if len(works) == 1 and works[0].known:
            self.run.call(works[0].name, works[0].arguments, number, call_id=call_id, time=time)
        elif works or not good:
            self.run.call(name, {"source": code}, number, call_id=call_id, time=time)
            for n, c in enumerate(works):
                own = f"{call_id}/{n}"
                self.run.call(c.name, c.arguments, number, call_id=own, time=time, content="not_captured")
        if sent:
            self._planned(number, plans[0].arguments if good else None, time, "" if works else call_id)

    def _planned(self, number: int, given: Any, time: int | None, call_id: str) -> None:
        """A list that a program sent, or may have sent."""
        items = given.get("plan") if isinstance(given, dict) else None
        if isinstance(items, list):
            self.plan = items
            self.run.call(_PLAN, given, number, call_id=call_id or f"{number}/{_PLAN}", time=time)
            if not call_id:
                self.run.result("", number, call_id=f"{number}/{_PLAN}", time=time)
        elif self.plan:
            unknown = [{**i, "status": "unknown"} for i in self.plan if isinstance(i, dict)]
            self.run.plan(unknown, number, source="list", origin=_PLAN, time=time)

    def _result(self, number: int, item: Mapping[str, Any], time: int | None) -> None:
        out = output_of(item.get("output"))
        more: dict[str, Any] = {"data": out.data, "status": out.status, "truncated": out.truncated, "time": time}
        if not self.run.result(out.text, number, call_id=word(item.get("call_id")), **more):
            self.source.skip(number, "a result whose call is not in the file")

    # --- other lines ---

    def _other(self, number: int, line: str, payload: Mapping[str, Any], time: int | None) -> None:
        kind = word(payload.get("type"))
        if line == "turn_context":
            self.model = word(payload.get("model")) or self.model
        elif line == "compacted" or (line == "event_msg" and kind == "context_compacted"):
            self._flush()
            self.run.compaction(word(payload.get("message")), number, time=time)
        elif line == "event_msg" and kind == "token_count":
            self._usage(number, payload.get("info"))
        elif line == "event_msg" and kind == "turn_aborted":
            self._flush()
            if payload.get("reason") in (None, "interrupted"):
                self.run.interruption(number, time=time)
        elif line == "event_msg" and kind in ("task_complete", "turn_complete", "task_started", "turn_started"):
            self._flush()
            self.closed = kind.endswith("_complete")
        elif line == "event_msg" and kind in _SIDES and _SIDES[kind] not in self.sides:
            self._event(number, kind, word(payload.get("message")), time)

    def _event(self, number: int, kind: str, text: str, time: int | None) -> None:
        """A message that stands in the file as an event only."""
        self._flush()
        if kind == "user_message":
            self._user(number, text, time)
        elif text.strip():
            self._gather(number, time)
            self.parts.append((text, number))
            self._flush()

    def _usage(self, number: int, info: Any) -> None:
        used = info.get("last_token_usage") if isinstance(info, dict) else None
        if not isinstance(used, dict):
            return
        self._flush()
        counts = [v if isinstance(v := used.get(k), int) else None for k in _COUNTS]
        if self.answer:
            self.run.model([], number, response_id=self.answer, tokens=(counts[0], counts[1], counts[2]), time=self.now)


def _item(x: Mapping[str, Any]) -> dict[str, Any] | None:
    """The item that a line holds."""
    if x.get("type") == "response_item":
        return x["payload"] if isinstance(x.get("payload"), dict) else None
    bare = "payload" not in x and "record_type" not in x and isinstance(x.get("type"), str)
    return dict(x) if bare else None


def _is_output(item: Mapping[str, Any]) -> bool:
    return word(item.get("type")).endswith("_output") and "output" in item


def _code(name: str, arguments: Any) -> str | None:
    """The program of a call in code mode, None for other calls."""
    if bare_name(name) != "exec" or not isinstance(arguments, dict):
        return None
    code = next((v for k in ("input", "source", "code") if isinstance(v := arguments.get(k), str)), None)
    return code if code is not None and "cmd" not in arguments and "command" not in arguments else None
