"""What a review passed: an error, nothing but links, placeholders, things made up, a budget said to be kept. Pure.

Every function gives the words that it rests on, "" when there are none.

Read in English, Chinese, German, French, Spanish, Portuguese, Dutch and Japanese.
"""

import re
from collections import Counter

from planscope.analyzers.quick import quick

_LONG = 200_000  # characters of what was seen that are looked at

# --- nothing in it -------------------------------------------------------------------------------------------------

_ERROR_LINE = quick(
    r"^[^\w\-*•#|]{0,4}(?:error\b|traceback \(most recent|exception\b|fatal\b|failed to |cannot |could not "
    r"|permission denied|command not found|no such file|access denied|forbidden\b|not found\b|timed? ?out\b"
    r"|http (?:4|5)\d\d"
    r"|(?:4|5)\d\d (?:not found|forbidden|unauthori[sz]ed|bad|internal|service|error)|enoent|eacces|econn\w+"
    r"|fehler\b|erreur\b|erro\b|fout\b|错误|失败|エラー|失敗)|\b(?:ENOENT|EACCES|ECONNREFUSED|ETIMEDOUT)\b",
    re.I,
)
_URL = quick(r"https?://\S+|www\.\S+|(?<![\w/])/[\w./?=&%-]{3,}")
_LABEL = quick(r"^\W*(?:\[?\d{1,3}[\].):]|[-*•]|url|link|source|title|href|quelle|lien|enlace|链接|来源)\W*", re.I)


def error_at_end(seen: str) -> str:
    """The error with which what was seen ends."""
    lines = [x.strip() for x in seen[-4000:].splitlines() if x.strip()]
    return lines[-1][:300] if lines and _ERROR_LINE.search(lines[-1]) else ""


def only_links(seen: str) -> str:
    """Says how many links were seen, when links are all that was seen: no line has content of its own. A line that
    comes with every hit ("no preview") is none."""
    lines = [x.strip() for x in seen[:_LONG].splitlines() if x.strip()]
    hits = {m[0].rstrip(").,") for x in lines for m in [_URL.search(x)] if m}
    if len(hits) < 2 or len(lines) > 400:
        return ""
    repeated = {x for x, n in Counter(lines).items() if n >= 2}
    rest = [_LABEL.sub("", _URL.sub(" ", x)) for x in lines if x not in repeated and not x.endswith(":")]
    words = sum(len(re.findall(r"[A-Za-zÀ-ÿ]{2,}|[\u3040-\u30ff\u4e00-\u9fff]{2}", x)) for x in rest)
    return f"{len(hits)} links without content" if words <= 3 * len(hits) else ""


# --- not the real thing --------------------------------------------------------------------------------------------

_SLOT_WORDS = (
    r"insert|enter|your|add|fill|placeholder|tbd|tba|todo|to be \w+|xx+|x (?:hours?|days?|usd|minutes?)|name"
    r"|number|date|time|address|price|amount"
    r"|cost|fee|phone|email|url|link|city|company|details?|type|title|value|description|einfügen|ihr|ihre|datum"
    r"|uhrzeit|preis|betrag|adresse|nummer"
    r"|insérer|votre|prix|montant|heure|adresse|numéro|insertar|su|precio|monto|fecha|hora|dirección|número"
    r"|nombre|inserir|seu|preço|valor|nome|data"
    r"|endereço|invullen|uw|prijs|bedrag|tijd|adres|naam|selected|chosen|recommended|specific"
)
_SLOT = quick(
    rf"(?:\[|<|\{{\{{?)\s?(?=[^\]<>{{}}\n]{{0,60}}\b(?:{_SLOT_WORDS})\b)([A-Za-zÀ-ÿ][^\]<>{{}}\n]{{1,60}})(?:\]"
    rf"|>|\}}\}}?)(?!\()",
    re.I,
)
_SLOT_CJK = quick(
    r"[\[【〔{<](?:请?(?:填写|输入|插入|待定)[^\]】〕}>\n]{0,20}|[^\]】〕}>\n]{0,10}(?:名称|日期|时间|价格|地址"
    r"|金额|未定|名前|日付|時間|料金|住所))[\]】〕}>]"
)


def placeholders(seen: str) -> tuple[str, ...]:
    """Different slots that were never filled ("[Your Name]", "<insert date>"), in order. Code has none."""
    text = re.sub(r"```.{0,100000}?```", " ", seen[:_LONG], flags=re.S)
    found: dict[str, str] = {}
    for m in _SLOT.finditer(text):
        tag = m[0][0] == "<" and " " not in m[1]  # markup, as in <title>
        code = m[0][0] == "{" and re.search(r"[,:]", m[1])  # an object with its members, as in {data, next}
        if not tag and not code and not re.search(r"[=/;\"']", m[1]) and m[1].upper() != m[1]:
            found.setdefault(m[1].casefold(), m[0])
    for m in _SLOT_CJK.finditer(text):
        found.setdefault(m[0], m[0])
    return tuple(found.values())


