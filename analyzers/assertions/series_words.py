"""Words that say of all of several things that they are done, checked, complete; in English, German, French, Spanish,
Portuguese, Dutch, Chinese and Japanese. Data, and how numbers are read off it."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from planscope.analyzers.assertions.backing import name_words
from planscope.analyzers.quick import quick

_NUMBERS: Final = {
    2: "both two beide beiden zwei deux ambos ambas dos dois duas twee 两 二 2",
    3: "three drei trois tres três drie 三 3",
    4: "four vier quatre cuatro quatro 四 4",
    5: "five fünf cinq cinco vijf 五 5",
    6: "six sechs seis zes 六 6",
    7: "seven sieben sept siete sete zeven 七 7",
    8: "eight acht huit ocho oito 八 8",
    9: "nine neun neuf nueve nove negen 九 9",
    10: "ten zehn dix diez dez tien 十 10",
}
_VALUES: Final = {w: n for n, ws in _NUMBERS.items() for w in ws.split()}
_LATIN = "|".join(
    sorted((w for w in _VALUES if re.fullmatch(r"[^\W\d_]{2,}|\d+", w) and w > "!"), key=len, reverse=True)
)
OF_ALL: Final = quick(
    r"\b(?:all|every|each|everything|both|alles?|alle[nrms]?|jede[nrs]?|sämtliche\w?|beide[nrs]?|tous|toutes"
    r"|tout|chaque"
    r"|tod[oa]s?|cada|amb[oa]s|tudo|elke?|ieder\w?)\b"
    r"|所有|全部|每(?:个|一|张|份|家|项|条)|都已?|均已?|[两三四五六七八九十]\s?(?:个|张|份|条|项|家|台|位|件)"
    r"|すべて|全て|全部|各|とも",
    re.I,
)
_COUNTED = re.compile(
    rf"\b(?:all|alle[nrms]?|tous les|toutes les|l[oa]s|[oa]s|les|de|tod[oa]s (?:l?[oa]s)|sämtliche\w?"
    rf"|each of the|of the|the)"
    rf"(?: (?:of )?(?:the|these|our|your|die|den))? ({_LATIN})\b|\b(both|beide[nrs]?|amb[oa]s)\b"
    r"|([两二三四五六七八九十]|\d{1,2})\s?(?:个|张|份|条|项|家|台|位|件|つ|枚|名)",
    re.I,
)


def number_of_all(sentence: str) -> int:
    """How many things a sentence speaks of ("all three", "三张都"); 0 when it does not say."""
    m = _COUNTED.search(sentence)
    if m is None:
        return 0
    word = (m[1] or m[2] or m[3]).casefold()
    return 2 if m[2] else _VALUES.get(word) or (int(word) if word.isdecimal() else 0)


CHECKED: Final = quick(
    r"\b(?:verified|checked|reviewed|validated|tested|inspected|examined|audited|reproduced|ran|confirmed"
    r"|geprüft|überprüft|nachgeprüft|kontrolliert|verifiziert|validiert|getestet|gesichtet"
    r"|vérifié\w{0,2}|contrôlé\w{0,2}|validé\w{0,2}|examiné\w{0,2}|testé\w{0,2}"
    r"|verificad[oa]s?|revisad[oa]s?|comprobad[oa]s?|validad[oa]s?|probad[oa]s?|verifiqué|revisé|comprobé|validé"
    r"|conferid[oa]s?|testad[oa]s?|verifiquei|revisei|conferi|validei"
    r"|gecontroleerd|nagekeken|geverifieerd|gevalideerd|getest)\b"
    r"|(?:检查|核对|核实|验证|审核|校验|复核)(?:过|了|完|通过)|已(?:经)?(?:逐一|全部|都)?(?:检查|核对|核实|验证|审核|校验|复核)"
    r"|(?:確認|検証|チェック|審査|点検)(?:し|いたし|済|が完了)",
    re.I,
)
DONE: Final = re.compile(
    r"\b(?:(?:have|has) (?:all |both |now )*been|(?:is|are|were|was) (?:all |both |now )*\w{3,20}(?:ed|en|nt)"
    r"|(?:I|we)(?:['’]ve| have)? \w{3,20}(?:ed|nt)|renewed|booked|done|finished|completed?"
    r"|ge\w{3,20}(?:t|en)|\w{2,6}ge\w{3,20}(?:t|en)|ver\w{3,20}t|be\w{3,20}t|\w{3,20}iert|erledigt|fertig"
    r"|\w{2,20}(?:ée?s?|ies?|[iu]e?s)|(?:été|est|sont|ai) \w{3,20}|\w{2,20}(?:ad|id)[oa]s?|hech[oa]s|feit[oa]s"
    r"|klaar)\b"
    r"|已|完成|成功|好了|完了|しました|済み",
    re.I,
)
COMPLETE: Final = quick(
    r"\b(?:complete|in order|fully filled|filled in|vollständig|in ordnung|complet\w{0,3}|complète\w?|en règle"
    r"|en regla"
    r"|complet[oa]s?|em ordem|compleet|volledig|in orde)\b|完整|齐全|无缺|完備|不備(?:は|が)?(?:な|あり)|揃って",
    re.I,
)
BUT: Final = quick(  # all but for something
    r"\b(?:else|others?|except|rest|remaining|otherwise|apart|besides|but|übrige\w*|sonst\w*|andere\w*|außer"
    r"|bis auf|autres?"
    r"|sauf|reste|demás|otr[oa]s|resto|salvo|excepto|outr[oa]s|exceto|overige|andere|behalve|rest)\b"
    r"|其他|其余|除了|以外|その他|ほか|残り",
    re.I,
)
OWN: Final = quick(
    r"\b(?:I|we)\b[^.;!?]{0,30}\b(?:ran|run|checked|verified|tested|validated|reproduced|opened)\b"
    r"|\b(?:habe|haben) (?:ich|wir)\b|\b(?:ich|wir) haben?\b|\bj['’]ai\b|\bnous avons\b|\b(?:he|hemos|ik heb"
    r"|heb ik)\b"
    r"|\b(?:ejecuté|probé|verifiqué|comprobé|executei|rodei|testei|verifiquei)\b|我|しました",
    re.I,
)
CHECKS: Final = quick(
    r"(?:^|_)(?:check|verify|validate|test|inspect|review|audit|scan|probe)(?:_|$|s)|prüf|pruef|vérif|verif"
    r"|valid|comprob"
    r"|contrôl|controle|confer|检查|验证|校验|核对|確認|検証"
)
RUNS: Final = quick(
    r"(?:^|_)(?:run|check|verify|validate|test|execute|reproduce)(?:_|$)|ausf|prüf|exécut|vérif|ejecut|execut"
)
HANDS_ON: Final = quick(
    r"(?:^|_)(?:forward|submit|approve|release|file|publish|sign|accept)(?:_|$)|weiterleit"
    r"|einreich|freigeb|genehmig|transmet|soumet|approuv|valider|aprob|present|aprov|encaminh|submet|doorst|indien"
    r"|goedkeur|转交|提交|批准|审批|提出|承認|送付"
)
EMPTY: Final = quick(  # words of tools' names that say nothing of what the tool is about
    r"get|set|list|read|run|fetch|lookup|look|find|search|query|make|create|add|new|update|do|the|all|one|many"
    r"|item|items"
    r"|data|info|tool|api|call|status|lies|lese|lire|leer|ler|ver|obtener|consultar|buscar|haal|lees"
)
_BLANK = re.compile(
    r"\W*(?:tbd|tba|tbc|to ?do|to be (?:added|determined|defined|confirmed|filled(?: in)?|provided|announced)|x{3,}"
    r"|placeholder|lorem ipsum.{0,200}|\?{2,}|insert \w+(?: \w+)? here|wird nachgereicht|folgt(?: noch)?|noch offen"
    r"|platzhalter|à compléter|à définir|à préciser|por (?:definir|completar|confirmar)|a (?:definir|preencher"
    r"|confirmar)"
    r"|nader te bepalen|nog (?:in te vullen|te bepalen)|待定|待补充?|待填写?|待确认|未定|要確認|後日記入)\W*",
    re.I,
)


def blanks(data: Any) -> list[str]:
    """Fields of a record that hold nothing but a blank to be filled ("TBD"), with their keys."""
    found = []
    for key, value in data.items() if isinstance(data, Mapping) else ():
        if isinstance(value, str) and len(value) < 300 and _BLANK.fullmatch(value):
            found.append(f"{key} {value!r}")
    return found


@lru_cache(maxsize=1024)
def things(name: str) -> frozenset[str]:
    """What a tool is about: the words of its name without the verb of all work."""
    return frozenset(w for w in name_words(name).split("_") if len(w) > 2 and not EMPTY.fullmatch(w))


@lru_cache(maxsize=4096)
def speaks_of(name: str, sentence: str) -> bool:
    """Whether a sentence uses a word of the tool's name, in any form of it."""
    spoken = re.findall(r"[^\W\d_]+", sentence.casefold())
    return any(w == t or (len(t) > 3 and w.startswith(t[:6])) for t in things(name) for w in spoken)


def names(value: str, sentence: str) -> bool:
    """Whether a sentence holds a value, standing for itself."""
    at = sentence.casefold().find(value)
    return bool(re.search(rf"(?<![\w-]){re.escape(value)}(?![\w-])", sentence, re.I)) if at >= 0 else False
