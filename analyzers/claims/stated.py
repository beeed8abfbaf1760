"""The amounts that an agent states, each with what it rests on: `run.memo(claims)`.

A claim is an amount of money in a message of the agent, in its final answer, or among the arguments of a call that pays
or books. Its verdict:

    found       a result, the user or standing text holds it
    weak        a text holds the number, and nothing says that it is money there: nothing else is built on it
    computed    the run's calculator gave it, and every operand is known
    derived     it follows from known amounts by a small step (see sums.py); `how` says which
    operand     the calculator gave it, but an operand is known nowhere; `how` names it
    rests       it follows only with the help of another amount that is known nowhere
    loose       a bound, an example, an end of a range, zero: nothing is stated that could be wrong
    unknown     it is nowhere, but a result before it is missing or cut
    nowhere     none of these
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from planscope.analyzers.claims.basis import Known, alike, scene
from planscope.analyzers.claims.calculator import operands
from planscope.analyzers.claims.equations import true_equations
from planscope.analyzers.claims.held import Holdings, Source, holdings
from planscope.analyzers.claims.statements import Text, statements
from planscope.analyzers.claims.sums import derivation
from planscope.analyzers.claims.terms import Basis, room
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.counts import counts_in, percents_in
from planscope.analyzers.numbers.money import Amount
from planscope.collector.run import Run
from planscope.collector.span import Place

ROUNDED = 20  # whole amounts from here on may be rounded ones
SMALL = 100  # a whole number up to this may be a count
PASSES = 4  # over one text, each making use of what the last found
CROWDED = 40  # amounts of one text that are followed up; a text with more is a list, and what it lists is looked up
LINE = 300  # characters to each side of an amount that count as its line
NEIGHBOURS = 60  # amounts before and after one that it may be made of
TRIES = 2000  # derivations that are looked for in one run; what is left then is not judged
Verdict = Literal["found", "weak", "computed", "derived", "operand", "rests", "loose", "unknown", "nowhere"]
GOOD = frozenset({"found", "computed", "derived"})


@dataclass(frozen=True, slots=True)
class Claim:
    """One stated amount. `line` is the text around it; `source` where the run holds it (a step), None when nowhere."""

    amount: Amount
    step: int
    place: Place
    line: str
    verdict: Verdict
    how: str = ""
    source: Source | None = None
    argument: str = ""  # the key, for an amount in a call's arguments
    operands: tuple[Decimal, ...] = ()  # those that are known nowhere
    message: int = 0  # which piece of text it stands in

    @property
    def value(self) -> Decimal:
        """The amount."""
        return self.amount.value

    @property
    def exact(self) -> Decimal:
        """The amount as the run holds it, where it was rounded."""
        rounded = self.source is not None and abs(self.source.value - self.value) <= room(self.amount.places)
        return self.source.value if rounded and self.source is not None else self.value

    @property
    def unit(self) -> str:
        """Its currency, "" when unknown."""
        return self.amount.unit


def claims(run: Run) -> tuple[Claim, ...]:
    """Every amount that the agent states, in order. Use it as `run.memo(claims)`."""
    texts = run.memo(statements)
    if not texts:
        return ()
    held = run.memo(holdings)
    known = Known()
    found: list[Claim] = []
    tries = TRIES
    for n, text in enumerate(texts):
        known.take(held, text.step)
        reading = _Reading(text, held, known, n, tries)
        judged = reading.judge()
        tries = reading.tries
        known.say([c.value for c in judged if c.verdict in GOOD], text.text)
        known.bad |= {c.value for c in judged if c.verdict in ("nowhere", "operand")}
        found += judged
    return tuple(found)


# --- look-up -------------------------------------------------------------------------------------------------------


def _looked_up(claim: Claim, held: Holdings, known: Known) -> Claim:
    a = claim.amount
    source = _source(a, claim.step, held)
    if source is not None:
        return replace(claim, verdict="found" if source.money else "weak", source=source)
    if a.value == 0 or a.stance in ("bound", "example"):
        return replace(claim, verdict="loose")
    if a.value % 50 == 0 and any(at < claim.step for at in held.worded):
        return replace(claim, verdict="loose", how="the user may have spelled it out")
    if a.value in known.good:
        return replace(claim, verdict="derived", how="stated before")
    return _calculated(claim, held, known)


def _source(a: Amount, step: int, held: Holdings) -> Source | None:
    """Where the run holds it: as written, rounded, or in minor units (1249.00 as 124900)."""
    exact = [s for v in a.readings if (s := held.find(v, step)) is not None]
    if exact:
        return max(exact, key=lambda s: s.money)
    if a.places < 0:
        return held.find_near(a.value, room(a.places), step)
    if (a.places == 0 and a.value >= ROUNDED) or a.places == 2:
        rounded = held.find_rounded(a.value, step)
        if rounded is not None:
            return rounded
    minor = held.find(a.value * 100, step) if a.places == 2 else None
    return minor if minor is not None and minor.money else None


def _calculated(claim: Claim, held: Holdings, known: Known) -> Claim:
    """Whether the calculator gave it, from what is known."""
    worked = [c for at, c in held.calculations if at < claim.step and _same(c.value, claim.amount)]
    if not worked:
        return claim
    strange = [known.strange(c, held, claim.step) for c in worked]
    if not all(strange):
        return replace(claim, verdict="computed", how=worked[strange.index(())].expression)
    return replace(claim, verdict="operand", how=worked[-1].expression, operands=strange[-1])


def _same(value: Decimal, amount: Amount) -> bool:
    return any(abs(value - r) <= room(amount.places) for r in amount.readings)


# --- one text ------------------------------------------------------------------------------------------------------


class _Reading:
    """One text while its amounts are judged. What is looked up comes first; what follows from that, next; and so on,
    for a total may stand before its parts."""

    def __init__(self, text: Text, held: Holdings, known: Known, message: int, tries: int) -> None:
        self.text, self.held, self.known, self.tries = text, held, known, tries
        self.left = CROWDED * PASSES
        self.starts = [0, *(m.end() for m in re.finditer("\n", text.text))]
        keys = text.keys or ("",) * len(text.amounts)
        blank = [
            Claim(a, text.step, text.place, self._line(a), "nowhere", argument=k, message=message)
            for a, k in zip(text.amounts, keys, strict=True)
        ]
        self.made = [_looked_up(c, held, known) for c in blank]
        self.bill = any(a.total for a in text.amounts)

    def judge(self) -> list[Claim]:
        """The claims of the text with their verdicts."""
        if any(c.verdict == "nowhere" for c in self.made):
            self.scene = scene(self.held, self.known, self.text.text, self.text.step)
            self.equations = list(true_equations(self.text.text))
            self._follow()
            self._rest()
        missing = self.held.missing_before(self.text.step)
        doubtful = ("nowhere", "operand", "rests") if missing else ()
        return [replace(c, verdict="unknown", how=missing) if c.verdict in doubtful else c for c in self.made]

    def _follow(self) -> None:
        for _ in range(PASSES):
            before = list(self.made)
            for n, claim in enumerate(self.made):
                if claim.verdict == "nowhere":
                    self.made[n] = self._followed(n, claim)
            if self.made == before:
                return

    def _followed(self, n: int, claim: Claim) -> Claim:
        good = [c for c in self.made if c.verdict in GOOD]
        if any(c.value == claim.value for c in good):
            return replace(claim, verdict="derived", how="stated beside")
        self.left -= 1
        if self.tries <= 0 or self.left < 0:
            return replace(claim, verdict="loose", how="too many amounts to follow up")
        self.tries -= 1
        how = self._written_out(claim) or self._derived(n, claim, good, self.scene)
        return replace(claim, verdict="derived", how=how) if how else claim

    def _written_out(self, claim: Claim) -> str:
        """The sum that the text writes out for it and that holds, when every number in it is known."""
        for e in self.equations:
            if claim.amount.start <= e.at < claim.amount.end and all(map(self._is_known, operands(e.plain))):
                return e.left
        return ""

    def _is_known(self, operand: tuple[Decimal, bool]) -> bool:
        value = operand[0]
        stated = [c for c in self.made if c.value == value]
        if stated:
            return any(c.verdict in GOOD for c in stated)
        small = (value <= SMALL and value == value.to_integral_value()) or (not operand[1] and value == 1)
        return small or value in self.known.good or self.held.find(value, self.text.step) is not None

    def _rest(self) -> None:
        """A sum that is right once the amounts that are known nowhere, or not as money, are taken as given is no second
        fault."""
        given = [c for c in self.made if c.verdict != "loose"]
        if all(c.verdict in GOOD for c in given):
            return
        own = replace(self.scene, records=(), columns=(), series=(), cents=(), counts=self.scene.named)
        for n, claim in enumerate(list(self.made)):
            if claim.verdict == "nowhere" and claim.value not in self.known.bad and self._concludes(claim):
                self.left -= 1
                if self.left < 0:
                    return
                others = [c for c in given if c.value != claim.value and (c in self.made[:n] or not claim.amount.total)]
                how = self._derived(n, claim, others, own)
                self.made[n] = replace(claim, verdict="rests", how=how) if how else claim

    def _concludes(self, claim: Claim) -> bool:
        """Whether the words or a sign of equality say that the amount is worked out from others."""
        left = self.text.text[self.starts[self._row(claim.amount)] : claim.amount.start].rstrip(" *$€£¥≈~")
        said = words.TOTALS.search(claim.line) or words.DIFFERENCE.search(claim.line) or words.SHARE.search(claim.line)
        return claim.amount.total or left.endswith(("=", "＝")) or bool(said)

    def _derived(self, n: int, claim: Claim, good: Sequence[Claim], scene: Basis) -> str:
        a = claim.amount
        ids = {id(c) for c in good} - {id(c) for c in self._conclusions(a)}
        before = [(c.amount, c.exact) for c in self.made[:n] if id(c) in ids][-NEIGHBOURS:]
        after = [(c.amount, c.exact) for c in self.made[n + 1 :] if id(c) in ids][:NEIGHBOURS]
        own = [a for a, _ in (*before, *after)]
        basis = replace(
            scene,
            before=self._rows(before),
            after=self._rows(after),
            counted=self._counted(before),
            alike=alike(self.text.text, own),
            subtotals=tuple(dict.fromkeys(x.value for x in own if x.total)),
            same=tuple(v for x, v in (*before, *after) if self._row(x) == self._row(a)),
            bill=self.bill and not a.one,
            shares=frozenset(percents_in(claim.line)),
            beside=frozenset(counts_in(claim.line, large=True)),
        )
        return derivation(a.value, a.places, basis, f"{a.head} {claim.line}".strip(), total=a.total)

    def _conclusions(self, a: Amount) -> list[Claim]:
        """What the line draws from the amount, behind a sign of equality: no ground for the amount itself."""
        end = self.starts[self._row(a) + 1] if self._row(a) + 1 < len(self.starts) else len(self.text.text)
        at = re.search(r"[=＝]", self.text.text[a.end : end])
        return [c for c in self.made if at and a.end + at.start() < c.amount.start < end]

    # --- lines ---

    def _row(self, a: Amount) -> int:
        return bisect_right(self.starts, a.start) - 1

    def _line(self, a: Amount) -> str:
        row = self._row(a)
        end = self.starts[row + 1] if row + 1 < len(self.starts) else len(self.text.text)
        return self.text.text[max(self.starts[row], a.start - LINE) : min(end, a.end + LINE)].strip()

    def _rows(self, found: Sequence[tuple[Amount, Decimal]]) -> tuple[tuple[Decimal, ...], ...]:
        by_line: dict[int, list[Decimal]] = {}
        for a, value in found:
            by_line.setdefault(self._row(a), []).append(-value if a.minus else value)
        return tuple(tuple(v) for _, v in sorted(by_line.items()))

    def _counted(self, found: Sequence[tuple[Amount, Decimal]]) -> tuple[Decimal, ...]:
        """What each line comes to when it says how often its price counts ("2 × $45")."""
        by_line = {self._row(a): a for a, _ in found}
        lines = []
        for _, a in sorted(by_line.items()):
            line, value = self._line(a), -a.value if a.minus else a.value
            if _TIMES.search(line) and "=" not in line:
                for n in counts_in(line):
                    value *= n
            lines.append(value)
        return tuple(lines) if any(_TIMES.search(self._line(a)) for a in by_line.values()) else ()


_TIMES = re.compile(r"[x×*]\s?\d|\d\s?[x×]|×")
