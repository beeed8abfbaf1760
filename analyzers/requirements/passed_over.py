"""Parts of a request that get neither an action, nor a word, nor a place in a plan. Pure.

A part is an item of a numbered request, or a sentence with "also". It counts as taken up as soon as a single one of its
words stands in anything that was said, called, found or planned afterwards: what is left has nothing in common with the
run. Other parts of the same request have, and the run ends with work said to be done.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import stated, works
from planscope.analyzers.assertions.closing import admits_open, claims_done, claims_whole, sentences
from planscope.analyzers.plans.matching import Terms, terms
from planscope.analyzers.quick import quick
from planscope.analyzers.requirements import openly, words
from planscope.collector.run import Compaction, FinalAnswer, ModelCall, PlanUpdate, Run, ToolCall, UserMessage

_LONG = 6_000
_MOST = 2_000_000  # characters of the run that are looked at; of a longer one nothing is said
FEWEST = 3  # words of its own that a part must have


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A part of a request that nothing takes up, with its message and the answer that says that work is done."""

    part: str
    message: UserMessage
    closing: ModelCall | FinalAnswer
    claim: str


def passed_over(run: Run) -> Iterator[PassedOver]:
    """The parts of requests that nothing takes up."""
    closing = run.closing
    if closing is None or not run.tool_calls or openly.handed_back(closing.text):
        return
    if any(w.sort in ("edit", "test", "build", "commit", "run") for w in run.memo(works).values()):
        return  # work on code has a hundred names for one thing
    if any(c.content != "present" for c in run.tool_calls) or any(isinstance(s, Compaction) for s in run.steps):
        return
    for n, message in enumerate(run.requests[:50]):
        parts = parts_of(message.text)
        if len(parts) < 2:
            continue
        after = [r for r in run.requests if r.number > message.number]
        answer = next((a for a in run.answers if a.number > message.number), None)
        claim = _claim(answer) if answer else ""
        text = _everything(run, message.number) if claim else ""
        if not claim or not text or answer is None:
            continue
        later = " ".join(r.text[:_LONG] for r in after[:50]).casefold()
        taken = [_taken(terms(p), text) for p in parts]
        left = [p for p, t in zip(parts, taken, strict=True) if not t and _fit(p) and not _taken(terms(p), later)]
        left = left if _numbered(message.text) else [p for p in left if _ALSO.search(p)]
        if left and len(left) * 3 <= len(parts) + 1 and _one_tongue(left[0], answer.text):
            yield from (PassedOver(p, message, answer, claim) for p in left[:3])
        if n > 20:
            return


def _claim(answer: ModelCall | FinalAnswer) -> str:
    """The words that say that the work is done, where nothing is said to be open."""
    if admits_open(answer.text) or openly.handed_back(answer.text):
        return ""
    if any(words.STRONG.search(s) for s in sentences(answer.text[:40_000])):
        return ""
    return claims_whole(answer.text) or claims_done(answer.text)


_ITEM = quick(r"(?:^|(?<=[\s:：;；,，]))\(?(\d{1,2})[.)、）]\s{0,3}(?=\D)")
_ALSO = words.words(
    r"also|as well|in addition|additionally|and finally|on top of that|besides",
    r"außerdem|zusätzlich|ebenfalls|zudem|und zum schluss|auch noch",
    r"aussi|également|en plus|de plus|par ailleurs",
    r"también|además|asimismo",
    r"também|além disso",
    r"ook|daarnaast|bovendien|verder",
    cjk="另外|还要|顺便|同时也|此外|以及把|また、|あと、|それから|ついでに|加えて",
)


def parts_of(text: str) -> list[str]:
    """The items of a numbered request; else its sentences when one of them begins with or holds "also"."""
    if len(text) > _LONG or "```" in text:
        return []
    marks = list(_ITEM.finditer(text))
    if _numbered(text):
        ends = [m.start() for m in marks[1:]] + [len(text)]
        items = [text[m.end() : end].strip(" ,;，；。.\n") for m, end in zip(marks, ends, strict=True)]
        return [re.split(r"\n|(?<=[.!?])\s|[。！？]", i)[0][:300] for i in items]
    split = [s.strip() for s in re.split(r"(?<=[.!?;])\s|[。！？；\n]", text) if len(s.strip()) > 3]
    return split if any(_ALSO.search(s) for s in split[1:]) else []


def _numbered(text: str) -> bool:
    """Whether the request counts its items."""
    numbers = [int(m[1]) for m in _ITEM.finditer(text)]
    return len(numbers) >= 3 and numbers == list(range(1, len(numbers) + 1))


