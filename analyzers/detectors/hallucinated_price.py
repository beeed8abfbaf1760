"""Finds amounts of money that the run does not support."""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import groupby

from planscope.analyzers.actions.coding import is_coding
from planscope.analyzers.claims.bills import bills
from planscope.analyzers.claims.claim import Claim
from planscope.analyzers.claims.equations import false_equations
from planscope.analyzers.claims.held import Holdings, holdings
from planscope.analyzers.claims.looks import conflicts
from planscope.analyzers.claims.nearest import meant, nearly
from planscope.analyzers.claims.reckonable import reckonable, stated_of
from planscope.analyzers.claims.sightings import sighting
from planscope.analyzers.claims.stated import claims
from planscope.analyzers.claims.statements import Text, statements
from planscope.analyzers.claims.worked import Stated
from planscope.analyzers.detector import Abstained, Evidence, Finding, NotApplicable, Outcome, Severity, detector
from planscope.analyzers.detector import at as quoted
from planscope.analyzers.numbers import money_words as words
from planscope.collector.run import Run, ToolCall

FEW = 3  # a message with more amounts that are nowhere made them up, it did not misread them
OPENING = 400  # characters of a message in which it may call itself an estimate
SHORT_BILL = 6  # amounts in a message up to which a total is its parts or wrong
LONG_BILL = 15  # amounts in a message above which a sum may be made of more than is tried
SHOWN = 5  # amounts named in one message


@detector(
    "hallucinated_price",
    mast=("2.6 Reasoning-action mismatch", "3.3 Incorrect verification"),
    trail=("Language-only hallucination", "Tool output misinterpretation"),
)
def hallucinated_price(run: Run, *, most: int = 8, least: float = 1.0) -> Iterable[Outcome]:
    """An amount of money that the agent states, and that nothing in the run supports or something in it contradicts.

    ## What it finds

    Every amount in the agent's messages, and every amount that it gives to a call that pays or books, is looked up in
    the results so far, the user's messages and the standing text. What is not there may follow by a small step: a sum
    of neighbouring lines or of one list, a multiple by a count that the run names, a difference, a percentage. What
    does not is reported, and so is what is there and wrong. Forms:

    - `no-source`: it is in no result, message of the user or standing text, and no such step gives it.
    - `restated-wrong`: as above, and it is one slip away from an amount of the run: digits swapped, changed or lost,
      the point moved, the cents cut off.
    - `wrong-total`: a total that is not the sum of the lines above it or of what its sentence lists; one person's price
      or one night counted for several, four nights for five, two adults and two children as one of each.
    - `false-sum`: a sum written out that does not hold ("158 + 161 = 329").
    - `miscalculated`: an outcome that misses what the words beside it make of known amounts by two digits swapped or
      one changed, where few combinations are open; or is converted by the wrong direction of a rate.
    - `invented-operand`: a calculator gave it, from a number that is nowhere in the run. What a calculator answers
      proves nothing about what it was given.
    - `contradicts-result`: a call was refused with the right total, and the agent then states another; or the record
      that holds the amount has another one for what the agent calls it (a refund that is what was paid, the second
      child's fee that is the third's).
    - `part-for-whole`: one leg's price is given for a connection of several, or for there and back.
    - `over-budget`: a total is said to be within the budget that the user set, and is more.
    - `other-things-price`: the price of one thing is given for another of the same list.
    - `superseded`, `other-dates-price`: a later result has another price for the thing; or it is that of another date.
    - `other-than-paid`: a line gives another price for a thing than was paid for it.
    - `unknown-thing`: the price of a thing is given for one that nothing in the run names.

    ## Why it matters

    People book, pay and decide by these figures. A wrong one looks like a right one, and half of them are sums: every
    line is true and the total is not.

    ## Example

        result:  {"flight": "KR 204", "price": 1249.00}
        agent:   KR 204 costs 1,294.00.

    restated-wrong: says 1,294.00; the result has 1249.00 (two digits swapped).

    ## How to fix

    Let the agent copy amounts from results instead of retelling them, compute totals with a tool from those amounts,
    and give the number of people or nights to the tool. After a refused payment, take the total from the refusal.

    ## When it abstains

    When a result before the amount is missing, cut, redacted or a picture, for it could hold the amount; when no
    message of the user was captured. It is not applicable when the agent states no amount of money. Bounds ("under
    500"), examples, and amounts in code are not judged; nor is what looks worked out (a share, what is left, a column
    of a table that is reckoned) by a way that was not tried, when the run holds amounts to reckon from. Amounts marked
    as estimates, ranges and "about" are warnings at most, and `about` within a tenth is fine. In coding work only
    amounts with a currency count, and only slips and false sums are reported, as warnings.

    Options: `most`, findings of one run; `least`, smaller amounts are passed over.
    """
    if not run.memo(claims):
        yield NotApplicable("the agent states no amount of money")
        return
    found = list(_Findings(run, Decimal(str(least))).all())
    first = sorted(found, key=lambda f: (f.severity != "error", f.evidence[0].step))[:most]
    yield from sorted(first, key=lambda f: f.evidence[0].step)
    unseen = next((c for c in run.memo(claims) if c.verdict == "unknown"), None)
    if not found and unseen is not None:
        yield Abstained(f"{unseen.amount.raw} is in no result, but {unseen.how}")


