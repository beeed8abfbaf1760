"""The amounts that an agent states, each with what it rests on: `run.memo(claims)`.

What a claim is, and its verdicts, is in claim.py.
"""

import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import islice

from planscope.analyzers.claims.basis import Known, alike, scene
from planscope.analyzers.claims.calculator import operands
from planscope.analyzers.claims.claim import GOOD, Claim, looked_up
from planscope.analyzers.claims.equations import true_equations
from planscope.analyzers.claims.held import Holdings, holdings
from planscope.analyzers.claims.missed import missed, missed_beside
from planscope.analyzers.claims.names import names_held
from planscope.analyzers.claims.ordered import PRICES, Picked, given_for, picked
from planscope.analyzers.claims.statements import Text, statements
from planscope.analyzers.claims.sums import derivation, named_sums, own_line
from planscope.analyzers.claims.terms import Basis
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.counts import counts_in, percents_in
from planscope.analyzers.numbers.money import Amount
from planscope.collector.run import Run

SMALL = 100  # a whole number up to this may be a count
PASSES = 4  # over one text, each making use of what the last found
CROWDED = 40  # amounts of one text that are followed up; a text with more is a list, and what it lists is looked up
LINE = 300  # characters to each side of an amount that count as its line
NEIGHBOURS = 60  # amounts before and after one that it may be made of
TRIES = 2000  # derivations that are looked for in one run; what is left then is not judged


def claims(run: Run) -> tuple[Claim, ...]:
    """Every amount that the agent states, in order. Use it as `run.memo(claims)`."""
    texts = run.memo(statements)
    if not texts:
        return ()
    held = run.memo(holdings)
    known = Known()
    found: list[Claim] = []
    tries = TRIES
    picks = picked(run, held)
    for n, text in enumerate(texts):
        known.take(held, text.step)
        reading = _Reading(text, held, known, n, tries, picks)
        judged = reading.judge()
        tries = reading.tries
        known.say([c.value for c in judged if c.verdict in GOOD], text.text)
        known.bad |= {c.value for c in judged if c.verdict in ("nowhere", "operand")}
        found += judged
    return tuple(found)


# --- one text ------------------------------------------------------------------------------------------------------


