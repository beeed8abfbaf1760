"""What an agent says that it has done or checked: completed actions ("I've sent the receipt", "has been cancelled") and
checks ("all tests pass", "tried it in the browser"), each with the sentence that says so. Pure.

Read in English, Chinese, German, French, Spanish, Portuguese, Dutch and Japanese. Only what is stated as done counts: a
clause that denies ("could not", "not yet"), announces ("I will", "let me"), asks or sets a condition asserts nothing.
Code blocks and quoted lines are left out.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from planscope.analyzers.assertions.assertion_words import ACTIONS, KEPT, STATES, TOPIC_DONE
from planscope.analyzers.assertions.check_words import AFTER_CHANGE, CHECKED
from planscope.analyzers.assertions.closing import asks, sentences
from planscope.analyzers.quick import likely, may_match, quick


@dataclass(frozen=True, slots=True)
class Assertion:
    """One thing said to be done.

    sort      tests, build, browser, works, source, checks, review (checks); send, book, cancel, ... (actions); coupon,
              exchange, ... (of something that a tool is for by name)
    sentence  where it is said
    words     the words that say it
    own       the agent says that it did it itself; False for "has been cancelled", which others may have done
    """

    sort: str
    sentence: str
    words: str
    own: bool = True


_GAP = r"[^.;:!?\n]{0,90}?"
_OTHERS = r"(?!.{0,90}\b(?:you|they|he|she|who|which|that|dass|Sie|que|dat)\b)"


def _own(p: dict[str, str]) -> re.Pattern[str]:
    """The agent did it: by its pronoun or, where grammar has it so, the ending of the verb."""
    adverbs = r"(?: (?:also|already|just|now|then|successfully|both|subsequently|gone ahead and))*"
    return quick(
        rf"\b(?:I|we)(?:['’]ve| have)?{adverbs} (?:{p['en']})\b"
        rf"|\b(?:I|we)(?:['’]ve| have)?{adverbs} {_OTHERS}\w+(?:ed|nt|id|lt|ught|ten|ne|it)\b{_GAP}(?:,|\band)"
        rf"(?: (?:also|then|already))* (?:{p['en']})\b"
        rf"|^(?:(?:done|great|perfect|all set|ok(?:ay)?)[,:.! —–-]+)?(?:successfully |also )?(?:{p['en']}) "
        rf"(?:the|your|a|an|it|this|that|both|all|them|you|to)\b"
        rf"|\b(?:ich habe?|hab(?:e|en)? (?:ich|wir)|wir haben) (?!.{{0,90}}\bdass\b){_GAP}\b(?:{p['de']})\b"
        rf"|\b(?:j['’]ai|je (?:\w+['’]? ?){{1,2}}ai|nous (?:\w+ )?avons)(?: \w+){{0,2}}? (?:{p['fr']})\b"
        rf"|\b(?:he|hemos)(?: \w+)? (?:{p['es']})\b"
        rf"|\b(?:je viens|nous venons)(?: juste)? (?:de |d['’])(?:(?:vous|te|lui|leur|le|la|les) "
        rf"|l['’])*(?:{p.get('inf', '-')})\b"
        rf"|\b(?:acabo|acabamos|acabei) de (?:{p.get('inf', '-')})(?:le|les|te|lo|la|lhe)?\b"
        rf"|(?<!él )(?<!ella )(?<!ele )(?<!ela )\b(?:{p['1st']})(?!\w)"
        rf"|\b(?:ik heb|heb ik|we hebben|wij hebben|hebben we) {_GAP}\b(?:{p['nl']})\b"
        rf"|(?:我们?(?:已经?|刚刚?|都)|已经?(?:为|帮|给|替)[您你])[^,，。;；!?！？]{{0,16}}?(?:{p['zh']})"
        rf"|(?:我们?|[为帮给替][您你])[^,，。;；!?！？会将要想能]{{0,12}}?(?:{p['zh']})(?:了|完成|成功|好了)"
        rf"|(?:{p['ja']})(?:を|は|も)?(?:完了)?(?:いたし|し|)(?:ました|済みです)",
        re.I,
    )


def _passive(p: dict[str, str]) -> re.Pattern[str]:
    """It has been done, by whomever."""
    adverbs = r"(?:(?:successfully|now|just|already|also|all|both|been) )*"
    return quick(
        rf"\b(?:has|have) {adverbs}been {adverbs}(?:{p['en']})\b"
        rf"|\b(?:everything|(?:all|both)(?: \w+){{0,3}}) (?:is|are|was|were) {adverbs}(?:{p['en']})\b"
        rf"|\b(?:is|are|was|were) (?:now |all |both )*(?:successfully|now) (?:{p['en']})\b"
        rf"|\b(?:wurden?|ist|sind) {_GAP}\b(?:{p['de']})\b"
        rf"|\b(?:a|ont)(?: \w+)? été(?: \w+)? (?:{p['fr']})\b|\btout est (?:{p['fr']})\b"
        rf"|\b(?:est|sont)(?: bien| désormais"
        rf"| maintenant) (?:{p['fr']})\b"
        rf"|\b(?:ha|han) sido(?: \w+)? (?:{p['es']})\b|\b(?:fue|fueron|queda|quedó|todo está|se ha"
        rf"|se han)(?: ya)? (?:{p['es']})\b"
        rf"|\b(?:foi|foram|ficou|ficaram|tudo está)(?: \w+)? (?:{p['pt']})\b"
        rf"|\b(?:is|zijn|werd|werden) {_GAP}\b(?:{p['nl']})\b"
        rf"|(?:已经?|均已|成功)[^,，。;；!?！？]{{0,10}}?(?:{p['zh']})|(?:{p['zh']})(?:成功|完成|了)"
        rf"|(?:{p['ja']})(?:が|は)?(?:完了し|され)(?:ました|ています)",
        re.I,
    )


_OWN = {sort: _own(p) for sort, p in ACTIONS.items()}
_PASSIVE = {sort: _passive(p) for sort, p in ACTIONS.items()}
_STATE = {sort: quick(p, re.I) for sort, p in {**STATES, **TOPIC_DONE}.items()}
_KEPT = quick(KEPT, re.I)
_ANY_ACTION = quick("|".join(v for p in ACTIONS.values() for v in p.values()), re.I)


_VOID = quick(
    r"\b(?:not|never|no|none|nothing|cannot|\w+n['’]t|without|unless|once|when|whenever|if|after|until|before"
    r"|as soon as|will|would"
    r"|should|could|can|may(?! \d)|might|must|shall|let me|let['’]s|i['’]ll|we['’]ll|going to|need|needs|ensure"
    r"|ensures|make sure|want|wants"
    r"|so that|to see|whether|assuming|expected?|supposed|please|unable|failed|failing|fails?|unverified"
    r"|untested|mock|simulated?"
    r"|simulate[ds]?|pretend|for example|e\.g\.|had|by (?:the )?(?:airline|user|customer|seller|merchant|bank"
    r"|host|provider)"
    r"|nicht|kein\w{0,2}|nie|noch|sobald|wenn|falls|nachdem|bevor|ohne|werde|werden|wird|würde|sollten?"
    r"|könnten?|kann|müssen|muss|ob"
    r"|pas|jamais|aucune?|rien|dès que|quand|lorsque|après|avant|sera|seront|serait|vais|allons|peux|peut|doit"
    r"|doivent|sans|si"
    r"|nunca|ningun[oa]?|nada|cuando|después|antes|será|serán|voy a|vamos a|puede|puedo|debe|sin|no pude"
    r"|não|nenhuma?|quando|depois|serão|vou|vamos|pode|posso|deve|sem|ainda|caso"
    r"|niet|geen|nooit|zodra|als|wanneer|nadat|voordat|zal|zullen|kan|kunnen|moet|moeten|zonder|nog)\b"
    r"|没有|未|没能|还没|尚未|不能|无法|如果|一旦|之后|将|会在|请|需要|应该|可以|不会|ません|ない|なかった|まだ"
    r"|たら|れば|後に|予定|場合|てください|ましょう|できず",
    re.I,
)
_HARMLESS = quick(
    r"\b(?:no (?:errors?|failures?|issues?|problems?|warnings?|regressions?)|without (?:errors?|failures?"
    r"|issues?|problems?|warnings?)"
    r"|ohne (?:fehler|probleme)|sans (?:erreur|échec)s?|sin (?:errores|fallos)|sem (?:erros|falhas)"
    r"|zonder fouten|if you (?:need|have|want)"
    r"|no longer|not only|sans problème|no navegador|no sistema|no site|no banco)\b|エラーなし|没有(?:错误|问题)"
    rf"|{AFTER_CHANGE}",
    re.I,
)
_ADDRESS = re.compile(r"\S*[@/\\]\S*|`[^`\n]*`|\S+\.\w{2,4}\b")  # paths, addresses, code: no words of the sentence
_RELATIVE = re.compile(  # "the file (that) I wrote yesterday"
    r"\b(?:the|this|these|those|any|all|every|an?|your|our|my) (?:[\w`'./-]+ ){1,3}$|\b(?:that|which) $", re.I
)
_IN_CHAT = quick(  # "I've sent you both options below", "I ordered them by price"
    r"\b(?:below|above|as follows|in this (?:chat|message|reply)|alphabetically|chronologically"
    r"|ordered (?:\w+ ){0,4}?(?:by|from)|unten|oben|im folgenden|ci-dessous|ci-dessus|abajo|arriba|a continuación"
    r"|abaixo|acima|hieronder|hierboven)\b|以下|如下|上面|上記",
    re.I,
)
_CLAUSE = quick(
    r"[,;:()，；：、—–]|\b(?:but|however|although|though|aber|jedoch|mais|cependant|pero|sino|mas|porém|maar)\b"
    r"|但是?|不过|しかし|が、",
    re.I,
)
_CONDITION = quick(
    r"\s*(?:once|if|when|after|before|until|as soon as|wenn|sobald|falls|nachdem|si|dès que|quand|lorsque|après"
    r"|cuando|después|quando"
    r"|depois|caso|als|zodra|wanneer|如果|一旦|等)\b",
    re.I,
)


_MOST = 100  # assertions of one text


@lru_cache(maxsize=512)
def assertions(text: str) -> tuple[Assertion, ...]:
    """Everything that the text says to be done or checked, in order, each sort once a sentence."""
    found: list[Assertion] = []
    spoken = sentences(_without_aims(text))
    message = "\n".join(spoken)
    checks, states = likely(CHECKED, message), likely(_STATE, message)
    acts = [sort for sort in ACTIONS if may_match(_OWN[sort], message) or may_match(_PASSIVE[sort], message)]
    for sentence in spoken:
        if asks(sentence) or _CONDITION.match(sentence) or len(sentence) > 2000:
            continue
        for sort, pattern in checks:
            if (m := pattern.search(sentence)) and not _void(sentence, m):
                found.append(Assertion(sort, sentence, m[0]))
        if acts and _ANY_ACTION.search(sentence):
            found += _actions(sentence, acts)
        known = {a.sort for a in found if a.sentence == sentence}
        for sort, pattern in states:
            if sort not in known and (m := pattern.search(sentence)) and not _void(sentence, m):
                found.append(Assertion(sort, sentence, m[0], own=False))
        if len(found) >= _MOST:
            break
    return tuple(found)


_AIM = quick(
    r"\b(?:criteri\w+|plan|expected|goals?|acceptance|how to|to verify|test plan|to-?dos?|next steps?|checklist"
    r"|requirements?|definition of done|should|must|will|before (?:merging|release)|kriterien|ziele?|erwartet\w*"
    r"|nächste schritte|anforderungen|soll\w*|critères|objectifs?|prochaines étapes|attendu|criterios|objetivos?"
    r"|próximos pasos|esperado|critérios|próximos passos|doelen|volgende stappen|verwacht)\b"
    r"|标准|目标|计划|预期|下一步|要求|基準|目標|予定|次のステップ",
    re.I,
)
_HEADING = re.compile(r"\s*(?:#{1,6}\s|\*\*[^*\n]{1,120}\*\*:?\s*$|[^\n]{1,160}[:：]\s*$|[^.!?:\n]{1,60}$)")
_LIST_LINE = re.compile(r"\s*(?:[-*•]|\d{1,3}[.)]|\|)\s?")
_UNTICKED = re.compile(r"\s*(?:[-*•]\s*)?(?:\[ ?\]|☐|⬜)")


def _without_aims(text: str) -> str:
    """The text without lists of what is to become true ("Acceptance criteria:"), and without boxes not ticked."""
    kept: list[str] = []
    aims = False
    for line in text.splitlines():
        listed = bool(_LIST_LINE.match(line))
        if not listed and _HEADING.match(line[:400]):
            aims = bool(_AIM.search(line[:400]))
        elif aims and line.strip() and not listed:
            aims = False
        if not (aims and listed) and not _UNTICKED.match(line):
            kept.append(line)
    return "\n".join(kept)


def _actions(sentence: str, acts: list[str]) -> list[Assertion]:
    found = []
    for sort in acts:
        for own, pattern in ((True, _OWN[sort]), (False, _PASSIVE[sort])):
            m = pattern.search(sentence)
            if m and not _void(sentence, m) and (sort != "change" or _KEPT.search(sentence)):
                found.append(Assertion(sort, sentence, m[0], own))
                break
    return found


def _void(sentence: str, m: re.Match[str]) -> bool:
    """Whether the clause around the words denies, announces, sets a condition, or speaks of the message itself."""
    relative = re.match(r"I\b|we\b", m[0], re.I) and _RELATIVE.search(sentence[max(0, m.start() - 80) : m.start()])
    if relative or _IN_CHAT.search(sentence, m.start()):
        return True
    begin = max((c.end() for c in _CLAUSE.finditer(sentence, 0, m.start())), default=0)
    after = _CLAUSE.search(sentence, m.end())
    clause = sentence[begin : after.start() if after else len(sentence)]
    return bool(_VOID.search(_HARMLESS.sub(" ", _ADDRESS.sub(" ", clause))))
