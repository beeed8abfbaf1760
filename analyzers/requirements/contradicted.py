"""Measurable clauses of the request that the record of what was picked contradicts. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.numbers.counts import nights_in, people_in, rooms_in
from planscope.analyzers.numbers.numerals import numbers
from planscope.analyzers.requirements import openly
from planscope.analyzers.requirements.clauses import Clause, classes_of, clauses_of
from planscope.analyzers.requirements.clock import minutes_in
from planscope.analyzers.requirements.picked import Pick, picks
from planscope.analyzers.requirements.readings import Reading, readings
from planscope.analyzers.requirements.sorts import FEATURES, TOPICS
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class Contradicted:
    """A clause with the record that breaks it: the message that holds the clause, what the record says and where, and
    the answer that follows."""

    clause: Clause
    asked: UserMessage
    pick: Pick
    source: ToolCall
    in_arguments: bool
    reading: Reading
    report: ModelCall | FinalAnswer


def contradicted(run: Run) -> Iterator[Contradicted]:
    """Each clause once: nothing that was picked after it keeps to it, and the departure is not open."""
    chosen = run.memo(picks)
    if not chosen:
        return
    for message, clause in standing(run):
        found = _against(run, message, clause, [p for p in chosen if p.number > message.number])
        if found is not None:
            yield found


def standing(run: Run) -> Iterator[tuple[UserMessage, Clause]]:
    """The clauses that no later message of the user takes up again."""
    requests = run.requests[-60:]
    for n, message in enumerate(requests):
        for clause in clauses_of(message.text):
            if not any(_touches(clause, later.text) for later in requests[n + 1 :]):
                yield message, clause


def _touches(clause: Clause, text: str) -> bool:
    """Whether a later message may change a wish: it speaks of the same topic, or holds a value of the sort."""
    text = text[: openly.LONG]
    if topic_of(clause).search(text):
        return True
    if clause.sort in ("arrive", "depart"):
        return bool(minutes_in(text))
    if clause.sort in ("price", "measure"):
        return any(n.value >= 10 for n in numbers(text))
    return False


def topic_of(clause: Clause) -> re.Pattern[str]:
    """The words by which people speak of what a clause is about."""
    if clause.sort == "feature":
        said, cjk, _ = FEATURES[clause.topic]
        return re.compile(rf"(?<![^\W_])(?:{said})(?![^\W_])|{cjk}", re.I)
    if clause.sort == "measure":
        return re.compile(
            rf"{re.escape(clause.unit)}(?![a-z])|distance|entfernung|memory|storage|{clause.topic or clause.unit}", re.I
        )
    return TOPICS[clause.sort]


def _against(run: Run, message: UserMessage, clause: Clause, chosen: list[Pick]) -> Contradicted | None:
    kept, broken = _compared(run, clause, chosen)
    if kept or not broken:
        return None
    pick, call, arguments, r = broken[0]
    report = _report(run, pick)
    if report is None or _open(run, message, clause, pick, r, report):
        return None
    return Contradicted(clause, message, pick, call, arguments, r, report)


def _compared(run: Run, clause: Clause, chosen: list[Pick]) -> tuple[bool, list[tuple[Pick, ToolCall, bool, Reading]]]:
    """(whether anything keeps to the clause, what breaks it) of the picks that it is about."""
    low = clause.sentence.casefold()
    named = [p for p in chosen if any(s in low for s in p.subjects)]
    said = "\n".join(r.text[:20_000] for r in run.requests[-60:])
    plain = not (people_in(said) or nights_in(said) or rooms_in(said))
    broken: list[tuple[Pick, ToolCall, bool, Reading]] = []
    for pick in named or [p for p in chosen if _same_kind(clause, p, chosen)]:
        for call, arguments, cells in pick.parts:
            own = not arguments and call is pick.call and clause.sort == "price" and clause.topic != "total"
            for r in readings(clause, cells, arguments=arguments, plain=plain or own):
                if r.kept:
                    return True, []
                if not own:  # the bill may hold more than the one thing; that it is low enough is enough
                    broken.append((pick, call, arguments, r))
    return False, broken


def uncompared(run: Run) -> Iterator[Clause]:
    """The clauses of which no record of what was picked tells anything."""
    chosen = run.memo(picks)
    for message, clause in standing(run):
        later = [p for p in chosen if p.number > message.number]
        kept, broken = _compared(run, clause, later) if later else (False, [])
        if not kept and not broken:
            yield clause


def _same_kind(clause: Clause, pick: Pick, chosen: list[Pick]) -> bool:
    if clause.classes:
        return bool(clause.classes & pick.classes) or (not pick.classes and clause.sort not in ("price", "measure"))
    return clause.sort not in ("price", "measure") or len({p.classes for p in chosen}) == 1


def _report(run: Run, pick: Pick) -> ModelCall | FinalAnswer | None:
    """The answer that follows; of a recommendation the answer itself, unless it leaves the choice to the user."""
    if pick.report is not None:
        return None if openly.handed_back(pick.report.text) else pick.report
    return next((a for a in run.answers if a.number > pick.number), None) if run.closing else None


def _open(
    run: Run, message: UserMessage, clause: Clause, pick: Pick, r: Reading, report: ModelCall | FinalAnswer
) -> bool:
    topic = topic_of(clause)

    def actual(text: str) -> bool:
        if clause.sort in ("arrive", "depart"):
            return int(r.value) in minutes_in(text)
        if clause.sort in ("feature", "stops"):
            return bool(topic.search(text))
        return _with_topic(text) and any(r.value in n.readings for n in numbers(text))

    def _with_topic(text: str) -> bool:
        return clause.sort != "stars" or bool(topic.search(text))

    def asked(text: str) -> bool:
        if clause.sort in ("arrive", "depart"):
            return int(clause.value) in minutes_in(text)
        if clause.sort in ("feature", "stops"):
            return False
        return _with_topic(text) and any(clause.value in n.readings for n in numbers(text))

    if openly.admitted(run, message.number, asked, actual, topic):
        return True
    if openly.chosen_by_user(run, message.number, pick.names):
        return True
    return openly.confirmed(run, message.number, pick.number, actual)


__all__ = ["Contradicted", "classes_of", "contradicted", "standing", "topic_of"]