class _Reading:
    """One text while its amounts are judged. What is looked up comes first; what follows from that, next; and so on,
    for a total may stand before its parts."""

    def __init__(self, text: Text, held: Holdings, known: Known, message: int, tries: int, picks: Picked) -> None:
        self.text, self.held, self.known, self.tries, self.picks = text, held, known, tries, picks
        self.left = CROWDED * PASSES
        self.starts = [0, *(m.end() for m in re.finditer("\n", text.text))]
        keys = text.keys or ("",) * len(text.amounts)
        blank = [
            Claim(a, text.step, text.place, self._line(a), "nowhere", argument=k, message=message)
            for a, k in zip(text.amounts, keys, strict=True)
        ]
        self.made = [looked_up(c, held, known) for c in blank]
        self.bill = any(a.total for a in text.amounts)

    def judge(self) -> list[Claim]:
        """The claims of the text with their verdicts."""
        self.picks.take(self.made)
        if any(c.verdict == "nowhere" for c in self.made):
            self.scene = self._scene()
            self.equations = list(true_equations(self.text.text))
            self._follow()
            self._rest()
            self._miss()
        missing = self.held.missing_before(self.text.step)
        doubtful = ("nowhere", "operand", "rests") if missing else ()
        return [replace(c, verdict="unknown", how=missing) if c.verdict in doubtful else c for c in self.made]

    def _scene(self) -> Basis:
        names = self.held.once(names_held) if self.text.factors else None
        mine = names.latest_in(self.text.names, self.text.step, PRICES) if names else []
        given = tuple(given_for(self.text.factors, mine))
        lines = (*given, *self.picks.lines())
        made = scene(self.held, self.known, self.text.text, self.text.step)
        return replace(made, lines=lines, ordered=self.picks.totals())

    def _follow(self) -> None:
        self.good = [n for n, c in enumerate(self.made) if c.verdict in GOOD]  # their places
        self.values = {self.made[n].value for n in self.good}
        for _ in range(PASSES):
            before = list(self.made)
            for n, claim in enumerate(self.made):
                if claim.verdict == "nowhere":
                    self.made[n] = self._followed(n, claim)
                    if self.made[n].verdict in GOOD:
                        insort(self.good, n)
                        self.values.add(claim.value)
            if self.made == before:
                return

    def _followed(self, n: int, claim: Claim) -> Claim:
        if claim.value in self.values:
            return replace(claim, verdict="derived", how="stated beside")
        self.left -= 1
        if self.tries <= 0 or self.left < 0:
            return replace(claim, verdict="loose", how="too many amounts to follow up")
        self.tries -= 1
        how = self._written_out(claim) or self._derived(n, claim, self.good, self.scene)
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
        return small or value in self.known.good or self._is_held(value) or self._is_share(value)

    def _is_held(self, value: Decimal) -> bool:
        return self.held.find(value, self.text.step) is not None

    def _is_share(self, value: Decimal) -> bool:
        """Whether it is what a percentage that the run holds leaves, adds, or takes: 5 % makes 0.95, 1.05 and 0.05."""
        return 0 < value < 2 and any(
            self._is_held(p) for p in ((1 - value) * 100, (value - 1) * 100, value * 100) if p > 0
        )

    def _rest(self) -> None:
        """A sum that is right once the amounts that are known nowhere, or not as money, are taken as given is no second
        fault."""
        before = list(self.made)
        if all(c.verdict in GOOD or c.verdict == "loose" for c in before):
            return
        own = replace(self.scene, records=(), columns=(), series=(), cents=(), counts=self.scene.named)
        for n, claim in enumerate(before):
            if claim.verdict == "nowhere" and claim.value not in self.known.bad and self._concludes(claim):
                self.left -= 1
                if self.left < 0:
                    return
                how = self._derived(n, claim, self._others(n, claim, before), own)
                self.made[n] = replace(claim, verdict="rests", how=how) if how else claim

    def _others(self, n: int, claim: Claim, before: Sequence[Claim]) -> list[int]:
        """The places of amounts that one may rest on: any other, for a total one that stands before it."""
        earlier = self.made[:n] if claim.amount.total and not self.text.text else []  # arguments have no places
        return [
            i
            for i, c in enumerate(before)
            if self.made[i] is c and c.verdict != "loose" and c.value != claim.value
            and (i < n or not claim.amount.total or c in earlier)
        ]  # fmt: skip

    def _miss(self) -> None:
        """What those that are still nowhere were probably meant to be."""
        good = [n for n, c in enumerate(self.made) if c.verdict in GOOD]
        for n, claim in enumerate(self.made):
            a = claim.amount
            if claim.verdict == "nowhere" and a.stance == "stated" and self.tries > 0:
                self.tries -= 1
                basis = self._basis(n, claim, good, self.scene)
                own = basis.lines[:1] if self.text.factors else own_line(basis)
                found = missed_beside(a.value, a.places, own) or missed(
                    a.value, a.places, named_sums(basis, self._around(claim), total=a.total)
                )
                self.made[n] = replace(claim, missed=found)

    def _concludes(self, claim: Claim) -> bool:
        """Whether the words or a sign of equality say that the amount is worked out from others."""
        left = self.text.text[self.starts[self._row(claim.amount)] : claim.amount.start].rstrip(" *$€£¥≈~")
        said = words.TOTALS.search(claim.line) or words.DIFFERENCE.search(claim.line) or words.SHARE.search(claim.line)
        return claim.amount.total or left.endswith(("=", "＝")) or bool(said)

    def _derived(self, n: int, claim: Claim, good: Sequence[int], scene: Basis) -> str:
        a = claim.amount
        basis = self._basis(n, claim, good, scene)
        return derivation(a.value, a.places, basis, self._around(claim), total=a.total)

    def _around(self, claim: Claim) -> str:
        return f"{claim.amount.head} {claim.line}".strip()

    def _basis(self, n: int, claim: Claim, good: Sequence[int], scene: Basis) -> Basis:
        """`good`: the places of the amounts that it may be made of, in order."""
        a, drawn = claim.amount, {id(c) for c in self._conclusions(claim.amount)}
        at = bisect_left(good, n)
        before = self._nearest((good[i] for i in range(at - 1, -1, -1)), drawn)[::-1]
        after = self._nearest((good[i] for i in range(at, len(good))), drawn)
        own = [a for a, _ in (*before, *after)]
        return replace(
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

    def _nearest(self, places: Iterator[int], drawn: set[int]) -> list[tuple[Amount, Decimal]]:
        found = (c for n in places if id(c := self.made[n]) not in drawn)
        return [(c.amount, c.exact) for c in islice(found, NEIGHBOURS)]

    def _conclusions(self, a: Amount) -> list[Claim]:
        """What the line draws from the amount, behind a sign of equality: no ground for the amount itself."""
        end = self.starts[self._row(a) + 1] if self._row(a) + 1 < len(self.starts) else len(self.text.text)
        at = re.search(r"[=＝]", self.text.text[a.end : end])
        return [c for c in self.made if a.end + at.start() < c.amount.start < end] if at else []

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
