"""Sorts of measurable requirements: the keys under which a record holds the value, and the words by which people speak
of it. Data only; in English, German, French, Spanish, Portuguese, Dutch, Chinese and Japanese."""

import re
from typing import Final

from planscope.analyzers.quick import quick
from planscope.analyzers.requirements.words import words

_KEY = r"(?:^|[^a-z])(?:{0})(?:$|[^a-z])"


def keys(latin: str, cjk: str) -> re.Pattern[str]:
    """A pattern for keys written as words."""
    return quick(_KEY.format(latin) + f"|{cjk}", re.I)


KEYS: Final = {
    "arrive": keys(
        r"arriv\w*|arr|ankunft\w*|arrivée|arrivee|llegada|chegada|aankomst\w*", "到达|抵达|到着|着時|着$|到站"
    ),
    "depart": keys(
        r"depart\w*|dep|abfahrt\w*|abflug\w*|départ|salida|saída|saida|partida|vertrek\w*",
        "出发|起飞|发车|出発|発時|発$",
    ),
    "price": keys(
        r"price|prices|cost|costs|fare|rate|total|totals|amount|rent|preis|kosten|betrag|miete|gesamtpreis|summe"
        r"|prix|coût|tarif|montant"
        r"|loyer|precio|coste?|importe|tarifa|alquiler|preço|preco|custo|valor|aluguel|prijs|bedrag|huur|totaal"
        r"|grand total|charged",
        "价格|票价|房价|单价|总价|售价|费用|金额|租金|料金|価格|運賃|合計|総額|代金",
    ),
    "stars": keys(
        r"stars?|star rating|hotel class|sterne|étoiles|etoiles|estrellas|estrelas|sterren", "星级|星級|^星$|つ星"
    ),
    "stops": keys(
        r"(?:num |nb |number of )?(?:stops?|transfers?|layovers?|connections?|stopovers?|umstiege?"
        r"|zwischenstopps?|escales?|correspondances?"
        r"|escalas?|transbordos?|conexões|conexoes|overstappen|overstaps?|tussenstops?)(?: count)?",
        "中转|转机|经停|换乘|乗換|乗り換え|乗継|経由",
    ),
    "direct": keys(
        r"(?:is )?(?:direct|non ?stop|nonstop|direkt|directo|direto|rechtstreeks)(?: flight)?", "直飞|直达|直行"
    ),
    "people": keys(
        r"people|persons?|guests?|pax|party(?: size)?|passengers?|travell?ers?|attendees|participants|headcount"
        r"|num (?:people|guests|persons)"
        r"|personen|gäste|gaeste|teilnehmer|personnes?|voyageurs|couverts|personas|comensales|viajeros|pessoas"
        r"|passageiros|personen|gasten|reizigers",
        "人数|人數|旅客|乘客|名様",
    ),
    "rooms": keys(
        r"(?:num )?(?:rooms?|zimmer|chambres|habitaciones|quartos|kamers)(?: count)?", "房间数|间数|部屋数|室数"
    ),
    "nights": keys(r"(?:num )?(?:nights?|nächte|naechte|nuits|noches|noites|nachten)", "晚数|夜数|泊数|^晚$"),
}
TOPICS: Final = {
    "arrive": words(
        r"arriv\w+|land(?:s|ing|ed)?|ankunft|ankomm\w*|kommt|lleg\w+|cheg\w+|aankom\w*", cjk="到达|抵达|到着|着く|到站"
    ),
    "depart": words(
        r"depart\w*|leav\w+|abfahr\w*|abflug\w*|départ\w*|part\w{1,3}|sal\w{1,4}|saída|vertrek\w*",
        cjk="出发|起飞|发车|出発",
    ),
    "price": words(
        r"budget|limit|price|cost|preis|prix|precio|preço|prijs|presupuesto|orçamento|afford|teurer|dearer|pricier",
        cjk="预算|価格|予算|价格|上限",
    ),
    "stars": words(r"\w*stars?|\w*sterne\w*|étoiles?|estrellas?|estrelas?|\w*sterren\w*", cjk="星"),
    "stops": words(
        r"non-?stop|direct\w*|direkt\w*|stops?|stopover|layover|transfer\w*|chang(?:e|es|ing)|connection|via"
        r"|umst\w+|umsteig\w*|zwischen\w+|escales?"
        r"|correspondance\w*|escalas?|transbordo\w*|conex\w+|overstap\w*|tussenstop\w*|rechtstreeks\w*",
        cjk="直飞|直达|中转|转机|经停|换乘|乗り換え|乗換|乗継|直行|経由",
    ),
}
FEATURES: Final = {  # name: (how people call it, keys of records)
    "breakfast": (
        r"breakfast|frühstück|petit[- ]déjeuner|desayuno|café da manhã|pequeno[- ]almoço|ontbijt",
        r"早餐|含早|朝食",
        r"breakfast|frühstück|fruehstueck|petit dejeuner|petit déjeuner|desayuno|ontbijt|cafe da manha",
    ),
    "dinner": (
        r"dinner|half[- ]board|abendessen|halbpension|dîner|demi-pension|cena|media pensión|jantar|avondeten"
        r"|halfpension",
        r"晚餐|夕食",
        r"dinner|half board|halbpension|cena|jantar",
    ),
    "wi-fi": (
        r"wi-?fi|wlan|internet",
        r"无线|无线网|ワイファイ",
        r"wi ?fi|wlan|internet",
    ),
    "parking": (
        r"parking|car park|parkplatz|stellplatz|aparcamiento|estacionamento|estacionamiento|parkeerplaats"
        r"|parkeren",
        r"停车|駐車",
        r"parking|parkplatz|aparcamiento|estacionamento|parkeren",
    ),
    "pool": (
        r"(?:swimming )?pool|schwimmbad|piscine|piscina|zwembad",
        r"泳池|プール",
        r"pool|piscine|piscina|zwembad",
    ),
    "projector": (
        r"projector|beamer|vidéoprojecteur|projecteur|proyector|projetor",
        r"投影|プロジェクター",
        r"projector|beamer|proyector|projetor|projecteur",
    ),
    "balcony": (
        r"balcony|balkon|balcon|balcón|varanda|sacada",
        r"阳台|バルコニー|ベランダ",
        r"balcony|balkon|balcon|varanda",
    ),
    "kitchen": (
        r"kitchen(?:ette)?|küche|kochnische|cuisine|cocina|cozinha|keuken",
        r"厨房|キッチン",
        r"kitchen|küche|cuisine|cocina|cozinha|keuken",
    ),
    "lift": (
        r"lift|elevator|aufzug|ascenseur|ascensor|elevador",
        r"电梯|エレベーター",
        r"lift|elevator|aufzug|ascenseur|ascensor|elevador",
    ),
    "pets": (
        r"pets?|dogs?|haustiere?|hunde?|animaux|chiens?|mascotas?|perros?|animais|cachorros?|huisdieren|honden",
        r"宠物|ペット",
        r"pets?(?: allowed)?|pet friendly|dogs?|haustiere|animaux|mascotas|huisdieren",
    ),
    "air conditioning": (
        r"air[- ]?con(?:ditioning)?|a/c|klimaanlage|climatisation|aire acondicionado|ar[- ]condicionado|airco",
        r"空调|エアコン",
        r"air con(?:ditioning)?|ac|klimaanlage|climatisation|airco",
    ),
    "washing machine": (
        r"washing machine|washer|waschmaschine|lave-linge|lavadora|máquina de lavar|wasmachine",
        r"洗衣机|洗濯機",
        r"washing machine|washer|waschmaschine|lavadora|wasmachine",
    ),
    "step-free access": (
        r"wheelchair[- ]access\w*|step-free(?: access)?|accessible|barrierefrei\w*|rollstuhl\w*|accès (?:pmr"
        r"|handicapés)|accesible|acessível|rolstoel\w*",
        r"无障碍|バリアフリー",
        r"wheelchair(?: access(?:ible)?)?|accessible|step free|barrierefrei",
    ),
    "refundable": (
        r"(?:fully )?refundable|free cancell?ation|kostenlos\w* storni\w*|stornierbar|erstattbar|remboursable"
        r"|annulation gratuite|reembolsable|cancelación gratuita|reembolsável|cancelamento gr[aá]t\w+"
        r"|gratis annuler\w*|annuleerbaar",
        r"免费取消|可退|可取消|キャンセル無料",
        r"refundable|free cancell?ation|cancell?able|stornierbar|remboursable|reembolsable",
    ),
    "delivery": (
        r"(?:free )?(?:delivery|shipping)|lieferung|versand|livraison|env[ií]o|entrega|frete|bezorging|verzending",
        r"配送|送货|包邮|配達|送料無料|配送料無料",
        r"(?:free )?(?:delivery|shipping)|lieferung|versand|livraison|envio|envío|entrega|bezorging",
    ),
    "warranty": (
        r"warranty|guarantee|garantie|gewährleistung|garantía|garantia",
        r"质保|保修|保証",
        r"warranty|guarantee|garantie|garantia|garantía",
    ),
    "vegetarian": (
        r"vegetarian(?: \w+)?|vegan(?: \w+)?|vegetarische\w*|végétarien\w*|vegetarian[oa]s?|vegetarisch\w*",
        r"素食|ベジタリアン",
        r"vegetarian|vegan|vegetarisch|végétarien|vegetariano",
    ),
    "insurance": (
        r"(?:travel )?insurance|versicherung|assurance|seguro|verzekering",
        r"保险|保険",
        r"insurance|versicherung|assurance|seguro|verzekering",
    ),
}
WITH = (
    r"with|includ(?:es?|ing)|incl\.?|must have|needs?|has to have|comes? with|insist on|mit|inkl\.?|inklusive|avec"
    r"|y compris"
    r"|comprendre|comprenne|inclure|tiens à|con|incluir|incluya|com|incluindo|inclua|met|inclusief"
)
INCLUDED = (
    r"included|allowed|required|a must|mandatory|inklusive|inbegriffen|erlaubt|dabei ?sein|enthalten"
    r"|muss sein|pflicht"
    r"|compris|inclus|incluse|indispensable|imprescindible|imprescindível|essential|vereist"
    r"|autorisés?|obligatoire\w*|incluid[oa]s?|permitid[oa]s?|obligatori[oa]|incluíd[oa]s?|inbegrepen"
    r"|toegestaan|verplicht"
)

