"""Messages that say that all of so many things are done, as many as the list has items. Pure."""

import re
from collections.abc import Collection
from functools import lru_cache

from planscope.analyzers.assertions.closing import finished, sentences, unfinished
from planscope.analyzers.quick import quick

_NUMBERS = {
    2: "two|zwei|deux|dos|dois|duas|twee|二|两|兩|２",
    3: "three|drei|trois|tres|três|drie|三|３",
    4: "four|vier|quatre|cuatro|quatro|四|４",
    5: "five|fünf|cinq|cinco|vijf|五|５",
    6: "six|sechs|seis|zes|六|６",
    7: "seven|sieben|sept|siete|sete|zeven|七|７",
    8: "eight|acht|huit|ocho|oito|八|８",
    9: "nine|neun|neuf|nueve|nove|negen|九|９",
    10: "ten|zehn|dix|diez|dez|tien|十",
}
_BOTH = "both|beide[ns]?|ambos|ambas|両方(?:とも)?|两(?:个|项|件)?都"
_ALL = (
    r"\b(?:all|alle|tous les|toutes les|les|los|las|os|as|todos los|todas las|todos os|todas as|de|all the|all of the)"
)
_THINGS = (
    r"of them|items?|tasks?|points?|parts?|steps?|things|jobs|pieces|punkte|aufgaben|sachen|teile|schritte|tâches"
    r"|choses|étapes|puntos|tareas|cosas|pasos|itens|tarefas|pontos|coisas|passos|punten|taken|onderdelen|stappen|dingen"
)
_ARE = (
    r"are|were|have|has|done|through|finished|complete|now|in|sind|wurden|sont|ont|están|quedan|quedaron|han|estão|foram"
    r"|ficaram|zijn|staan|klaar|fertig|erledigt|terminés?|listos|listas|prontos|prontas"
)
_THROUGH = quick(  # beside "done": what lies behind one
    r"\b(?:through|sorted|durch|bouclée?s|afgehandeld|despachad[oa]s)\b|办完|处理完|片付", re.I
)


def counts_all(text: str, sizes: Collection[int]) -> str:
    """The sentence that says that all of as many things are done as one of these sizes, of two and more."""
    wanted = [n for n in sizes if n in _NUMBERS]
    if not wanted:
        return ""
    pattern = _pattern(tuple(sorted(set(wanted))))
    for s in sentences(text):
        if pattern.search(s) and (finished(s) or _THROUGH.search(s)) and not unfinished(s):
            return s
    return ""


@lru_cache(maxsize=64)
def _pattern(sizes: tuple[int, ...]) -> re.Pattern[str]:
    numbers = "|".join(f"{_NUMBERS[n]}|{n}" for n in sizes)
    both = rf"|\b(?:{_BOTH})(?: (?:{_THINGS}))? (?:{_ARE})\b|両方(?:とも)?|两(?:个|项|件)?都" if 2 in sizes else ""
    return re.compile(
        rf"{_ALL} (?:{numbers})(?: (?:{_THINGS}))?(?: (?:{_ARE})\b|\s?[:,.!]|$)"
        rf"|(?:{numbers})\s?(?:件|つ|個|个|項目|项|点|条|箇所|本|份|項)?(?:とも|都|均|全部|すべて|全て)"
        rf"|(?:全部|所有|すべての|全)(?:{numbers})(?:件|つ|個|个|項目|项|点|条){both}",
        re.I,
    )
