"""What requests and fields are about, so that "nonstop", "sin escalas" and a field `stops` meet: concepts, each with
the keys under which results hold it and the words with which people ask for it. Lists only."""

import re
from collections.abc import Mapping

from planscope.analyzers.quick import quick

_W = r"(?:^|[^a-z])"
_E = r"(?:$|[^a-z])"
# concept: (words of keys, words of requests)
_CONCEPTS: Mapping[str, tuple[str, str]] = {
    "stops": (
        r"stops?|stopovers?|layovers?|transfers?|changes|connections?|direct|nonstop|non stop|escalas?|umstiege?"
        r"|correspondances?|conexões"
        r"|overstappen|中转|经停|转机|直飞|乗り?換|乗継",
        r"direct|non-?stop|stops?\b|stopover|layover|transfers?\b|connection|chang(?:e|es|ing)\b|escalas?|direkt"
        r"|umsteig|umstieg|sans escale"
        r"|correspondance|directo|direto|conexão|overstap|rechtstreeks|直飞|直达|中转|经停|转机|直行|乗り?換|乗継",
    ),
    "meals": (
        r"breakfast|meals?|dinner|lunch|board|half board|frühstück|fruhstuck|petit.?d[eé]j\w*|desayuno|café"
        r"|ontbijt|早餐|含早|朝食|夕食|食事",
        r"breakfast|meal|dinner|lunch|half.?board|full.?board|all.?inclusive|frühstück|halbpension|petit.?déj"
        r"|dîner|desayuno|cena|café da manhã"
        r"|jantar|ontbijt|早餐|早饭|含早|晚餐|朝食|夕食|食事",
    ),
    "refund": (
        r"refund\w*|cancel\w*|flexible|changeable|storn\w*|rembours\w*|annul\w*|reembols\w*|退\w*|取消|払戻"
        r"|キャンセル",
        r"refund|cancel|flexib|change(?:able)?\b|storn|rembours|annul|reembols|annuleer|可退|退款|取消|免费改"
        r"|払い?戻|キャンセル",
    ),
    "wifi": (r"wifi|wi fi|wlan|internet|无线|网络|無線", r"wi-?fi|wlan|internet|无线|网络|無線"),
    "pets": (
        r"pets?|dogs?|animals?|haustiere?|mascotas?|宠物|ペット",
        r"\bpets?\b|\bdogs?\b|\bcats?\b|hund|haustier|chien|perro|mascota|cachorro|宠物|ペット",
    ),
    "parking": (
        r"parking|garage|parkplatz|estacionamiento|停车\w*|駐車\w*",
        r"parking|park\b|garage|parkplatz|estacionamiento|aparcamiento|停车|駐車",
    ),
    "pool": (
        r"pool|spa|gym|sauna|piscina|游泳池|泳池|健身|プール",
        r"\bpool|\bspa\b|\bgym\b|sauna|piscine|piscina|zwembad|泳池|健身|プール",
    ),
    "kitchen": (
        r"kitchen\w*|küche|cuisine|cocina|厨房|キッチン",
        r"kitchen|küche|cuisine|cocina|cozinha|keuken|厨房|キッチン",
    ),
    "stars": (
        r"stars?|star rating|hotel class|sterne|étoiles|estrellas|estrelas|sterren|星级?",
        r"\bstars?\b|-star|sterne|étoiles?|estrellas?|estrelas?|sterren|[一二三四五\d]星|星级",
    ),
    "rating": (
        r"rating|score|review score|bewertung|note|valoración|avaliação|beoordeling|评分|評価",
        r"rat(?:ed|ing)|reviews?\b|review score|score|bewert|bien noté|valorad|puntua|avaliad|beoordel|评分|好评"
        r"|口碑|評価|口コミ",
    ),
    "reviews": (
        r"reviews?|review count|num reviews|ratings?|votes|bewertungen|avis|reseñas|评价数|评论数?|レビュー",
        r"reviews?\b|popular|beliebt|avis|reseñas|评论|评价|人気",
    ),
    "distance": (
        r"distance\w*|dist|km|miles|walk\w*|entfernung|distancia|distância|afstand|距离|距離|徒歩",
        r"\bnear|close to|closest|walk|within \d|km\b|miles?\b|distance|cent(?:er|re|ral)\b|downtown|zentr|nähe"
        r"|\bnah\b|proche|près d|cerca|centro|perto"
        r"|dicht ?bij|vlak ?bij|附近|靠近|近|距离|步行|市中心|徒歩",
    ),
    "place": (
        r"area|district|neighbou?rhood|location|city|station|airport|address|region|country|line|stadtteil"
        r"|quartier|barrio|bairro|wijk|区\w*|地址|地点|エリア|駅",
        r"neighbou?rhood|district|\barea\b|old town|beach|airport|station|stadtteil|altstadt|strand|bahnhof"
        r"|quartier|plage|gare|barrio|playa|bairro|praia"
        r"|wijk|海边|老城|车站|机场|駅|空港",
    ),
    "cabin": (
        r"class|cabin|fare class|fare type|tariff|brand fare|klasse|classe|clase|舱位?|席别|座席|クラス",
        r"\b(?:economy|business|first|second|premium|basic)\b|class\b|cabin|klasse|classe|clase|经济舱|商务舱"
        r"|头等舱|二等座?|一等座?|硬座|硬卧|软卧|グリーン|自由席|指定席",
    ),
    "times": (
        r"dep|depart\w*|arr|arriv\w*|leaves|time|times|start\w*|end\w*|hour|abfahrt|abflug|ankunft|salida"
        r"|llegada|saída|saida|chegada|départ|arrivée"
        r"|vertrek|aankomst|check ?in|check ?out|opens?|closes?|出发\w*|到达\w*|起飞\w*|発\w*|着\w*|时间|時刻",
        r"\b\d{1,2}(?::\d{2}|\s?[ap]\.?m\b|h\d{0,2}\b)|morning|afternoon|evening|night flight|overnight|noon"
        r"|midday|midnight|\bearl|\blate(?:r|st)?\b|before|after\b"
        r"|not too|\bby \d|\buhr\b|morgens?|vormittag|nachmittag|abend|mittag|\bvor \d|\bnach \d|früh|spät|matin"
        r"|après-midi|soir|avant|mañana|tarde|noche"
        r"|antes|después|manhã|noite|depois|ochtend|middag|avond|早上|上午|中午|下午|晚上|凌晨|点前|点后|以前"
        r"|以后|之前|之后|\d点|朝|昼|夕方|夜|時",
    ),
    "duration": (
        r"duration|minutes?|mins?|hours?|travel time|journey|dauer|fahrzeit|durée|duración|duração|duur|reistijd"
        r"|时长|耗时|所要\w*|eta",
        r"\bhours?\b|\bminutes?\b|duration|quick|fast|short|stunden|minuten|schnell|kurz|heures|rapide|horas"
        r"|minutos|rápid|uur|snel|小时|分钟|快|時間以内|分以内",
    ),
    "delivery": (
        r"delivery\w*|ships?|shipping \w+|ship days|lead|lieferzeit|lieferung|livraison|entrega|levering"
        r"|levertijd|配送|到货|发货|納期|配達",
        r"deliver|\bships?\b|shipping|arrive by|by (?:mon|tues|wednes|thurs|fri|satur|sun)day|liefer|livr"
        r"|entrega|lever|配送|到货|送达|送料|配送無料|包邮|送货|発送|届",
    ),
    "ram": (
        r"ram|memory|arbeitsspeicher|mémoire|memoria|内存|メモリ",
        r"\bram\b|memory|arbeitsspeicher|mémoire|memoria|内存|メモリ",
    ),
    "storage": (
        r"ssd\w*|storage|disk|hdd|gb|tb|festplatte|speicher|almacenamiento|硬盘|存储|容量|ストレージ",
        r"\bssd\b|storage|\bTB\b|\bGB\b|disk|festplatte|硬盘|存储|ストレージ",
    ),
    "screen": (
        r"screen|display|inch\w*|zoll|diagonal|pantalla|écran|屏\w*|画面",
        r"\binch|screen|display|zoll|\b\d\d[\"”]|pouces|pulgadas|polegadas|英寸|寸|インチ",
    ),
    "power": (
        r"w|watts?|power|output|wattage|leistung|puissance|potencia|功率|出力",
        r"\bwatts?\b|\b\d+ ?w\b|power|leistung|puissance|potencia|功率|瓦",
    ),
    "battery": (
        r"battery\w*|mah|akku\w*|batterie|batería|电池\w*|续航|バッテリー",
        r"battery|mah\b|akku|batterie|batería|bateria|电池|续航|バッテリー",
    ),
    "weight": (
        r"weight\w*|grams?|kg|gewicht|poids|peso|重\w*",
        r"\blight|heav|weigh|\bkg\b|\bgrams?\b|leicht|léger|liger|leve|licht\b|轻|重量|軽",
    ),
    "size": (
        r"sizes?|dimensions?|m2|sqm|area m2|capacity|volume|litres?|liters?|sleeps|persons?|größe|taille|talla"
        r"|tamaño|maat|尺\w*|面积|容量|サイズ",
        r"\bsizes?\b|large|small|medium|\bXX?[SL]\b|m²|m2\b|square|sleeps|litre|liter|größe|groß|klein|taille"
        r"|grand|talla|grande|tamanho|maat|groot|大号|小号|尺|码|平|升|サイズ",
    ),
    "rooms": (
        r"rooms?|bedrooms?|beds?|room type|bed type|zimmer|chambres?|habitaciones|quartos|kamers|房型|床\w*|部屋\w*",
        r"\brooms?\b|bedroom|\bbeds?\b|twin|double|single|suite|zimmer|bett|chambre|lit\b|habitación|cama|quarto"
        r"|kamer|房|床|部屋|ベッド",
    ),
    "colour": (r"colou?r|farbe|couleur|color|cor|kleur|颜色|色", r"colou?r|farbe|couleur|\bcor\b|kleur|颜色|色"),
    "material": (
        r"material|fabric|stoff|matière|tela|材质|素材",
        r"material|fabric|leather|cotton|wool|leder|baumwolle|cuir|coton|cuero|algodón|couro|材质|皮|棉|素材|革",
    ),
    "brand": (
        r"brand|make|maker|manufacturer|airline|carrier|operator|marke|marque|marca|merk|品牌|航空公司|メーカー",
        r"\bbrand|airline|carrier|marke\b|marque|marca|merk|品牌|航空公司|メーカー",
    ),
    "condition": (
        r"condition|used|refurbished|zustand|état|estado|成色|状態",
        r"\bnew\b|\bused\b|refurb|second.?hand|neu\b|gebraucht|neuf|occasion|nuevo|usado|novo|nieuw|tweedehands"
        r"|全新|二手|新品|中古",
    ),
    "warranty": (r"warranty|guarantee|garantie|garantía|保修|保証", r"warranty|guarantee|garant|保修|質保|保証"),
    "baggage": (
        r"bags?|baggage|luggage|checked bag|carry on|gepäck|bagages?|equipaje|bagagem|行李\w*|荷物",
        r"\bbags?\b|baggage|luggage|suitcase|carry-?on|gepäck|koffer|bagage|valise|equipaje|maleta|bagagem"
        r"|mala\b|行李|荷物",
    ),
    "diet": (
        r"vegan|vegetarian|halal|gluten\w*|kosher|organic|bio|素\w*|有机",
        r"vegan|vegetari|halal|gluten|kosher|organic|\bbio\b|végét|素食|有机|清真|ベジタリアン|菜食|ビーガン",
    ),
    "noise": (
        r"noise|db|quiet|lautstärke|bruit|ruido|噪音",
        r"quiet|silent|noise|ruhig|leise|calme|silencieu|tranquil|silencios|stil\b|安静|静か",
    ),
    "floor": (
        r"floor|lift|elevator|view|balcony|stock|etage|aufzug|étage|piso|ascensor|verdieping|楼层|电梯|景\w*|階",
        r"\bfloor|\blift\b|elevator|\bview|balcon|terrace|etage|aufzug|blick|étage|ascens|vue\b|vista|piso\b"
        r"|verdieping|楼层|电梯|海景|阳台|階|眺め",
    ),
    "age": (
        r"year|released?|baujahr|année|año|ano|bouwjaar|version|model year|年份|年式",
        r"\byear|release|latest model|newer|baujahr|année|modelo|年份|年式|最新",
    ),
    "speed": (
        r"speed\w*|mbps|ghz|rpm|cpu|processor|cores?|gpu|geschwindigkeit|vitesse|速\w*|处理器",
        r"speed|mbps|\bghz\b|cpu|processor|cores?\b|gpu|geschwindigkeit|vitesse|速度|处理器|显卡",
    ),
    "water": (
        r"water\w*|waterproof|ipx?\w*|imperm\w*|wasser\w*|防水|rain\w*",
        r"water|\brain|\bip[x\d]\d|imperm|wasser|étanche|防水",
    ),
    "terms": (
        r"contract\w*|term|minimum\w*|vertrag\w*|laufzeit|engagement|permanencia|合约|契約\w*|users?"
        r"|seats? included|quota|limit",
        r"contract|commitment|term\b|monthly|users?\b|vertrag|laufzeit|engagement|permanencia|合约|契約",
    ),
    "access": (
        r"access\w*|wheelchair|step free|barrier\w*|无障碍|バリアフリー",
        r"wheelchair|accessib|step.?free|barrierefrei|rollstuhl|fauteuil|silla de ruedas|cadeira de rodas"
        r"|rolstoel|无障碍|轮椅|車椅子",
    ),
    "smoking": (r"smok\w*|nichtraucher|fum\w*|禁烟|喫煙|禁煙", r"smok|raucher|fumeur|fumador|roken|禁烟|禁煙|喫煙"),
}

CONCEPTS: Mapping[str, tuple[re.Pattern[str], re.Pattern[str]]] = {
    name: (quick(rf"{_W}(?:{keys}){_E}", re.I), quick(wanted, re.I)) for name, (keys, wanted) in _CONCEPTS.items()
}

# Fields by which a listing holds different kinds of things: only options that agree in them are compared.
KIND = quick(
    r"^(?:(?:product|room|fare|ticket|car|vehicle|item|service|cabin|sub|rate) ?)?(?:categor(?:y|ies)|type|kind"
    r"|class|section|department|group)$"
    rf"|{_W}(?:cabin|date|day|weekday|month|origin|destination|from|to|city|country|route|currency|unit|per"
    rf"|condition|leg|direction"
    rf"|kategorie|typ|datum|catégorie|categoria|categoría|tipo|fecha|data|soort|moneda|währung){_E}|类别|类型"
    rf"|日期|币种|種類|カテゴリ|日付",
    re.I,
)
