"""Deeds that leave a call behind them, each with the words that say that it was done, and what a call or result that
may have been it would hold. English, German, French, Spanish, Portuguese, Dutch, Chinese and Japanese; data only.

Only deeds that nobody does in the head: a program is run, a thing measured, a copy kept, a person called.
"""

import re
from typing import Final

from planscope.analyzers.quick import quick

_I: Final = r"\b(?:I|we)(?:['’]ve| have)?(?: (?:also|already|just|then|first|now|even|carefully|successfully|myself))*"
_ICH: Final = r"\b(?:ich habe?|habe ich|wir haben|haben wir)\b[^.;!?\n]{0,80}?\b"
_JAI: Final = r"\b(?:j['’](?:ai|y ai)|je l['’]ai|je les ai|nous avons)(?: \w+){0,2}? "
_HE: Final = r"\b(?:he|hemos|lo he|la he)(?: \w+)? "
_IK: Final = r"\b(?:ik heb|heb ik|we hebben|hebben we)\b[^.;!?\n]{0,80}?\b"

SAYS: Final[dict[str, re.Pattern[str]]] = {
    "run": quick(
        rf"{_I} (?:re-?)?(?:ran|run|executed|launched|reproduced)(?! into| out| across| a (?:quick )?search"
        rf"| the search"
        r"| a (?:grep|look))\b"
        rf"|{_ICH}(?:ausgeführt|laufen (?:ge)?lassen|nachgestellt|reproduziert)\b"
        rf"|{_JAI}(?:exécuté|lancé|reproduit|fait tourner)\w{{0,2}}\b"
        rf"|{_HE}(?:ejecutado|lanzado|reproducido|corrido)\b|\b(?:ejecuté|reproduje|corrí|executei|rodei|reproduzi)\b"
        rf"|{_IK}(?:uitgevoerd|gedraaid|laten draaien|gereproduceerd)\b"
        r"|(?:我|已(?:经)?)[^，。；]{0,10}?(?:运行|执行|跑|复现)(?:过|了)|(?:を|も)(?:実行|再現)(?:し"
        r"|いたし)(?:ました|て確認)",
        re.I,
    ),
    "measure": quick(
        rf"{_I} (?:re-?)?(?:measured|timed|benchmarked|profiled|load[- ]tested|weighed|clocked)\b"
        rf"|{_ICH}(?:gemessen|gestoppt|gewogen|profiliert)\b|{_JAI}(?:mesuré|chronométré|pesé)\w{{0,2}}\b"
        rf"|{_HE}(?:medido|cronometrado|pesado)\b|\b(?:medí|cronometré|medi o|medi a|medi os|medi as|cronometrei)\b"
        rf"|{_IK}(?:gemeten|geklokt|gewogen)\b|(?:我|已(?:经)?)[^，。；]{{0,10}}?(?:测量|实测|测|压测)(?:过|了)"
        r"|(?:を|も)(?:計測|測定|実測)(?:し|いたし)ました",
        re.I,
    ),
    "backup": quick(
        rf"{_I} (?:backed up|(?:made|took|created|kept|saved) (?:a|the|full|two) (?:\w+ )?(?:back-?ups?"
        rf"|snapshots?|dumps?"
        r"|safety cop(?:y|ies)))\b|\b(?:back-?up|snapshot|dump) (?:was|has been|is) (?:made|taken|created"
        r"|in place|stored)\b"
        rf"|{_ICH}(?:gesichert|(?:Backup|Sicherung|Sicherungskopie)[^.;!?\n]{{0,20}}?(?:angelegt|erstellt|gemacht))\b"
        r"|\b(?:Backup|Sicherung|Sicherungskopie) (?:wurde|ist)[^.;!?\n]{0,40}?\b(?:angelegt|erstellt|gemacht"
        r"|vorhanden)\b"
        rf"|{_JAI}(?:sauvegardé\w{{0,2}}|(?:fait|créé|pris) une (?:sauvegarde|copie de sécurité))\b"
        r"|\bune sauvegarde a été (?:faite|créée|prise)\b"
        rf"|{_HE}(?:respaldado|hecho (?:un respaldo|una copia))\b|\b(?:hice|creé) (?:una copia de seguridad"
        rf"|un respaldo)\b"
        r"|\b(?:fiz|criei) (?:um backup|uma cópia)\b"
        rf"|{_IK}(?:geback-?upt|een (?:back-?up|reservekopie) gemaakt)\b"
        r"|(?:已(?:经)?|我)[^，。；]{0,8}?备份(?:了|好|过|完)|已备份|バックアップを?(?:取り|取得し"
        r"|作成し)(?:まし|てあり)",
        re.I,
    ),
    "call": quick(
        rf"{_I} (?:phoned|telephoned|rang|spoke (?:to|with)|talked to|called (?:the|them|him|her|[A-Z]\w+) (?:\w+ )?"
        r"(?:to|and|yesterday|this|today|directly|up)?)\b"
        rf"|{_ICH}(?:angerufen|telefoniert|telefonisch)\b|{_JAI}(?:appelé|téléphoné|eu au téléphone)\b"
        rf"|{_HE}(?:llamado|hablado con|telefoneado)\b|\b(?:llamé|hablé con|telefoneé|liguei|telefonei|falei com)\b"
        rf"|{_IK}(?:gebeld|opgebeld|getelefoneerd|gesproken met)\b"
        r"|(?:我|已(?:经)?)[^，。；]{0,8}?(?:打了?电话|致电|电话(?:联系|沟通|确认))(?:了|过)?"
        r"|電話(?:で確認)?し(?:まし|て確認)",
        re.I,
    ),
    "restart": quick(
        rf"{_I} (?:restarted|rebooted|reloaded|power-?cycled)\b"
        r"|\b(?:has been|have been|was|were) (?:restarted|rebooted|reloaded)\b"
        rf"|{_ICH}(?:neu ?gestartet|neu geladen)\b|\b(?:wurden?|ist|sind)\b[^.;!?\n]{{0,30}}?\bneu ?gestartet\b"
        rf"|{_JAI}(?:redémarré|relancé|rechargé)\w{{0,2}}\b|\ba été (?:redémarré|relancé)e?\b"
        rf"|{_HE}reiniciado\b|\b(?:reinicié|reiniciei)\b|\b(?:fue|foi|ha sido) reiniciad[oa]\b"
        rf"|{_IK}(?:herstart|opnieuw gestart)\b|\bis herstart\b"
        r"|(?:已(?:经)?|我)[^，。；]{0,8}?重启(?:了|过|完|成功)?|再起動(?:し|され)ました",
        re.I,
    ),
    "up": quick(  # that a program runs can only be told by having started or asked it
        r"\b(?:reports? (?:itself )?(?:as )?(?:healthy|ok|ready)|(?:answers?|responds?"
        r"|returns?) (?:with )?(?:HTTP )?200\b"
        r"|(?:starts?|boots?|comes?|came) (?:up )?(?:cleanly|fine|without (?:errors?|warnings?|problems?))"
        r"|is (?:now |again |back )?(?:up and running|reachable|responding|up again))\b"
        r"|\b(?:meldet(?: sich)?(?: als)? (?:gesund|healthy|bereit)|antwortet (?:wieder )?mit 200"
        r"|startet (?:fehlerfrei|sauber"
        r"|ohne Fehler)|ist (?:wieder )?erreichbar)\b"
        r"|\b(?:répond (?:bien )?(?:avec )?200|démarre (?:sans erreur|correctement)|est (?:de nouveau )?joignable)\b"
        r"|\b(?:responde (?:con |com )?200|arranca sin errores|sobe sem erros|inicia sem erros"
        r"|está (?:en marcha|no ar))\b"
        r"|\b(?:antwoordt met 200|start (?:foutloos|zonder fouten)|is (?:weer )?bereikbaar)\b"
        r"|返回 ?200|启动(?:正常|成功)|健康检查(?:正常|通过)|200 ?を返|正常に起動|ヘルスチェック(?:は"
        r"|も)?(?:正常|healthy)",
        re.I,
    ),
    "search": quick(  # that nothing else is there can only be told by looking for it
        r"\b(?:no|not any|without) (?:other|further|more|remaining) (?:\w+ )?(?:callers?|usages?|uses"
        r"|references?|occurrences?"
        r"|call sites?|consumers?|imports?|mentions?)\b|\b(?:nothing|no one|no code) else (?:uses|calls|imports"
        r"|depends on"
        r"|refers to|references|mentions)\b"
        r"|\bkeine (?:weiteren|anderen) (?:Aufrufer?|Verwendungen|Stellen|Vorkommen|Verweise)\b"
        r"|\bsonst (?:nutzt|ruft|verwendet)"
        r" (?:nichts|niemand|keiner?)\b|\baucun(?:e)? autre (?:appel|usage|référence|occurrence)\b"
        r"|\bning[uú]n[oa]? otr[oa] (?:uso|llamada|referencia)\b|\bnenhum[a]? outr[oa] (?:uso|chamada|referência)\b"
        r"|\bgeen andere (?:aanroepen|verwijzingen|gebruikers)\b|没有其他(?:地方)?(?:调用|引用|使用)"
        r"|他に(?:は)?(?:参照|呼び出し|使用)(?:し|され|は|箇所)",
        re.I,
    ),
}
MAY_BE: Final[dict[str, re.Pattern[str]]] = {
    "run": re.compile(r"(?!)"),  # any call that is no mere look or edit is one
    "measure": re.compile(
        r"measur|bench|time|timing|profil|perf|load|metric|stat|sensor|gauge|meter|mess|waage|weigh|scale|mesur"
        r"|chrono"
        r"|medi|meet|meting|latenc|memory|duration|测|計|量",
        re.I,
    ),
    "backup": re.compile(
        r"back-?up|\bbak\b|\.bak|dump|snapshot|cop(?:y|ies)|\bcp\b|\btar\b|zip|export|archiv|sicher|kopie"
        r"|sauveg|copie"
        r"|respald|copia|cópia|stash|branch|clone|checkpoint|version|restore|revision|备份|バックアップ|复制|コピー",
        re.I,
    ),
    "call": re.compile(
        r"call|phone|dial|voice|twilio|\bring|contact|speak|talk|anruf|ruf|telefon|téléphon|appel|llam|habl|lig"
        r"|bel|tel_"
        r"|电话|致电|電話",
        re.I,
    ),
    "restart": re.compile(
        r"restart|reboot|reload|systemctl|service|supervisor|pm2|kubectl|docker|compose|\bkill|\bup\b|deploy"
        r"|rollout|start"
        r"|cycle|neustart|redém|relanc|reinici|herstart|重启|再起動|power|reset",
        re.I,
    ),
    "up": re.compile(r"(?!)"),
    "search": re.compile(
        r"grep|\brg\b|\bag\b|\back\b|search|find|usage|reference|glob|query|lsp|codebase|symbol|caller|such"
        r"|busc|cherch|recherch"
        r"|zoek|搜|查找|検索",
        re.I,
    ),
}
NOUN: Final = {
    "run": "was run",
    "measure": "measured anything",
    "backup": "made a copy",
    "call": "called anybody",
    "restart": "started anything again",
    "search": "searched",
    "up": "started or asked it",
}
