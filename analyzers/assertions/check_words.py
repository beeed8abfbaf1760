"""The words by which a check is said to have been made: tests, a build, a look into the browser, a trial, a source.

English, German, French, Spanish, Portuguese, Dutch, Chinese, Japanese. Data only; what is denied or announced is told
apart in assertions.py.
"""

import re
from typing import Final

from planscope.analyzers.quick import quick

_WORK = (
    r"rename|renaming|refactor(?:ing)?|migration|merge|upgrade|patch|rewrite|cleanup|clean-up|move|removal"
    r"|rebase|swap"
)
AFTER_CHANGE: Final = (
    r"(?:\bafter (?:the|this|that|my|each|every|making the) (?:last |final |\w+ )?(?:change|edit|fix|modification"
    rf"|update|{_WORK})s?\b"
    r"|\bnach (?:der|dem|dieser|diesem|meiner|jeder) (?:\w+ )?(?:änderung|anpassung|korrektur|umstellung|umbenennung"
    r"|umbau|refactoring|migration|zusammenführung|merge|update|aktualisierung)\b"
    r"|\baprès (?:la|cette|ma|chaque) (?:modification|correction|mise à jour|migration|fusion|refonte)\b"
    r"|\baprès le (?:renommage|changement|refactoring|nettoyage)\b|\baprès ce changement\b"
    r"|\b(?:después de|tras) (?:el|la|este|esta|mi) (?:cambio|modificación|corrección|migración|actualización"
    r"|refactorización|limpieza)\b|\b(?:después del|tras el) (?:cambio|renombrado|refactor)\b"
    r"|\b(?:depois d|após )(?:a|essa|esta|o) (?:alteração|mudança|modificação|correção|migração|renomeação"
    r"|refatoração|atualização)\b"
    r"|\bna (?:de|het|deze|elke) (?:wijziging|aanpassing|correctie|hernoeming|hernoemen|migratie|refactoring"
    r"|opschoning"
    r"|samenvoeging)\b"
    r"|(?:修改|改动|更改|修复|重命名|改名|重构|迁移|合并|升级)之?后|(?:変更|修正|リネーム|改名|移行|マージ|更新)後)"
)
_TESTS = quick(
    r"\b(?:all|the|full|whole|entire|every|unit|integration|existing|new|\d[\d,.]*(?: ?(?:/"
    r"|of) ?\d+)?) (?:[\w-]+ ){0,3}?"
    r"(?:tests?|specs|suite)(?: suite| cases?)?(?: (?:are|is|now|all|also|still|and [\w-]+))*(?: now)?"
    r" (?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|ran clean)\b"
    r"|^tests (?:are )?(?:all |now )?(?:pass(?:es|ed|ing)?|green)\b|: tests are (?:all )?(?:passing|green)\b"
    r"|\b(?:everything|all) (?:is )?green\b[^.;!?]{0,12}?\d+ tests?\b|\btest suite (?:verified|confirmed|is clean)\b"
    r"|\balles grün\b[^.;!?]{0,12}?\d+ tests?\b|\btout (?:est )?(?:au )?vert\b[^.;!?]{0,12}?\d+ tests?\b"
    r"|\btodo (?:está )?en verde\b[^.;!?]{0,12}?\d+ (?:tests?|pruebas)\b"
    r"|\btudo (?:está )?verde\b[^.;!?]{0,12}?\d+ testes\b"
    r"|\b(?:pasan|passam) (?:tod[oa]s )?(?:l[oa]s|os|as) (?:\d+ )?(?:tests|pruebas|testes)\b"
    r"|\b(?:I|we) ran (?:all |the )*tests?\b[^.;!?]{0,12}?\ball (?:of them |\d+ )?(?:pass(?:ed)?|are green)\b"
    r"|\b(?:I|we)(?:['’]ve| have)?(?: (?:also|just|then))* (?:re-?)?(?:ran|run) (?:all |the |full |whole "
    r"|entire |unit )*"
    r"(?:tests?|test suite|suite)\b"
    r"|\b(?:alle|sämtliche|die|\d+)(?: \w+){0,3} Tests?\b[^.;!?]{0,60}?\b(?:grün|bestanden|durch|erfolgreich"
    r"|bestehen)\b"
    r"|\blaufen\b[^.;!?]{0,60}?\bTests\b[^.;!?]{0,30}?\b(?:grün|durch|erfolgreich)\b"
    r"|\b(?:tous les|les|\d+) (?:\w+ )?tests(?: \w+){0,3} (?:passent|passés|réussis|réussissent|verts|au vert)\b"
    r"|\b(?:tod[oa]s l[oa]s|l[oa]s|\d+) (?:tests|pruebas)(?: \w+){0,3} (?:pasan|pasaron|pasado|verde|superad[oa]s)\b"
    r"|(?:^|\b(?:the|our|your|a|both|whole|full|entire|complete|toda|todo|die|der|das|den|gesamte\w?"
    r"|komplette\w?|ganze\w?|la"
    r"|el|le|o|de|het|hele) )(?:[\w-]+ ){0,2}?(?:(?:test[- ]?)?suites?|test ?run|testsuite|testlauf|testreihe|batería"
    r"|bateria|suíte|suite de tests|testreeks|testset)\b[^.;!?,]{0,40}?\b(?:pass(?:es|ed)?|green|clean|grün"
    r"|durchgelaufen|läuft durch|bestanden|fehlerfrei|passe|réussit?|verte?|pasa|pasó|verde|passa|passou|slaagt"
    r"|geslaagd|groen)\b"
    r"|\b(?:todos os|os|\d+) (?:testes|tests)(?: \w+){0,3} (?:passam|passaram|passando|verdes?|aprovados)\b"
    r"|\b(?:alle|de|\d+) (?:\w+ )?tests(?: \w+){0,3} (?:slagen|geslaagd|slaagden|groen)\b"
    r"|测试(?:已经?)?(?:全部|都)?(?:全绿|变绿|通过)|(?:全|\d+ ?件の)?(?:全\d+ ?件の)?テスト(?:は"
    r"|が)?\d* ?件?(?:とも|すべて|全て|全件)?"
    r"(?:に合格|が?合格|は?成功|通過|が通り)[^、。]{0,4}?(?:です|でした|ました|(?=[。\s]|$))"
    r"|(?:所有|全部|\d+ ?个|单元)[^,，。;；]{0,8}?测试[^,，。;；]{0,6}?(?:通过|成功)|测试(?:均|都"
    r"|全部)(?:已经?)?(?:通过|成功)"
    r"|テスト[^、。]{0,6}(?:すべて|全て|全部|全件)[^、。]{0,6}(?:通り|通って|通過|パス|成功|合格)"
    r"|(?:すべての?|全ての?|全|\d+ ?件の)テスト[^、。]{0,10}?(?:通り|通って|通過|パス|成功"
    r"|合格)[^、。]{0,4}?(?:ました|ています|た|です)",
    re.I,
)
_BROWSER = quick(
    r"\b(?:I|we)(?:['’]ve| have)?\b[^.;!?]{0,80}?\b(?:tested|checked|verified|tried|confirmed|opened|viewed"
    r"|looked|clicked)\b[^.;!?]{0,60}?"
    r"\b(?:in|on|with) (?:the |a |my |your )?(?:\w+ )?(?:browser|chrome|firefox|safari|simulator|emulator"
    r"|running app|live site)\b"
    r"|^(?:manually )?(?:tested|checked|verified|tried|confirmed)\b[^.;!?]{0,60}?\bin (?:the |a )?(?:\w+ )?"
    r"(?:browser|chrome|firefox|safari|simulator|emulator|running app)\b"
    r"|\bhabe?n?\b[^.;!?]{0,80}?\b(?:im (?:\w+-?)?Browser|in (?:Firefox|Chrome|Safari"
    r"|Edge))\b[^.;!?]{0,60}?\b(?:ausprobiert|getestet|geprüft|geöffnet"
    r"|verifiziert|kontrolliert|angesehen)\b"
    r"|\b(?:j['’]|je l['’]|je les )ai\b[^.;!?]{0,60}?\b(?:testé|vérifié|essayé|ouvert|contrôlé"
    r"|regardé)\w{0,2}\b[^.;!?]{0,60}?\bdans (?:le"
    r" navigateur|un navigateur|Firefox|Chrome|Safari)\b"
    r"|\b(?:he|hemos|probé|verifiqué|comprobé|abrí|miré|testei|verifiquei|conferi|experimentei|abri|olhei|vi)\b"
    r"[^.;!?]{0,80}?\b(?:(?:en el|no) navegador|(?:en|no) (?:Firefox|Chrome|Safari))\b"
    r"|\b(?:I|we)(?:['’]ve| have)? (?:took|taken|made) (?:a|some|two|several) screenshots?\b|\bhabe\b[^.;!?]{0,30}?"
    r"\bscreenshots?\b[^.;!?]{0,20}?\b(?:gemacht|aufgenommen)\b|\bj['’]ai (?:fait|pris) (?:une"
    r"|des) captures? d['’]écran\b"
    r"|\b(?:hice|tomé|he hecho) (?:una|unas) capturas? de pantalla\b|\b(?:tirei|fiz) (?:uma captura de tela"
    r"|um print)\b"
    r"|\bik heb (?:een )?screenshots? gemaakt\b|截了图|スクリーンショットを(?:撮|取)"
    r"|\bheb\b[^.;!?]{0,80}?\bin de browser\b[^.;!?]{0,60}?\b(?:getest|geprobeerd|gecontroleerd|uitgeprobeerd"
    r"|bekeken)\b"
    r"|在(?:真实|本地|手机|桌面)?浏览器(?:中|里|上|内)?[^,，。;；]{0,40}?(?:测试|验证|试用|确认|检查|查看|试"
    r"|看|打开|跑)"
    r"(?:过|了|完)|已在浏览器(?:中|里|上)?(?:测试|验证|确认|检查|查看)|ブラウザ(?:で"
    r"|上で)[^、。]{0,30}?(?:確認|テスト|検証|試|表示|見)[^、。]{0,4}?(?:ました|済み)",
    re.I,
)
_THING = (
    r"(?:web|internet|online|website|site|wikipedia|article|database|api|documentation|docs|records?|system"
    r"|calendar|inventory"
    r"|repository|codebase|logs?|catalogue?|registry|source files?)"
)
_SOURCE = quick(
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
_BUILD = quick(
    r"\b(?:build|compilation|lint(?:er|ing)?|type[- ]?check(?:s|ing)?) (?:now |also |all |still |is |are |runs? )*"
    r"(?:succeed(?:s|ed)?|pass(?:es|ed|ing)?|green|clean)\b"
    r"|\b(?:code|project|everything|it|app|package|workspace) (?:now |also |still )*(?:compiles|builds)"
    r"(?: (?:cleanly|successfully|fine|without (?:errors|warnings)))?"
    r"|\b(?:no|zero|0) (?:lint(?:er)?|type|compile(?:r)?) (?:errors|issues|warnings)\b"
    r"|\bder Build (?:ist|läuft|war)(?: \w+){0,2} (?:grün|durch|erfolgreich)\b"
    r"|\blässt sich (?:fehlerfrei )?kompilieren\b"
    r"|\b(?:le build|la compilation) (?:passe|réussit|a réussi|est vert)\b|\b(?:la compilación"
    r"|el build) (?:pasa|pasó|funciona"
    r"|fue exitosa)\b"
    r"|\b(?:a compilação|o build) (?:passa|passou|funciona)\b|\bde build (?:slaagt|is geslaagd|is groen)\b"
    r"|(?:编译|构建)(?:已经?)?(?:通过|成功)|ビルド(?:が|は)?(?:成功し|通り)(?:ました|ています)",
    re.I,
)
_CHECKS = quick(  # checks named by what they are, other than tests and builds
    r"\b(?:[\w-]+ ){0,3}(?:checks?|validations?|verifications?|audits?|inspections?|dry[- ]?runs?)"
    r" (?:(?:have|has|had|were|was|are|is|all|also|now|ran|went|been|completed) ){0,4}"
    r"(?:pass(?:ed|es)?|successful(?:ly)?|succeed(?:s|ed)?|green|clean|through|ok)\b"
    r"|\b(?:\w+ )?(?:\w*prüfungen|checks|\w*validierung(?:en)?|\w*kontrollen)\b[^.;!?,]{0,40}?\b(?:erfolgreich"
    r"|bestanden"
    r"|grün|fehlerfrei)\b"
    r"|\b(?:vérifications|contrôles|validations)\b[^.;!?,]{0,40}?\b(?:passé\w*|passent|réussi\w*|ont réussi"
    r"|au vert)\b"
    r"|\b(?:comprobaciones|verificaciones|validaciones|controles)\b[^.;!?,]{0,40}?\b(?:pas(?:an|aron)|exitos[oa]s"
    r"|superad[oa]s|correct[oa]s)\b"
    r"|\b(?:verificações|checagens|validações)\b[^.;!?,]{0,40}?\b(?:passaram|passam|bem-sucedidas|aprovadas)\b"
    r"|\b(?:controles|checks|validaties)\b[^.;!?,]{0,40}?\b(?:geslaagd|slaagden|slagen|groen)\b"
    r"|(?:检查|校验|核查)(?:项)?(?:已经?|均|都|全部){0,3}(?:通过|成功)"
    r"|(?:チェック|検査|検証)(?:は|が)?(?:すべて|全て|全部)?(?:通過|成功|合格|パス)(?:し|で)",
    re.I,
)
_WORKS = quick(
    r"(?:\b(?:I|we)(?:['’]ve| have)?(?: (?:also|just|now|then|manually|thoroughly|successfully))*|^(?:manually "
    r"|successfully )?)"
    r" ?\b(?:tested|verified|validated|confirmed)\b[^.;!?]{0,80}?\b(?:works?|working|behaves|runs|is fixed"
    r"|end[- ]to[- ]end|locally)\b"
    r"|\bich habe?\b[^.;!?]{0,80}?\b(?:getestet|geprüft|verifiziert"
    r"|ausprobiert)\b[^.;!?]{0,60}?\b(?:funktioniert|läuft)\b"
    r"|\b(?:j['’]|je l['’])ai (?:testé|vérifié|essayé)e?s?\b[^.;!?]{0,80}?\b(?:fonctionne|marche)\w*"
    r"|\b(?:he (?:probado|verificado|comprobado)|probé|verifiqué)\b[^.;!?]{0,80}?\bfunciona\w*"
    r"|\b(?:testei|verifiquei)\b[^.;!?]{0,80}?\bfunciona\w*"
    r"|\bik heb\b[^.;!?]{0,80}?\b(?:getest|gecontroleerd)\b[^.;!?]{0,60}?\bwerkt\b"
    r"|(?:测试|验证|确认)(?:过了?|了)[^。；]{0,14}?(?:正常|可用|有效|能用|可以用|没问题)|動作(?:を)?確認(?:し"
    r"|いたし)ました"
    r"|動作確認済み"
    # looked at again after the change
    r"|\b(?:I|we)(?:['’]ve| have)?(?: \w+ly)? (?:checked|verified|validated|tested|re-?(?:checked|tested"
    r"|validated))\b"
    rf"[^.;!?]{{0,60}}?{AFTER_CHANGE}"
    rf"|\bich habe?\b[^.;!?]{{0,60}}?{AFTER_CHANGE}[^.;!?]{{0,40}}?\b(?:geprüft|getestet|validiert|kontrolliert)\b"
    rf"|{AFTER_CHANGE} habe ich\b[^.;!?]{{0,60}}?\b(?:geprüft|getestet|validiert|kontrolliert)\b"
    rf"|\bj['’]ai (?:re)?(?:vérifié|validé|testé|contrôlé)\b[^.;!?]{{0,60}}?{AFTER_CHANGE}"
    r"|\b(?:he (?:verificado|comprobado|validado|probado)|verifiqué|comprobé|validé|probé|verifiquei|validei|testei"
    rf"|conferi)\b[^.;!?]{{0,60}}?{AFTER_CHANGE}"
    rf"|\bik heb\b[^.;!?]{{0,60}}?{AFTER_CHANGE}[^.;!?]{{0,40}}?\b(?:gecontroleerd|getest|gevalideerd)\b"
    rf"|{AFTER_CHANGE}[^。；]{{0,16}}?(?:检查|验证|校验|测试|确认)(?:过|了)"
    rf"|{AFTER_CHANGE}[^。]{{0,16}}?(?:確認|検証|テスト)(?:し|いたし)?(?:ました|済み)",
    re.I,
)
_REVIEW = (
    r"(?:review\w*|approval|validation|verification|quality check|proofread\w*|prüfung|begutachtung|gegenlesen"
    r"|relecture"
    r"|vérification|contrôle|revisión|verificación|validación|revisão|verificação|validação|beoordeling|controle)"
)
_REVIEWED = quick(  # a review said to have passed something
    rf"\b{_REVIEW}\b[^.;!?]{{0,40}}?\b(?:pass(?:ed|es)?|succeeded|successful\w*|positive|bestanden|erfolgreich"
    rf"|positiv"
    r"|réussie?|positive|concluante|superada|pas(?:ó|a)|aprobada|positiva|passou|aprovada|geslaagd|positief"
    r"|goedgekeurd)\b"
    rf"|\b(?:pass(?:ed|es)|cleared|survived|a passé|a réussi|ha pasado|ha superado|pasó|superó|passou n[oa]|doorstond"
    rf"|kwam door)\b[^.;!?]{{0,30}}?\b{_REVIEW}\b|\bhat\b[^.;!?]{{0,30}}?\b{_REVIEW}\b[^.;!?]{{0,20}}?\bbestanden\b"
    r"|\b(?:has|have|was|were|is|are|been|now) (?:been )?(?:approved|validated|accepted|signed off) by the (?:\w+ )?"
    r"(?:reviewers?|checkers?|validators?|verifiers?|judges?|critics?|auditors?)\b"
    r"|\b(?:reviewer|checker|validator|verifier|critic|auditor|prüfer\w*|relecteur|revisor|beoordelaar) (?:has "
    r"|have |hat |a "
    r"|ha |heeft )?(?:\w+ ){0,2}?(?:approved|passed|accepted|signed off|freigegeben|genehmigt|approuvé|validé"
    r"|aprobado"
    r"|aprobó|aprovou|goedgekeurd)\b"
    r"|(?:审核|审查|评审|复核|校验|验证)(?:已经?|均|都|全部|最终){0,2}通过|通过了?(?:审核|审查|评审|复核|校验|验证)"
    r"|(?:レビュー|審査|検証|校閲)(?:に|を|は|も)?(?:合格|通過|通り|パス|承認)",
    re.I,
)
_EACH = r"(?:all|each|every(?: one of)?|both)(?: of)?(?: the| these| those| \w{1,8})?"
_LINKS = quick(  # links, pages and sources said to have been opened one by one
    rf"\b(?:I|we)(?:['’]ve| have)? (?:\w+ly )?(?:opened|visited|clicked|followed|checked|tested|verified"
    rf"|tried) {_EACH}"
    r" (?:links?|urls?|pages?|websites?|sites?|sources?)\b"
    r"|\b(?:links?|urls?)(?: (?:have|has|been|were|was|are|is|all)){0,3} (?:checked|verified|tested|opened|visited)\b"
    r"|\b(?:ich habe|habe ich) (?:alle|jeden|jede|sämtliche)\b[^.;!?]{0,30}?\b(?:links?|seiten|quellen|webseiten)\b"
    r"[^.;!?]{0,20}?\b(?:geöffnet|besucht|aufgerufen|geprüft|getestet)\b"
    r"|\bj['’]ai (?:ouvert|visité|consulté|vérifié|testé) (?:tous|toutes|chaque|chacun\w*)\b[^.;!?]{0,20}?"
    r"\b(?:liens?|sites?|pages?|sources?)\b"
    r"|\b(?:he|abrí|visité|verifiqué|abri|verifiquei)\b(?: (?:abierto|visitado|comprobado|verificado))?"
    r" (?:todos|todas|cada)\b[^.;!?]{0,20}?\b(?:enlaces?|links?|sitios?|sites?|páginas?|fuentes?|fontes?)\b"
    r"|\bik heb (?:alle|elke|iedere)\b[^.;!?]{0,30}?\b(?:links?|pagina['’]?s|sites?|bronnen)\b[^.;!?]{0,20}?"
    r"\b(?:geopend|bezocht|gecontroleerd|getest)\b"
    r"|(?:打开|访问|点开|检查|验证)(?:过|了)(?:所有|每个|每一个|全部)[^。；]{0,8}?(?:链接|网页|网站|来源)"
    r"|(?:所有|每个|全部)(?:的)?(?:链接|网页)[^。；]{0,8}?(?:打开|访问|检查|验证)(?:过|了)"
    r"|(?:すべて|全て|全部)の?(?:リンク|ページ|サイト)を[^。]{0,6}?(?:開き|確認し|開いて|アクセスし)",
    re.I,
)
CHECKED: Final[dict[str, re.Pattern[str]]] = {
    "tests": _TESTS,
    "build": _BUILD,
    "browser": _BROWSER,
    "works": _WORKS,
    "checks": _CHECKS,
    "review": _REVIEWED,
    "source": _SOURCE,
    "links": _LINKS,
}
