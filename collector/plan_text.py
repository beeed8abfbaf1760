"""Words of plans: states, texts of items in their normal form and how alike two are, items written as lines. Pure.

Plans are written in any language; numbers and marks of the common ones are known. Patterns run in linear time.
"""

import re
from functools import lru_cache
from typing import Any, Literal

from rapidfuzz import fuzz

Status = Literal["pending", "in_progress", "completed", "cancelled", "blocked", "unknown"]

_STATES: dict[Status, re.Pattern[str]] = {
    "pending": re.compile(
        "pending|todo|to_do|open|not_started|queued|waiting|planned|new|待办|待处理|未开始|未完成|未着手|offen|ausstehend"
        "|à_faire|en_attente|pendiente|pendente|te_doen"
    ),
    "in_progress": re.compile(
        "in_?progress|doing|active|started|running|ongoing|wip|进行中|处理中|處理中|作業中|進行中|in_arbeit|en_cours|en_curso"
        "|en_progreso|em_andamento|bezig"
    ),
    "completed": re.compile(
        "completed?|done|closed|finished|resolved|true|完成|已完成|完了|erledigt|fertig|terminée?|completad[oa]|hech[oa]"
        "|concluíd[oa]|feito|klaar|voltooid"
    ),
    "cancelled": re.compile(
        "cancell?ed|deleted|dropped|skipped|removed|abandoned|取消|已取消|已跳过|已删除|abgebrochen|annulée?|cancelad[oa]"
        "|geannuleerd"
    ),
    "blocked": re.compile("blocked|on_hold|stuck|paused|阻塞|受阻|暂停|blockiert|bloquée?|bloquead[oa]|geblokkeerd"),
}
_LONGEST_STATE = 20  # characters
SAME = 72  # of 100: what two texts must reach to be taken for one item that was reworded
_CONTAINED = 80  # one says what the other says, and more
_WORD_CONTAINED = 70  # the same of a single short word: not enough without the same place in the list

_STEP_WORD = r"(?:step|phase|schritt|étape|paso|passo|etapa|fase|stap|ステップ|手順|步骤|步驟|阶段|階段)"
_NUMBER = (
    rf"(?:{_STEP_WORD}?\s{{0,2}}[(（]?\d{{1,3}}(?:[.](?!\d)|[):：、．）])|{_STEP_WORD}\s{{0,2}}\d{{1,3}}\s{{1,2}}[-–—]"
    r"|[一二三四五六七八九十]{1,3}[、．]|[(（][一二三四五六七八九十]{1,3}[)）]|第[一二三四五六七八九十\d]{1,3}步[:：、,，]?|[①-⑳])"
)
_BULLET = r"[-*•·‣]\s{1,8}"
_BOX = r"(?:\[[ xX✓✔~>-]\]|[✅☑✔✓☐⬜🔄⏳]\ufe0f?)"
_LINE = re.compile(rf"\s{{0,3}}(?:\*\*)?(?:(?P<number>{_NUMBER})|{_BULLET})\s{{0,8}}(?P<box>{_BOX})?\s{{0,8}}", re.I)
_LEAD = re.compile(rf"\s{{0,8}}(?:[-*•·‣]\s{{0,8}}|{_NUMBER}\s{{0,8}})?(?P<box>{_BOX})?\s{{0,8}}", re.I)
_MARKS: dict[str, Status] = {
    **dict.fromkeys(("[ ]", "☐", "⬜"), "pending"),
    **dict.fromkeys(("[~]", "[>]", "🔄", "⏳"), "in_progress"),
    **dict.fromkeys(("[x]", "[X]", "[✓]", "[✔]", "✅", "☑", "✔", "✓"), "completed"),
    "[-]": "cancelled",
}


def status_of(value: Any) -> Status:
    """The normal form of a producer's status word; booleans are two-state lists (completed or pending)."""
    if isinstance(value, bool):
        return "completed" if value else "pending"
    word = re.sub(r"[\s-]+", "_", str(value or "").strip().lower()) if len(str(value)) <= _LONGEST_STATE else ""
    return next((state for state, pattern in _STATES.items() if pattern.fullmatch(word)), "unknown")


# Words that come and go when an item is reworded.
_LITTLE = re.compile(
    "the|a|an|of|to|for|in|on|and|der|die|das|den|dem|ein|eine|einen|und|le|la|les|un|une|des|du|de|el|los|las|una|y"
    "|os|as|um|uma|e|het|een|en"
)


@lru_cache(8192)  # the same items come again with every version of a list
def normal(text: str) -> str:
    """Text for comparing items: case, spacing, punctuation and a leading number, bullet or box do not count."""
    lead = _LEAD.match(text)
    bare = text[lead.end() :] if lead else text
    return " ".join(re.findall(r"\w+", bare.casefold()) or re.findall(r"\w+", text.casefold()))


def likeness(one: str, two: str) -> float:
    """How alike two items are, of 100. Containment counts for more than letters do; texts that hold different numbers
    ("module 1", "module 2") are alike only if something else says so."""
    a, b = sorted((normal(one), normal(two)), key=len)
    score = fuzz.token_sort_ratio(a, b)
    if _contained(a, b):
        # bytes, for a sign of Chinese or Japanese says about as much as three letters
        score = max(score, _CONTAINED if len(a.encode("utf-8", "replace")) >= 12 or " " in a else _WORD_CONTAINED)
    if re.findall(r"\d+", a) != re.findall(r"\d+", b):
        score = min(score, SAME - 3)
    return score


def _contained(short: str, long: str) -> bool:
    words = {w for w in short.split() if not _LITTLE.fullmatch(w)}
    if not words:
        return False
    if words <= set(long.split()):
        return True
    return len(short.encode("utf-8", "replace")) >= 6 and fuzz.partial_ratio(short, long) >= 95


def marked(text: str) -> tuple[str, Status]:
    """An item written as a line, and the state that its box shows: ("buy milk", "completed") for "- [x] buy milk"."""
    lead = _LEAD.match(text)
    if lead is None or not lead["box"]:
        return text.strip(), "unknown"
    return text[lead.end() :].strip(), _state(lead["box"])


def _state(box: str | None) -> Status:
    return _MARKS.get((box or "").rstrip("\ufe0f"), "unknown")


def step_lines(text: str) -> list[tuple[str, Status]]:
    """The steps of a plan written as text, each with the state that its box shows: the numbered lines, else the
    bullets of the first level."""
    numbered: list[tuple[str, Status]] = []
    bullets: list[tuple[str, Status]] = []
    for line in text.splitlines():
        found = _LINE.match(line)
        said = line[found.end() :].strip(" *") if found else ""
        if found and said:
            (numbered if found["number"] else bullets).append((said, _state(found["box"])))
    return numbered or bullets