class _Findings:
    """Collects what there is to say of one run; each amount is reported once, by the form that says most."""

    def __init__(self, run: Run, least: Decimal) -> None:
        self.run, self.least = run, least
        self.held: Holdings = run.memo(holdings)
        self.claims = run.memo(claims)
        self.texts: tuple[Text, ...] = run.memo(statements)
        self.coding = run.memo(is_coding)
        self.told: set[Decimal] = set()

    def all(self) -> Iterator[Finding]:
        """Every finding, the surest forms first."""
        if not self.coding:
            yield from self._conflicts()
        yield from self._false_sums()
        yield from self._unsupported()

    # --- amounts that the run holds, or that a sum beside them refutes ---

    def _conflicts(self) -> Iterator[Finding]:
        for c in conflicts(self.run):
            if c.claim.value in self.told and c.form not in ("contradicts-result", "over-budget"):
                continue
            self.told |= {c.claim.value} if c.form != "over-budget" else set()
            evidence = (_said(self.run, c.claim), *(sighting(self.run, step, c.around) for step in c.steps))
            message = f"{c.message[:1].upper()}{c.message[1:]}."
            yield Finding(message, evidence, "error" if c.proven else "warning", c.form)

    def _false_sums(self) -> Iterator[Finding]:
        for text in self.texts:
            for e in false_equations(text.text, text.amounts):
                claim = next((c for c in self.claims if c.step == text.step and c.value == abs(e.said)), None)
                if claim is None or claim.value in self.told:
                    continue
                self.told.add(claim.value)
                message = f"Writes {e.text}; {e.left} is {abs(e.value).normalize():f}."
                yield Finding(message, (_said(self.run, claim),), "warning" if self.coding else "error", "false-sum")

    # --- amounts that are nowhere ---

    def _unsupported(self) -> Iterator[Finding]:
        """Message by message: what was misread or miscalculated one by one, the rest of a message together."""
        for _, group in groupby(self.claims, key=lambda c: c.message):  # claims stand in the order of messages
            mine = list(group)
            fresh = self._first_cause([c for c in mine if self._counts(c)])
            self.told |= {c.value for c in mine if c.verdict in ("nowhere", "operand")}
            rest = []
            for c in {c.value: c for c in reversed(fresh)}.values():
                if c.verdict == "nowhere" and not self._sums_up(c):
                    stated = stated_of(self.run, c)
                    open_to_doubt = reckonable(self.run, c, stated)
                    slipped = self._slipped(c, stated, doubt=open_to_doubt)
                    if slipped is not None:
                        yield slipped
                    if slipped is not None or open_to_doubt:
                        continue
                single = self._single(c, alone=len(fresh) <= FEW)
                rest += [c] if single is None else []
                yield from [single] if single is not None else []
            if rest and not self.coding:
                yield self._no_source(sorted(rest, key=lambda c: c.amount.start))

    def _counts(self, claim: Claim) -> bool:
        nowhere = claim.verdict in ("nowhere", "operand") and claim.value >= self.least
        rough = claim.amount.stance in ("about", "range") and nearly(claim, self.claims, self.held)
        return nowhere and claim.value not in self.told and not rough

    def _sums_up(self, claim: Claim) -> bool:
        return any(b.total is claim for b in self.run.memo(bills))

    def _slipped(self, claim: Claim, stated: Stated, *, doubt: bool) -> Finding | None:
        """What the words beside it make of known amounts, where the claim misses that by a slip. `doubt`: it may be
        reckoned in another way."""
        m = None if self.coding else claim.missed
        m = None if m is not None and _a_choice(claim, m.how) else m
        slip = meant(claim, self.held) if m is not None else None
        if slip is not None and slip.same:
            return None
        if m is not None and (m.beside or not stated.follows()):
            message = f"Says {claim.amount.raw}; {m.how} = {m.right:f} ({m.slip})."
            severity: Severity = "error" if m.sure else "warning"
            return Finding(message, (_said(self.run, claim),), severity, "miscalculated")
        right = "" if not doubt or self.coding or claim.amount.stance != "stated" else stated.slipped()
        if not right or _a_choice(claim, right):
            return None
        return Finding(f"Says {claim.amount.raw}; {right}.", (_said(self.run, claim),), "warning", "miscalculated")

    def _first_cause(self, fresh: list[Claim]) -> list[Claim]:
        """What is wrong in an item is wrong in the line that sums it up, in the total and in what is left after it:
        only the first is told of, and what has nothing to do with it."""
        mine = [b for b in self.run.memo(bills) if fresh and b.total.message == fresh[0].message]
        summed = {id(c) for b in mine for c in (*b.lines, b.total)}
        sure = [c for c in fresh if c.verdict == "operand"]
        totals = [c for c in fresh if c.amount.total and c.verdict == "nowhere"]
        end = min((c.amount.start for c in totals), default=1 + max((c.amount.start for c in fresh), default=0))
        lines = [c for c in fresh if c.amount.start < end and not c.amount.total]
        items = [c for c in lines if id(c) not in summed]
        later = [
            c for c in fresh if c.amount.start > end and not c.amount.total and not words.WORKED_OUT.search(c.line)
        ]
        first = items or lines or totals
        return list(dict.fromkeys([*first, *later, *sure]))

    def _single(self, claim: Claim, *, alone: bool) -> Finding | None:
        if claim.verdict == "operand":
            return self._operand(claim)
        if claim.amount.total:
            return self._wrong_total(claim)
        return self._restated(claim) if alone else None

    def _operand(self, claim: Claim) -> Finding:
        step = max(at for at, c in self.held.calculations if at < claim.step and c.expression == claim.how)
        odd = ", ".join(f"{v:f}" for v in claim.operands)
        message = (
            f"States {claim.amount.raw}, worked out as {claim.how}; {odd} is in no result or other text of the run."
        )
        shares = all(
            v < 3 and v != v.to_integral_value() for v in claim.operands
        )  # a rate that may be common knowledge
        evidence = (_said(self.run, claim), sighting(self.run, step, claim.how, "calculation"))
        return Finding(message, evidence, "warning" if shares else self._severity(claim), "invented-operand")

    def _wrong_total(self, claim: Claim) -> Finding | None:
        """A total that is not the sum of the lines directly above it, each of which is known."""
        bill = next((b for b in self.run.memo(bills) if b.total is claim), None)
        if bill is None or any(c.verdict in ("nowhere", "operand") for c in bill.lines) or bill.sum == claim.value:
            return None
        shown = " + ".join(c.amount.raw for c in bill.lines[:SHOWN]) + (" + …" if len(bill.lines) > SHOWN else "")
        message = f"Gives {claim.amount.raw} as the total; the lines above it ({shown}) make {bill.sum:f}."
        rough = claim.amount.stance != "stated" or self.coding
        return Finding(message, (_said(self.run, claim),), "warning" if rough else "error", "wrong-total")

    def _restated(self, claim: Claim) -> Finding | None:
        slip = meant(claim, self.held)
        if slip is None or (self.coding and slip.how == "one digit changed"):
            return None
        where = self.run.steps[slip.source.step]
        name = f"the result of {where.name}" if isinstance(where, ToolCall) else f"the {slip.source.origin}'s text"
        message = f"Says {claim.amount.raw}, which is nowhere in the run; {name} has {slip.source.raw} ({slip.how})."
        evidence = (_said(self.run, claim), sighting(self.run, slip.source.step, slip.source.raw))
        mild = self.coding or slip.how == "the cents cut off" or self._rough(claim)
        sure = slip.same or slip.how == "two digits swapped"
        severity: Severity = "warning" if mild else "error" if sure else self._severity(claim)
        return Finding(message, evidence, severity, "restated-wrong")

    def _no_source(self, rest: Sequence[Claim]) -> Finding:
        first = rest[0]
        shown = ", ".join(c.amount.raw for c in rest[:SHOWN])
        more = f" and {len(rest) - SHOWN} more" if len(rest) > SHOWN else ""
        where = f" as {first.argument}" if first.argument else ""
        message = f"States {shown}{more}{where}: in no result or other text of the run, and no small sum of what is."
        again = [c for c in self.claims if c.value == first.value and c.step > first.step][:2]
        severity = min((self._severity(c) for c in rest), key=("error", "warning", "info").index)
        return Finding(message, tuple(_said(self.run, c) for c in (first, *again)), severity, "no-source")

    def _severity(self, claim: Claim) -> Severity:
        """An error is what a look-up in a run that holds prices proves; an estimate that says so is none."""
        sourced = any(s.money and s.step < claim.step for found in self.held.sources.values() for s in found)
        if not (self.run.tool_calls or self.run.plan_updates or sourced):
            return "info"  # a chat without tools: nobody could look anything up
        doubt = self._rough(claim) or not sourced or self.coding or self._reckoned(claim)
        return "warning" if doubt else "error"

    def _rough(self, claim: Claim) -> bool:
        """Whether it is said to be an estimate."""
        opening = self.texts[claim.message].text[:OPENING]
        return claim.amount.stance != "stated" or any(words.ESTIMATE.search(t) for t in (claim.line, opening))

    def _reckoned(self, claim: Claim) -> bool:
        """Whether it may be worked out in a way that is not tried: named a difference or a share, a total with more
        than its parts beside it, a figure in a long bill."""
        text, label = self.texts[claim.message], f"{claim.amount.head} {claim.amount.label}"
        if claim.amount.total:
            return len(text.amounts) > SHORT_BILL or bool(words.SHARE.search(text.text) or words.FEES.search(text.text))
        worked_out = words.WORKED_OUT.search(label) or words.SHARE.search(label) or label.rstrip(" *$€£¥").endswith("=")
        return bool(worked_out) or (len(text.amounts) > LONG_BILL and not claim.amount.one)


_EITHER = re.compile(r"\b(?:or|oder|ou)\b|或者?|还是|または", re.I)


def _a_choice(claim: Claim, how: str) -> bool:
    """Whether a sum is one of things between which the line leaves the choice."""
    return " + " in how and bool(_EITHER.search(claim.line))


def _said(run: Run, claim: Claim) -> Evidence:
    step = run.steps[claim.step]
    if isinstance(step, ToolCall):
        return quoted(step, f"{step.name} {step.arguments}", "call", around=claim.amount.raw)
    return quoted(step, claim.line, "said", around=claim.amount.raw, place=claim.place)
