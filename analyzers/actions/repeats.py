"""Which attempts of a group are the same failure once more: the same call, the same cause, nothing new said. Pure."""

import re
from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz

from planscope.analyzers.actions.attempts import NO_LOOKS, Attempt
from planscope.analyzers.actions.failures import values_of
from planscope.analyzers.actions.shell import simple_commands
from planscope.analyzers.plans.matching import stem, terms

# By what a command is run: that two have it in common says nothing about what they are for.
_TOOLS = frozenset(
    stem(w) for w in ("systemctl", "docker", "python", "install", "local", "share", "kubectl", "service", "compose")
)
_AMOUNTS = frozenset(  # names under which stands how much is asked for, not what
    ("limit", "page", "size", "top", "max", "offset", "timeout", "count", "k", "n", "depth", "per_page", "max_results")
)
LONG_WAIT = 20 * 10**9  # nanoseconds between two attempts that count as waiting


def unchanged(group: Sequence[Attempt], *, loosely: bool = False) -> list[Attempt]:
    """The largest set of attempts in a group that are the same call with the same outcome."""
    sets: dict[str, list[Attempt]] = {}
    for a in group:
        sets.setdefault(f"{a.loosely if loosely else a.act}\0{a.outcome}", []).append(a)
    return max(sets.values(), key=len)


def by_outcome(group: Sequence[Attempt]) -> list[list[Attempt]]:
    """The attempts that failed in the very same words, together."""
    rows: dict[str, list[Attempt]] = {}
    for a in group:
        rows.setdefault(a.outcome, []).append(a)
    return list(rows.values())


def same_cause(same: Sequence[Attempt], least: int, *, gaps: bool = False) -> frozenset[str]:
    """What attempts that failed in the same words all hold and the words name (or, of gaps, what all lack); nothing
    when they are fewer than `least`, or each is about another thing."""
    if len(same) < least:
        return frozenset()
    causes = frozenset.intersection(*(a.lacking if gaps else a.named for a in same))
    return causes if causes and not exploring(same) else frozenset()


def exploring(group: Sequence[Attempt]) -> bool:
    """Each attempt is about another thing: under one name of their arguments stand short values of which no two are
    alike (three hotels, not three spellings of one)."""
    if not group:
        return False
    given = [a.call.arguments if isinstance(a.call.arguments, Mapping) else {} for a in group]
    for name in given[0].keys() - _AMOUNTS:
        found = [str(g[name]).casefold() for g in given if isinstance(g.get(name), str | int) and g[name] != ""]
        if len(found) == len(group) == len(set(found)) and all(len(v) <= 60 for v in found) and _unlike(found[:20]):
            return True
    return False


def _unlike(values: Sequence[str]) -> bool:
    return all(fuzz.token_set_ratio(a, b) < 60 for n, a in enumerate(values) for b in values[n + 1 :])


def held_by_all(same: Sequence[Attempt]) -> str:
    """The arguments, as one text, that calls have in common, where these are all of some call and the rest is only said
    beside them: every other value stands in some of the calls only, or is a yes or no. "" where a value was changed."""
    given = [a.call.arguments for a in same]
    if not all(isinstance(g, Mapping) and g for g in given):
        return ""
    plain = [
        {str(k): v for k, v in g.items() if v not in (None, "", [], {}) and not isinstance(v, bool)} for g in given
    ]
    common = {k: v for k, v in plain[0].items() if all(p.get(k) == v for p in plain)}
    changed = any(k in p and p[k] != v for p in plain for k, v in plain[0].items())
    if changed or not common or all(len(p) > len(common) for p in plain):
        return ""
    return ", ".join(f"{k} = {v}" for k, v in sorted(common.items()))[:400]


def nothing_new(group: Sequence[Attempt]) -> list[Attempt]:
    """Attempts by programs of which each said nothing but what those before had said, with the first of them. One that
    says more (a trace, a longer account) was to find out why, and is not counted."""
    seen: set[str] = set()
    row: list[Attempt] = []
    for a in group:
        if a.work.program and a.lines and (not seen or seen.issuperset(a.lines)):
            row.append(a)
        seen.update(a.lines)
    return row


def akin(group: Sequence[Attempt]) -> list[Attempt]:
    """Attempts whose program is like the one before it, from the first on: in the words of it, or about the same."""
    row: list[Attempt] = []
    for a in group:
        if not row or _akin(row[-1].work.program[:2000], a.work.program[:2000]):
            row.append(a)
    return row


def _akin(one: str, two: str) -> bool:
    """Much the same words, the same program, or a word of weight in common."""
    if fuzz.token_set_ratio(one, two) >= 70 or any(len(w) >= 5 for w in terms(one).words & terms(two).words - _TOOLS):
        return True
    programs = [{words[0] for words, _ in simple_commands(x)} - NO_LOOKS for x in (one, two)]
    return bool(programs[0] & programs[1])


def impatient(group: Sequence[Attempt]) -> list[Attempt]:
    """Of attempts that failed in a way that may pass, the longest row that was tried again without waiting."""
    best: list[Attempt] = []
    row: list[Attempt] = []
    for a in group:
        before = row[-1].call if row else None
        ended = (before.ended or before.started) if before else None
        waited = ended is not None and a.call.started is not None and a.call.started - ended >= LONG_WAIT
        row = [a] if waited else [*row, a]
        best = max(best, row, key=len)
    return best


_AMOUNT = re.compile(r"(?<![\w.,-])\d{1,6}(?![\w-]|[.,]\d)")


def without_amounts(attempt: Attempt) -> str:
    """The error for comparing, where the amounts that the call gave do not count: "30 refused, at most 12"."""
    given = {v for v in values_of(attempt.call.arguments) if v.isdigit()}
    return _AMOUNT.sub(lambda m: "#" if m[0] in given else m[0], attempt.outcome)


_NUMBERED = re.compile(
    r"(?=.{0,40}\d)(?=.{0,40}[A-Za-z#_-])\S{2,60}$"
)  # "W1042", "#77", "ORD-3": not "9", not a sentence


def other_thing(one: Attempt, two: Attempt) -> bool:
    """Whether two calls are about two things: under one name of their arguments stand two numbers of things."""
    a, b = one.call.arguments, two.call.arguments
    if not isinstance(a, Mapping) or not isinstance(b, Mapping):
        return False
    pairs = ((v, b.get(k)) for k, v in a.items())
    return any(
        isinstance(v, str) and isinstance(w, str) and v != w and bool(_NUMBERED.match(v) and _NUMBERED.match(w))
        for v, w in pairs
    )
