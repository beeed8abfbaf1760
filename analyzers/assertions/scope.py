"""Calls that reach further than what was said: "only X", and the call holds others as well; one item was proposed and
confirmed, and the call takes the whole that it belongs to. Pure."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from planscope.analyzers.assertions.backing import idents, is_change, name_words, stated_deep, went_wrong
from planscope.analyzers.assertions.closing import asks, sentences
from planscope.analyzers.assertions.directions import directions
from planscope.analyzers.quick import quick
from planscope.collector.run import ModelCall, Run, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class Beyond:
    """A call that holds more than the message said; `more` are the values beyond."""

    said: ModelCall
    sentence: str
    call: ToolCall
    more: tuple[str, ...]
    form: str


ONLY = quick(
    r"\b(?:only|just|solely|exclusively|nothing but|nur|lediglich|ausschließlich|seulement|uniquement|solo|sólo"
    r"|solamente|únicamente|apenas|somente"
    r"|alleen|enkel|slechts)\b|只|仅|のみ|だけ",
    re.I,
)
TAKES = quick(
    r"(?:^|_)(?:cancel|delete|remove|refund|return|close|terminate|cancelar|eliminar|borrar|stornieren|löschen"
    r"|loeschen|annuler|supprimer|remover|excluir"
    r"|annuleren|verwijderen)(?:_|$)|取消|删除|キャンセル|削除"
)
TAKE_WORDS = (
    r"(?:cancel\w*|delet\w+|remov\w+|refund\w*|return\w*|stornier\w*|lösch\w*|annul\w+|supprim\w+|elimin\w+|borr\w+"
    r"|exclu\w+|verwijder\w*|取消|删除|キャンセル|削除)"
)


def only_said(run: Run) -> Iterator[Beyond]:
    """A message says "only X"; a list in the call it makes holds X and others of the kind."""
    for n, step in enumerate(run.steps):
        if not isinstance(step, ModelCall) or not step.calls or not ONLY.search(step.text):
            continue
        for call in _own_calls(run, n):
            for sentence in sentences(step.text):
                more = _more(run, sentence, call) if ONLY.search(sentence) and not asks(sentence) else ()
                if more:
                    yield Beyond(step, sentence, call, more, "scope-beyond-stated")
                    break


def _own_calls(run: Run, n: int) -> Iterator[ToolCall]:
    for step in run.steps[n + 1 :]:
        if not isinstance(step, ToolCall):
            return
        yield step


def _more(run: Run, sentence: str, call: ToolCall) -> tuple[str, ...]:
    """Members of a list in the arguments other than the one that the sentence names, by id or by its two ends."""
    legs = run.memo(directions)
    arguments = call.arguments if isinstance(call.arguments, Mapping) else {}
    for value in arguments.values():
        members = [idents(stated_deep(m)) for m in value] if isinstance(value, list) and len(value) > 1 else []
        if not members or not all(members):
            continue
        meant = [m & (idents(sentence) | _by_ends(sentence, legs)) for m in members]
        if any(meant) and not all(meant):
            return tuple(sorted(i.upper() for m, hit in zip(members, meant, strict=True) if not hit for i in m))[:5]
    return ()


def _by_ends(sentence: str, legs: Mapping[str, list[Any]]) -> set[str]:
    """Identifiers of the legs whose two ends a sentence names."""
    found = set()
    for ident, known in legs.items():
        for leg in known:
            ends = (rf"(?<!\w){re.escape(x)}(?!\w)" for x in (leg.origin, leg.destination))
            if all(re.search(e, sentence) for e in ends):
                found.add(ident.casefold())
    return found


def whole_taken(run: Run) -> Iterator[Beyond]:
    """The agent asks whether it may cancel (delete, return) one item; the user agrees; the call names only the whole
    that the item is part of, and the whole has other parts."""
    for n, call in enumerate(run.steps):
        if not isinstance(call, ToolCall) or went_wrong(call) or not TAKES.search(name_words(call.name)):
            continue
        asked = _question_before(run, n)
        if asked is None or not isinstance(call.arguments, Mapping) or not isinstance(call.data, Mapping):
            continue
        named = _part_named(asked, call)
        if named is not None:
            yield Beyond(asked, named[0], call, named[1], "scope-beyond-confirmed")


def _question_before(run: Run, n: int) -> ModelCall | None:
    """The last message before the user's answer that led to a call."""
    steps = [s for s in run.steps[:n] if isinstance(s, ModelCall | UserMessage)]
    user = next((i for i in range(len(steps) - 1, -1, -1) if isinstance(steps[i], UserMessage)), -1)
    before = steps[user - 1] if user > 0 else None
    return before if isinstance(before, ModelCall) and any(map(asks, sentences(before.text))) else None


