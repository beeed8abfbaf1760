"""The words by which people ask for an extreme ("the cheapest", "am günstigsten", "最便宜"), in the languages we read.

Each entry is (aspect, direction, words): direction -1 is the least, +1 the most. Lists only; `orders.py` applies them.
Romance languages form the superlative as the comparative: what follows ("que", "do que") tells them apart there.
"""

PRICE, DURATION, TIME, ARRIVAL, RATING, DISTANCE, WEIGHT, SIZE, AGE = (
    "price",
    "duration",
    "time",
    "arrival",
    "rating",
    "distance",
    "weight",
    "size",
    "age",
)

_PRICED = r"(?:price|fare|cost|rate|quote|offer|bid|fee)s?"
WORDS: tuple[tuple[str, int, str], ...] = (
    (
        PRICE,
        -1,
        rf"cheapest|lowest[- ]?(?:priced|cost|fare)|lowest {_PRICED}|lowest (?:total|ticket|room|unit|net"
        rf"|overall) {_PRICED}"
        r"|least expensive|least costly|most affordable|most economical|best price\b"
        r"|costs? (?:the )?least|kostet am wenigsten|am wenigsten kost\w+|co[uû]te le moins|cuesta menos"
        r"|custa menos|kost het minst"
        r"|(?:preis)?günstigste\w{0,2}|billigste\w{0,2}|preiswerteste\w{0,2}|niedrigste\w{0,2} (?:\w+ )?(?:Preis"
        r"|Tarif)\w{0,2}"
        r"|moins ch[eè]re?s?|prix (?:\w+ )?le plus bas|plus économiques?|plus abordables?"
        r"|más barat[oa]s?|más económic[oa]s?|precio (?:\w+ )?más bajo|menor precio|menos car[oa]s?"
        r"|mais barat[oa]s?|mais em conta|mais econômic[oa]s?|menor preço|preço (?:\w+ )?mais baixo"
        r"|goedkoopste|voordeligste|laagste (?:prijs|tarief)"
        r"|最便宜|最低价|价格最便宜|价最低|价格最低|票价最低|房价最低|最省钱|費用最低|费用最低|单价最低|总价最低"
        r"|最安(?:値|の)?|(?:一番|いちばん|最も|もっとも)(?:価格が|値段が|料金が|価格の|お)?(?:安い|安く|安価"
        r"|低価格|お得)|最低価格",
    ),
    (
        PRICE,
        1,
        rf"most expensive|priciest|costliest|dearest|highest[- ]?priced|highest {_PRICED}"
        r"|teuerste\w{0,2}|plus ch[eè]re?s?|más car[oa]s?|mais car[oa]s?|duurste|最贵|价格最高|最昂贵"
        r"|(?:一番|いちばん|最も)高価な?|最高値|(?:一番|最も)値段が高い",
    ),
    (
        DURATION,
        -1,
        r"fastest|quickest|shortest(?: (?:duration|travel|journey|trip|flight|ride|total))?(?: time)?"
        r"|schnellste\w{0,2}|kürzeste\w{0,2}|plus rapides?|plus courte?s?|más rápid[oa]s?|más cort[oa]s?"
        r"|menor duración"
        r"|mais rápid[oa]s?|mais curt[oa]s?|menor duração|snelste|kortste|最快|耗时最短|用时最短|时间最短|最短|最速"
        r"|(?:一番|いちばん|最も)(?:速い|速く|短い)",
    ),
    (
        DURATION,
        1,
        r"slowest|longest (?:duration|travel|journey|trip|flight|ride)(?: time)?|längste\w{0,2} (?:Fahrt|Reise"
        r"|Flug)\w*"
        r"|最慢|耗时最长",
    ),
    (
        ARRIVAL,
        -1,
        r"(?:earliest|soonest)[- ](?:possible )?(?:arrival|arriving|to arrive)|arriv\w{2,4} (?:the )?earliest"
        r"|früheste\w{0,2} Ankunft|最早到达?|到达最早",
    ),
    (ARRIVAL, 1, r"latest[- ](?:possible )?(?:arrival|arriving)|späteste\w{0,2} Ankunft|最晚到达?"),
    (
        TIME,
        -1,
        r"(?:leaves|departs|starts|goes) (?:the )?first(?! class)|first (?:one|slot|departure|train|flight|bus"
        r"|ferry|time) (?:with|that|of the day|available)"
        r"|(?:fährt|geht|startet|fliegt) (?:als )?(?:zu)?erste[rs]?(?! Klasse)|part (?:en|le) premier|premi(?:er"
        r"|ère) (?:possibilité|départ|créneau) "
        r"(?:avec|disponible)|sale (?:el |la )?primer[oa]|sale antes que (?:nadie|los demás|todos)"
        r"|primera (?:opción|hora|salida) (?:con|disponible|libre)"
        r"|sai primeiro|primeira (?:opção|partida|hora) (?:com|disponível)|vertrekt (?:als )?eerste?"
        r"|最初(?=[でのに]|$)|首班"
        r"|earliest|soonest|früheste\w{0,2}|frühestmögliche\w{0,2}|plus tôt|más temprano|más tempran[oa]s?"
        r"|mais cedo|vroegste"
        r"|最早|(?:一番|いちばん|最も)早い",
    ),
    (
        TIME,
        1,
        r"last (?:train|flight|bus|coach|ferry|boat|connection)(?= (?:to|from|of the day|home|back|is|leaves"
        r"|today|tonight)\b)"
        r"|letzte\w{0,2} (?:Zug|Flug|Bus|Fähre|Verbindung)|derni(?:er|ère) (?:train|vol|bus|bateau|départ"
        r"|ferry|navette|liaison)"
        r"|[uú]ltim[oa] (?:tren|vuelo|bus|autobús|ferry|barco|trem|voo|ônibus|comboio|barca|salida|partida)"
        r"|laatste (?:trein|vlucht|bus|boot|veerboot|verbinding)|末班|終電|終バス|最終(?:便|列車|電車|バス)"
        r"|latest (?:departure|flight|train|bus|ferry|slot|appointment|start|departing|sailing|one|option)"
        r"|späteste\w{0,2}|plus tard(?:if|ive)s?|más tarde|mais tarde|laatste vertrek|最晚|最迟|(?:一番|いちばん"
        r"|最も)遅い",
    ),
    (
        RATING,
        1,
        r"highest[- ]rated|top[- ]rated|best[- ](?:rated|reviewed)|highest (?:\w{3,8} )?(?:rating|score)s?"
        r"|best (?:customer |guest |user )?(?:rating|reviews?|score)s?"
        r"|bestbewertete\w{0,2}|am besten bewertet\w{0,2}|höchste\w{0,2} Bewertung|beste\w{0,2} Bewertung"
        r"|mieux notée?s?"
        r"|meilleures? (?:note|évaluation)s?|mejor (?:valorad|puntuad|calificad)[oa]s?|mejor (?:valoración"
        r"|puntuación|nota)"
        r"|mayor puntuación|mais bem avaliad[oa]s?|melhor(?:es)? (?:avaliad[oa]|avaliação|nota)s?"
        r"|best beoordeelde?|hoogst (?:gewaardeerde?|beoordeelde?)|hoogste (?:beoordeling|score|waardering)"
        r"|评分最高|最高评分|最高分|得分最高|评价最高|口碑最好|評価が(?:一番|最も)高い|(?:一番"
        r"|最も)評価の?が?高い|最高評価|高評価順",
    ),
    (RATING, -1, r"lowest[- ]rated|worst[- ]rated|lowest (?:rating|score)s?|评分最低"),
    (
        DISTANCE,
        -1,
        r"nearest|closest|shortest (?:distance|walk|drive)|nächstgelegene\w{0,2}|am nächsten gelegen\w{0,2}"
        r"|plus proches?"
        r"|más cercan[oa]s?|mais próxim[oa]s?|mais pert[oa]|dichtstbijzijnde|dichtst bij|距离最近|离[^，。]{1,12}最近"
        r"|(?:一番|いちばん|最も)近い|最寄り",
    ),
    (DISTANCE, 1, r"farthest|furthest|weiteste\w{0,2} entfernt\w*|最远|(?:一番|最も)遠い"),
    (
        WEIGHT,
        -1,
        r"lightest|leichteste\w{0,2}|plus légère?s?|plus légers?|más liger[oa]s?|más livian[oa]s?|mais leves?"
        r"|lichtste"
        r"|最轻|(?:一番|いちばん|最も)軽い|最軽量",
    ),
    (WEIGHT, 1, r"heaviest|schwerste\w{0,2}|plus lourde?s?|más pesad[oa]s?|mais pesad[oa]s?|zwaarste|最重"),
    (
        SIZE,
        1,
        r"largest|biggest|roomiest|größte\w{0,2}|plus grande?s?|más grandes?|maior(?:es)?(?= \w)|grootste"
        r"|最大(?:的|の)(?!\d)|(?:一番|最も)大きい"
        r"|(?:一番|最も)広い",
    ),
    (SIZE, -1, r"smallest|kleinste\w{0,2}|plus petite?s?|más pequeñ[oa]s?|kleinste|最小(?:的|の)|(?:一番|最も)小さい"),
    (AGE, 1, r"newest|neueste\w{0,2}|plus récente?s?|más recientes?|más nuev[oa]s?|mais recentes?|nieuwste|最新"),
    (AGE, -1, r"oldest|älteste\w{0,2}|plus anciens?|más antigu[oa]s?|mais antig[oa]s?|oudste"),
)