_MADE_UP = quick(
    r"\b(?:I(?: will|['’]ll| have| am)?(?: also| now)? (?:simulat\w+|fabricat\w+|invent(?:ed|ing)?|mak(?:e"
    r"|ing) up|made up|mock(?:ed|ing)?)"
    r"|simulated (?:report|data|response|result|cost|breakdown|output|answer|email|booking|order|message|call"
    r"|process|transaction|purchase|test)\w*"
    r"|(?:fictional|fictitious|made-up|dummy|invented|hypothetical) (?:report|data|response|results?|figures?"
    r"|values?|numbers?|details?|entries)"
    r"|for (?:demonstration|illustration|illustrative) purposes"
    r"|(?:ich|wir) (?:werde\w? )?(?:\w+ ){0,6}simulier\w+|simulierte[rnsm]? (?:bericht|daten|ergebnis\w*"
    r"|antwort)|erfundene[rnsm]? \w+|fiktive[rnsm]? \w+"
    r"|je (?:vais )?simuler?|(?:rapport|données?|résultats?) (?:simulée?s?|fictifs?|fictives?|inventée?s?)"
    r"|(?:voy a )?simular(?:é|emos)?|(?:informe|datos|resultados?) (?:simulad|fictici|inventad)[oa]s?"
    r"|(?:vou )?simular(?:ei)?|(?:relatório|dados|resultados?) (?:simulad|fictíci|inventad)[oa]s?"
    r"|(?:ik zal )?(?:\w+ ){0,5}simuleren|gesimuleerde? \w+|verzonnen \w+|fictieve \w+)\b"
    r"|(?:我(?:将|会|来)?模拟|模拟(?:的)?(?:报告|数据|结果|回复|订单)|虚构|假设的数据|编造)"
    r"|(?:シミュレート(?:します|した)|模擬(?:データ|報告|結果)|架空の)",
    re.I,
)
_WANTED_SO = quick(
    r"\b(?:simulat\w+|mock\w*|stub\w*|fake|dummy|fictional|fictitious|hypothetical|sample|example|demo\w*"
    r"|placeholder|fixture|test data|scenario|exercise"
    r"|simulier\w+|beispiel\w*|fiktiv\w*|simul\w+|fictif\w*|fictive\w*|exemple|ejemplo|exemplo|voorbeeld"
    r"|gesimuleerd\w*)\b|模拟|示例|虚构|假设|模擬|サンプル|架空",
    re.I,
)


def made_up(seen: str, wanted: str) -> str:
    """Where what was seen says of itself that it is simulated or invented, unless what was wanted is a simulation."""
    m = _MADE_UP.search(seen[:_LONG])
    return "" if m is None or _WANTED_SO.search(wanted) else m[0]


def admits_made_up(words: str) -> bool:
    """Whether a review says that real data or a real action is still wanting."""
    return bool(
        re.search(
            r"\b(?:not (?:\w+ )?(?:real|actual|verified|executed)|only (?:a )?simulat\w+|no real|(?:real"
            r"|actual) (?:\w+ ){0,3}(?:needed|required|missing)"
            r"|nur simuliert|keine echten|nicht echt|que simulée?s?|pas réel\w*|solo simulad\w+"
            r"|apenas simulad\w+|slechts gesimuleerd)\b"
            r"|只是模拟|并非真实|实际には|模擬にすぎ",
            words,
            re.I,
        )
    )


# --- a budget kept -------------------------------------------------------------------------------------------------

_WITHIN = quick(
    r"\b(?:(?:within|under|in|inside|below) (?:the |your |our |a |their )?(?:\w+ ){0,2}?budget|(?:fits?|fitting"
    r"|meets?|align\w*|stays?|remain\w*|keep\w*|adher\w+"
    r"|compl\w+|match\w*|suit\w*)\b[^.;!?\n]{0,60}?\bbudget\b|budget constraints? (?:\w+ )?(?:met|satisfied"
    r"|respected)"
    r"|im (?:\w+ )?(?:budget|budgetrahmen)\b|innerhalb des budgets|budget (?:\w+ )?eingehalten"
    r"|(?:dans|respecte\w*) (?:le|votre|du) budget|dentro del presupuesto|(?:se )?ajust\w+ al presupuesto"
    r"|dentro do orçamento|cabe no orçamento|binnen (?:het|uw|je) budget)\b|(?:在|符合"
    r"|满足)[^。，；]{0,12}?预算|预算(?:之|范围)?内|予算(?:内|の範囲内|に収ま)",
    re.I,
)
_NOT_MET = quick(
    r"\b(?:not|exceeds?|exceeded|over|above|cannot|unclear|unknown|estimate needed|nicht|kein\w*|überschreit\w+"
    r"|pas|dépasse|no|excede|supera|não|ultrapassa|niet|overschrijdt)\b"
    r"|超出|未|不|超過|ません",
    re.I,
)


def says_within_budget(text: str) -> str:
    """The sentence that says that a budget is kept."""
    for sentence in re.split(r"(?<=[.!?])\s+|(?<=[。！？])|\n", text[:_LONG]):
        m = _WITHIN.search(sentence[:2000])
        if m and not _NOT_MET.search(sentence[max(0, m.start() - 40) : m.end() + 20]):
            return sentence.strip()
    return ""
