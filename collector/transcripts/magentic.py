"""Conversations of a team under an orchestrator: Magentic-One logs as Who&When holds them ({question, history:
[{role, content}]}), and messages of AutoGen ({source, type, content}).

The whole conversation is one run. What the orchestrator thinks to itself is thinking; a plan that it lays down there is
a plan. A task that it hands to an agent is a call of that agent; what an agent that works a tool (browser, files,
terminal) then reports is the result, what any other agent writes is an answer of a model. A position is the index of
the message.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from planscope.collector.failing import bad_exit, says_failure, shell_failed
from planscope.collector.span import Span
from planscope.collector.transcripts.chat_message import text_of
from planscope.collector.transcripts.recorder import Recorder, nanoseconds
from planscope.collector.transcripts.source import Source, json_value

NAME = "magentic"
TITLE = "conversation of a team (Magentic-One and Who&When logs, AutoGen messages)"
RANK = 45

_LISTS = ("history", "messages", "conversation")
_PLAIN = frozenset({"user", "assistant", "system", "tool", "function"})
_THOUGHT = re.compile(r"(.{1,60}?) ?\((thought|termination condition|-> ?(.{1,60}?))\)$")
_TOOL_AGENT = re.compile(r"surf|brows|terminal|executor|search|retriev|interpreter|(?:^|_)file", re.I)
_PLAN = re.compile(
    r"^[ \t]{0,9}#{0,4} ?\**(?:(?:Initial|New|Updated) plan"
    r"|(?:Here is )?(?:the|an updated|a new) plan(?: to follow(?: as best as possible)?)?)\**:?\**[ \t]*$",
    re.I | re.M,
)
_FINAL = re.compile(r"\s*(?:FINAL ANSWER\b|Final answer:)")
_EXIT = re.compile(r"exit ?code: ?(-?\d{1,6})\b", re.I)


def matches(source: Source) -> bool:
    """A list of messages of which some are an orchestrator's or AutoGen's."""
    messages = _messages(source.document) if source.document is not None else source.values
    return _of_team(messages)


def _messages(document: Any) -> list[Any]:
    lists = [document.get(k) for k in _LISTS] if isinstance(document, dict) else [document]
    return next((v for v in lists if isinstance(v, list) and v), [])


def _of_team(messages: Sequence[Any]) -> bool:
    speakers = [_speaker(m) for m in messages]
    known = [x for x in speakers if x]
    marked = any(_THOUGHT.match(x) for x in known) or any(_is_autogen(m) for m in messages)
    return marked and len(known) * 2 > len(messages)


def _is_autogen(m: Any) -> bool:
    kind = m.get("type") if isinstance(m, dict) else None
    return isinstance(kind, str) and "source" in m and kind.endswith(("Message", "Event"))


def _speaker(m: Any) -> str:
    """Who said a message; "" for what is no message."""
    if not isinstance(m, dict) or not isinstance(m.get("content"), str | list):
        return ""
    given = [m[k] for k in ("source", "name", "role") if isinstance(m.get(k), str) and m[k]]
    return next((g for g in given if g not in _PLAIN), given[0] if given else "")


def read(source: Source) -> Iterator[Span]:
    """The one run of the file."""
    document = source.document
    about: Mapping[str, Any] = document if isinstance(document, dict) else {}
    numbered = list(enumerate(_messages(document))) if document is not None else list(source.records())
    source.records_read += len(numbered) if document is not None else 0
    task = next((about[k] for k in ("question_ID", "task_id", "id") if isinstance(about.get(k), str)), "")
    team = _Team(Recorder(NAME, source.name, source.name, task=task))
    question = about.get("question")
    if isinstance(question, str) and not any(_speaker(m).lower() in ("human", "user") for _, m in numbered[:2]):
        team.run.user(question, "question")
    for n, m in numbered:
        if speaker := _speaker(m):
            team.take(n, speaker, m)
        else:
            source.skip(n, "an entry that is no message")
    team.run.about(closed=team.closed, cut_off=source.cut_off)
    yield from team.run.spans()


class _Team:
    """The run while its messages are gone through."""

    def __init__(self, run: Recorder) -> None:
        self.run = run
        self.asked = ""  # the agent that a task was handed to, until it reports
        self.closed = False
        self.time: int | None = None

    def take(self, n: int, speaker: str, m: Mapping[str, Any]) -> None:
        """One message."""
        given = nanoseconds(m.get("created_at", m.get("timestamp")))
        self.time = max((t for t in (self.time, given) if t is not None), default=None)
        text, kind = text_of(m.get("content")), m.get("type")
        aside = _THOUGHT.match(speaker)
        if kind == "ToolCallRequestEvent":
            self._requests(n, m["content"])
        elif kind == "ToolCallExecutionEvent":
            self._executions(n, m["content"])
        elif kind == "ThoughtEvent" or (aside and aside[2] == "thought"):
            self._thought(n, speaker, text)
        elif kind == "StopMessage" or (aside and aside[2] == "termination condition"):
            self.closed = True
        elif aside:
            self.asked = aside[3]
            self.run.model([], n, call_ids=[str(n)], time=self.time)
            self.run.call(aside[3], {"task": text}, n, call_id=str(n), time=self.time)
        elif speaker.lower() in ("human", "user", "system"):
            self.run.user(text, n, system=speaker.lower() == "system", time=self.time)
        elif text.strip() and kind not in (
            "ToolCallSummaryMessage",
            "MemoryQueryEvent",
            "ModelClientStreamingChunkEvent",
        ):
            self._said(n, speaker, text)

    def _thought(self, n: int, speaker: str, text: str) -> None:
        m = next(reversed(list(_PLAN.finditer(text))), None)  # facts and the team may stand before the plan itself
        if _FINAL.match(text):
            self.run.final(text, n, time=self.time)
        elif m and text[m.end() :].strip():
            self.run.plan([], n, origin=speaker, text=text[m.end() :].strip(), time=self.time)
        elif text.strip():
            self.run.model([], n, thinking=text, time=self.time)

    def _said(self, n: int, speaker: str, text: str) -> None:
        """What an agent reports: the result of a tool that it worked, else an answer."""
        if _TOOL_AGENT.search(speaker):
            if speaker != self.asked:
                self.run.call(speaker, {}, n, call_id=f"{n}/own", time=self.time)
            data = json_value(text)
            status = "error" if _failed(text, data) else "ok"
            self.run.result(text, n, name=speaker, data=data, status=status, time=self.time)
            self.asked = ""
            return
        if speaker == self.asked:
            self.run.result(text, n, name=speaker, time=self.time)
            self.asked = ""
        self.run.model([(text, n)], n, time=self.time)

    def _requests(self, n: int, calls: Any) -> None:
        good = [c for c in calls if isinstance(c, dict)] if isinstance(calls, list) else []
        ids = [str(c.get("id") or f"{n}.{i}") for i, c in enumerate(good)]
        self.run.model([], n, call_ids=ids, time=self.time)
        for call_id, c in zip(ids, good, strict=True):
            loaded = json_value(c.get("arguments"))
            arguments = c.get("arguments") if loaded is None else loaded
            self.run.call(str(c.get("name") or ""), arguments, n, call_id=call_id, time=self.time)

    def _executions(self, n: int, results: Any) -> None:
        for r in results if isinstance(results, list) else ():
            if isinstance(r, dict):
                text = text_of(r.get("content"))
                data = json_value(text)
                failed = r.get("is_error") is True or says_failure(text, data)
                status = "error" if failed else "ok"
                self.run.result(text, n, call_id=str(r.get("call_id") or ""), data=data, status=status, time=self.time)


def _failed(text: str, data: Any) -> bool:
    """Whether a report says that the tool failed."""
    code = _EXIT.search(text[:300])
    return bad_exit(int(code[1]), text) if code else says_failure(text, data) or shell_failed(text)
