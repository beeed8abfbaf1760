"""Draft plans and the checks that they must pass before they are carried out.

A validator is a function of the draft. It computes; it is handed the draft alone, never the conversation, so that it
cannot be talked into anything. It fails closed: a validator that crashes has not passed the draft.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypedDict

from planscope.harness.tools import Tool
from planscope.harness.tracing import Tracer


class Line(TypedDict):
    """What one thing in the plan costs."""

    what: str
    amount: float


@dataclass(frozen=True, slots=True)
class Draft:
    """A plan put up to be checked: its text, its lines and the total that it states."""

    plan: str
    lines: tuple[Line, ...]
    total: float
    number: int = 1


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a validator found. `explanation` carries the values, `seen` is what it looked at."""

    name: str
    passed: bool
    explanation: str
    seen: str = ""


class Validator(Protocol):
    """A check of a draft plan."""

    @property
    def name(self) -> str:
        """What the check is called."""

    def check(self, draft: Draft) -> Verdict:
        """What this check says of the draft."""


@dataclass(frozen=True, slots=True)
class WithinBudget:
    """The total is the sum of the lines, and not above the limit."""

    limit: float
    currency: str = ""
    name: str = "within-budget"

    def check(self, draft: Draft) -> Verdict:
        """Adds up the lines and compares."""
        cents = [round(line["amount"] * 100) for line in draft.lines]
        total, limit = round(draft.total * 100), round(self.limit * 100)
        seen = " + ".join(f"{c / 100:.2f}" for c in cents) + f" = {total / 100:.2f}"
        unit = f" {self.currency}" if self.currency else ""
        if not cents:
            return Verdict(self.name, False, "the draft has no lines to add up", seen)
        if sum(cents) != total:
            words = f"the lines come to {sum(cents) / 100:.2f}{unit}, the draft says {total / 100:.2f}"
        elif total > limit:
            words = f"{total / 100:.2f}{unit} is {(total - limit) / 100:.2f} above the limit of {limit / 100:.2f}"
        else:
            words = f"{total / 100:.2f}{unit}, limit {limit / 100:.2f}"
        return Verdict(self.name, sum(cents) == total <= limit, words, seen)


def validate(validators: Sequence[Validator], draft: Draft, tracer: Tracer) -> list[Verdict]:
    """Every validator's verdict on the draft, each with a span of its own."""
    verdicts = []
    for validator in validators:
        with tracer.validator(validator.name) as span:
            try:
                verdict = validator.check(draft)
            except Exception as e:
                verdict = Verdict(validator.name, False, f"could not check: {type(e).__name__}: {e}")
                span.failed(type(e).__name__, str(e))
            span.verdict(verdict.name, verdict.passed, verdict.explanation, subject=draft.plan, seen=verdict.seen)
            verdicts.append(verdict)
    return verdicts


class DraftBoard:
    """Drafts as they are written. Each is checked at once, and the writer is told the verdicts."""

    def __init__(self, validators: Sequence[Validator], tracer: Tracer) -> None:
        self.drafts: list[Draft] = []
        self.verdicts: list[Verdict] = []
        self._validators, self._tracer = validators, tracer

    def write(self, plan: str, lines: list[Line], total: float) -> dict[str, Any]:
        """Put a draft of your plan up to be checked, before you carry it out. Give its text, a line with the amount
        for everything that costs something, and the total. You are told what is wrong with it; write it again until
        every check passes."""
        failed = any(not v.passed for v in self.verdicts)
        trigger = "validator_fail" if failed else "initial" if not self.drafts else ""
        draft = Draft(plan, tuple(lines), total, len(self.drafts) + 1)
        self.drafts.append(draft)
        with self._tracer.plan(draft.number, trigger):
            self.verdicts = validate(self._validators, draft, self._tracer)
        told = [
            {"check": v.name, "verdict": "pass" if v.passed else "fail", "explanation": v.explanation}
            for v in self.verdicts
        ]
        return {"draft": draft.number, "checks": told}

    def tool(self) -> Tool:
        """The tool that a model sees."""
        write: Callable[..., Any] = self.write
        return Tool.of(write, "write_draft_plan")