CLASSES: Final = {  # of what is chosen or booked: words in requests, in names of tools, keys
    "lodging": words(
        r"hotels?|hostels?|rooms?|apartments?|flats?|unterkunft|zimmer|ferienwohnung\w*|hôtels?|chambres?"
        r"|logement|hoteles|hotéis|habitaci\w+|alojamiento|quartos?|pousada|alojamento|kamers?|verblijf"
        r"|cabins?|accommodation|lodging|suites?|pension",
        cjk=r"酒店|宾馆|民宿|房间|大床房|双床房|旅館|ホテル|宿|部屋|客栈",
    ),
    "flight": words(
        r"flights?|fly|flying|flug|flüge|fliegen|flieger|vols?|vuelos?|volar|voos?|voar|vlucht\w*|vliegen"
        r"|airfare",
        cjk=r"航班|机票|飞机|飞往|直飞|飛行機|航空券|便",
    ),
    "train": words(
        r"trains?|rail|zug|züge|bahn|ice|tgv|tren(?:es)?|trem|trens|treinen?|coach class",
        cjk=r"高铁|火车|动车|列车|新幹線|電車|列車|特急",
    ),
    "bus": words(
        r"bus(?:es)?|coach|busse?|autocars?|autobús|autobuses|ônibus|autocarro",
        cjk=r"大巴|包车|巴士|バス",
    ),
    "ferry": words(
        r"ferr(?:y|ies)|fähre\w*|traversier|transbordador|balsa|veerboot",
        cjk=r"轮渡|フェリー",
    ),
    "car": words(
        r"(?:rental |hire )?cars?|(?:camper ?|mini)vans?|mietwagen|autos?|voitures?|coches?|carros?|huurauto"
        r"|taxi|transfer",
        cjk=r"租车|汽车|レンタカー|タクシー",
    ),
    "meal": words(
        r"restaurants?|dinner table|table for|tables?|lunch|tisch|restaurante?s?|mesa|menus?|catering|tafel",
        cjk=r"餐厅|餐馆|饭店|午餐|用餐|套餐|レストラン|昼食|お店",
    ),
    "venue": words(
        r"meeting rooms?|venues?|halls?|besprechungsraum|tagungsraum|salle|sala|zaal|vergaderruimte",
        cjk=r"会议室|场地|会場|会議室",
    ),
    "ticket": words(
        r"tickets?|concerts?|seats? (?:for|at)|karten|billets?|entradas?|ingressos?|kaartjes|museum|tour",
        cjk=r"门票|演唱会|チケット|入場券",
    ),
}
