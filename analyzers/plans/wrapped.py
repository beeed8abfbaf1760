"""Words with which an agent wraps up a whole job without naming any part of it, and with which a user goes on. Pure.

"The change is finished" says nothing of a part: no item of the list is about "the change". So a sentence counts as one
about the whole when it says that something is done and has no word in common with any item.
"""

import re
from collections import Counter
from collections.abc import Sequence

from planscope.analyzers.assertions.closing import claims_whole, finished, sentences, unfinished
from planscope.analyzers.assertions.closing_words import PART
from planscope.analyzers.plans.matching import labels, terms
from planscope.analyzers.quick import quick
from planscope.collector.plan import PlanItem

_LONGEST = 80  # characters: a longer sentence is about something in particular
_WRAPS = quick(
    r"\bthat (?:completes|concludes|wraps up|finishes|is all|was all|is it\b)|\bdas (?:war|wäre|ist) alles"
    r"|\bdamit (?:ist|sind|bin)"
    r"|\bc'est tout\b|\bvoilà,? c'est\b|\beso es todo|\bcon (?:esto|eso) (?:queda|está|he)|\bisso é tudo"
    r"|\bcom isso (?:fica|está)"
    r"|\bdat (?:was|is) alles|\bhiermee is|(?:工作|任务|迁移|改动|修改)(?:已经?|都|全部)?(?:结束|完毕)"
    r"|到此(?:结束|完成)|以上です"
    r"|これで(?:完了|終わり|全部|すべて)",
    re.I,
)
_MORE = quick(  # an offer for later, which waits for nothing
    r"\b(?:if|should|in case) you (?:need|require|want|like|wish|prefer)"
    r"|\bif (?:anything|something)|\bany (?:changes|questions)"
    r"|\b(?:falls|wenn) (?:du|sie|ihr) .{0,30}(?:brauch|wünsch|möcht)|\b(?:wenn|falls) (?:sich )?(?:etwas|noch)"
    r"|\bsi (?:vous|tu) .{0,20}(?:besoin|souhait|voul)|\bs['’]il faut|\bsi (?:nécessaire|besoin)|\bsi quelque chose"
    r"|\bsi (?:necesitas?|lo necesita|hace falta|quier\w+|dese\w+|algo)|\bse (?:precisar|quiser|necessário)"
    r"|\bals (?:je|u) .{0,30}(?:nodig|wil)|\bals er iets"
    r"|如(?:果|有)需|有需要|有(?:变化|问题|变动).{0,4}(?:随时|告诉)|必要(?:が|で)あれば|ご要望|(?:変更|何か)があれば",
    re.I,
)
_MONEY = quick(
    r"[€$£¥￥]|\b(?:EUR|USD|GBP|CHF|CNY|RMB|JPY|euros?|dollars?|pounds?|francs?|Franken|Dollar|Pfund|dólares|libras|reais)\b"
    r"|\d ?[元円]",
    re.I,
)
_GOES_ON = quick(
    r"\b(?:continue|go (?:on|ahead)|proceed|carry on|keep going|finish|rest|remaining|weiter(?:machen)?|fortfahren"
    r"|continue[rz]?|poursui\w+|sigue|siga|adelante|continúa|prossiga|verder|ga door)\b"
    r"|继续|接着|剩|続け|進め|残り",
    re.I,
)
_LIST = quick(
    r"\b(?:list\w{0,2}|lijst|items?|tasks?|to-?dos?|points?|steps?|punkte?|aufgaben?|schritte?|tâches?|étapes?|puntos?"
    r"|tareas?|pasos?|tarefas?|itens|passos|taken|stappen)\b|清单|列表|任务|事项|リスト|項目|タスク",
    re.I,
)
_ENTIRELY = quick(
    r"\b(?:all|every|complete\w*|fully|entire\w*|whole|alle\w?|jede\w?|vollständig\w*|komplett\w*|ganz\w*|abgearbeitet"
    r"|tou[ts]\w*|chaque|complètement|entièrement|tod[oa]s?|cada|completa\w*|volledig|helemaal)\b|全部|所有|都|すべて|全て",
    re.I,
)
_THROUGH = quick(
    r"\b(?:worked (?:through|off)|abgearbeitet|parcourue?|traitée?s?|recorrida|procesad\w+|afgewerkt"
    r"|acabad[oa]s?|(?:está|queda|quedó|fica) complet[oa])\b"
    r"|处理完|办完|片付",
    re.I,
)


def wraps_up(text: str, items: Sequence[PlanItem]) -> str:
    """The sentence that says that the job as a whole is done, naming nothing that any of these items is about."""
    often = Counter(w for i in items for w in terms(i.text).words | terms(i.text).names)
    about = {w for w, n in often.items() if n == 1}  # what several items have in common may well be the job
    for s in sentences(text):
        said = finished(s) or bool(_WRAPS.search(s) or _THROUGH.search(s))
        if (
            said
            and len(s) <= _LONGEST
            and not labels(s)
            and not PART.search(s)
            and not unfinished(s)
            and not re.search(r"\d", s)
        ):
            mine = terms(s)
            if not about & (mine.words | mine.names):
                return s
    return ""


def without_offers(text: str) -> str:
    """What a message says, a sentence a line, without offers to do more ("let me know if anything should change") and
    without what it says of money: an amount that is left is no work that is left."""
    return "\n".join(s for s in sentences(text) if not _MORE.search(s) and not _MONEY.search(s))


def goes_on(text: str) -> bool:
    """Whether a user's message asks to go on with what was being done; a bare "yes" does."""
    return len(text.strip()) <= 12 or bool(_GOES_ON.search(text[:400]))


def says_list_done(summary: str) -> str:
    """The sentence of a summary that says that the list, or all of its items, is done."""
    if said := claims_whole(summary):
        return said
    for s in sentences(summary):
        done = finished(s) or bool(_THROUGH.search(s))
        if done and _LIST.search(s) and _ENTIRELY.search(s) and not unfinished(s):
            return s
    return ""