_RULE = words.words(
    r"only|must|should|don['’]t|do not|never|without|please note|thanks?|thank you|keep|avoid|make sure|note"
    r"|because|since|is|are|was|were|has|have|i['’]m|we['’]re|need to know",
    r"nur|nicht|kein\w*|ohne|danke|achte|bitte beachte|weil|ist|sind|war|hat|haben|muss|soll",
    r"seulement|pas|sans|merci|attention|car|parce que|est|sont|ont|doit",
    r"solo|sólo|no|sin|gracias|porque|es|son|está|tiene|debe",
    r"só|apenas|não|sem|obrigad[oa]|porque|é|são|está|tem|deve",
    r"alleen|niet|geen|zonder|bedankt|omdat|is|zijn|heeft|moet",
    cjk="不|只|别|谢谢|因为|必须|注意|没有|是|ない|ません|ください。$|ありがとう|だけ|です$",
)


_ACTION = words.words(
    r"book|reserve|send|e-?mail|mail|write|draft|create|add|make|prepare|order|buy|cancel|translate|print"
    r"|export|call|invite|schedule|set up|update"
    r"|document|rename|delete|remove|attach|include|calculate|compare|list|find|search|look up|build|design"
    r"|generate|publish|post|notify|tell|arrange|pack",
    r"buche\w*|reservier\w*|schick\w*|send\w*|schreib\w*|erstell\w*|füge|bereite|bestell\w*|kauf\w*|storniere"
    r"|übersetz\w*|druck\w*|exportier\w*|ruf\w*"
    r"|plane|aktualisier\w*|dokumentier\w*|lösch\w*|entfern\w*|berechne\w*|vergleich\w*|such\w*|erzeug\w*"
    r"|veröffentlich\w*|informier\w*",
    r"réserve\w*|envo\w+|écri\w*|rédige\w*|crée\w*|ajoute\w*|prépare\w*|commande\w*|achète\w*|annule\w*"
    r"|tradui\w*|imprime\w*|exporte\w*|appelle\w*"
    r"|planifie\w*|mets|documente\w*|supprime\w*|calcule\w*|compare\w*|cherche\w*|publie\w*|préviens|prévenez",
    r"reserv\w+|env[ií]\w*|escrib\w*|crea\w*|añad\w*|agreg\w*|prepar\w*|ped\w*|compr\w*|cancel\w*|traduc\w*"
    r"|imprim\w*|export\w*|llam\w*|actualiz\w*"
    r"|document\w*|elimin\w*|calcul\w*|compar\w*|busc\w*|public\w*|avis\w*",
    r"envi\w*|escrev\w*|cri[ae]\w*|adicion\w*|encomend\w*|traduz\w*|ligu?e\w*|atualiz\w*|procur\w*|inform\w*",
    r"boek\w*|reserveer|stuur|verstuur|schrijf|maak|voeg|bestel|koop|annuleer|vertaal|print|exporteer|bel"
    r"|plan|werk|documenteer|verwijder|bereken|vergelijk|zoek",
    cjk="预订|预定|发送|发给|写|创建|添加|增加|准备|订|买|取消|翻译|打印|导出|打电话|安排|更新|删除|计算|比较|查|生成|发布|通知|整理|制作|列出"
    "|予約|送|書|作成|追加|準備|注文|購入|キャンセル|翻訳|印刷|出力|連絡|更新|削除|計算|比較|探|公開|通知|まとめ",
)


def _fit(part: str) -> bool:
    """Whether a part asks for something to be done, and can be recognised by its words."""
    t = terms(part)
    asks = part.rstrip().endswith(("?", "？"))
    return (
        not asks
        and len(t.words | t.names) >= FEWEST
        and len(part) <= 160
        and bool(_ACTION.search(part))
        and not _RULE.search(part)
        and not words.IF.search(part)
    )


def _taken(t: Terms, text: str) -> bool:
    """Whether any of the words stands in the text (words by their beginning)."""
    return any(w[:5] in text for w in t.words | t.names)


def _one_tongue(part: str, answer: str) -> bool:
    """Whether part and answer are written in one script, so that words can be compared."""
    return bool(_CJK.search(part)) == bool(_CJK.search(answer))


_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def _everything(run: Run, since: int) -> str:
    """All that was said, called, found and planned after a step, in lower case; "" when that is too much."""
    pieces: list[str] = []
    size = 0
    for step in run.steps[since + 1 :]:
        if isinstance(step, ModelCall | FinalAnswer):
            pieces.append(step.text)
        elif isinstance(step, ToolCall):
            pieces.append(f"{step.name} {stated(step.arguments, 400_000)} {step.result}")
        elif isinstance(step, PlanUpdate):
            pieces.append(" ".join([step.version.text, *(i.text for i in step.version.items)]))
        size += len(pieces[-1]) if pieces else 0
        if size > _MOST:
            return ""
    return " ".join(pieces).casefold()
