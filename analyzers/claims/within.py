"""A total that is said to be within the user's budget, and is more. The budget is the one amount of that sentence,
named by the user for all of it; the total is what the message gives right before."""

import re
from collections.abc import Iterator, Sequence

from planscope.analyzers.claims.claim import Claim
from planscope.analyzers.claims.conflict import Conflict
from planscope.analyzers.claims.stated import claims
from planscope.analyzers.claims.statements import statements
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.counts import percents_in
from planscope.analyzers.numbers.money import amounts
from planscope.analyzers.quick import quick
from planscope.collector.run import Run

ROUGHLY = 10  # percent that a rough budget may be gone beyond
_YOURS = r"(?:your|the|our|my|its)"
_WITHIN = quick(
    rf"\b(?:within|under|below|inside|in) {_YOURS} (?:\w+ )?(?:budget|limit)\b"
    rf"|\bfits? (?:(?:in|into|within) )?{_YOURS} budget\b"
    r"|\b(?:budget|limit)\b(?:[^.!?\n]|\.(?=\d)){0,30}\bis (?:kept|met|respected|observed)\b"
    r"|\b(?:stay|stays|remain|remains) (?:below|under|within)\b"
    r"|\b(?:innerhalb|im rahmen) (?:des|deines|ihres|eures|unseres) budgets?\b|\bim budget\b|\bbleib\w* unter\b"
    r"|\b(?:budget|grenze|limit)\b(?:[^.!?\n]|\.(?=\d)){0,30}\b(?:reicht|eingehalten)\b"
    r"|\bdans (?:le|votre|ton|notre) budget\b|\b(?:budget|limite)\b(?:[^.!?\n]|\.(?=\d)){0,30}\b(?:respectée?"
    r"|suffit|tenue?)\b"
    r"|\breste\w* sous\b|\bdentro del? (?:\w+ )?presupuesto\b|\bpor debajo de\b"
    r"|\bpresupuesto\b(?:[^.!?\n]|\.(?=\d)){0,30}\b(?:alcanza|respeta\w*|cumple)\b"
    r"|\b(?:dentro|abaixo) do (?:seu |teu )?orçamento\b|\bcabe no (?:seu |teu )?orçamento\b"
    r"|\bbinnen (?:het|je|uw|jouw) budget\b|\bpast (?:in|binnen) (?:het|je|uw|jouw) budget\b"
    r"|(?:符合|在|低于|不超|未超出?|没有?超[出过]?)[^。！？\n]{0,12}预算|预算[^。！？\n]{0,14}(?:之内|以内|内)"
    r"|予算[^。！？\n]{0,16}(?:内|以内|収ま|下回)",
    re.I,
)
_NOT = quick(
    r"\b(?:not|no longer|never|cannot|if|would|could|unless|without|only|alone|each|over|above|exceed\w*|more than"
    r"|nicht|kein\w*|wenn|überschr\w*|ohne|nur|pas|dépass\w*|sans|si|no|excede|supera|sin|não|ultrapass\w*|se|sem"
    r"|niet|geen|als|zonder|alleen)\b|n't\b|(?<![未不没有])(?:超出|超过|超支)|如果|只有|単独|なら|ません|超え",
    re.I,
)
_SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.!?](?!\s|$)[^.!?。！？\n]+)*")


def beyond_budget(run: Run) -> Iterator[Conflict]:
    """Totals that are called within a budget that they exceed; the first of each message."""
    texts = run.memo(statements)
    by_message: dict[int, list[Claim]] = {}
    for c in run.memo(claims):
        if not c.argument:
            by_message.setdefault(c.message, []).append(c)
    for message, found in by_message.items():
        totals = [c for c in found if c.amount.total and c.amount.stance == "stated" and not c.amount.one]
        if totals and _WITHIN.search(texts[message].text):
            yield from _in_text(run, texts[message].text, found, totals)


def _in_text(run: Run, text: str, found: Sequence[Claim], totals: Sequence[Claim]) -> Iterator[Conflict]:
    for m in _SENTENCE.finditer(text):
        if not _WITHIN.search(m[0]) or _NOT.search(m[0]):
            continue
        inside = [c for c in found if m.start() <= c.amount.start < m.end()]
        before = [c for c in found if c.amount.start < m.start()]
        if len(inside) != 1 or not before or before[-1].value not in {c.value for c in totals}:
            continue
        budget, total = inside[0], before[-1]
        least = min(c.value for c in totals if c is not budget)
        step = _set_by(run, budget)
        if (
            step is None
            or budget.unit != total.unit
            or least <= budget.value * (100 + _allowed(run, m[0], budget)) / 100
        ):
            continue
        over = f"{total.amount.raw} is {total.value - budget.value:f} more"
        message = f"says that the total is within {budget.amount.raw}; {over}"
        yield Conflict("over-budget", budget, message, (step,), budget.amount.raw, True)
        return


def _set_by(run: Run, budget: Claim) -> int | None:
    """The step of the user's last message that names the budget for all of it."""
    for request in reversed(run.requests):
        if request.number < budget.step:
            for a in amounts(request.text):
                if a.value == budget.value:
                    after = request.text[a.end : a.end + 24]
                    shared = a.one or words.FOR_ONE.search(after) or words.TO_SHARE.search(after)
                    return None if shared else request.number
    return None


def _allowed(run: Run, sentence: str, budget: Claim) -> int:
    """The percentage by which the budget may be gone beyond, by what the user or the sentence says."""
    said = [sentence, *(r.text for r in run.requests if budget.amount.raw in r.text or budget.value in _values(r.text))]
    named = max((int(p) for t in said for p in percents_in(t)), default=0)
    rough = any(words.ABOUT_BEFORE.search(t[: a.start]) for t in said for a in amounts(t) if a.value == budget.value)
    return max(named, ROUGHLY if rough else 0)


def _values(text: str) -> set[object]:
    return {a.value for a in amounts(text)}
