"""What an agent tried, and which attempts repeat each other with nothing between that could change the outcome. Pure.

A group is a list of attempts in order. What ends one: a success that may have changed something, the user asking to try
again or saying that something was put right, an interruption. Looking, thinking, testing and planning end none: they
change nothing. Calls that one message asks for together are one attempt: none of them could know of the others.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from planscope.analyzers.actions.failures import (
    asks_again,
    call_key,
    cosmetic_key,
    fruitless,
    held,
    lacking,
    loose_key,
    named,
    outcome_key,
    passing,
    refused,
)
from planscope.analyzers.actions.kinds import Work, command_of, works
from planscope.analyzers.actions.shell import plain_output, simple_commands
from planscope.analyzers.quick import quick
from planscope.collector.plan_tools import bare_name
from planscope.collector.run import Compaction, Interruption, ModelCall, Run, ToolCall, UserMessage, Verdict
from planscope.collector.span import Place

_WAIT = re.compile(r"^(?:wait|sleep|pause|delay|await)")
_SLEEP = quick(r"\b(?:sleep|timeout /t|start-sleep)\s+(?:-\w+\s+)?\d", re.I)
_POLL = quick(
    r"status|poll|progress|ready|health|queue|watch|job|running|await|refresh|pending|ping|heartbeat"
    r"|check_?(?:in|back)|monitor|\bps\b|now|time|random|uuid|think",
    re.I,
)
_LOGGED = quick(r"tail|logs?\b|bashoutput|get_?output|read_?output", re.I)  # what something else may be writing
_UNTIL = quick(  # the user asks to watch what others write
    r"\b(?:watch|monitor|until|wait|poll|follow|warte\w*|bis|beobacht\w*|attend\w*|jusqu\w*|surveill\w*"
    r"|esper\w*|hasta"
    r"|vigil\w*|até|aguard\w*|wacht\w*|totdat)\b|等|直到|监|待|まで|監視",
    re.I,
)
_PENDING = quick(  # a state, in a result, that is about to become another
    r"\b(?:processing|pending|queued|in[ _-]?progress|not[ _-]ready|(?:still )?running|building|waiting"
    r"|in bearbeitung|läuft noch|wartend|en cours|en attente|en curso|en proceso|procesando"
    r"|em andamento|processando|aguardando|in behandeling|bezig)\b"
    r"|处理中|进行中|排队|等待|処理中|実行中|待機",
    re.I,
)
_SEARCH = re.compile(r"search|find|quer|look_?up|grep|glob", re.I)
NO_LOOKS = frozenset({"cd", "pushd", "popd", "export", "source", ".", "set", "unset"})  # the next command may differ
_GIT_LOOKS = frozenset(
    {"status", "diff", "log", "show", "blame", "grep", "branch", "remote", "rev-parse", "ls-files", "describe"}
)
_LINES = 40  # of what a program printed, at the beginning and at the end, that are compared
_STATUS = quick(r"^\W{0,3}(?:process )?(?:exit(?:ed)?|return)[ _-]?(?:with )?(?:code|status)?\W{0,4}-?\d{1,5}\W*$")
QUICK = frozenset({"act", "edit", "commit", "delegate"})  # these do not turn out otherwise by themselves


@dataclass(frozen=True)
class Attempt:
    """One use of a tool with what came of it; `batch` is shared by calls that one message asked for together."""

    call: ToolCall
    work: Work
    batch: str

    @cached_property
    def act(self) -> str:
        """What was done, for comparing."""
        return call_key(self.call.name, self.call.arguments)

    @cached_property
    def loosely(self) -> str:
        """What was done, but for looks."""
        return cosmetic_key(self.call.name, self.call.arguments)

    @cached_property
    def outcome(self) -> str:
        """What came of it, for comparing."""
        return outcome_key(self.call.result)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Of a program (a command, a query in a language such as SQL): the lines that it ended with, for comparing;
        without the one that only says that it failed."""
        if not self.work.program:
            return (self.outcome,)
        printed = [line for line in plain_output(self.call.result).splitlines() if line.strip()]
        keys = [outcome_key(line) for line in [*printed[:_LINES], *printed[_LINES:][-_LINES:]]]
        return tuple(k for k in keys if not _STATUS.match(k))

    @cached_property
    def failed(self) -> bool:
        """It ended in an error, or brought nothing for a reason that trying again will not remove."""
        if self.call.status in ("rejected", "unknown") or refused(self.call.result):
            return False
        return self.call.failed or self.work.outcome == "red" or fruitless(self.call.result) == "blocked"

    @cached_property
    def may_pass(self) -> bool:
        """It failed in a way that may pass by itself."""
        return self.failed and passing(self.call.result)

    @cached_property
    def named(self) -> frozenset[str]:
        """Values of the call, or of its program, that the error names."""
        error, arguments = self.call.result, self.call.arguments
        return named(error, arguments) | (held(error, self.work.program) if self.work.program else frozenset())

    @cached_property
    def lacking(self) -> frozenset[str]:
        """What the error says is required and the call does not give."""
        return lacking(self.call.result, self.call.arguments)


