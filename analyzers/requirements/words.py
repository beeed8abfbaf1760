"""Words around requirements: bounds, wishes that are no must, conditions, admissions, in English, German, French,
Spanish, Portuguese, Dutch, Chinese and Japanese. Patterns only; `clauses` and `openly` say how they are read."""

import re

from planscope.analyzers.quick import quick


def words(*lists: str, cjk: str = "") -> re.Pattern[str]:
    """One pattern of alternatives, Latin ones as whole words, Chinese and Japanese ones anywhere."""
    return quick(rf"(?<![^\W_])(?:{'|'.join(lists)})(?![^\W_])" + (f"|(?:{cjk})" if cjk else ""), re.I)


SEGMENT = re.compile(r"[;；。！!?？\n]|[,，、](?!\d)|\.(?=\s|$)|\s[-–—]\s")
BOUND_OR = quick(  # the "or" of a bound is no choice
    r"(?<![^\W_])(?:or|oder|ou|o|of)\s(?:more|less|better|higher|above|larger|bigger|up|under|below|cheaper"
    r"|fewer|mehr|weniger|besser|höher"
    r"|größer|plus|moins|mieux|más|menos|superior|mais|meer|minder|hoger|beter|earlier|later|früher"
    r"|später)(?![^\W_])",
    re.I,
)
AND = re.compile(
    r"\s(?:and|but|und|aber|et|mais|y|pero|e(?=\s)|mas|en(?! (?:vez|lugar))|maar)\s|(?:并且|而且|且|并|但是|但)"
)

