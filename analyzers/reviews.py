"""What people said of findings in a store: dismissed or confirmed, with a reason. Rows are only ever added; of those
about one finding the last one counts, and a finding that says something else than the one reviewed is open again.

A finding is named by a *fingerprint*: of its run, detector, form and message without numbers, so that it stays the same
when it is found again. Its *digest* is of the message and the primary quotation as they are: when the values change,
the digest does.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from planscope.analyzers.detector import Finding
from planscope.analyzers.gates.baseline import rule_of
from planscope.analyzers.gates.sameness import essence, fingerprint
from planscope.collector.derived import row
from planscope.collector.exact import clean
from planscope.collector.snapshot import Files, stored
from planscope.collector.store import Store, now
from planscope.collector.tables import REVIEWS

Word = Literal["dismissed", "confirmed", "undone"]
State = Literal["open", "dismissed", "confirmed"]


@dataclass(frozen=True, slots=True)
class Mark:
    """What a finding is called, and what it says."""

    fingerprint: str
    digest: str


@dataclass(frozen=True, slots=True)
class Review:
    """What somebody said of a finding; `digest` is what it said then, `when` in UTC nanoseconds."""

    run: str
    mark: Mark
    word: Word
    reason: str
    who: str
    when: int


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A finding of a store with the last review of it, None where there is none."""

    finding: Finding
    mark: Mark
    review: Review | None = None

    @property
    def state(self) -> State:
        """Open unless the last review is of just this, and was not taken back."""
        r = self.review
        return "open" if r is None or r.word == "undone" or r.mark.digest != self.mark.digest else r.word


def marks(findings: Sequence[Finding]) -> list[Mark]:
    """The marks of the findings of one run, in order. Equal ones are told apart by their number."""
    seen: Counter[str] = Counter()
    made = []
    for f in findings:
        message = clean(f.message)
        name = fingerprint(clean(f.run), f.kind, rule_of(f), essence(message))
        seen[name] += 1
        again = seen[name]
        name = name if again == 1 else fingerprint(name, f.kind, rule_of(f), str(again))
        said = f"{message}\0{clean(f.evidence[0].quote)}"
        made.append(Mark(name, hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()[:16]))
    return made


def reviews(store: Store, files: Files) -> dict[tuple[str, str], Review]:
    """The last review of each finding, by run and fingerprint."""
    columns = "run_id, fingerprint, digest, review, reason, who, reviewed_ns"
    rows = store.run(f"SELECT {columns} FROM {stored(files, 'reviews')} ORDER BY reviewed_ns")
    return {(r[0], r[1]): Review(r[0], Mark(r[1], r[2]), r[3], r[4], r[5], r[6]) for r in rows}


def reviewed(found: Iterable[tuple[Finding, Mark]], said: dict[tuple[str, str], Review]) -> list[Reviewed]:
    """Findings with what was said of them."""
    return [Reviewed(f, mark, said.get((f.run, mark.fingerprint))) for f, mark in found]


def add_review(store: Store, of: Reviewed, word: Word, reason: str, who: str) -> Review:
    """Keeps a review; durable when this returns."""
    f, mark = of.finding, of.mark
    when = max(now(), of.review.when + 1 if of.review else 0)  # the last word counts, also after a clock was set back
    made = row(
        REVIEWS, {"run_id": f.run}, fingerprint=mark.fingerprint, digest=mark.digest, review=word, reason=reason,
        who=who, rule=rule_of(f), message=f.message, reviewed_ns=when,
    )  # fmt: skip
    store.add({"reviews": [made]})
    return Review(f.run, mark, word, reason, who, when)
