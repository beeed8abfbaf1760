"""What an agent says that it has done or checked: completed actions ("I've sent the receipt", "has been cancelled") and
checks ("all tests pass", "tried it in the browser"), each with the sentence that says so. Pure.

Read in English, Chinese, German, French, Spanish, Portuguese, Dutch and Japanese. Only what is stated as done counts: a
clause that denies ("could not", "not yet"), announces ("I will", "let me"), asks or sets a condition asserts nothing.
Code blocks and quoted lines are left out.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from planscope.analyzers.assertion_words import ACTIONS, KEPT
from planscope.analyzers.closing import asks, sentences


@dataclass(frozen=True, slots=True)
class Assertion:
    """One thing said to be done.

    sort      tests, build, browser, works, source (checks); send, book, cancel, ... (actions)
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
    return re.compile(
        rf"\b(?:I|we)(?:['’]ve| have)?{adverbs} (?:{p['en']})\b"
        rf"|\b(?:I|we)(?:['’]ve| have)?{adverbs} {_OTHERS}\w+(?:ed|nt|id|lt|ught|ten|ne|it)\b{_GAP}(?:,|\band)"
        rf"(?: (?:also|then|already))* (?:{p['en']})\b"
        rf"|^(?:(?:done|great|perfect|all set|ok(?:ay)?)[,:.! —–-]+)?(?:successfully |also )?(?:{p['en']}) "
        rf"(?:the|your|a|an|it|this|that|both|all|them|you|to)\b"
        rf"|\b(?:ich habe?|hab(?:e|en)? (?:ich|wir)|wir haben) (?!.{{0,90}}\bdass\b){_GAP}\b(?:{p['de']})\b"
        rf"|\b(?:j['’]ai|je (?:\w+['’]? ?){{1,2}}ai|nous (?:\w+ )?avons)(?: \w+){{0,2}}? (?:{p['fr']})\b"
        rf"|\b(?:he|hemos)(?: \w+)? (?:{p['es']})\b"
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
    return re.compile(
        rf"\b(?:has|have) {adverbs}been {adverbs}(?:{p['en']})\b"
        rf"|\b(?:is|are|was|were) (?:now |all |both )*(?:successfully|now) (?:{p['en']})\b"
        rf"|\b(?:wurden?|ist|sind) {_GAP}\b(?:{p['de']})\b"
        rf"|\b(?:a|ont)(?: \w+)? été(?: \w+)? (?:{p['fr']})\b|\b(?:est|sont)(?: bien| désormais"
        rf"| maintenant) (?:{p['fr']})\b"
        rf"|\b(?:ha|han) sido(?: \w+)? (?:{p['es']})\b|\b(?:fue|fueron|queda|quedó|se ha"
        rf"|se han)(?: ya)? (?:{p['es']})\b"
        rf"|\b(?:foi|foram|ficou|ficaram)(?: \w+)? (?:{p['pt']})\b"
        rf"|\b(?:is|zijn|werd|werden) {_GAP}\b(?:{p['nl']})\b"
        rf"|(?:已经?|均已|成功)[^,，。;；!?！？]{{0,10}}?(?:{p['zh']})|(?:{p['zh']})(?:成功|完成|了)"
        rf"|(?:{p['ja']})(?:が|は)?(?:完了し|され)(?:ました|ています)",
        re.I,
    )


_OWN = {sort: _own(p) for sort, p in ACTIONS.items()}
_PASSIVE = {sort: _passive(p) for sort, p in ACTIONS.items()}
_KEPT = re.compile(KEPT, re.I)
_ANY_ACTION = re.compile("|".join(v for p in ACTIONS.values() for v in p.values()), re.I)

_TESTS = re.compile(
    r"\b(?:all|the|full|whole|entire|every|unit|integration|existing|new|\d[\d,.]*(?: ?(?:/"
    r"|of) ?\d+)?) (?:[\w-]+ ){0,3}?"
    r"(?:tests?|specs|suite)(?: suite| cases?)?(?: (?:are|is|now|all|also|still|and [\w-]+))*(?: now)?"
    r" (?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|ran clean)\b"
    r"|^tests (?:all )?(?:pass(?:es|ed|ing)?|green)\b"
    r"|\b(?:I|we)(?:['’]ve| have)?(?: (?:also|just|then))* (?:re-?)?(?:ran|run) (?:all |the |full |whole "
    r"|entire |unit )*"
    r"(?:tests?|test suite|suite)\b"
    r"|\b(?:alle|sämtliche|die|\d+)(?: \w+){0,3} Tests?\b[^.;!?]{0,60}?\b(?:grün|bestanden|durch|erfolgreich"
    r"|bestehen)\b"
    r"|\blaufen\b[^.;!?]{0,60}?\bTests\b[^.;!?]{0,30}?\b(?:grün|durch|erfolgreich)\b"
    r"|\b(?:tous les|les|\d+) (?:\w+ )?tests(?: \w+){0,3} (?:passent|passés|réussis|réussissent|verts|au vert)\b"
    r"|\b(?:tod[oa]s l[oa]s|l[oa]s|\d+) (?:tests|pruebas)(?: \w+){0,3} (?:pasan|pasaron|pasado|verde|superad[oa]s)\b"
    r"|\b(?:todos os|os|\d+) (?:testes|tests)(?: \w+){0,3} (?:passam|passaram|passando|verdes?|aprovados)\b"
    r"|\b(?:alle|de|\d+) (?:\w+ )?tests(?: \w+){0,3} (?:slagen|geslaagd|slaagden|groen)\b"
    r"|(?:所有|全部|\d+ ?个|单元)[^,，。;；]{0,8}?测试[^,，。;；]{0,6}?(?:通过|成功)|测试(?:均|都"
    r"|全部)(?:已经?)?(?:通过|成功)"
    r"|(?:すべての?|全ての?|全|\d+ ?件の)テスト[^、。]{0,10}?(?:通り|通って|パス|成功"
    r"|合格)[^、。]{0,4}?(?:ました|ています|た|です)",
    re.I,
)
_BROWSER = re.compile(
    r"\b(?:I|we)(?:['’]ve| have)?\b[^.;!?]{0,80}?\b(?:tested|checked|verified|tried|confirmed|opened"
    r"|clicked)\b[^.;!?]{0,60}?"
    r"\b(?:in|on|with) (?:the |a |my |your )?(?:\w+ )?(?:browser|chrome|firefox|safari|simulator|emulator"
    r"|running app|live site)\b"
    r"|^(?:manually )?(?:tested|checked|verified|tried|confirmed)\b[^.;!?]{0,60}?\bin (?:the |a )?(?:\w+ )?"
    r"(?:browser|chrome|firefox|safari|simulator|emulator|running app)\b"
    r"|\bhabe?n?\b[^.;!?]{0,80}?\bim (?:\w+-?)?Browser\b[^.;!?]{0,60}?\b(?:ausprobiert|getestet|geprüft"
    r"|verifiziert|kontrolliert|angesehen)\b"
    r"|\bj['’]ai\b[^.;!?]{0,60}?\b(?:testé|vérifié|essayé|ouvert|contrôlé)\w{0,2}\b[^.;!?]{0,60}?\bdans (?:le"
    r"|un) navigateur\b"
    r"|\b(?:he|hemos|probé|verifiqué|comprobé|testei|verifiquei|conferi|experimentei)\b[^.;!?]{0,80}?\b(?:en el"
    r"|no) nave(?:gador)\b"
    r"|\bheb\b[^.;!?]{0,80}?\bin de browser\b[^.;!?]{0,60}?\b(?:getest|geprobeerd|gecontroleerd|uitgeprobeerd"
    r"|bekeken)\b"
    r"|在浏览器(?:中|里|上)?[^,，。;；]{0,12}?(?:测试|验证|试用|确认)(?:过|了|完)|ブラウザ(?:で"
    r"|上で)[^、。]{0,14}?(?:確認|テスト|検証|試)[^、。]{0,4}?(?:ました|済み)",
    re.I,
)
_THING = (
    r"(?:web|internet|online|website|site|wikipedia|article|database|api|documentation|docs|records?|system"
    r"|calendar|inventory"
    r"|repository|codebase|logs?|catalogue?|registry|source files?)"
)
_SOURCE = re.compile(
    r"\b(?:I|we)(?:['’]ve| have)(?: (?:also|just|already|now))* (?:checked|searched|looked up|consulted"
    r"|verified|cross-checked|browsed"
    rf"|queried)\b[^.;!?]{{0,60}}?\b{_THING}\b|\b(?:I|we) (?:checked|searched|looked up|consulted|browsed"
    rf"|queried)\b[^.;!?]{{0,50}}?\b{_THING}\b"
    rf"|\b(?:verified|confirmed|cross-checked) (?:from|against|with|in|using) (?:the |an? "
    rf"|\w+ )?(?:\w+ )?(?:{_THING}|data)\b"
    r"|\bich habe?\b[^.;!?]{0,60}?\b(?:im Internet|im Web|online|in der Datenbank|im System|im Kalender"
    r"|auf der Website)\b[^.;!?]{0,40}?"
    r"\b(?:gesucht|nachgesehen|geprüft|recherchiert|nachgeschlagen)\b"
    r"|\bj['’]ai (?:consulté|vérifié|cherché|recherché)\b[^.;!?]{0,40}?\b(?:site|web|internet|base de données"
    r"|système|calendrier|en ligne)\b"
    r"|\b(?:he (?:consultado|buscado|verificado|revisado)|busqué|consulté|consultei|verifiquei"
    r"|pesquisei)\b[^.;!?]{0,40}?"
    r"\b(?:web|internet|sitio|site|base de datos|banco de dados|sistema|en línea|online|calend[aá]rio)\b"
    r"|\bik heb\b[^.;!?]{0,60}?\b(?:op internet|online|op de website|in de database|in het systeem"
    r"|in de agenda)\b[^.;!?]{0,40}?"
    r"\b(?:gezocht|gekeken|opgezocht|gecontroleerd)\b"
    r"|我(?:已经?|刚刚?)?[^,，。;；]{0,6}?(?:查询|搜索|查阅|核实|检索)了?[^,，。;；]{0,10}?(?:网|数据库|系统"
    r"|资料|日历|维基)"
    r"|(?:ウェブ|ネット|サイト|データベース|システム|カレンダー)(?:で|を)[^、。]{0,10}?(?:検索|確認|調べ"
    r"|調査)[^、。]{0,4}?ました",
    re.I,
)
_BUILD = re.compile(
    r"\b(?:build|compilation|lint(?:er|ing)?|type-?check(?:s|ing)?) (?:now |also |all |still |is |are |runs? )*"
    r"(?:succeed(?:s|ed)?|pass(?:es|ed|ing)?|green|clean)\b"
    r"|\b(?:code|project|everything|it|app|package|workspace) (?:now |also |still )*(?:compiles|builds)"
    r"(?: (?:cleanly|successfully|fine|without (?:errors|warnings)))?"
    r"|\b(?:no|zero|0) (?:lint(?:er)?|type|compile(?:r)?) (?:errors|issues|warnings)\b"
    r"|\bder Build (?:ist|läuft|war)(?: \w+){0,2} (?:grün|durch|erfolgreich)\b"
    r"|\blässt sich (?:fehlerfrei )?kompilieren\b"
    r"|\b(?:le build|la compilation) (?:passe|réussit|a réussi|est vert)\b|\bla compilación (?:pasa|funciona"
    r"|fue exitosa)\b"
    r"|\b(?:a compilação|o build) (?:passa|passou|funciona)\b|\bde build (?:slaagt|is geslaagd|is groen)\b"
    r"|(?:编译|构建)(?:已经?)?(?:通过|成功)|ビルド(?:が|は)?(?:成功し|通り)(?:ました|ています)",
    re.I,
)
_WORKS = re.compile(
    r"(?:\b(?:I|we)(?:['’]ve| have)?(?: (?:also|just|now|then|manually|thoroughly|successfully))*|^(?:manually "
    r"|successfully )?)"
    r" ?\b(?:tested|verified|validated|confirmed)\b[^.;!?]{0,80}?\b(?:works?|working|behaves|runs|is fixed"
    r"|end-to-end|locally)\b"
    r"|\bich habe?\b[^.;!?]{0,80}?\b(?:getestet|geprüft|verifiziert)\b[^.;!?]{0,60}?\b(?:funktioniert|läuft)\b"
    r"|\bj['’]ai (?:testé|vérifié)\b[^.;!?]{0,80}?\b(?:fonctionne|marche)\w*"
    r"|\b(?:he (?:probado|verificado|comprobado)|probé|verifiqué)\b[^.;!?]{0,80}?\bfunciona\w*"
    r"|\b(?:testei|verifiquei)\b[^.;!?]{0,80}?\bfunciona\w*"
    r"|\bik heb\b[^.;!?]{0,80}?\b(?:getest|gecontroleerd)\b[^.;!?]{0,60}?\bwerkt\b"
    r"|(?:测试|验证|确认)(?:过了?|了)[^。；]{0,14}?(?:正常|可用|有效|能用)|動作(?:を)?確認(?:し|いたし)ました"
    r"|動作確認済み",
    re.I,
)
_CHECKS: dict[str, re.Pattern[str]] = {
    "tests": _TESTS,
    "build": _BUILD,
    "browser": _BROWSER,
    "works": _WORKS,
    "source": _SOURCE,
}

_VOID = re.compile(
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
_HARMLESS = re.compile(
    r"\b(?:no (?:errors?|failures?|issues?|problems?|warnings?|regressions?)|without (?:errors?|failures?"
    r"|issues?|problems?|warnings?)"
    r"|ohne (?:fehler|probleme)|sans (?:erreur|échec)s?|sin (?:errores|fallos)|sem (?:erros|falhas)"
    r"|zonder fouten|if you (?:need|have|want)"
    r"|no longer|not only|sans problème|no navegador|no sistema|no site|no banco)\b|エラーなし|没有(?:错误|问题)",
    re.I,
)
_ADDRESS = re.compile(r"\S*[@/\\]\S*|`[^`\n]*`|\S+\.\w{2,4}\b")  # paths, addresses, code: no words of the sentence
_RELATIVE = re.compile(  # "the file (that) I wrote yesterday"
    r"\b(?:the|this|these|those|any|all|every|an?|your|our|my) (?:[\w`'./-]+ ){1,3}$|\b(?:that|which) $", re.I
)
_IN_CHAT = re.compile(  # "I've sent you both options below", "I ordered them by price"
    r"\b(?:below|above|as follows|in this (?:chat|message|reply)|alphabetically|chronologically"
    r"|ordered (?:\w+ ){0,4}?(?:by|from)|unten|oben|im folgenden|ci-dessous|ci-dessus|abajo|arriba|a continuación"
    r"|abaixo|acima|hieronder|hierboven)\b|以下|如下|上面|上記",
    re.I,
)
_CLAUSE = re.compile(
    r"[,;:()，；：、—–]|\b(?:but|however|although|though|aber|jedoch|mais|cependant|pero|sino|mas|porém|maar)\b"
    r"|但是?|不过|しかし|が、",
    re.I,
)
_CONDITION = re.compile(
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
    for sentence in sentences(_without_aims(text)):
        if asks(sentence) or _CONDITION.match(sentence) or len(sentence) > 2000:
            continue
        for sort, pattern in _CHECKS.items():
            if (m := pattern.search(sentence)) and not _void(sentence, m):
                found.append(Assertion(sort, sentence, m[0]))
        if _ANY_ACTION.search(sentence):
            found += _actions(sentence)
        if len(found) >= _MOST:
            break
    return tuple(found)


_AIM = re.compile(
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


def _actions(sentence: str) -> list[Assertion]:
    found = []
    for sort in ACTIONS:
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
