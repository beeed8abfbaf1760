"""Steps of an approved plan that name a file which nothing ever touched, while all is said to be done. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions.backing import file_name, files_named, stated_deep
from planscope.analyzers.assertions.closing import admits_open, claims_whole
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, PlanUpdate, Run


@dataclass(frozen=True, slots=True)
class Unworked:
    """A plan's steps with the files that no call names; `claim` the words of `closing` that all is done."""

    plan: PlanUpdate
    steps: tuple[tuple[str, str], ...]  # (step, file)
    closing: ModelCall | FinalAnswer
    claim: str


_CHANGE = quick(
    r"^\W*(?:step \d+\W+)?(?:add|create|write|update|change|modify|edit|implement|extend|rename|remove|delete"
    r"|rewrite|refactor|fix|document"
    r"|neue\w?|erstell\w+|schreib\w+|änder\w+|anpass\w+|ergänz\w+|ajouter|créer|écrire|modifier|mettre à jour"
    r"|añadir|agregar|crear|escribir|modificar"
    r"|actualizar|adicionar|criar|escrever|alterar|atualizar|toevoegen|maak|schrijf|wijzig\w*)\b|^\W*(?:新增"
    r"|添加|创建|编写|修改|更新|删除|追加|作成|変更|更新)",
    re.I,
)


def unworked(run: Run) -> Iterator[Unworked]:
    """At most one: of the last approved plan, when the user said nothing after it and no other agent worked on it."""
    plans = [u for u in run.plan_updates if u.version.source == "document" and u.version.decision == "approved"]
    closing = next((a for a in run.answers if plans and a.number > plans[-1].number), None)
    claim = claims_whole(closing.text) if closing is not None else ""
    if run.closing is None or closing is None or not claim or admits_open(closing.text):
        return
    plan, table = plans[-1], run.memo(works)
    calls = [c for c in run.tool_calls if plan.number < c.number < closing.number and c.number in table]
    if (
        any(plan.number < r.number < closing.number for r in run.requests)
        or any(table[c.number].sort == "delegate" for c in calls)
        or not calls
    ):
        return
    touched = {file_name(p) for c in calls for p in table[c.number].paths}
    told = [f"{stated_deep(c.arguments)} {table[c.number].command}" for c in calls]
    spoken = [m.text for m in run.messages if m.number > plan.number]
    found = []
    for item in plan.version.items:
        files = set(files_named(item.text))
        if len(files) == 1 and _CHANGE.match(item.text):
            name = files.pop()
            if name not in touched and not any(name in t for t in told) and not any(name in t for t in spoken):
                found.append((item.text, name))
    if found:
        yield Unworked(plan, tuple(found), closing, claim)
