"""Words by which agents say that a search found something, that a validation passed, that a form was sent, that a list
was counted, that places are open or things to be had; in English, German, French, Spanish, Portuguese, Dutch, Chinese
and Japanese. Data only."""

import re
from typing import Final

from planscope.analyzers.quick import quick

FOUND: Final = quick(
    r"\b(?:found|successful(?:ly)?|succeeded|located|retrieved|gathered|turned up|yielded|gefunden|erfolgreich"
    r"|ermittelt"
    r"|trouvée?s?|abouti\w*|fructueus\w+|réussie?|encontr(?:é|amos|ad[oa]s?|ei|ou)|exitos[oa]|con éxito|com sucesso"
    r"|localizad[oa]s?|gevonden|geslaagd|succesvol)\b"
    r"|(?<!没)(?<!没有)(?<!未)(?<!未能)(?:找到|搜到|查到|检索到)|(?:搜索|检索|查找|查询)成功|見つ(?:け|かり)"
    r"|(?:検索|調査)(?:は|に)?成功",
    re.I,
)
VALID: Final = quick(
    r"\b(?:validation|verification|check|validator|draft|document|report|file|schema)s?\b[^.;!?\n]{0,30}?"
    r"\b(?:passed|passes|successful|succeeded|validated|verified|is valid|valid)\b"
    r"|\b(?:I|we)(?:['’]ve| have)? (?:validated|verified) (?:the|it|this|that)\b"
    r"|\b(?:validierung|prüfung|überprüfung|verifizierung|entwurf)\b[^.;!?\n]{0,30}?"
    r"\b(?:erfolgreich|bestanden|in ordnung|validiert|geprüft|gültig)\b"
    r"|\b(?:validation|vérification|contrôle|brouillon)\b[^.;!?\n]{0,30}?\b(?:réussie?|passée?|concluante?"
    r"|validée?|bonne?"
    r"|au vert|conforme)\b"
    r"|\b(?:validación|verificación|comprobación|borrador)\b[^.;!?\n]{0,30}?\b(?:pasad[oa]|pasó|superad[oa]"
    r"|correct[oa]"
    r"|exitos[oa]|validad[oa]|éxito|válid[oa])\b"
    r"|\b(?:validação|verificação|rascunho)\b[^.;!?\n]{0,30}?\b(?:passou|aprovad[oa]|sucesso|validad[oa]|válid[oa])\b"
    r"|\b(?:validatie|controle|concept)\b[^.;!?\n]{0,30}?\b(?:geslaagd|gelukt|goedgekeurd|gevalideerd|in orde)\b"
    r"|(?:校验|验证|检验|审核)(?:已|均|都|全部)?(?:通过|成功|合格)|通过(?:了)?(?:校验|验证|检验|审核)"
    r"|(?:検証|バリデーション|検査|チェック)(?:に|は|を)?(?:すべて)?(?:合格|成功|通過|通り|問題)",
    re.I,
)
FORM_SENT: Final = quick(
    r"\bform\b[^.;!?\n]{0,30}?\b(?:has been|have been|was|is|were)\b[^.;!?\n]{0,15}?\b(?:submitted|sent|filed)\b"
    r"|\b(?:I|we)(?:['’]ve| have)? (?:successfully )?(?:submitted|sent|filed) (?:the|your"
    r"|it via the)\b[^.;!?\n]{0,20}?\bform\b"
    r"|\bformular\b[^.;!?\n]{0,40}?\b(?:abgeschickt|gesendet|abgesendet|eingereicht|übermittelt)\b"
    r"|\b(?:soumis|envoyé|transmis)\b[^.;!?\n]{0,20}?\bformulaire\b|\bformulaire\b[^.;!?\n]{0,25}?\b(?:soumis"
    r"|envoyé|transmis)\b"
    r"|\b(?:enviado|envié|presentado|he enviado|enviei|submeti)\b[^.;!?\n]{0,20}?\bformul[aá]rio\b"
    r"|\bformul[aá]rio\b[^.;!?\n]{0,25}?\b(?:enviado|presentado|submetido|envió)\b"
    r"|\bformulier\b[^.;!?\n]{0,25}?\b(?:verzonden|verstuurd|ingediend)\b"
    r"|表单[^，。；\n]{0,6}?(?:提交|发送|递交)(?:成功|了|完成|。|$)|(?:已|成功)(?:经)?(?:提交"
    r"|递交)(?:了)?[^，。；\n]{0,4}表单"
    r"|提交了[^，。；\n]{0,4}表单|フォーム(?:の|を|は)[^。\n]{0,6}?(?:送信|提出)(?:し|に成功|が完了|済|され)",
    re.I,
)
COUNTED: Final = quick(
    r"\b(?:in all|in total|altogether|counted|overall|the list (?:has|holds|contains)|insgesamt|gezählt"
    r"|die liste (?:hat"
    r"|enthält|umfasst)|en tout|au total|comptée?s?|la liste (?:compte|contient|comporte)|en total|contad[oa]s"
    r"|la lista"
    r" (?:tiene|contiene)|no total|ao todo|a lista (?:tem|contém)|in totaal|geteld|de lijst (?:telt|bevat))\b"
    r"|数过|共有?|总计|合计|总共|(?:清单|列表)(?:里|中)?(?:一共)?有|数え|全部で|合計|リスト(?:は|に)",
    re.I,
)
ENTRIES: Final = quick(
    r"(?<![\d.,%])(\d{1,4}) ?(?:entries|items|rows|records|lines|einträge|zeilen|posten|datensätze|entrées|lignes"
    r"|éléments|enregistrements|entradas|filas|registros|elementos|líneas|linhas|itens|regels|rijen|items|records"
    r"|条(?:记录|目)?|行|项|件|項目)(?!\w)",
    re.I,
)
NO_DOUBLES: Final = quick(
    r"\bno (?:duplicates?|duplicated|double entr\w+|repeats?)\b|\bnone (?:is |are |appears? )?(?:twice"
    r"|repeated|duplicated)\b"
    r"|\b(?:all|entries are) (?:\w+ ){0,3}(?:unique|distinct|different)\b|\bwithout (?:any )?duplicates\b"
    r"|\bkeine? (?:duplikate?|dubletten?|doppelten?|dopplung\w*)\b|\bnichts doppelt\b"
    r"|\balle (?:\w+ ){0,2}(?:verschieden|eindeutig)\b"
    r"|\baucun (?:doublon|double)\b|\bsans doublons?\b|\btous? (?:\w+ )?(?:différents|uniques|distincts)\b"
    r"|\b(?:sin|ningún|no hay) (?:duplicad\w+|repetid\w+)\b|\bningun[oa] (?:está )?(?:repetid|duplicad)[oa]\b"
    r"|\bsem (?:duplicat\w+|duplicad\w+|repetiç\w+)\b|\bnenhum\w* (?:repetid|duplicad)[oa]\b"
    r"|\bgeen (?:dubbele\w*|duplicaten)\b"
    r"|没有重复|无重复|不重复|各不相同|互不相同|重複(?:は|も)?(?:なし|あり(?:ません)?ません|ない|無し)"
    r"|(?:すべて|全て)異な",
    re.I,
)
OPEN: Final = quick(
    r"\b(?:is|are|as|:) ?(?:all |both )?open\b|\bopen(?:s)? on\b|\b(?:geöffnet|offen|öffnet|auf)\b"
    r"|\b(?:ouverte?s?|ouvrent|ouvre)\b"
    r"|\b(?:abiert[oa]s?|abren?|abert[oa]s?|abrem?)\b|\b(?:geopend|open)\b|开放|营业|开门|开馆|開い|営業|開館",
    re.I,
)
CLOSED: Final = quick(
    r"\b(?:closed|shut|geschlossen|zu|fermée?s?|cerrad[oa]s?|fechad[oa]s?|gesloten|dicht|closes?)\b|关闭|闭馆"
    r"|休馆|休息|不开"
    r"|休業|定休|休館|閉",
    re.I,
)
HOURS: Final = quick(
    r"opening (?:hours|times)|open(?:ing)? (?:on|times)|öffnungszeit|horaires?|heures d['’]ouverture|horarios?"
    r"|horários?"
    r"|openingstijd|开放时间|营业时间|開館時間|営業時間",
    re.I,
)
ALL: Final = quick(
    r"\b(?:all|every|each|everything|alle[nrms]?|alles|jede[nrs]?|sämtliche\w?|tous|toutes|tout|chaque"
    r"|chacun\w*|tod[oa]s?"
    r"|cada|tudo|alle|elk\w?|ieder\w?)\b|全部|所有|每|均|都|逐一|すべて|全て|全",
    re.I,
)
TO_BE_HAD: Final = quick(
    r"\b(?:availab\w+|in stock|can be had|verfügbar\w*|lieferbar|zu haben|disponib\w+|en stock|disponív\w+|em estoque"
    r"|beschikbaar\w*|op voorraad)\b|有货|余量|库存|可[订预]|在庫|空き|入手",
    re.I,
)
GONE: Final = quick(
    r"\b(?:sold[ _-]?out|out[ _-]of[ _-]stock|unavailable|not available|nothing left|none left|no availability"
    r"|ausverkauft"
    r"|vergriffen|nicht verfügbar|épuisée?s?|indisponible|complet|agotad[oa]s?|no disponible|esgotad[oa]s?"
    r"|indisponível"
    r"|uitverkocht|niet beschikbaar)\b|售罄|无货|没货|缺货|已满|無余量|无余量|完売|在庫切れ|在庫なし|満室|売り切れ",
    re.I,
)
READ: Final = quick(
    r"\b(?:read|reviewed|examined|gone through|went through|looked through|studied|opened|analysed|analyzed|evaluated"
    r"|gelesen|durchgesehen|durchgegangen|ausgewertet|geprüft|gesichtet|analysiert|j['’]ai lu|lus?"
    r"|parcourue?s?|examinée?s?"
    r"|étudiée?s?|analysée?s?|leíd[oa]s?|leí|revisad[oa]s?|revisaron|revisé|analizad[oa]s?|evaluad[oa]s?"
    r"|examinad[oa]s?"
    r"|lid[oa]s?|li|analisad[oa]s?|gelezen|doorgenomen|bekeken|geanalyseerd)\b"
    r"|(?:读|看|阅读|核对|查看|分析)(?:过|完|了)|已(?:经)?(?:全部)?(?:读|阅读|看|查看|分析)|(?:読み|確認し"
    r"|目を通し|分析し)(?:ました|終え|終わり)",
    re.I,
)
