"""What models were sent and answered, as steps: each message once, however often a chat repeats its history; tool calls
joined with the messages that asked for them. Pure.

A chat is usually sent its whole history again, sometimes only what is new, sometimes nothing of what came before. So a
message counts as new when this chat holds it once more often than any chat before. What a model or a tool said before
the first chat that the trace holds (a conversation that began elsewhere) is known from that chat's history alone.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from planscope.collector.dialects import Call, Chat, Message
from planscope.collector.dialects.content import state_of, structured
from planscope.collector.run import Compaction, ModelCall, Part, Step, ToolCall, UserMessage
from planscope.collector.span import Place, Span

_LOOK_AHEAD = 16  # calls of one name and different arguments among which a tool span looks for its own


@dataclass(slots=True)
class _Wanted:
    """A call that a message asks for. `after` is the place of that message among the steps, `at` when it was made."""

    call: Call
    span: Span
    after: int
    at: int | None
    used: bool = False


@dataclass(frozen=True, slots=True)
class _Result:
    """A result that a message holds, and where."""

    text: str
    failed: bool
    place: Place = field(compare=False)


class Conversation:
    """The conversation of one run as it grows. Lives only while the run is being interpreted."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.tools: set[str] = set()
        self.asked: set[str] = set()  # traces in which a chat holds a user's message
        self._known: Counter[tuple[str, str]] = Counter()
        self._here: dict[str, set[tuple[str, str]]] = defaultdict(set)  # user's messages by trace
        self._wanted: list[_Wanted] = []
        self._results: dict[str, _Result] = {}
        self._named: dict[str, list[_Result]] = {}  # of calls without ids, by tool
        self._begun = self._compacted = False

    # --- messages --------------------------------------------------------------------------------------------------

    def take(self, chat: Chat) -> None:
        """What is new in a model call's messages, then its answer."""
        self.tools |= chat.tools
        if chat.compacted and not self._compacted:
            self.steps.append(Compaction(place=chat.span.place, started=chat.span.start))
        self._compacted = chat.compacted
        self._remember(chat.sent, chat.span.place)
        self._remember(chat.output, chat.span.place)
        self._history(chat)
        self._begun = True
        calls = self._want(chat.output, chat.span, chat.span.end or chat.span.start)
        self.steps.append(
            replace(
                chat.answer,
                parts=tuple(Part(text=m.text, place=chat.span.place) for m in chat.output if m.text.strip()),
                thinking="\n".join(m.thinking for m in chat.output if m.thinking),
                call_ids=tuple(c.id for c in calls if c.id),
                calls=len(calls),
            )
        )

    def request(self, sent: Sequence[Message], span: Span) -> list[Step]:
        """The user's messages that an agent's own span holds."""
        return [
            UserMessage(text=m.text, system=m.role == "system", place=span.place, started=span.start)
            for m in sent
            if m.role in ("user", "system") and m.text.strip()
        ]

    def _history(self, chat: Chat) -> None:
        counts: Counter[tuple[str, str]] = Counter()
        remembers = any(m.role == "assistant" for m in chat.sent)
        for m in chat.sent:
            if m.role in ("user", "system", "summary") and m.text.strip():
                mark = (m.role, m.text)
                counts[mark] += 1
                again = m.role == "user" and not remembers and self._again(mark, chat.span.trace_id)
                if counts[mark] > self._known[mark] or again:
                    self.steps.append(_said(m, chat.span))
                if m.role == "user":
                    self._here[chat.span.trace_id].add(mark)
                    self.asked.add(chat.span.trace_id)
            elif m.role == "assistant" and not self._begun:
                self._before(m, chat.span)
        self._known.update({mark: n - self._known[mark] for mark, n in counts.items() if n > self._known[mark]})

    def _again(self, mark: tuple[str, str], trace: str) -> bool:
        """Whether a message that is known was said anew: the agent had handed back, and this is another trace."""
        last = next((x for x in reversed(self.steps) if isinstance(x, ModelCall | ToolCall)), None)
        handed_back = isinstance(last, ModelCall) and bool(last.text.strip()) and not last.calls
        return handed_back and mark not in self._here[trace]

    def _before(self, m: Message, span: Span) -> None:
        """An answer from before the trace begins."""
        calls = self._want([m], span, span.start)
        parts = (Part(text=m.text, place=span.place),) if m.text.strip() else ()
        if parts or calls:
            ids = tuple(c.id for c in calls if c.id)
            self.steps.append(
                ModelCall(parts=parts, call_ids=ids, calls=len(calls), place=span.place, started=span.start)
            )

    def _want(self, messages: Sequence[Message], span: Span, at: int | None) -> list[Call]:
        """The calls that messages ask for, remembered as asked for by the step that comes next."""
        calls = [c for m in messages for c in m.calls]
        self._wanted += [_Wanted(c, span, len(self.steps), at) for c in calls]
        return calls

    def _remember(self, messages: Sequence[Message], place: Place) -> None:
        named: dict[str, list[_Result]] = defaultdict(list)
        for m in messages:
            for call_id, name, text in m.results:
                result = _Result(text, (call_id or name) in m.failed, place)
                if call_id:
                    self._results.setdefault(call_id, result)
                else:
                    named[name].append(result)
        for name, found in named.items():
            before = self._named.get(name, [])
            again = found[: len(before)] == before
            self._named[name] = before + found[len(before) :] if again else before + found

    # --- calls -----------------------------------------------------------------------------------------------------

    def joined(self, doubted: Collection[Place] = ()) -> list[Step]:
        """The steps, tool spans having taken what they lack from messages, and calls without a span having become
        steps. Of tool spans at `doubted` places (they came twice, and different) the model's copy of the result
        counts."""
        finder = _Finder(self._wanted)
        for n, step in enumerate(self.steps):
            if isinstance(step, ToolCall):
                found = finder.find(step)
                self.steps[n] = self._completed(step, found.call if found else None, step.place in doubted)
        made: dict[int, list[Step]] = defaultdict(list)
        turn: Counter[str] = Counter()
        for wanted in self._wanted:
            result = self._result(wanted.call, turn)
            if not wanted.used:
                made[wanted.after].append(_made(wanted, result))
        return [x for n, step in enumerate(self.steps) for x in (step, *made.get(n, ()))]

    def _result(self, call: Call, turn: Counter[str]) -> _Result | None:
        if call.id:
            return self._results.get(call.id)
        turn[call.name] += 1
        found = self._named.get(call.name, [])
        return found[turn[call.name] - 1] if turn[call.name] <= len(found) else None

    def _completed(self, step: ToolCall, call: Call | None, doubted: bool) -> ToolCall:
        arguments, call_id = step.arguments, step.call_id
        if call is not None:
            call_id = call_id or call.id
            if call.arguments is not None and not isinstance(arguments, Mapping):
                arguments = call.arguments
        known = self._results.get(call_id)
        if known is not None and (doubted or step.content == "not_captured"):  # what the model saw
            status = "error" if known.failed else step.status if step.status != "unknown" else "ok"
            step = replace(
                step,
                result=known.text,
                data=structured(known.text),
                status=status,
                content=state_of((arguments, known.text)),
                result_place=known.place,
            )
        elif step.content == "not_captured" and step.result:  # why it failed is known, and that is its result
            step = replace(step, content="present")
        return replace(step, arguments=arguments, call_id=call_id)


