"""Families of words for what is said of checks and other deeds: that something came out well or badly, that nothing
else was touched, that somebody else approved, that a text was read. In English, German, French, Spanish, Portuguese,
Dutch, Chinese and Japanese; data only, without a rule for any one sentence."""

import re
from typing import Final

from planscope.analyzers.quick import quick

_TROUBLE: Final = (
    r"(?:errors?|warnings?|issues?|findings?|violations?|complaints?|messages?|problems?|failures?|objections?"
    r"|offen[cs]es|conflicts?|defects?|mistakes?|regressions?|discrepancies|mismatches"
    r"|meldung(?:en)?|fehlern?|fehlermeldung(?:en)?|warnung(?:en)?|befunde?n?|beanstandung(?:en)?|treffer|probleme?n?"
    r"|auffälligkeit(?:en)?|abweichung(?:en)?|hinweise?"
    r"|erreurs?|avertissements?|messages?|alertes?|remarques?|problèmes?|anomalies?|écarts?"
    r"|errores|error|avisos?|advertencias?|mensajes?|hallazgos?|problemas?|incidencias?|fallos?"
    r"|erros?|mensagens|alertas?|apontamentos?|falhas?"
    r"|fouten|meldingen?|waarschuwing(?:en)?|opmerking(?:en)?|problemen|bevindingen|afwijkingen)"
)
_NO: Final = (
    r"(?:no|zero|0|without(?: any| a(?: single)?)?|not a single|ohne(?: jede| eine)?|keine?n?|null|sans(?: aucune?)?"
    r"|aucune?|zéro|sin(?: ning[uú]n[oa]?)?|ning[uú]n[oa]?|cero|sem(?: nenhuma?)?|nenhuma?|zonder(?: enkele)?"
    r"|geen|nul)"
)
NO_TROUBLE: Final = rf"\b{_NO}(?: [\w-]+){{0,2}} {_TROUBLE}\b"
PASSES: Final = quick(  # it came out well
    rf"{NO_TROUBLE}"
    r"|\b(?:pass(?:es|ed|ing)?|cleanly|clean|green|succeed(?:s|ed)?|success(?:ful|fully)?|ok(?:ay)?|valid|compliant"
    r"|conforms?|healthy|nothing to (?:report|complain)|reports? nothing|happy"
    r"|bestanden|bestehen|besteht|grün|sauber|fehlerfrei|erfolgreich|in ordnung|durchgelaufen|läuft durch"
    r"|laufen durch"
    r"|valide|gültig"
    r"|passe(?:nt)?|passée?s?|réussi(?:t|e|s|es|ssent)?|propre|verte?s?|valides?|conformes?"
    r"|pasan?|pasó|pasaron|limpi[oa]s?|verde|válid[oa]s?|correct[oa]s?|exitos[oa]s?|con éxito"
    r"|passam?|passou|passaram|limp[oa]s?|aprovad[oa]s?|com sucesso"
    r"|slaagt|slagen|geslaagd|groen|schoon|foutloos|geldig|in orde|succesvol)\b"
    r"|通过|合格|无(?:任何)?(?:报错|错误|警告|告警|问题|异常)|没有(?:任何|发现)?(?:报错|错误|警告|告警|问题|异常)"
    r"|零(?:错误|警告)|(?:运行|检查|一切|结果)正常"
    r"|(?:エラー|警告|問題|指摘|異常)(?:は|も|が)?(?:一切)?(?:なし|無し|ゼロ|ありません|出て(?:い)?ません|なく)"
    r"|通り(?:ました|ます)|通って|通過|成功|クリーン|正常",
    re.I,
)
FAILS: Final = quick(  # it came out badly
    r"\b(?:fail(?:s|ed|ing|ures?)?|reject(?:s|ed)?|invalid|broken|violat\w+|non-?compliant|not (?:pass|ok|valid"
    r"|compliant|met|acceptable|clean)\w*|has to be (?:fixed|replaced|redone)|must be (?:fixed|replaced)|unsafe"
    r"|insecure|out of (?:range|spec|tolerance)|defective|faulty|overdue|ineligible"
    r"|durchgefallen|fällt durch|nicht (?:bestanden|in ordnung|erfüllt|konform|gültig|zulässig)|fehlerhaft"
    r"|beanstandet|mangelhaft|unzulässig|verstößt"
    r"|échou\w+|échec\w*|non conformes?|refusée?s?|invalides?|défaillant\w*"
    r"|falla\w*|falló|no (?:pasa|cumple|es válid)\w*|rechazad[oa]s?|incumple\w*|suspende|inválid[oa]s?"
    r"|falh\w+|reprov\w+|não (?:passa|cumpre|atende)\w*|rejeitad[oa]s?"
    r"|faalt|zakt|gezakt|afgekeurd|voldoet niet|niet (?:in orde|geldig|geslaagd)|ongeldig)\b"
    r"|不合格|失败|未通过|没通过|不通过|不达标|不符合|违规|(?<![A-Za-z])NG(?![A-Za-z])|失敗|不適合|不可|違反",
    re.I,
)
# in a verdict on one of several: beside what PASSES holds
GOOD: Final = quick(
    r"\b(?:fine|good|approved?s?|acceptable|accepted|meets|complies|eligible|safe|secure|erfüllt|konform|zulässig"
    r"|freigegeben|unbedenklich|acceptée?s?|approuvée?s?|cumple|apto|aprobad[oa]s?|atende|apt[oa]|voldoet"
    r"|goedgekeurd|akkoord)\b|达标|符合|没问题|可以|適合|問題ない|大丈夫",
    re.I,
)
DENIED: Final = quick(  # what is denied, wished for, or made to depend on something
    r"\b(?:not|never|cannot|\w+n['’]t|neither|nor|if|once|when|until|unless|would|will|should|whether|except|yet"
    r"|nicht|kein\w{0,2}|weder|wenn|falls|sobald|bis|würde|wird|sollte\w?|ob|erst"
    r"|pas|ni|jamais|si|quand|dès|serait|sera"
    r"|no|nunca|tampoco|cuando|sería|será|não|nem|quando|seria|niet|geen|noch|als|zodra|zou|zal)\b"
    r"|[不没未]|如果|ません|ない|なら|れば",
    re.I,
)
UNCHANGED: Final = quick(
    r"\b(?:unchanged|untouched|unaffected|not affected|intact|left alone|as (?:it|they) (?:is|was|were|are)"
    r"|stays?|remains?|still (?:stands?|valid|booked|active|in place|confirmed)|kept"
    r"|unverändert|unberührt|unangetastet|bleib(?:t|en)|weiterhin"
    r"|inchangée?s?|intacte?s?|conservée?s?|reste(?:nt)?|maintenue?s?"
    r"|sin cambios|intact[oa]s?|se mantienen?|permanecen?|siguen?|conservad[oa]s?"
    r"|inalterad[oa]s?|mantid[oa]s?|continuam?|permanecem?|sem alterações"
    r"|ongewijzigd|onaangetast|ongemoeid|blijft|blijven)\b"
    r"|不变|未变|没有?(?:变|动|改)|未(?:动|改|受影响)|保持|保留|不受影响|变更なし|変更なし|そのまま"
    r"|変わりません|変わっていません"
    r"|残って|維持",
    re.I,
)
OTHER: Final = quick(
    r"\b(?:others?|rest|remaining|own|everything else|nothing else|no one else|else"
    r"|andere[nrsm]?|übrige[nrsm]?|restliche[nrsm]?|eigene[nrsm]?|dein\w*|ihr(?:e[nrsm]?)?"
    r"|autres?|reste|propre|vôtre|tien(?:ne)?|votre"
    r"|demás|otr[oa]s?|resto|propi[oa]s?|suy[oa]s?|tuy[oa]s?|su|tu"
    r"|outr[oa]s?|demais|própri[oa]s?|seus?|suas?"
    r"|overige|anderen?|eigen|jouw|uw)\b|其他|其余|别的|另外|自己的|您的|他の|ほか|残り|その他|ご自身",
    re.I,
)
ONLY: Final = quick(
    r"\b(?:only|sole|solely|just|single|exactly one|nur|einzige[nrsm]?|ausschließlich|lediglich"
    r"|seule?s?|seulement|uniquement|únic[oa]s?|sol[oa]|sólo|solamente|únicamente|apenas|somente|só"
    r"|alleen|enige|uitsluitend|slechts)\b|只|仅|唯一|だけ|のみ|唯一",
    re.I,
)
NOTHING_ELSE: Final = quick(
    r"\b(?:nothing else|no other|not? any(?:thing)? other|none of the other|everything else (?:is|was|stays|remains)"
    r"|sonst (?:nichts|keine?)|nichts (?:anderes|weiter)|keine (?:andere|weitere)\w?|alles andere"
    r"|rien d['’]autre|aucune? autre|le reste"
    r"|nada más|ning[uú]n[oa]? otr[oa]|el resto|nada mais|nenhum[a]? outr[oa]|o resto"
    r"|niets anders|verder niets|geen (?:andere|enkele andere)|de rest)\b"
    r"|其他.{0,6}(?:没|未|不)|没有?(?:动|改|碰)其他|ほか(?:は|に)|他(?:は|の).{0,8}(?:変|触|いじ)",
    re.I,
)
UNITS: Final[dict[str, re.Pattern[str]]] = {
    "line": quick(r"\b(?:lines?|zeilen?|lignes?|líneas?|linhas?|regels?)\b|行", re.I),
    "file": quick(
        r"\b(?:files?|datei(?:en)?|fichiers?|archivos?|ficheros?|arquivos?|ficheiros?|bestand(?:en)?)\b|文件"
        r"|ファイル",
        re.I,
    ),
    "record": quick(
        r"\b(?:rows?|records?|entr(?:y|ies)|datens[aä]tz\w*|eintr[aä]g\w*|enregistrements?|entrées?|registros?|filas?"
        r"|entradas?|linhas?|rijen|records?|regels?)\b|记录|条|レコード|件",
        re.I,
    ),
}
CHANGED: Final = quick(
    r"\b(?:chang(?:es?|ed)|touch(?:es|ed)?|modif(?:y|ied|ies)|edit(?:s|ed)?|differs?|altered|updated|affected"
    r"|delet\w+"
    r"|geändert\w*|ändert\w*|änderung(?:en)?|angefasst|angetastet|berührt|modifiziert|verändert"
    r"|modifi\w+|touché\w*|change\w*|changé\w*"
    r"|cambi\w+|tocad[oa]s?|toqué|alter\w+|mudou|mudad[oa]s?|mexi\w*|tocou"
    r"|gewijzigd\w*|aangepast|aangeraakt|veranderd|wijziging(?:en)?)\b|修改|改动|改了|更改|变更|变化|動|変更"
    r"|変わ|修正|触",
    re.I,
)
# Those whose work it is to look at what others did.
ROLE: Final = (
    r"(?:\w*validat(?:or|eur|rice)\w*|validador\w*|reviewers?|second (?:reader|reviewer|pair of eyes)|\w*checker"
    r"|auditors?|auditeur\w*|proofreaders?|(?:copy[- ]?)?editors?|inspectors?|approvers?|supervisors?|compliance"
    r"|legal(?: team| department)?|qa(?: team| agent)?|critic|judge|verifiers?|peer review(?:er)?"
    r"|prüfer\w*|gutachter\w*|lektor\w*|korrektor\w*|revisor\w*|rechtsabteilung|qualitätssicherung|revision"
    r"|fachprüf\w+"
    r"|vieraugenprüfung|relect(?:eur|rice)s?|vérificat(?:eur|rice)s?|correct(?:eur|rice)s?|réviseur\w*"
    r"|juristes?|service juridique|expert\w*"
    r"|verificador\w*|corrector\w*|auditor\w*|equipo (?:legal|jurídico|de calidad)|control de calidad"
    r"|departamento jurídico|controle de qualidade"
    r"|beoordelaar\w*|controleur\w*|eindredact\w+|jurist\w*|kwaliteitscontrole)"
)
ROLE_CJK: Final = (
    r"(?:审核员|校验员|审校员?|校对员?|验证器|校验器|审查员|法务部?|质检员?|评审员?|审稿人|复核员|审核人"
    r"|検証者|レビュアー|レビュー担当|校閲者?|校正者|監査人?|法務部?|査読者|バリデータ)"
)
_APPROVED: Final = {  # participles and pasts of looking at, and agreeing to, what others did
    "en": r"reviewed|approved|checked|confirmed|validated|verified|signed off|cleared|accepted|passed|okayed|proofread"
    r"|inspected|examined|audited",
    "de": r"geprüft|überprüft|freigegeben|bestätigt|abgenommen|abgesegnet|gegengelesen|validiert|genehmigt|begutachtet"
    r"|kontrolliert|durchgesehen",
    "fr": r"validée?s?|relue?s?|vérifiée?s?|approuvée?s?|confirmée?s?|contrôlée?s?|examinée?s?|révisée?s?",
    "es": r"revisad[oa]s?|validad[oa]s?|aprobad[oa]s?|verificad[oa]s?|confirmad[oa]s?|comprobad[oa]s?|corregid[oa]s?",
    "es1": r"revisó|validó|aprobó|verificó|confirmó|comprobó",
    "pt": r"revisad[oa]s?|revist[oa]s?|validad[oa]s?|aprovad[oa]s?|verificad[oa]s?|confirmad[oa]s?|conferid[oa]s?",
    "pt1": r"revisou|validou|aprovou|verificou|confirmou|conferiu",
    "nl": r"gecontroleerd|beoordeeld|goedgekeurd|bevestigd|nagekeken|gevalideerd|geverifieerd|akkoord gegeven",
}
APPROVED: Final = "|".join(_APPROVED.values())
APPROVED_CJK: Final = (
    r"(?:审核|校对|审校|确认|批准|复核|验证|校验|检查|审查)(?:过|了|完|通过)|(?:已|均)(?:经)?(?:审核|校对|审校"
    r"|确认|批准|复核|验证|校验|审查)"
    r"|(?:確認|承認|検証|校閲|校正|レビュー|審査|査読)(?:し|され|を終え|済|いたし)"
)
_G: Final = r"[^.;:!?\n]{0,50}?"
BY_ROLE: Final = quick(  # the role did it, or it was done by the role
    rf"\b{ROLE}\b(?: [\w-]+){{0,2}}? (?:(?:has|have)(?: (?:also|already|now|since|both))*|hat|haben|a|ont|ha"
    rf"|han|heeft"
    rf"|hebben|l['’]a|les a)\b{_G}\b(?:{APPROVED})\b"
    rf"|\b{ROLE}\b(?: [\w-]+){{0,2}}? (?:also |already |then |lo |la |los |las |o |a )?(?:{_APPROVED['en']}"
    rf"|{_APPROVED['es1']}|{_APPROVED['pt1']})\b"
    rf"|\b(?:{APPROVED})\b(?: [\w-]+){{0,2}}? (?:by|por|par|door) (?:the |our |an? |el |la |o |le |un[ae]? |de "
    rf"|het )?"
    rf"(?:[\w-]+ ){{0,2}}?{ROLE}\b"
    rf"|\b(?:vom|von (?:der|dem|einem|einer)|durch (?:den|die"
    rf"|das)) (?:[\w-]+ ){{0,2}}?{ROLE}\b{_G}\b(?:{_APPROVED['de']})\b"
    rf"|\b(?:door (?:de|het|een)) (?:[\w-]+ ){{0,2}}?{ROLE}\b{_G}\b(?:{_APPROVED['nl']})\b"
    rf"|{ROLE_CJK}[^，。；！？\n]{{0,16}}?(?:{APPROVED_CJK})"
    rf"|(?:由|经){ROLE_CJK}[^，。；\n]{{0,10}}?(?:审核|校对|确认|批准|复核|验证|校验|检查)",
    re.I,
)
# An outside party's word: it confirmed, agreed, answered.
_WORD: Final = (
    r"(?:confirmed|agreed|accepted|approved|replied|answered|responded|promised|consented|signed|said yes|guaranteed"
    r"|bestätigt|zugesagt|zugestimmt|akzeptiert|geantwortet|eingewilligt|versprochen|unterschrieben"
    r"|confirmée?|acceptée?|répondu|approuvée?|donné (?:son|leur) accord|promis"
    r"|confirmado|confirmó|confirmaron|aceptado|aceptó|respondido|respondió|aprobado|aprobó|acordado|prometió"
    r"|confirmou|confirmaram|aceitou|respondeu|aprovou|concordou|prometeu|aceito"
    r"|bevestigd|toegezegd|geaccepteerd|geantwoord|ingestemd|akkoord gegeven|beloofd|ondertekend)"
)
PARTY_WORD: Final = quick(
    rf"\b{_WORD}\b|(?:已|都)?(?:确认|同意|接受|答应|回复|批准)(?:了|过|可以|没有问题)|(?:已经?)(?:确认|同意"
    rf"|接受|答应|回复|批准)"
    rf"|(?:確認|同意|承諾|承認|回答|了承)(?:し|いただ|を得|が(?:取れ|あり|得))",
    re.I,
)
READ_WHOLE: Final = quick(  # a text read as such, not merely looked up
    r"\b(?:read|went through|gone through|worked through|studied|combed through"
    r"|gelesen|durchgelesen|durchgegangen|durchgearbeitet|studiert"
    r"|lue?s?|parcourue?s?|étudiée?s?|épluché\w*"
    r"|leíd[oa]s?|leí|estudié|estudiad[oa]s?|repasé|lid[oa]s?|li|estudei|percorri"
    r"|gelezen|doorgelezen|doorgenomen|doorgewerkt|bestudeerd)\b"
    r"|(?:通读|阅读|读|看|研究)(?:过|完|了)|(?:读|通)完|読み(?:ました|終え|込み|通し)|読んで|精読し"
    r"|目を通し(?:ました|た)|熟読",
    re.I,
)
TEXT: Final = quick(
    r"\b(?:full[- ]texts?|texts?|papers?|articles?|stud(?:y|ies)|reports?|contracts?|documents?|manuals?|books?|pdfs?"
    r"|transcripts?|chapters?|pages?|polic(?:y|ies)|terms|minutes|brochures?|statutes?|rulings?|judge?ments?"
    r"|volltexte?n?|aufsätze?|aufsatz|artikel|studien?|bericht(?:e|en)?|vertrag|verträge|dokumente?n?|handbuch"
    r"|bücher|buch"
    r"|protokolle?|seiten?|kapitel|urteile?|gutachten"
    r"|textes?|articles?|études?|rapports?|contrats?|manuels?|livres?|chapitres?|arrêts?|compte-rendu"
    r"|textos?|artículos?|estudios?|informes?|contratos?|documentos?|manual(?:es)?|libros?|páginas?|actas?"
    r"|sentencias?"
    r"|artigos?|estudos?|relatórios?|livros?|atas?"
    r"|teksten?|artikelen|onderzoek(?:en)?|rapport(?:en)?|contract(?:en)?|documenten|handleiding|boeken?|pagina['’]?s"
    r"|notulen)\b|全文|原文|论文|文章|报告|合同|文件|文档|手册|論文|本文|記事|報告書|契約書|資料|マニュアル",
    re.I,
)
WHOLE_TEXT: Final = quick(
    r"\b(?:full[- ]?text|in full|whole|entire|cover to cover|complete|every page|all (?:the |of the "
    r"|\d+ )?pages|closely"
    r"|carefully|word for word|volltext\w*|vollständig\w*|ganz\w*|komplett\w*|sämtliche|sorgfältig"
    r"|texte (?:intégral|complet)"
    r"|en entier|intégral\w*|toutes les pages|attentivement|texto (?:completo|íntegro|integral)|enter[oa]s?"
    r"|complet[oa]s?"
    r"|íntegr\w+|na íntegra|inteir[oa]s?|volledige?|hele|aandachtig|zorgvuldig)\b|全文|原文|整[篇份本]|通读"
    r"|仔细|精読|全体|熟読",
    re.I,
)
