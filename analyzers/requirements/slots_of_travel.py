"""Slots of bookings and of gifts, in English, German, French, Spanish, Portuguese, Dutch, Chinese and Japanese.
Data only."""

from typing import Final

from planscope.analyzers.requirements.slot import slot

_EXPRESS = (
    r"express\w*|over ?night|next[- ]day|same[- ]day|expedited|eil\w*|exprés|urgente|urgent|spoed\w*",
    r"加急|特快|次日达|速達|お急ぎ便|当日",
)

TRAVEL: Final = (
    slot(
        "seat",
        r"(?:reserved?|assigned) seats?|seat (?:reservations?|selection)|seats? (?:together|next to each other)"
        r"|sitzplatzreservierung\w*|sitzplätze (?:zusammen|nebeneinander)|réservation de (?:place|siège)s?"
        r"|places? (?:assises?|côte à côte)|asientos? (?:juntos|reservados?)|assentos? (?:juntos|marcados?)"
        r"|zitplaats\w*|stoelreservering",
        r"seats?|seating|sitz|sitzplatz|sitzplätze|sitzplaetze|plätze|platzwunsch|sièges?|sieges?|places?"
        r"|asientos?|assentos?"
        r"|stoel|stoelen|zitplaats\w*",
        ("坐在一起|连座|隣同士", "座位|座席|席"),
        values={
            "window": (
                r"window(?:[- ]?seats?)?|fensterpl[aä]tz\w*|am fenster|fensterseite|côté (?:fenêtre|hublot)|hublot"
                r"|ventanilla|(?:na |à |de |da )janela|janela|raamplaats\w*|(?:bij|aan) het raam",
                r"靠窗|窗口座|窗边|窓側|窓際",
            ),
            "aisle": (
                r"aisle(?:[- ]?seats?)?|gangpl[aä]tz\w*|am gang|(?:côté )?couloir|pasillo|corredor|gangpad\w*",
                r"过道|靠走道|靠过道|通路側",
            ),
            "middle": (r"middle(?:[- ]?seats?)?|mittelplatz|milieu|asiento del medio|meio", r"中间座|中央席"),
        },
    ),
    slot(
        "card or message to go with it",
        r"(?<!credit )(?<!debit )(?<!bank )(?<!gift )(?<!loyalty )(?<!business )card (?:saying|that says|which says"
        r"|reading|with)|(?:greeting|birthday|congratulations?|thank[- ]you|condolence|handwritten"
        r"|gift) (?:cards?|notes?"
        r"|messages?)|(?:with|and|include|add) a (?:little |short |small )?(?:card|note)|gru(?:ß|ss)karte"
        r"|glückwunschkarte"
        r"|(?:eine|mit) karte|kärtchen|beileidskarte|(?:une|petite) carte|carte de (?:vœux|voeux)|petit mot"
        r"|(?:una|con) tarjeta|tarjeta de felicitación|dedicatoria|(?:um|com) cartão|cartãozinho|dedicatória"
        r"|kaartje|wenskaart|felicitatiekaart",
        r"cards?|greeting(?: cards?)?|gift (?:message|note|card)|card message|message|gift text|dedication"
        r"|karte|kartentext"
        r"|gru(?:ß|ss)(?:karte|text)?|grusstext|nachricht|carte|message carte|mot|tarjeta|mensaje|dedicatoria"
        r"|cartao|cartão"
        r"|mensagem|kaart|kaarttekst|kaartje|boodschap",
        (r"贺卡|卡片上|祝福语|写张卡|メッセージカード|カードに|カードを", r"贺卡|卡片|留言|祝福|メッセージ|カード"),
    ),
    slot(
        "gift wrapping",
        r"gift[- ]?wrap\w*|wrapp?ed(?: up)? as a (?:gift|present)|als geschenk(?: verpack\w*| einpack\w*)?"
        r"|geschenkverpack\w*"
        r"|geschenkpapier|(?:papier|emballage|paquet|emballée?|emballer) ?cadeau|para regalo|(?:papel"
        r"|envoltorio) de regalo"
        r"|envuelt[oa]|para presente|embrulh\w+|cadeau(?:verpakking|papier)|ingepakt",
        r"gift|gift ?wrap\w*|wrap|wrapping|wrapped|geschenk\w*|verpackung geschenk|emballage(?: cadeau)?"
        r"|cadeau\w*|regalo"
        r"|envoltorio|presente|embrulho|inpakken",
        (r"礼品包装|礼物包装|包装成礼|ラッピング|ギフト包装|プレゼント用", r"礼品包装|礼物包装|包装|ラッピング|ギフト"),
    ),
    slot(
        "food",
        r"",
        r"meals?|diet|dietary|diets|menu|food|special meals?|meal (?:preference|code)|kost|kostform|essen"
        r"|speisen?|ernährung|ernaehrung|verpflegung|mahlzeit|repas|régime|regime|plat|comidas?|dieta|menú|refeição"
        r"|refeicao|cardápio|maaltijd|dieet|dieetwensen",
        ("", r"餐食|餐|饮食|食事|機内食|料理"),
        values={
            "vegan": (r"vegan\w*|végan\w*|végétalien\w*|veganist\w*", r"纯素|ヴィーガン|ビーガン"),
            "vegetarian": (r"vegetari\w*|vegetarisch\w*|végétarien\w*|veggie", r"(?<!纯)素食|ベジタリアン"),
            "gluten-free": (
                r"gluten[- ]?free|glutenfrei\w*|sans gluten|sin gluten|sem glúten|glutenvrij\w*|coeliac|celiac",
                r"无麸质|グルテンフリー",
            ),
            "lactose-free": (
                r"lactose[- ]?free|dairy[- ]?free|laktosefrei\w*|sans lactose|sin lactosa|sem lactose|lactosevrij\w*",
                r"无乳糖|乳糖不耐|乳製品なし",
            ),
            "halal": (r"halal", r"清真|ハラル|ハラール"),
            "kosher": (r"kosher|koscher\w*|casher|kasher|koosjer", r"犹太洁食|コーシャ"),
            "nut-free": (r"nut[- ]?free|no nuts|nussfrei\w*|sans noix|sin frutos secos|sem nozes|notenvrij", r"无坚果"),
            "low-salt": (
                r"low[- ]?s(?:alt|odium)|salzarm\w*|pauvre en sel|bajo en sal|pouco sal|zoutarm\w*",
                r"低盐|減塩",
            ),
            "with meat": (r"meat|beef|chicken|pork|fleisch|viande|carne|pollo|vlees", r"牛肉|鸡肉|猪肉|肉类"),
        },
        covers={"vegan": "vegetarian"},
    ),
    slot(
        "beds",
        r"",
        r"beds?|bed type|bedding|betten|bettentyp|bett|lits?|literie|camas?|bedden|bed soort|rooms?(?: type)?"
        r"|zimmer(?:art|typ)?|chambre|habitaci[oó]n|quarto|kamer(?:type)?",
        ("", r"床型|房型|ベッド|部屋タイプ|客室"),
        values={
            "one large bed": (
                r"double[- ]bed(?:ded)?|king(?:[- ]size)?|queen(?:[- ]size)?|doppelbett|grand lit|lit double"
                r"|cama (?:doble"
                r"|de matrimonio|matrimonial|de casal)|tweepersoonsbed",
                r"大床|ダブルベッド",
            ),
            "two beds": (
                r"twin(?:[- ]bed(?:ded|s)?)?|(?:two|2) (?:separate |single )*beds|separate beds|(?:zwei"
                r"|2) (?:\w+ )?(?:einzel)?betten"
                r"|getrennte\w* betten|einzelbetten|lits (?:jumeaux|séparés)|(?:deux|2) lits"
                r"|camas (?:separadas|gemelas|individuales)"
                r"|(?:dos|duas|2) camas|(?:twee|2) (?:aparte |losse )?bedden|aparte bedden",
                r"双床|两张床|ツイン",
            ),
        },
    ),
    slot(
        "smoking",
        r"",
        r"smoking|smoking (?:room|preference)|raucher\w*|fumeurs?|fumadores|fumantes?|roken|rookvrij",
        ("", r"吸烟|禁烟|喫煙|禁煙"),
        values={
            "non-smoking": (
                r"non[- ]?smok\w+|no smoking|smoke[- ]?free|nichtraucher\w*|non[- ]fumeurs?|no fumadores?"
                r"|para não fumantes?"
                r"|não[- ]fumadores|niet[- ]rok\w+|rookvrij\w*",
                r"无烟|禁烟|不吸烟|禁煙",
            ),
            "smoking": (
                r"smoking(?: allowed| room)?|raucherzimmer|fumeurs?|fumadores|fumantes|rokerskamer",
                r"吸烟房|喫煙",
            ),
        },
    ),
    slot(
        "class",
        r"",
        r"class|cabin|cabin class|travel class|fare class|klasse|reiseklasse|wagenklasse|classe|clase|cabina"
        r"|klas|reisklasse",
        ("", r"舱位|舱等|席别|クラス|座席種別"),
        values={
            "first": (
                r"first[- ]class|1st class|(?:1\.|erste[rn]?) klasse|(?:première|1re|1ère) classe|primera clase"
                r"|primeira classe|(?:eerste|1e) klas(?:se)?|first|1st",
                r"头等舱|一等座|ファーストクラス|グリーン車",
            ),
            "business": (
                r"business(?:[- ]class|klasse)?|classe affaires|clase ejecutiva|classe executiva",
                r"商务舱|商务座|ビジネスクラス",
            ),
            "premium economy": (r"premium[- _]?eco\w*", r"超级经济舱|プレミアムエコノミー"),
            "economy": (
                r"(?<!premium )economy(?:[- ]class)?|second[- ]class|2nd class|(?:2\.|zweite[rn]?) klasse"
                r"|(?:seconde|2e|2nde)"
                r" classe|segunda clase|clase turista|turista|classe econômica|segunda classe|(?:tweede"
                r"|2e) klas(?:se)?|2nd",
                r"经济舱|二等座|エコノミー|普通車",
            ),
        },
    ),
    slot(
        "luggage",
        r"checked (?:bags?|luggage|baggage|suitcases?)|(?:bags?|luggage|suitcases?) (?:to check in"
        r"|in the hold)|hold (?:luggage"
        r"|bags?)|(?:with|and|including) (?:a |one |two |1 |2 )?(?:\d+ ?kg )?(?:bags?|luggage|baggage|suitcases?)"
        r"|aufgabegepäck|(?:mit|samt) (?:koffer\w*|gepäck)|bagages? (?:en soute|enregistrée?s?)"
        r"|avec (?:une )?valises?"
        r"|(?:equipaje|maletas?) (?:facturad[oa]s?|en bodega)|(?:bagagem|malas?) (?:despachadas?|de porão)"
        r"|ruimbagage",
        r"bags?|baggage|luggage|checked(?: bags?| baggage| luggage)?|gepäck|gepaeck|aufgabegepäck|koffer"
        r"|bagages?|equipaje"
        r"|maletas?|bagagem|malas?|ruimbagage",
        (r"托运行李|預け荷物|受託手荷物", r"行李|荷物"),
    ),
    slot(
        "cot",
        r"(?:baby|travel )?cots?|cribs?|baby ?beds?|babybett\w*|kinderbett\w*|gitterbett|lit (?:bébé"
        r"|pour bébé)|berceau"
        r"|cunas?|berço|babybed\w*|kinderbed\w*|ledikant",
        r"cots?|cribs?|baby ?(?:bed|cot)|babybett|kinderbett|lit bébé|lit bebe|berceau|cuna|berço|berco|babybed\w*"
        r"|kinderbed\w*",
        ("婴儿床|ベビーベッド", "婴儿床|ベビーベッド"),
    ),
    slot(
        "child seat",
        r"child(?:ren's)? (?:car )?seats?|baby seats?|booster(?: seats?)?|kindersitz\w*|babyschale"
        r"|siège[- ](?:enfant|auto|bébé)|rehausseur|(?:silla|asiento) (?:infantil|de bebé|para niños)"
        r"|cadeirinha|cadeira (?:de bebê|infantil)|kinderzitje|kinderstoel(?:tje)?|high ?chairs?|hochstuhl"
        r"|chaise haute|trona",
        r"child seats?|baby seats?|booster|kindersitze?|siège enfant|siege enfant|silla infantil|cadeirinha"
        r"|kinderzitje"
        r"|high ?chairs?|hochstuhl|chaise haute|trona|kinderstoel",
        ("儿童座椅|安全座椅|チャイルドシート|ベビーチェア", "儿童座椅|安全座椅|チャイルドシート"),
    ),
    slot(
        "late check-out",
        r"late (?:check[- ]?out|departure)|(?:spät\w*|später\w*) (?:check[- ]?out|abreise)|départ tardif"
        r"|salida tardía|check[- ]?out tardio|laat uitchecken",
        r"late (?:check ?out|departure)",
        ("延迟退房|レイトチェックアウト", "延迟退房|レイトチェックアウト"),
    ),
    slot(
        "early check-in",
        r"early (?:check[- ]?in|arrival)|früh\w* (?:check[- ]?in|anreise)|arrivée anticipée"
        r"|entrada anticipada|check[- ]?in antecipado|vroeg inchecken",
        r"early (?:check ?in|arrival)",
        ("提前入住|アーリーチェックイン", "提前入住|アーリーチェックイン"),
    ),
    slot(
        "view",
        r"",
        r"view|blick|aussicht|vue|vistas?|uitzicht",
        ("", "景观|眺望|ビュー"),
        values={
            "sea": (
                r"(?:sea|ocean)[- ]?view|(?:view of|overlooking) the (?:sea|ocean)|meerblick|seeblick"
                r"|vue (?:sur (?:la )?)?mer"
                r"|vistas? al mar|vista (?:para o )?mar|zeezicht|sea|ocean|mer|mar|meer",
                r"海景|オーシャンビュー|海側",
            ),
            "city": (
                r"city[- ]?view|stadtblick|vue (?:sur la )?ville|vistas? a la ciudad|stadszicht|city|street|straße",
                r"城景|市景",
            ),
            "courtyard": (r"courtyard|innenhof|hofseite|cour|patio interior|binnenplaats", r"内庭|中庭"),
            "garden": (
                r"garden[- ]?view|gartenblick|vue (?:sur (?:le )?)?jardin|vistas? al jardín|tuinzicht|garden",
                r"园景",
            ),
        },
    ),
    slot(
        "delivery",
        r"",
        r"shipping|delivery|shipment|ship|versand\w*|lieferung|lieferart|livraison|envío|envio|entrega|frete"
        r"|bezorging|levering|verzend\w*",
        ("", r"配送|快递|配送方法|発送"),
        values={
            "express": _EXPRESS,
            "standard": (r"standard|regular|economy|normal|estándar|padrão|standaard|slow", r"标准|普通|通常"),
            "pick-up": (
                r"pick[- ]?up|click (?:and|&) collect|collect(?:ed|ion)? (?:in|at|from) (?:the )?(?:store"
                r"|shop)|abholung"
                r"|selbstabhol\w*|retrait(?: en magasin)?|recogida|retirada|ophalen|afhalen",
                r"自提|店頭受取|店舗受取",
            ),
        },
    ),
    slot(
        "trip",
        r"",
        r"trip|trip type|journey|journey type|ticket type|fahrt|reiseart|trajet|viaje|viagem|reis",
        ("", r"行程类型|旅程"),
        values={
            "one-way": (
                r"one[- ]way|einfache fahrt|nur hinfahrt|aller simple|solo ida|só ida|enkele reis",
                r"单程|片道",
            ),
            "return": (
                r"return (?:ticket|trip|flight|fare)s?|round[- ]?trip|hin und zurück|hin- und rück\w+|aller[- ]retour"
                r"|ida y vuelta|ida e volta|retourtje|return|retour",
                r"往返|来回|往復",
            ),
        },
    ),
)