SOFT = words(  # a wish, a guess, a choice: no must
    r"prefer\w*|ideal\w*|if possible|if you can|would be (?:nice|great|good)|nice to have|maybe|perhaps|roughly|about"
    r"|around|or so|ish|approx\w*|hopefully|rather|bonus|optional\w*|either|whatever|something like|normally|usually",
    r"möglichst|wenn möglich|falls möglich|gerne?|am liebsten|lieber|idealerweise|ungefähr|etwa|circa|ca|vielleicht"
    r"|bevorzugt|rund|wäre (?:schön|toll|gut)",
    r"si possible|de préférence|idéalement|environ|peut-être|plutôt|à peu près|l'idéal|j'aimerais autant",
    r"si es posible|de ser posible|preferible\w*|preferentemente|idealmente|aproximadamente|quizás?|más o menos",
    r"se possível|de preferência|preferencialmente|idealmente|talvez|mais ou menos|por volta|cerca",
    r"indien mogelijk|als het kan|liefst|bij voorkeur|idealiter|ongeveer|misschien|rond|zo'n",
    cjk=r"最好|尽量|尽可能|如果可以|可以的话|大概|大约|左右|优先|也许|差不多|できれば|なるべく|可能なら|くらい|ぐらい|頃|ごろ|希望は|理想",
)
IF = words(
    r"if|unless|otherwise|in case|or|else|whether|would|could have|used to|was|were|had|last (?:time|year)"
    r"|(?:i|we)(?:['’]ve| have| had)? (?:booked|ordered|paid|bought|reserved|got|took|stayed)",
    r"wenn|falls|sonst|oder|ob|außer|letztes mal|war|hatte",
    r"si|sinon|ou|sauf|était|avait",
    r"sino|o bien|salvo|a menos|era|tenía|estaba",
    r"caso|senão|ou|a não ser|tinha",
    r"tenzij|anders|indien|mits",
    cjk=r"如果|要是|否则|或者|还是|除非|假如|上次|もし|なら|または|場合|以前は",
)
NOT = words(
    r"not|no|never|without|\w+n['’]t|don['’]?t|isn['’]?t|nor",
    r"nicht|kein\w{0,2}|ohne|nie",
    r"pas|sans|aucune?|jamais|ne",
    r"sin|ningun[oa]?|nunca|tampoco",
    r"não|sem|nenhuma?",
    r"niet|geen|zonder|nooit",
    cjk=r"不|没|無|无需|なし|ない|ません|不要|別",
)
NOTHING = words("nothing", "none", "nichts", "rien", "nada", "niets", cjk="别|勿")
UPPER = quick(  # before a number: it is the most
    r"(?<![^\W_])(?:under|below|less than|at most|up to|no(?:t)? more than|(?:not|never|must not|mustn't"
    r"|shouldn't) exceed(?:ing)?"
    r"|max(?:imum|\.)?(?: of)?|within|cheaper than|not over|no longer than|not above|fewer than"
    r"|unter|bis zu|höchstens|maximal|nicht mehr als|weniger als|nicht über|max\.?"
    r"|moins de|en dessous de|en deçà de|sous les?|au plus|au maximum|maximum|jusqu'à|pas plus de"
    r"|ne (?:pas )?dépass\w+(?: pas)?|inférieure? à"
    r"|menos de|debajo de|como máximo|máximo(?: de)?|hasta|no más de|no supere(?: los| las)?|por debajo de"
    r"|no máximo|não mais (?:de|que)|abaixo de|até"
    r"|onder|hoogstens|maximaal|niet meer dan|minder dan|binnen)\s?(?:the |die |den |de |les |los |las |os "
    r"|as )?(?:\w{2,3}\s)?[$€£¥￥]?\s?$"
    r"|(?:不超过|不要超过|不能超过|别超过|不高于|低于|少于|小于|最多|至多|不到|上限(?:是|为)?)\s?[¥￥$€]?\s?$",
    re.I,
)
UPPER_AFTER = quick(
    r"\s?(?:or (?:less|under|below|cheaper|fewer)|max(?:imum)?\b|at (?:the )?most|tops\b|oder weniger"
    r"|höchstens|maximal|ou moins"
    r"|au (?:plus|maximum)|o menos|como máximo|ou menos|no máximo|of minder|maximaal|以内|以下|之内|まで|未満)",
    re.I,
)
LOWER = quick(
    r"(?<![^\W_])(?:at least|no less than|not less than|minimum(?: of)?|min\.?|more than|over|from|mindestens"
    r"|wenigstens|nicht weniger als"
    r"|mehr als|ab|au moins|minimum|plus de|al menos|como mínimo|mínimo(?: de)?|por lo menos|más de"
    r"|pelo menos|no mínimo|mais de"
    r"|minstens|minimaal|ten minste|meer dan)\s?(?:\w{2,3}\s)?$|(?:至少|不少于|不低于|最少|最低|大于|超过)\s?$",
    re.I,
)
NOTHING_BELOW = quick(  # "nothing under 4": that is the least
    r"(?<![^\W_])(?:nothing|not|none|no \w+|nichts|nicht|keine?|rien|pas|nada|ninguno|no|não|niets|geen"
    r"|niet)\s(?:\w+\s)?"
    r"(?:under|below|less than|lower than|unter|en dessous de|moins de|por debajo de|menos de|inferior a"
    r"|abaixo de|onder|minder dan)\s?$"
    r"|(?:不要低于|不低于|不能低于|不得低于)\s?$",
    re.I,
)
LOWER_AFTER = quick(
    r"\s?(?:\+|or (?:more|better|higher|above|larger|bigger|up)|and (?:up|above)|oder (?:mehr|besser|höher"
    r"|größer)|ou (?:plus|mieux)"
    r"|o (?:más|superior)|ou (?:mais|superior)|of (?:meer|hoger|beter)|以上|及以上)",
    re.I,
)
BUDGET = quick(
    r"(?<![^\W_])(?:budget|limit|presupuesto|orçamento|budgetgrenze)(?:\s(?:of|is|von|beträgt|liegt bei|de"
    r"|est de|es de|is))?"
    r"\s?[:：]?\s?(?:\w{2,3}\s)?[$€£¥￥]?\s?$|(?:预算|預算|予算)(?:是|为|在|は)?\s?[¥￥$€]?\s?$",
    re.I,
)