def attempts(run: Run) -> dict[int, Attempt]:
    """Every tool call of the run whose result is known, by step number; take it by `run.memo(attempts)`."""
    kinds = run.memo(works)
    reviewed = _reviewed_places(run)
    batches = _batches(run)
    return {
        c.number: Attempt(c, kinds[c.number], batches[c.number])
        for c in run.tool_calls
        if c.number in kinds and c.place not in reviewed
    }


def _batches(run: Run) -> dict[int, str]:
    """Which message asked for a call, by step number. Where that is not written, the last one before it, if the source
    has a message for most calls; else each call stands for itself."""
    asked: dict[str, str] = {}
    messages = sum(isinstance(s, ModelCall) for s in run.steps)
    last = ""
    found: dict[int, str] = {}
    for step in run.steps:
        if isinstance(step, ModelCall):
            last = f"m{step.number}"
            asked.update(dict.fromkeys(step.call_ids, last))
        elif isinstance(step, ToolCall):
            own = f"c{step.number}"
            found[step.number] = asked.get(step.call_id) or (
                last if last and messages * 2 > len(run.tool_calls) else own
            )
    return found


def _reviewed_places(run: Run) -> set[Place]:
    """Where a reviewer judged a result: such steps are compared as the reviewer saw them."""
    return {s.place for s in run.steps if isinstance(s, Verdict) and s.subject and s.seen}


def is_wait(call: ToolCall) -> bool:
    """It waits for something."""
    return bool(_WAIT.match(bare_name(call.name)) or _SLEEP.search(command_of(call)[:2000]))


# --- failures that come again --------------------------------------------------------------------------------------


def failing_groups(run: Run) -> list[list[Attempt]]:
    """Failures of one tool with errors of one sort, with nothing between that could change the outcome."""
    known = run.memo(attempts)
    going: dict[str, list[Attempt]] = {}
    of_act: dict[str, set[str]] = {}  # call -> groups that hold it
    done: list[list[Attempt]] = []
    seen: dict[str, list[Attempt]] = {}  # by what was done
    for step in run.steps:
        attempt = known.get(step.number)
        ended: Iterable[str] = ()
        if isinstance(step, UserMessage | Interruption):
            ended = [k for k, g in going.items() if _starts_afresh(step, g[0])]
        elif attempt is not None and attempt.failed:
            said = attempt.lines[-1] if attempt.work.program and attempt.lines else attempt.call.result
            key = f"{bare_name(attempt.call.name)}\0{loose_key(said)}"
            going.setdefault(key, []).append(attempt)
            of_act.setdefault(attempt.act, set()).add(key)
        elif attempt is not None and attempt.call.status != "rejected":
            ended = _ended_by(attempt, going, of_act, new=not any(_same(attempt, b) for b in seen.get(attempt.act, ())))
            seen.setdefault(attempt.act, []).append(attempt)
        done += [going.pop(k) for k in ended if k in going]
    return [g for g in map(_one_a_batch, [*done, *going.values()]) if len(g) > 1]


def _same(one: Attempt, two: Attempt) -> bool:
    """Two uses of the same call with the same outcome; results are brought into their normal form only where needed."""
    return one.call.result == two.call.result or one.outcome == two.outcome


def _starts_afresh(step: UserMessage | Interruption, attempt: Attempt) -> bool:
    """After the user spoke, what commands and look-ups meet may be another world; what acts still breaks the same rule,
    unless the user asks for another try."""
    if isinstance(step, Interruption):
        return True
    return not step.system and (attempt.work.sort not in QUICK or asks_again(step.text))