class _Finder:
    """Calls that messages ask for, to be found by id, else by name and order."""

    def __init__(self, wanted: Iterable[_Wanted]) -> None:
        self._by_id: dict[str, _Wanted] = {}
        self._by_name: dict[str, deque[_Wanted]] = defaultdict(deque)
        for w in wanted:
            if w.call.id:
                self._by_id.setdefault(w.call.id, w)
            self._by_name[w.call.name].append(w)

    def find(self, step: ToolCall) -> _Wanted | None:
        """The call that this tool span carries out."""
        found = self._by_id.get(step.call_id) if step.call_id else None
        if found is None:
            fitting = [w for w in self._candidates(step.name) if _fits(w, step)]
            found = next((w for w in fitting if w.call.arguments), next(iter(fitting), None))
        if found is not None:
            found.used = True
        return found

    def _candidates(self, name: str) -> Iterator[_Wanted]:
        queue = self._by_name.get(name, deque())
        while queue and queue[0].used:
            queue.popleft()
        return islice(queue, _LOOK_AHEAD)


def _fits(wanted: _Wanted, step: ToolCall) -> bool:
    call = wanted.call
    if wanted.used or (call.id and step.call_id) or (wanted.span.start or 0) > (step.started or 0):
        return False
    both = isinstance(call.arguments, Mapping) and isinstance(step.arguments, Mapping)
    return not both or not call.arguments or call.arguments == step.arguments  # {}: some messages lose the arguments


def _made(wanted: _Wanted, result: _Result | None) -> ToolCall:
    """A call that no span tells of, from the message that asks for it and the one that answers it."""
    call, text = wanted.call, result.text if result else ""
    return ToolCall(
        name=call.name,
        call_id=call.id,
        arguments=call.arguments,
        result=text,
        data=structured(text),
        status="unknown" if result is None else "error" if result.failed else "ok",
        content=state_of((call.arguments, text)),
        result_place=result.place if result else None,
        place=wanted.span.place,
        started=wanted.at,
    )


def _said(m: Message, span: Span) -> Step:
    if m.role == "summary":
        return Compaction(text=m.text, place=span.place, started=span.start)
    return UserMessage(text=m.text, system=m.role == "system", place=span.place, started=span.start)