EARLIEST = quick(  # before a time: not before it
    r"(?<![^\W_])(?:no earlier than|not earlier than|nothing earlier than|earliest(?: at)?|from"
    r"|frühestens(?: um| ab)?|(?:erst )?ab|erst nach"
    r"|au plus tôt(?: à)?|à partir de|a partir de(?: las?)?|desde(?: las?)?|a partir das?|niet eerder dan"
    r"|vanaf|pas na|pas vanaf)\s?$",
    re.I,
)
LATEST = quick(  # before a time: not after it
    r"(?<![^\W_])(?:by|no later than|not later than|at the latest(?: at| by)?|bis(?: spätestens)?"
    r"|spätestens(?: um| bis)?|au plus tard(?: à)?"
    r"|a más tardar(?: a las?)?|até (?:às?|as)|no máximo às?|uiterlijk(?: om)?|niet later dan)\s?$",
    re.I,
)
BEFORE = quick(
    r"(?<![^\W_])(?:before|vor|avant|antes de(?: las?| los)?|antes das?|voor|earlier than)\s?$|早于\s?$", re.I
)
AFTER = quick(r"(?<![^\W_])(?:after|later than|nach|après|después de(?: las?| los)?|depois das?|na)\s?$|晚于\s?$", re.I)
LATEST_AFTER = quick(
    r"\s?(?:at the latest|or (?:earlier|before)|oder (?:früher|vorher)|ou plus tôt|o antes|ou antes|of eerder"
    r"|spätestens"
    r"|au plus tard|a más tardar|uiterlijk|まで(?:に)?|或(?:者)?(?:更早|之前|以前))",
    re.I,
)
EARLIEST_AFTER = quick(
    r"\s?(?:at the earliest|or (?:later|after)|oder später|ou plus tard|o (?:más tarde|después)|ou mais tarde"
    r"|of later|以降|或(?:者)?(?:更晚|之后|以后))",
    re.I,
)
BEFORE_AFTER = re.compile(r"\s?(?:的时候)?(?:之前|以前|前(?!后)|より前)")
AFTER_AFTER = re.compile(r"\s?(?:之后|以后|后|より後|過ぎ)")
ARRIVE = words(
    r"arriv\w+|be (?:there|back)|get (?:there|in)|reach\w*|land(?:s|ed|ing)?",
    r"ankomm\w*|ankunft|an(?:zu)?kommen|da sein|dort sein|ankommt",
    r"arriv\w+|être (?:là|sur place)",
    r"lleg\w+|cheg\w+",
    r"aankom\w*|aan te komen|er zijn",
    cjk=r"到达|抵达|到着|着く|着き|着いて|到(?![期时時目])",
)
DEPART = words(
    r"depart\w*|leav(?:e|es|ing)|tak(?:e|es|ing) off|set(?:s|ting)? off",
    r"abfahr\w*|abflug\w*|abflieg\w*|abfliegt|losfahr\w*|abreis\w*|abfährt",
    r"part(?:ir|e|ant|ent|ons)|départ\w*|décoll\w+",
    r"sal(?:ir|ga|e|ida|gan|en)|part(?:a|ida)|sa(?:ir|ia|ída|i)",
    r"vertrek\w*|vertrekt",
    cjk=r"出发|发车|起飞|启程|出発|離陸",
)