def _ended_by(
    attempt: Attempt, going: Mapping[str, Sequence[Attempt]], of_act: Mapping[str, set[str]], *, new: bool
) -> Iterable[str]:
    """Groups that a success ends: all when it may have changed something (unless it only did once more what was done
    before), those of the same call, or after a wait those whose failure may pass."""
    if is_wait(attempt.call):
        return [k for k, g in going.items() if g[-1].may_pass]
    return list(going) if new and _may_change(attempt) else of_act.get(attempt.act, ())


_ASKS = frozenset(  # second words of programs that show something: npm config get, docker ps, pip show
    ("get", "list", "ls", "show", "info", "status", "view", "describe", "version", "--version", "-v", "-V", "why", "ps")
)


def _only_asks(command: str) -> bool:
    """Whether each command is a program's way to show something, and writes nothing."""
    commands = [words for words, _ in simple_commands(command)]
    return bool(commands) and ">" not in command and all(_ASKS & set(words[1:3]) for words in commands)


def _may_change(attempt: Attempt) -> bool:
    """Anything but looking, asking and testing; of commands, anything that is not known only to look."""
    sort = attempt.work.sort
    if sort == "run" and attempt.work.command and _only_asks(attempt.work.command):
        return False
    if sort != "look" or not attempt.work.command:
        return sort not in ("look", "ask", "test")
    return any(
        words[0] in NO_LOOKS or (words[0] == "git" and not _GIT_LOOKS & set(words[1:3]))
        for words, _ in simple_commands(attempt.work.command)
    )


def _one_a_batch(group: Sequence[Attempt]) -> list[Attempt]:
    """The first attempt of each message, and none that began before the one before it had ended."""
    kept: list[Attempt] = []
    for a in {a.batch: a for a in reversed(group)}.values():
        kept.append(a)
    kept.reverse()
    return [a for n, a in enumerate(kept) if n == 0 or not _at_once(kept[n - 1].call, a.call)]


def _at_once(one: ToolCall, two: ToolCall) -> bool:
    return one.ended is not None and two.started is not None and two.started < one.ended


# --- results that come again ---------------------------------------------------------------------------------------


def idle_rows(run: Run) -> list[list[Attempt]]:
    """Rows of calls of which each repeats an earlier one with the same result, so that nothing new is learnt; each row
    begins with the first call that is repeated. Polling and waiting are no such rows."""
    known = run.memo(attempts)
    first: dict[str, list[Attempt]] = {}  # by what was done
    row: list[Attempt] = []
    done: list[list[Attempt]] = []
    waited_for = bool(run.parent_id) or any(_UNTIL.search(r.text[:4000]) for r in run.requests)
    for step in run.steps:
        attempt = known.get(step.number)
        waited_for = waited_for or (attempt is not None and attempt.work.sort not in ("look", "ask"))
        if isinstance(step, Compaction | Interruption) or (isinstance(step, UserMessage) and not step.system):
            done.append(row)
            first, row = {}, []
            continue
        if attempt is None or attempt.call.status == "rejected" or attempt.failed or refused(attempt.call.result):
            continue
        before = next((b for b in first.get(attempt.act, ()) if _same(attempt, b)), None)
        if before is None or _polls(attempt, waited_for):
            done.append(row)
            first, row = ({} if attempt.work.changes else first), []
            first.setdefault(attempt.act, []).append(attempt)
        else:
            row += [attempt] if row else [before, attempt]
    return [r for r in map(_one_a_batch, [*done, row]) if len(r) > 1]


def asks_state(attempt: Attempt) -> bool:
    """By its name and what it asks for, it waits for something or asks how something stands."""
    return is_wait(attempt.call) or bool(_POLL.search(f"{attempt.call.name} {attempt.act[:400]}"))


def _polls(attempt: Attempt, waited_for: bool) -> bool:
    """It waits for something, or its result says too little to tell whether anything changed ("ok", "clicked"). To read
    a log again is to wait only where something was done (`waited_for`) that may be writing it."""
    call, looks = attempt.call, attempt.work.sort == "look"
    tells = len(call.result.strip()) >= (30 if looks else 60)
    named = f"{call.name} {attempt.act[:400]}"
    tells = tells or (looks and bool(_SEARCH.search(call.name)) and fruitless(call.result) == "empty")
    return (
        is_wait(call)
        or call.status == "unknown"
        or not tells
        or bool(_POLL.search(named))
        or (waited_for and bool(_LOGGED.search(named)))
        or (len(call.result) <= 400 and bool(_PENDING.search(call.result)))  # a record may be "pending" for months
    )
