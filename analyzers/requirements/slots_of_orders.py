"""Slots of orders, appointments and mails, in English, German, French, Spanish, Portuguese, Dutch, Chinese and
Japanese. Data only."""

from typing import Final

from planscope.analyzers.requirements.slot import slot

ORDERS: Final = (
    slot(
        "language",
        r"",
        r"language|lang|guide language|sprache|langue|idioma|língua|lingua|taal",
        ("", r"语言|语种|言語"),
        values={
            "English": (
                r"(?:in|into) english|english[- ](?:speaking|language)|auf englisch|en anglais|en inglés"
                r"|em inglês|in het engels",
                r"英语|英文|英語",
            ),
            "German": (
                r"(?:in|into) german|german[- ](?:speaking|language)|auf deutsch|deutschsprachig\w*"
                r"|en allemand|en alemán|em alemão|in het duits",
                r"德语|ドイツ語",
            ),
            "French": (
                r"(?:in|into) french|french[- ](?:speaking|language)|auf französisch|en français|francophone"
                r"|en francés|em francês|in het frans",
                r"法语|フランス語",
            ),
            "Spanish": (
                r"(?:in|into) spanish|spanish[- ](?:speaking|language)|auf spanisch|en espagnol|en español"
                r"|em espanhol|in het spaans",
                r"西班牙语|スペイン語",
            ),
            "Dutch": (
                r"(?:in|into) dutch|dutch[- ](?:speaking|language)|auf niederländisch|en néerlandais"
                r"|in het nederlands",
                r"荷兰语",
            ),
            "Portuguese": (r"(?:in|into) portuguese|em português|en portugués|auf portugiesisch", r"葡萄牙语"),
            "Japanese": (r"(?:in|into) japanese|auf japanisch|en japonais", r"日语|日本語"),
            "Chinese": (r"(?:in|into) chinese|auf chinesisch|en chinois", r"中文|中国語"),
        },
    ),
    slot(
        "colour",
        r"",
        r"colou?r|farbe|couleur|cor|kleur",
        ("", r"颜色|顏色|色"),
        item=True,
        values={
            "black": (r"black|schwarz\w*|noire?s?|negr[oa]s?|pret[oa]s?|zwarte?", r"黑色?|黒"),
            "white": (r"white|weiß\w*|weiss\w*|blanche?s?|blanc|blanc[oa]s?|branc[oa]s?|witte?", r"白色?"),
            "red": (r"red|rot(?:e[nrms]?)?|rouges?|roj[oa]s?|vermelh[oa]s?|rode?|rood", r"红色?|赤"),
            "blue": (r"blue|navy|blau\w*|marineblau|bleue?s?|azul(?:es)?|blauwe?", r"蓝色?|青|紺"),
            "green": (r"green|grün\w*|verte?s?|verdes?|groene?", r"绿色?|緑"),
            "grey": (r"gr[ea]y|grau\w*|grise?s?|gris(?:es)?|cinza|grijze?", r"灰色?|グレー"),
            "brown": (r"brown|braun\w*|marron|brune?s?|marrón|castanh[oa]s?|marrom|bruine?", r"棕色?|茶色"),
            "yellow": (r"yellow|gelb\w*|jaunes?|amarill[oa]s?|amarel[oa]s?|gele?|geel", r"黄色?"),
            "pink": (r"pink|rosa|roses?|roze", r"粉色?|ピンク"),
            "beige": (r"beige|cream|crème|creme", r"米色|ベージュ"),
        },
    ),
    slot(
        "payment",
        r"",
        r"payment|payment (?:method|type)|pay(?:ment)? by|zahlungsart|zahlung|paiement|mode de paiement|pago"
        r"|forma de pago|pagamento|betaling|betaalwijze",
        ("", r"支付方式|付款方式|支払方法|支払い方法"),
        values={
            "invoice": (
                r"(?:by|on|via|per|with an?) invoice|on account|auf rechnung|(?:sur|par) facture"
                r"|con factura a plazo|op rekening|invoice|rechnung",
                r"开票付款|請求書払い|請求書",
            ),
            "card": (
                r"(?:by|with (?:my|the)) (?:credit )?card|mit (?:der )?(?:kredit)?karte|par carte"
                r"|con (?:la )?tarjeta|no cartão|met (?:de )?creditcard|credit[ _-]?card|kreditkarte",
                r"信用卡|クレジットカード|カード払い",
            ),
            "cash": (r"(?:in|with) cash|cash|bar|en espèces|en efectivo|em dinheiro|contant", r"现金|現金"),
            "bank transfer": (
                r"bank transfer|wire transfer|überweisung|virement|transferencia|transferência|overschrijving",
                r"银行转账|銀行振込",
            ),
            "PayPal": (r"paypal", ""),
        },
    ),
    slot(
        "place at the restaurant",
        r"",
        r"area|seating(?: area)?|section|table(?: location| area| type)?|location|zone|bereich|tisch"
        r"|espace|emplacement|zona|área|ubicación|plek|tafel",
        ("", r"区域|位置|席"),
        values={
            "outside": (
                r"outside|outdoors?|terrace|patio|(?:in the|on the) (?:garden|deck)|draußen|im freien|terrasse"
                r"|en terrasse|dehors|fuera"
                r"|(?:en la )?terraza|esplanada|lá fora|buiten|(?:op het )?terras",
                r"户外|露台|室外|テラス|屋外",
            ),
            "inside": (
                r"inside|indoors?|main room|drinnen|innen\w*|à l['’]intérieur|intérieur|dentro|interior|binnen",
                r"室内|店内|屋内",
            ),
        },
    ),
    slot(
        "gearbox",
        r"",
        r"transmission|gearbox|gear|gears|getriebe|boîte|boite|transmisi[oó]n|caja|câmbio|cambio|caixa"
        r"|versnelling\w*|schakeling",
        ("", r"变速箱|トランスミッション"),
        values={
            "automatic": (r"automatic|automatik\w*|automatique|automátic[oa]|automaat", r"自动挡|オートマ|AT車"),
            "manual": (
                r"manual(?: gearbox)?|schaltgetriebe|schaltwagen|manuelle?|manual|handgeschakeld",
                r"手动挡|マニュアル|MT車",
            ),
        },
    ),
    slot(
        "fuel",
        r"",
        r"fuel|fuel type|drive|engine|kraftstoff|antrieb|carburant|motorisation|combustible|combustível|brandstof",
        ("", r"燃料|动力"),
        values={
            "electric": (
                r"electric|ev|elektro\w*|elektrisch\w*|électrique|eléctric[oa]|elétric[oa]",
                r"电动|電気自動車",
            ),
            "diesel": (r"diesel", r"柴油|ディーゼル"),
            "petrol": (r"petrol|gasoline|benzin\w*|essence|gasolina|benzine", r"汽油|ガソリン"),
            "hybrid": (r"hybrid\w*|hybride|híbrid[oa]", r"混动|ハイブリッド"),
        },
    ),
    slot(
        "file format",
        r"",
        r"format|file ?format|file ?type|output ?format|export ?format|dateiformat|formato|bestandsformaat",
        ("", r"格式|形式"),
        values={
            "PDF": (r"pdf", ""),
            "CSV": (r"csv", ""),
            "Excel": (r"excel|xlsx?", ""),
            "JSON": (r"json", ""),
            "Word": (r"word (?:file|document|doc)|docx?|word-datei", ""),
            "PNG": (r"png", ""),
            "SVG": (r"svg", ""),
            "JPEG": (r"jpe?g", ""),
            "EPUB": (r"epub", ""),
            "HTML": (r"html", ""),
            "Markdown": (r"markdown", ""),
        },
    ),
    slot(
        "how often",
        r"",
        r"recurrence|repeat|repeats|recurring|frequency|interval|schedule|cadence|wiederholung|turnus"
        r"|häufigkeit|récurrence|fréquence|repetición|frecuencia|recorrência|frequência|herhaling|frequentie",
        ("", r"重复|频率|繰り返し|頻度"),
        values={
            "on weekdays": (
                r"(?:every |on |only )?(?:week|work|working|business)[- ]?days?(?: only)?|werktags?"
                r"|an (?:\w+ )?werktagen"
                r"|montags? bis freitags?|jours? (?:ouvrés?|ouvrables?)|en semaine|días? (?:laborables?|hábil(?:es)?)"
                r"|entre semana|dias? (?:úteis|útil)|werkdagen|(?:op )?weekdagen|mon(?:day)?s?(?: ?[-–] ?| to "
                r"| through )fri(?:day)?s?",
                r"工作日|周一(?:到|至)周五|平日",
            ),
            "daily": (
                r"daily|every day|each day|täglich|jeden tag|tous les jours|quotidien\w*|chaque jour"
                r"|diari[oa]\w*|todos los días|cada día|todos os dias|dagelijks|elke dag",
                r"每天|每日|毎日",
            ),
            "weekly": (
                r"weekly|every week|once a week|wöchentlich|jede woche|hebdomadaire\w*|chaque semaine"
                r"|semanal\w*|cada semana|todas as semanas|wekelijks|elke week",
                r"每周|毎週",
            ),
            "every two weeks": (
                r"bi-?weekly|fortnightly|every (?:two|2|other) weeks?|alle (?:zwei|2) wochen|14-tägig"
                r"|toutes les deux semaines|quincenal\w*|quinzenal\w*|tweewekelijks",
                r"每两周|隔周|隔週",
            ),
            "monthly": (
                r"monthly|every month|once a month|monatlich|jeden monat|mensuel\w*|chaque mois|mensual\w*"
                r"|cada mes|mensal\w*|maandelijks|elke maand",
                r"每月|毎月",
            ),
            "hourly": (
                r"hourly|every hour|stündlich|toutes les heures|cada hora|de hora em hora|elk uur",
                r"每小时|毎時",
            ),
        },
    ),
    slot(
        "reminder",
        r"reminders?|remind (?:me|us|him|her|them)|erinner\w*|rappel\w*|recordatorio|recuérda\w*|avísa\w*"
        r"|lembrete|lembr\w+"
        r"|herinner\w*",
        r"reminders?|alarms?|alerts?|erinnerung(?:en)?|rappels?|recordatorios?|lembretes?|herinnering(?:en)?",
        (r"提醒|リマインダー|リマインド", r"提醒|リマインダー"),
    ),
    slot(
        "video link",
        r"(?:zoom|teams|meet|video|webex|jitsi)(?:[- ]?call)?[- ]?links?|video ?(?:call|conference)|videokonferenz"
        r"|visioconférence|lien visio|videollamada|videoconferencia|videochamada|videoconferência|videogesprek",
        r"conference(?: link| url| data)?|video(?: link| call| url)?|meet(?:ing)? (?:link|url)|zoom(?: link"
        r"| url)?|join url|hangout link"
        r"|videolink|lien visio|videollamada|enlace",
        (r"视频会议|会议链接|ビデオ会議|会議リンク", r"视频|会议链接|会議リンク"),
    ),
    slot(
        "attachment",
        r"attach(?:ed|ing|ments?)?|as an attachment|anhäng\w*|als anhang|beifüg\w*|joins?|joign\w+"
        r"|en pièce jointe|adjunt\w+"
        r"|anex\w+|em anexo|bijlage|meesturen|bijvoegen",
        r"attachments?|attached(?: files?)?|files|anhänge?|anhang|pièces? jointes?|pieces? jointes?|adjuntos?"
        r"|anexos?|bijlagen?",
        (r"附上|附件|添付", r"附件|添付"),
    ),
    slot(
        "copy",
        r"cc|copy(?:ing)? in|in copy|in kopie|ins? cc|en copie|en copia|com cópia|in cc|in kopie",
        r"cc|bcc|copy|kopie|copie|copia|cópia",
        (r"抄送|CCに", r"抄送|CC"),
    ),
    slot(
        "discount code",
        r"(?:promo(?:tion(?:al)?)?|discount|voucher|coupon)[- ]?codes?|vouchers?|coupons?|gutschein\w*"
        r"|rabattcode|code (?:promo"
        r"|de réduction)|bon de réduction|cupón|código (?:promocional|de descuento)|cupom|código de desconto"
        r"|kortingscode|tegoedbon",
        r"coupon|coupon code|promo(?: code)?|voucher|discount code|gutschein|gutscheincode|code promo|cup[oó]n"
        r"|cupom|kortingscode",
        (r"优惠码|优惠券|折扣码|クーポン", r"优惠码|优惠券|クーポン"),
    ),
    slot(
        "note to the other side",
        r"(?:add|leave|include|with|put) (?:a |the )?notes?\b|(?:tell|inform|let) (?:the (?:hotel|restaurant"
        r"|driver|courier|host|venue|shop"
        r"|landlord|clinic)|them)(?: know)?|special (?:request|instruction)s?|delivery (?:note|instruction)s?"
        r"|hinweis (?:an|für)|vermerk\w*"
        r"|anmerkung|bemerkung|sag(?:en sie)? (?:dem|der) (?:hotel|restaurant|fahrer)|précise[rz]?|prévien\w+"
        r"|préven\w+|indique[rz]?"
        r"|(?:pon|poner|añad\w+|dej\w+) una nota|avis[ae]\w* al (?:hotel|restaurante)|indica\w*|observação"
        r"|avis[ae]\w* o (?:hotel|restaurante)"
        r"|opmerking|vermeld\w*|geef door",
        r"notes?|comments?|remarks?|instructions?|special (?:requests?|instructions?)|delivery (?:notes?"
        r"|instructions?)|hinweise?|bemerkung(?:en)?"
        r"|anmerkung(?:en)?|vermerk|remarques?|commentaires?|instrucciones|observaciones|notas?|observações"
        r"|observacoes|opmerking(?:en)?",
        (r"备注|告诉(?:酒店|餐厅|司机)|注明|備考|伝えて", r"备注|備考|特記"),
    ),
    slot(
        "reply by invoice or receipt",
        r"(?:send|e-?mail|with|need|and) (?:me |us )?(?:an? |the )?(?:invoice|receipt)|(?:mit"
        r"|eine) (?:rechnung|quittung)"
        r"|(?:une|la) facture|(?:con|una) factura|(?:com|uma) (?:fatura|nota fiscal)|(?:een|met) factuur",
        r"invoice|receipt|invoice (?:sent|requested)|rechnung|quittung|facture|factura|fatura|nota fiscal|factuur",
        (r"开发票|要发票|領収書|請求書を", r"发票|領収書"),
    ),
    slot(
        "transfer",
        r"(?:airport|station|hotel) (?:transfer|shuttle|pick[- ]?up)|transfer (?:from|to) the (?:airport"
        r"|station)|flughafentransfer|abholung vom"
        r" (?:flughafen|bahnhof)|navette|transfert|traslado|transfer (?:do|desde el) aeropuerto"
        r"|transporte do aeroporto|luchthaventransfer",
        r"(?:airport )?transfer|shuttle|pick ?up|abholung|flughafentransfer|navette|transfert|traslado",
        (r"接机|接站|送迎", r"接机|接送|送迎"),
    ),
    slot(
        "engraving",
        r"engrav\w+|gravur|eingravier\w*|gravier\w*|gravée?s?|gravure|grabad[oa]|grabar|gravaç[aã]o|gravad[oa]"
        r"|gravering|gegraveerd"
        r"|personali[sz]ed with|monogram\w*",
        r"engraving|engraved|engrave|personali[sz]ation|monogram|gravur|gravure|grabado|gravação|gravacao|gravering",
        (r"刻字|刻上|刻印|名入れ", r"刻字|刻印|名入れ"),
    ),
    slot(
        "bicycle place",
        r"(?:with|and|for) (?:my|our|the|a|two|2)? ?(?:bikes?|bicycles?)|fahrrad\w*|vélos?|bicicletas?|fiets\w*",
        r"bikes?|bike (?:space|reservation|ticket)|bicycles?|fahrrad\w*|vélos?|velos?|bicicletas?|fiets\w*",
        (r"自行车|自転車", r"自行车|自転車"),
    ),
    slot(
        "pets",
        r"(?:with|and|for) (?:my|our|the|a|two|2)? ?(?:small |large )?(?:dogs?|cats?|pets?)|(?:mit"
        r"|samt) (?:\w+ )?(?:hund|katze|haustier)\w*"
        r"|(?:avec|et) (?:mon|notre|un) (?:chien|chat|animal)|con (?:mi|nuestro|un) (?:perro|gato|mascota)"
        r"|com (?:meu|nosso|o|um)"
        r" (?:cão|cachorro|gato)|met (?:mijn|onze|de|een) (?:hond|kat)",
        r"pets?(?: allowed)?|dogs?(?: allowed)?|hunde?(?: erlaubt)?|haustiere?|chiens?|animaux|perros?"
        r"|mascotas|animais|cachorros?|honden|huisdieren",
        (r"宠物|带狗|带猫|ペット|犬", r"宠物|ペット"),
    ),
    slot(
        "assistance",
        r"wheelchair (?:assistance|service)|(?:mobility|special) assistance|rollstuhl(?:service|hilfe)"
        r"|assistance (?:fauteuil|pmr)"
        r"|asistencia (?:en silla|especial)|assistência (?:especial|de cadeira)|rolstoel(?:hulp|assistentie)",
        r"assistance|wheelchair(?: assistance)?|special assistance|rollstuhl\w*|asistencia|assistência"
        r"|assistencia|assistentie",
        (r"轮椅服务|車椅子", r"轮椅|車椅子|介助"),
    ),
    slot(
        "installation",
        r"install(?:ed|ation)|assembl\w+|set up at (?:my|our) (?:home|place)|montage|aufbau(?:en|service)?"
        r"|montiert|installation|montaje"
        r"|instalaci[oó]n|montagem|instalação|installatie",
        r"installation|assembly|montage|aufbau|montaje|instalaci[oó]n|montagem|instalação|instalacao",
        (r"安装|設置|組み立て", r"安装|設置|組立"),
    ),
)
