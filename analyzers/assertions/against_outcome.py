"""A check that a sentence names and says to have come out well, although it came out badly when it was last made, could
not run, or looked at nothing. Pure.

The check is known by its program or tool ("flake8 runs without a message", "the schema validates"): no list of sayings.
"""

import re
from collections.abc import Iterator

from planscope.analyzers.actions.hedges import hedged_on_checks
from planscope.analyzers.actions.kinds import works
from planscope.analyzers.actions.looked import broke, is_code
from planscope.analyzers.actions.opaque import may_hide
from planscope.analyzers.assertions import deed_words as words
from planscope.analyzers.assertions.backing import files_named, idents, name_words, said, told
from planscope.analyzers.assertions.closing import asks, sentences, unfinished
from planscope.analyzers.assertions.outcomes import Check, checks, latest
from planscope.analyzers.assertions.series import Gap
from planscope.analyzers.assertions.series_words import OF_ALL
from planscope.analyzers.detector import count
from planscope.collector.run import Run, ToolCall, UserMessage

_MOST = 40_000
_PART = re.compile(r"\b(\d+) ?(?:/|of|von|sur|de|van)(?: (?:the|den|les|l[oa]s|os|as|de))? ?(\d+)\b", re.I)
_AGAIN = re.compile(
    r"\b(?:now|again|re-?(?:ran|run|checked|tested|validated)|jetzt|nun|erneut|nochmals?|wieder|maintenant"
    r"|désormais|encore"
    r"|à nouveau|ahora|ya|de nuevo|otra vez|agora|já|de novo|novamente|nu|opnieuw|weer)\b|现在|已|再次|重新"
    r"|もう|再度|再び|今は",
    re.I,
)
_REPAIRED = re.compile(
    r"\b(?:found|fixed|was failing|gefunden|behoben|trouvé\w*|corrigé\w*|encontr\w+|corregid\w+|corrigid\w+"
    r"|gevonden|opgelost)\b"
    r"|发现|修复|修好|見つ|直し",
    re.I,
)
_CLAUSE = re.compile(r"[,;:()，；：、—–]\s|[；，。]|\b(?:but|however|although|aber|mais|pero|mas|maar)\b")


def against_outcome(run: Run) -> Iterator[Gap]:
    """At most one for each check."""
    if not run.memo(checks):
        return
    seen: set[int] = set()
    for step, place, text in said(run):
        if len(text) > _MOST or words.PASSES.search(text) is None:
            continue
        last = [c for c in latest(run, step.number) if c.call.number not in seen]
        if not last or hedged_on_checks(text):
            continue
        for check in last:
            sentence = next((s for s in sentences(text) if _claims(s, check)), "")
            if not sentence or _told_ill(text, check) or _again(run, check, step.number):
                continue
            found = (_came_out_badly if check.ill else _older)(run, check, sentence, step.number)
            if found is not None:
                seen.add(check.call.number)
                yield Gap(step, place, text, sentence, *found)


Found = tuple[str, str, tuple[ToolCall, ...], bool]


def _came_out_badly(run: Run, check: Check, sentence: str, number: int) -> Found | None:
    changed = _changes(run, check, number)
    if changed and (not _AGAIN.search(sentence) or _REPAIRED.search(sentence)):
        return None  # it may mean that it knows the trouble to be gone
    form = "success-on-empty" if check.empty else "success-on-error"
    return form, f"the last {_name(check)} run says {check.ill[:160]!r}", (check.call,), not changed


def _older(run: Run, check: Check, sentence: str, number: int) -> Found | None:
    """A check that came out well and is older than a change of what it checks."""
    table = run.memo(works)
    changed = _changes(run, check, number)
    if table[check.call.number].command:
        mine = [c for c in changed if table[c.number].sort == "edit" and is_code(table[c.number])]
    else:
        of = _of(run, check.call)
        mine = [c for c in changed if table[c.number].sort == "edit" or _REWRITES.search(name_words(c.name))]
        mine = [c for c in mine if of & _of(run, c)]
    if not mine:
        return None
    why = f"the last {_name(check)} run is older than {count(len(mine), 'change')} of what it checks ({mine[-1].name})"
    return "check-without-look", why, (mine[-1], check.call), False


def _of(run: Run, call: ToolCall) -> set[str]:
    """Files and identifiers that a call was given."""
    given = run.memo(told)[call.number]
    return idents(given) | set(files_named(given))


_REWRITES = re.compile(
    r"edit|update|modif|change|replace|write|save|patch|set_|insert|append|add_|remove|änder|aender|bearbeit"
    r"|speicher|modifi"
    r"|actualiz|cambi|guardar|alter|atualiz|salvar|wijzig|bewerk|opslaan|enregistr|修改|更新|保存|編集|変更"
)


def _name(check: Check) -> str:
    return check.names[0] if check.names else check.call.name


def _claims(sentence: str, check: Check) -> bool:
    """Whether a sentence says that this check came out well."""
    if len(sentence) > 1000 or asks(sentence) or not _speaks_of(check, sentence):
        return False
    m = words.PASSES.search(sentence)
    part = _PART.search(sentence)
    if m is None or words.FAILS.search(sentence) or (part and part[1] != part[2]):
        return False
    clauses = (c for c in _CLAUSE.split(sentence) if c and words.PASSES.search(c))
    return any(_speaks_of(check, c) and not unfinished(words.PASSES.sub(" ", c)) for c in clauses)


def _speaks_of(check: Check, text: str) -> bool:
    folded = text.casefold()
    if check.of and check.of not in folded and not OF_ALL.search(text):
        return False
    spoken = re.findall(r"[^\W\d_]+\d*", folded)
    return any(_is(name, spoken, folded) for name in check.names)


def _is(name: str, spoken: list[str], folded: str) -> bool:
    if not name.isascii():
        return name in folded
    if re.search(r"[\W\d]", name):
        return bool(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", folded))
    return any(w == name or (len(name) > 3 and w.startswith(name[:5])) for w in spoken)


def _told_ill(text: str, check: Check) -> bool:
    """Whether the message says elsewhere that the check came out badly."""
    return any(_speaks_of(check, s) and words.FAILS.search(s) for s in sentences(text))


def _again(run: Run, check: Check, number: int) -> bool:
    """Whether something may have made the check again, or the user spoke since."""
    table = run.memo(works)
    for step in run.steps[check.call.number + 1 : number]:
        if isinstance(step, UserMessage) and not step.system:
            return True
        if isinstance(step, ToolCall) and step.number in table and may_hide(step, table[step.number]):
            return True
    return False


def _changes(run: Run, check: Check, number: int) -> list[ToolCall]:
    """What was changed between the check and the claim."""
    table = run.memo(works)
    calls = (c for c in run.tool_calls if check.call.number < c.number < number and c.number in table)
    return [c for c in calls if table[c.number].changes and not broke(c, table[c.number])]