SECOND = (
    r"second[- ]|2nd[- ]|next[- ]|zweit|deuxième |second[e]? |segund[oa] (?:\w+ )?"
    r"|op één na |op een na |tweede |第二|第2|次|2番目に|二番目に"
)
THIRD = r"third[- ]|3rd[- ]|dritt|troisième |tercer[oa]? (?:\w+ )?|terceir[oa] (?:\w+ )?|derde |第三|3番目に|三番目に"

# Right before the extreme: several are meant, it is denied, or it is one of many.
SOME = (
    r"(?:one|some|two|three|four|five|\d+|several|many|any|most|few|none) (?:of|among) (?:the|your|our"
    r"|these) (?:\w+ )?$"
    r"|among (?:the )?$|(?:two|three|four|five|ten|few) (?:of the )?$|ein\w{0,2} der $|zu den $|zwei $|drei $"
    r"|(?:une?|parmi) (?:des |les )?$|parmi les \w+ les $|un[ao]? de l[oa]s (?:\w+ )?$|entre l[oa]s (?:\w+ )?$"
    r"|um[a]? d[oa]s (?:\w+ )?$|een van de $|der drei $"
)
SOME_FIGURE = r"(?:the|top|our|my|your|these) \d{1,2} $|^\W*\d{1,2} $|\btop \d+ $"
DENIED = (
    r"\b(?:not|n['’]t|isn['’]t|wasn['’]t|never|nor|nicht|kein\w*|pas|no es|no son|não é|niet|geen|cannot"
    r"|rather than|instead of|unlike"
    r"|than|statt|anstatt|plutôt que|en lugar de|em vez de|in plaats van|apart from|except|besides|versus|vs\.?|over)"
    r"(?: (?:necessarily|always|actually|really|quite|also|immer|unbedingt|toujours|siempre|sempre|altijd))?"
    r"(?: (?:the|your|our|a|an|die|der|das|le|la|les|l['’]|el|los|las|o|os|as|de|het))?(?: \w{2,14})?\s?$"
    r"|(?:不是|并非|不算|未必|而不是|除了|比)[^，。]{0,6}$"
)
AFTER_SOME = r"^(?:之一|の一つ|のひとつ|の1つ)|^[^，。]{0,8}之一|^\s?(?:possible|as possible)"
COMPARED = r"^(?:\s\w+)?\s(?:que|qu['’]|do que|als|dan|than)\b"
PER = (
    r"^[^,;.!?，。]{0,40}?\b(?:per|pro|je|par|por|a) (?:square|sq|m2|m²|kg|kilo\w*|liter|litre|unit|gram|100|gb"
    r"|km|hour|Stunde|Quadratmeter"
    r"|Einheit|mètre|heure|unité|metro|unidad|hora|unidade|eenheid|vierkante|uur|piece|Stück)"
    r"|^[^，。]{0,10}(?:每|单位)"
    r"|^\s?(?:pro|je)\s?m²|^[^,;.!?]{0,20}/\s?(?:m²|kg|l|h|GB|100)"
)
