"""Puts questions to a judge: several at a time, each in a context of its own, with one retry, and failing closed. What
is not answered in the form asked for, in time and within the budget is abstained from."""

import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from planscope.analyzers.judge.cache import Cache
from planscope.analyzers.judge.cost import Purse, Usage
from planscope.analyzers.judge.question import OPEN, Decided, Invalid, Question, decided, key_of, prompt, size

LONGEST_WAIT = 30.0  # seconds; a service that wants a longer pause is not asked again
PAUSE = 1.0  # where it does not say for how long


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model replied; `cut` when it did not come to its end, `refused` when it would not answer."""

    text: str
    usage: Usage
    cut: bool = False
    refused: bool = False


class NoReply(Exception):
    """The service gave no reply to this question; the reason is a clause. `wait`: seconds after which it may, None
    when asking again is of no use."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.reason, self.wait = reason, wait


class Refused(Exception):
    """The service lets nobody in (a key that is not accepted, an unknown model): no question will be answered."""


class Judge(Protocol):
    """Something that answers questions. `name` stands in findings; `most` is how many tokens a reply may have."""

    name: str
    most: int

    def reply(self, system: str, message: str, question: Question) -> Reply:
        """One answer in a context of its own. Raises NoReply and Refused. Called from several threads."""
        ...


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a question: decided, or abstained from for a reason (a clause)."""

    question: Question
    decided: Decided | None
    reason: str = ""
    cached: bool = False

    @property
    def abstained(self) -> bool:
        """Whether it tells nothing."""
        return self.decided is None or self.decided.answer == OPEN

    @property
    def fault(self) -> bool:
        """Whether it makes a finding."""
        return self.decided is not None and self.decided.answer == self.question.fault


@dataclass
class Asked:
    """All answers, in the order of the questions; `requests` that were made, `refused` why the service lets nobody
    in."""

    answers: list[Answer] = field(default_factory=list)
    requests: int = 0
    usage: Usage = field(default_factory=Usage)
    refused: str = ""
    interrupted: bool = False


def ask_all(
    questions: Sequence[Question],
    judge: Judge,
    cache: Cache,
    *,
    budget: int,
    parallel: int = 4,
    heard: Callable[[], None] = lambda: None,
    sleep: Callable[[float], None] = time.sleep,
) -> Asked:
    """Asks what the cache does not know. `budget` is the most tokens, sent and received, that this may take. Ctrl-C
    leaves what is not answered yet abstained from."""
    work = _Work(judge, cache, Purse(budget), sleep)
    waiting: queue.SimpleQueue[tuple[int, Question] | None] = queue.SimpleQueue()
    done: queue.SimpleQueue[tuple[int, Answer]] = queue.SimpleQueue()
    found: dict[int, Answer] = {}
    for item in enumerate(questions):
        waiting.put(item)
    for _ in range(workers := min(parallel, len(questions))):
        waiting.put(None)
    interrupted = False
    try:
        for _ in range(workers):  # of our own, for those of the standard pool would keep Ctrl-C waiting
            threading.Thread(target=work.through, args=(waiting, done), daemon=True).start()
        while len(found) < len(questions):
            n, answer = done.get()
            found[n] = answer
            heard()
    except KeyboardInterrupt:
        interrupted = work.stopped = True
    answers = [found.get(n) or Answer(q, None, "interrupted") for n, q in enumerate(questions)]
    return Asked(answers, work.requests, work.purse.used, work.refused, interrupted)


class _Work:
    """What the threads share."""

    def __init__(self, judge: Judge, cache: Cache, purse: Purse, sleep: Callable[[float], None]) -> None:
        self.judge, self.cache, self.purse, self.sleep = judge, cache, purse, sleep
        self.lock = threading.Lock()
        self.requests, self.refused, self.stopped = 0, "", False
        self.not_before = 0.0  # when the service asked for a pause, it gets it from all

    def through(
        self,
        waiting: "queue.SimpleQueue[tuple[int, Question] | None]",
        done: "queue.SimpleQueue[tuple[int, Answer]]",
    ) -> None:
        """Answers questions until there are no more."""
        while (item := waiting.get()) is not None and not self.stopped:
            n, question = item
            try:
                answer = self.answer(question)
            except (
                BaseException
            ) as e:  # a mistake of ours or of the client costs this question, and not the whole check
                answer = Answer(question, None, f"the question could not be put ({type(e).__name__})")
            done.put((n, answer))

    def answer(self, question: Question) -> Answer:
        """From the cache, else from the judge."""
        key = key_of(question, self.judge.name)
        kept = self.cache.get(key, question)
        if kept is not None:
            return Answer(question, kept, cached=True)
        outcome = self._once(question)
        if isinstance(outcome, Invalid) and not isinstance(outcome, _GaveUp):
            outcome = self._once(question, "" if isinstance(outcome, _Later) else outcome.reason)
        if isinstance(outcome, Invalid):
            return Answer(question, None, outcome.reason)
        self.cache.put(key, outcome)
        return Answer(question, outcome)

    def _once(self, question: Question, wrong: str = "") -> Decided | Invalid:
        """One request. `wrong` is what was wrong with the reply before."""
        if self.refused or self.stopped:
            return _GaveUp(self.refused or "interrupted")
        system, message = prompt(question, _fence(question))
        if wrong:
            message += f"\n\nAn earlier reply did not count: {wrong}."
        expected = size(question) + self.judge.most
        if not self.purse.reserve(expected):
            return _GaveUp("the budget of tokens is used up")
        usage = Usage()
        try:
            self._pause()
            with self.lock:
                self.requests += 1
            reply = self.judge.reply(system, message, question)
            usage = reply.usage
        except Refused as e:
            self.refused = str(e)
            return _GaveUp(str(e))
        except NoReply as e:
            return self._later(e)
        finally:
            self.purse.settle(expected, usage)
        if reply.refused:
            return _GaveUp("the model would not answer")
        return Invalid("the reply was cut off") if reply.cut else decided(question, reply.text)

    def _later(self, error: NoReply) -> Invalid:
        """Notes the pause that the service wants."""
        if error.wait is None:
            return _GaveUp(error.reason)
        if error.wait > LONGEST_WAIT:
            return _GaveUp(f"{error.reason}, for more than {LONGEST_WAIT:.0f} seconds")
        with self.lock:
            self.not_before = max(self.not_before, time.monotonic() + error.wait)
        return _Later(error.reason)

    def _pause(self) -> None:
        """Waits where the service asked for a pause."""
        left = self.not_before - time.monotonic()
        if left > 0:
            self.sleep(left)


class _GaveUp(Invalid):
    """Asking again is of no use."""


class _Later(Invalid):
    """There was no reply, so that nothing was wrong with it."""


def _fence(question: Question) -> str:
    """Marks that nobody could know when the trace was written."""
    while any((made := secrets.token_hex(8)) in m.text for m in question.materials):
        pass
    return made


def estimate(questions: Sequence[Question], cache: Cache, model: str) -> tuple[int, int]:
    """How many of the questions will be asked, since the cache does not know them, and about how many tokens they
    are."""
    fresh = list(_unknown(questions, cache, model))
    return len(fresh), sum(map(size, fresh))


def _unknown(questions: Sequence[Question], cache: Cache, model: str) -> Iterator[Question]:
    return (q for q in questions if cache.get(key_of(q, model), q) is None)