def _part_named(asked: ModelCall, call: ToolCall) -> tuple[str, tuple[str, ...]] | None:
    """(question, other parts) when the question is about taking one part, named by name, and the call names no part."""
    told = stated_deep(call.arguments).casefold()
    for parts in _lists(call.data):
        names = [p.get("name") or p.get("title") or p.get("product") or p.get("label") for p in parts]
        known = [str(x) for x in names if isinstance(x, str) and len(x) > 2]
        if len(known) < 2 or len(known) != len(parts) or any(_mentions(told, p) for p in parts):
            continue
        for sentence in filter(asks, sentences(asked.text)):
            meant = [
                x for x in known if re.search(rf"{TAKE_WORDS}\b[^.;?]{{0,40}}?(?<!\w){re.escape(x)}", sentence, re.I)
            ]
            rest = tuple(x for x in known if x not in meant and x.casefold() not in sentence.casefold())
            if meant and len(rest) == len(known) - len(meant) and rest:
                return sentence, rest
    return None


YES = quick(
    r"\W*(?:yes|yep|yeah|sure|ok(?:ay)?|please do|go ahead|correct|confirmed|proceed|sounds good|that works|ja"
    r"|gerne|genau|einverstanden|oui|d'accord"
    r"|sí|si|claro|vale|de acuerdo|correcto|sim|pode|isso|certo|akkoord|graag|prima|好|可以|是的?|确认|行|はい"
    r"|お願い)(?!\w)",
    re.I,
)


def other_taken(run: Run) -> Iterator[Beyond]:
    """The user agreed to what a question names by its identifier; the call that follows names another of the same
    shape, which neither the question nor the user ever named."""
    for n, user in enumerate(run.steps):
        if not isinstance(user, UserMessage) or user.system or not YES.match(user.text) or len(user.text) > 300:
            continue
        asked = _question_before(run, n + 1)
        offered = {_shape(i): i for i in idents(asked.text)} if asked else {}
        if asked is None or not offered:
            continue
        spoken = {i for r in run.requests if r.number <= n for i in idents(r.text)} | idents(asked.text)
        for call in _calls_until_user(run, n):
            arguments = idents(stated_deep(call.arguments))
            if not is_change(call.name) or arguments & set(offered.values()):
                continue
            wrong = sorted(i for i in arguments - spoken if _shape(i) in offered)
            if len(wrong) == 1 and len([i for i in idents(asked.text) if _shape(i) == _shape(wrong[0])]) == 1:
                yield Beyond(
                    asked, offered[_shape(wrong[0])].upper(), call, (wrong[0].upper(),), "other-than-confirmed"
                )


def _shape(ident: str) -> str:
    """An identifier with its letters and digits made alike: two of one shape are of one kind."""
    return re.sub(r"\d", "0", re.sub(r"[a-z]", "a", ident.casefold()))


def _calls_until_user(run: Run, n: int) -> Iterator[ToolCall]:
    for step in run.steps[n + 1 :]:
        if isinstance(step, UserMessage) and not step.system:
            return
        if isinstance(step, ToolCall):
            yield step


def _lists(data: Any, depth: int = 0) -> Iterator[list[Mapping[str, Any]]]:
    """Lists of objects inside a result."""
    for value in data.values() if isinstance(data, Mapping) and depth < 4 else ():
        if isinstance(value, list) and value and all(isinstance(x, Mapping) for x in value):
            yield value
        elif isinstance(value, Mapping):
            yield from _lists(value, depth + 1)


def _mentions(told: str, part: Mapping[str, Any]) -> bool:
    """Whether the arguments name a part by one of its own values."""
    values = [str(v).casefold() for v in part.values() if isinstance(v, str | int) and len(str(v)) > 3]
    return any(v in told for v in values)