ADMITS = words(  # beside what it is about, it tells openly that a wish is not met
    r"nowhere|unfortunately|however|although|though|but|only|except|instead|exceed\w*|over|above|beyond|slightly"
    r"|later than|earlier than"
    r"|not|no|none|cannot|\w+n['’]t|sorry|please note|note that|alternative\w*|closest|nearest|earliest"
    r"|latest|fully booked|full|taken|gone|full|taken|gone|sold out"
    r"|unavailable|missing|lacks?|without|rather than|still|more than|less than|different|trade-?off"
    r"|compromise|warning|beware|despite"
    r"|short of|excluded|extra|optional|on request",
    r"nirgends|leider|allerdings|jedoch|aber|obwohl|nur|statt\w*|über|nicht|kein\w{0,2}|ohne|bedaure|tut mir leid"
    r"|hinweis|ausgebucht|belegt|voll|vergeben|alternativ\w*"
    r"|später|früher|mehr als|weniger als|trotzdem|zuzüglich|extra",
    r"nulle part|n['’]\w+|malheureusement|cependant|toutefois|mais|bien que|seulement|dépass\w+|au lieu|pas"
    r"|aucune?|sans|désolée?"
    r"|attention|complets?|prise?|plus tard"
    r"|plus tôt|non|en revanche|par contre|supplément",
    r"ninguna parte|lamentablemente|desafortunadamente|sin embargo|pero|aunque|solo|sólo|supera|excede"
    r"|en lugar|en vez|no"
    r"|ningun[oa]?|sin|lo siento"
    r"|agotad[oa]|llen[oa]|complet[oa]|ocupad[oa]|más tarde|aparte",
    r"lado nenhum|lugar nenhum|infelizmente|porém|mas|embora|só|apenas|ultrapassa|excede|em vez|não|nenhuma?"
    r"|sem|desculpe|esgotad[oa]|lotad[oa]"
    r"|mais tarde|à parte",
    r"nergens|helaas|echter|maar|hoewel|alleen|boven|in plaats|niet|geen|zonder|sorry|volgeboekt|vol|bezet"
    r"|uitverkocht|later"
    r"|eerder|exclusief",
    cjk=r"遗憾|抱歉|不过|但|虽然|只有|仅|超出|超过|而不是|没有|不含|无法|不|未|没|略|稍|满(?![足意分])|另付|需另|约满|订满|埋まって|残念|申し訳|ただし|しかし|ですが|のみ"
    r"|満(?![足たち])|超え"
    r"|ない|ません|なし|別途|代わり",
)
STRONG = words(  # wherever it stands: what was asked could not be had
    r"nowhere|(?:could|can|did)(?:n['’]t| not)(?: \w+){0,2} (?:find|get|book|meet|match|fulfil\w*|honou?r|do|save"
    r"|write|send|create)|cannot|unable to"
    r"|not (?:possible|available|offered|found)|no (?:\w+ ){0,4}(?:available|found|left|options?|exists?"
    r"|match\w*|possible)"
    r"|(?:closest|nearest|next best|best available|as close as)|no longer available|fully booked|sold out"
    r"|not (?:quite )?what you asked"
    r"|(?:there (?:is|are|was|were)|have|has) no",
    r"nirgends|(?:konnte|kann|können|konnten)(?: \w+){0,6} nicht|nicht (?:möglich|verfügbar|gefunden)"
    r"|kein\w{0,2} (?:\w+ ){0,4}(?:verfügbar|gefunden|frei|möglich)"
    r"|gibt es (?:leider )?(?:nicht|kein\w{0,2})|ausgebucht|ausverkauft|am nächsten kommt",
    r"nulle part|n'existe|n'ai pas (?:pu|trouvé)|impossible|pas (?:possible|disponible)"
    r"|aucune? (?:\w+ ){0,4}(?:disponible"
    r"|trouvée?|possible)|il n'y a (?:pas|plus|aucun)|complet",
    r"(?:en|por) ninguna parte|no existe|no (?:he )?(?:pude|podido|encontré|encontrado|hay|fue posible"
    r"|está disponible)|imposible"
    r"|ningun[oa]? (?:\w+ ){0,4}disponible|agotad[oa]",
    r"(?:lado|lugar) nenhum|não existe|não (?:consegui|pude|encontrei|há|foi possível|está disponível)|impossível"
    r"|nenhuma? (?:\w+ ){0,4}dispon[ií]vel|esgotad[oa]",
    r"nergens|(?:kon|kan|lukte)(?: \w+){0,5} niet|niet (?:mogelijk|beschikbaar|gevonden)|er (?:is|zijn|was"
    r"|waren) geen|volgeboekt|uitverkocht",
    cjk=r"没有找到|找不到|没找到|无法|没能|订不到|已满(?![足意])|售罄|不可用|没有.{0,10}(?:可选|可用|房|票|航班|车次|位)|哪里都没有|都没有|最接近"
    r"|どこにも|見つかりません|できません|できなかった|ありませんでした|満室|満席|売り切れ|用意でき",
)
