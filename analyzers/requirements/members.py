"""Members of a list in the request ("cancel 8801, 8802 and 8810") of which calls take up all but one or two, and kinds
of deeds asked for (write to somebody, cancel, enter in the calendar, add a test) of which there is no call. Pure.

What is left out stands in no argument, no result and no answer, and the answer says that all is done.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import stated, works
from planscope.analyzers.assertions.backing import name_words
from planscope.analyzers.assertions.closing import admits_open, claims_done
from planscope.analyzers.requirements import openly, words
from planscope.analyzers.requirements.clauses import LONG
from planscope.collector.run import Compaction, FinalAnswer, ModelCall, PlanUpdate, Run, ToolCall, UserMessage

_MOST = 2_000_000  # characters of the run that are looked at


@dataclass(frozen=True, slots=True)
class Skipped:
    """What is left out, the piece of the request, its message, the answer, and what the calls took up instead."""

    what: str
    piece: str
    message: UserMessage
    closing: ModelCall | FinalAnswer
    claim: str
    taken: tuple[str, ...] = ()


def skipped(run: Run) -> Iterator[Skipped]:
    """Members of lists and kinds of deeds, each once."""
    closing = run.closing
    if closing is None or not run.tool_calls or openly.handed_back(closing.text) or admits_open(closing.text):
        return
    claim = openly.claims_all(closing.text) or claims_done(closing.text)
    if not claim or _unseen(run):
        return
    for n, message in enumerate(run.requests):
        if len(message.text) > LONG or "```" in message.text:
            continue
        later = "\n".join(r.text for r in run.requests[n + 1 :])[:20_000].casefold()
        yield from _members(run, message, later, claim, closing)
        if openly.claims_all(closing.text):
            yield from _deeds(run, message, later, claim, closing)


def _unseen(run: Run) -> bool:
    table = run.memo(works)
    return any(isinstance(s, Compaction) for s in run.steps) or any(
        c.content != "present" or c.arguments is None or (c.number in table and table[c.number].sort == "delegate")
        for c in run.tool_calls
    )


# --- lists ---------------------------------------------------------------------------------------------------------

_NAME = r"[A-ZÀ-ÖØ-Þ][a-zà-ÿ]{2,20}"
_ID = (
    rf"#?[A-Za-z]{{0,6}}[-_/]?\d[\w./-]{{2,24}}|[A-Za-z0-9-]{{1,60}}(?:[/_.][A-Za-z0-9-]{{1,60}}){{1,8}}"
    rf"|{_NAME}(?: {_NAME})?"
)
_ITEM = rf"(?>{_ID})"  # matched once and for all: a list of many can be taken apart in too many ways
_LIST = re.compile(
    rf"(?<![\w/.#-])({_ITEM}(?:,\s{_ITEM}){{0,11}}+,?\s(?:and|und|et|y|e|en|&|plus|as well as|sowie)\s(?:the )?{_ITEM})"
    rf"(?![\w/-]|\.\w)"
    r"|(?<![\w/.-])([A-Za-z]{0,6}[-_]?\d[\w./-]{2,24}+(?:[、，,和与]\s?[A-Za-z]{0,6}[-_]?\d[\w./-]{2,24}+){1,11}+)"
)
_SPLIT = re.compile(r",?\s(?:and|und|et|y|e|en|&|plus|as well as|sowie)\s(?:the )?|,\s?|[、，和与]")
_NO_ITEMS = re.compile(
    r"^(?:\d{1,2}[:.]\d{2}|\d{4}-\d{2}-\d{2}|\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?|\d{1,3}(?:[.,]\d+)*(?:st|nd|rd"
    r"|th|[a-z]{1,3})?)$",
    re.I,
)
_CHOICE = words.words(
    r"between|either|or|from|compare|like|such as|e\.g|not|unlike|except|works? with|i am|i['’]m|we are"
    r"|for example|signed|regards|thanks",
    r"zwischen|entweder|oder|wie|außer|vergleich\w*|nicht|gruß|danke",
    r"entre|ou|comme|sauf|compar\w*|pas|merci|o|desde|como|excepto|gracias|sem|exceto|obrigad[oa]|tussen|zoals"
    r"|behalve|dank",
)


def _members(
    run: Run, message: UserMessage, later: str, claim: str, closing: ModelCall | FinalAnswer
) -> Iterator[Skipped]:
    for m in [*_LIST.finditer(message.text)][:10]:
        sentence = _sentence(message.text, m.start(), m.end())
        before = message.text[max(0, m.start() - 30) : m.start()]
        names = [x.strip(" #.") for x in _SPLIT.split(m[0]) if x.strip(" #.")]
        loose = words.IF.search(sentence) or words.NOT.search(sentence) or sentence.rstrip().endswith(("?", "？"))
        if loose or _CHOICE.search(before) or not 2 <= len(names) <= 12 or any(_NO_ITEMS.match(x) for x in names):
            continue
        coded = all(re.search(r"[\d/_.]", x) for x in names)
        if len(set(names)) < len(names) or (not coded and len(names) < 3):
            continue
        given, said = run.memo(_all)
        first = [t for n, t in given if n > message.number]
        taken = [x for x in names if any(_in(x, t) for t in first)]
        left = [x for x in names if x not in taken]
        if not taken or not 1 <= len(left) <= 2 or len(taken) < len(left):
            continue
        after = [t for n, t in said if n > message.number]
        if not any(_in(x, t) or _part(x, t) for x in left for t in (*after, later)):
            yield Skipped(", ".join(left), sentence.strip()[:200], message, closing, claim, tuple(taken))


def _sentence(text: str, start: int, end: int) -> str:
    left = re.split(r"[.!?]\s|[。！？\n]", text[:start])[-1]
    right = re.split(r"[.!](?:\s|$)|[。！\n]|(?<=[?？])", text[end:])[0]
    return f"{left}{text[start:end]}{right}"


def _in(name: str, text: str) -> bool:
    low = name.casefold()
    return low in text and re.search(rf"(?<![^\W_]){re.escape(low)}(?![^\W_])", text) is not None


def _part(name: str, text: str) -> bool:
    """Whether the longest word of the name stands in the text, or its number."""
    base = name.casefold().rsplit("/", 1)[-1].split(".")[0]
    tokens = re.findall(r"[^\W\d_]{3,}|\d{3,}", base)
    return any(t[:6] in text for t in tokens)


def _all(run: Run) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """(what calls were given; all that was said, called, found and planned), by step, in lower case."""
    given: list[tuple[int, str]] = []
    said: list[tuple[int, str]] = []
    size = 0
    for step in run.steps:
        if isinstance(step, ToolCall):
            text = f"{step.name} {stated(step.arguments, 200_000)}".casefold()
            given.append((step.number, text))
            said += [(step.number, text), (step.number, step.result[:200_000].casefold())]
        elif isinstance(step, ModelCall | FinalAnswer):
            said.append((step.number, step.text.casefold()))
        elif isinstance(step, PlanUpdate):
            said.append((step.number, " ".join([step.version.text, *(i.text for i in step.version.items)]).casefold()))
        size += len(said[-1][1]) if said else 0
        if size > _MOST:
            return [], []
    return given, said


# --- deeds ---------------------------------------------------------------------------------------------------------

_PEOPLE = (
    r"team|client|customer|boss|manager|owner|supplier|tenant|colleagues?|everyone|everybody|landlord|teacher"
    r"|parents?|wife|husband|partner"
    r"|brother|sister|mother|father|accountant|department|kund(?:e|en|in)|chef|kolleg\w*|lieferant\w*"
    r"|vermieter\w*|frau|mann|mutter|vater"
    r"|équipe|client|clients|patron|collègues?|fournisseur|femme|mari|equipo|cliente|clientes|jefe|jefa"
    r"|compañer\w+|proveedor|equipe|chefe"
    r"|colegas?|fornecedor|klant|baas|collega\w*|leverancier|vrouw"
)
_SOMEBODY = (  # a name, or a person by what they are to the user
    rf"(?:(?-i:[A-ZÀ-ÖØ-Þ])[a-zà-ÿ]{{2,20}}|(?:the|my|our|his|her|all|den|die|der|dem|meine[nmr]?|unsere[nmr]?"
    rf"|le|la|les|l['’]|mon|ma|notre"
    rf"|mis?|el|los|las|nuestr[oa]s?|ao?|os?|meu|minha|nosso|de|het|mijn|onze) ?(?:{_PEOPLE})|everyone"
    rf"|everybody|alle|tous|todos)(?![^\W_])"
)
_DEEDS = (  # (name, how it is asked, what calls or an answer that speak of it hold)
    (
        "a message to somebody",
        words.words(
            rf"(?:send|forward|e-?mail|mail) (?:[^\W\d]+ ){{1,5}}to {_SOMEBODY}|(?:notify|inform|e-?mail"
            rf"|message|text|ping) {_SOMEBODY}"
            rf"|let {_SOMEBODY} know|tell {_SOMEBODY}",
            rf"(?:schick|sende|maile?|schreib)\w* (?:[^\W\d]+ ){{0,4}}an {_SOMEBODY}|(?:benachrichtige"
            rf"|informiere|verständige)\w* {_SOMEBODY}"
            rf"|(?:gib|sag) {_SOMEBODY} bescheid",
            rf"(?:envoie|envoyez|transmets|transmettez) (?:[^\W\d]+ ){{1,4}}à {_SOMEBODY}|(?:préviens|prévenez"
            rf"|informe[rz]?|avertis) {_SOMEBODY}",
            rf"(?:env[ií]a\w*|manda\w*|reenv[ií]a\w*) (?:[^\W\d]+ ){{1,4}}a {_SOMEBODY}|(?:avisa|notifica"
            rf"|informa)\w* a {_SOMEBODY}",
            rf"(?:envie|mande|encaminhe) (?:[^\W\d]+ ){{1,4}}(?:para|ao?) {_SOMEBODY}|(?:avise|notifique"
            rf"|informe) {_SOMEBODY}",
            rf"(?:stuur|mail) (?:[^\W\d]+ ){{1,4}}(?:naar|aan) {_SOMEBODY}|laat {_SOMEBODY} weten|(?:informeer"
            rf"|verwittig) {_SOMEBODY}",
            cjk="(?:发给|发送给|通知|转告|转发给)(?!我)|(?:に(?:メール|連絡|転送|知らせ))",
        ),
        re.compile(
            r"mail|send|sent|notif|inform|messag|sms|slack|post|forward|comment|reply|contact|call|told|tell"
            r"|chat|whatsapp|telegram|teams"
            r"|webhook|schick|benachricht|bescheid|nachricht|envo|préven|messag|avis|env[ií]|manda|stuur"
            r"|bericht|发|通知|告|送|連絡|知らせ",
            re.I,
        ),
    ),
    (
        "an entry in the calendar",
        words.words(
            r"(?:in|to|on|into|block) (?:my|the|our|his|her) calendars?|calendar (?:entry|event|invite)",
            r"(?:in|im) (?:meinen|den|meinem|unseren?) kalender|kalendereintrag",
            r"(?:dans|à) (?:mon|l['’]|notre) ?agenda|(?:dans|à) (?:mon|le) calendrier",
            r"en (?:mi|el) calendario|(?:na|no) (?:minha|meu) (?:agenda|calendário)|in (?:mijn|de) agenda",
            cjk="日历|日程表|カレンダー",
        ),
        re.compile(r"calend|kalend|agenda|event|appointment|termin|schedul|日历|日程|予定|カレンダー|\.ics", re.I),
    ),
    (
        "a cancellation",
        words.words(
            r"cancel (?:my|the|our|that|this|order|booking|reservation|flight|room|table|\w+ \d+)",
            r"storniere?\w* (?:bitte )?(?:meine?n?|den|die|das|unsere?n?)|(?:kündige|sage) \w+ .{0,30}ab",
            r"annule[rz]? (?:ma|mon|la|le|notre)|cancela\w* (?:mi|la|el|nuestra|minha|meu|a|o)|anula\w* (?:mi"
            r"|la|el)|annuleer (?:mijn|de|het)",
            cjk="取消(?:我|这|那|订单|预订)|キャンセルして",
        ),
        re.compile(
            r"cancel|storn|annul|anul|void|delete|remov|refund|terminat|close|unsubscri|kündig|abgesagt"
            r"|取消|退|キャンセル|解約",
            re.I,
        ),
    ),
    (
        "a test",
        words.words(
            r"(?:add|write|create|include|extend|cover)(?: \w+){0,4} (?:unit |regression "
            r"|integration )?tests?(?! (?:data|file|mail|case for me))"
            r"|with (?:a |unit |regression )?tests?|(?:and|plus) (?:a |unit |regression )?tests?(?= (?:for"
            r"|that|to)\b|$|[.,;])",
            r"(?:schreib|ergänze|füge|erstell)\w*(?: \w+){0,4} (?:unit-?|regressions-?)?tests?",
            r"(?:ajoute|écri|crée)\w*(?: \w+){0,3} tests?|(?:añade|escribe|agrega"
            r"|crea)\w*(?: \w+){0,3} (?:tests?|pruebas?)",
            r"(?:adicione|escreva|crie)(?: \w+){0,3} (?:testes?)|(?:schrijf|voeg|maak)(?: \w+){0,3} tests?",
            cjk="(?:添加|增加|写|补)(?:一个|单元|上|回归)*测试|テストを(?:追加|書|作)",
        ),
        re.compile(r"test|spec|测试|テスト|prueba", re.I),
    ),
)  # fmt: skip


def _deeds(
    run: Run, message: UserMessage, later: str, claim: str, closing: ModelCall | FinalAnswer
) -> Iterator[Skipped]:
    table = run.memo(works)
    for what, asked, held in _DEEDS:
        m = asked.search(message.text)
        if m is None or held.search(later) or held.search(closing.text):
            continue
        sentence = _sentence(message.text, m.start(), m.end())
        loose = words.IF.search(sentence) or words.NOT.search(sentence) or words.SOFT.search(sentence)
        if loose or sentence.rstrip().endswith(("?", "？")) or _LATER.search(sentence) or _PARCEL.search(sentence):
            continue
        calls = [c for c in run.tool_calls if c.number > message.number]
        done = [c for c in calls if c.number in table and (table[c.number].changes or table[c.number].sort == "ask")]
        agent = "\n".join(a.text for a in run.answers if a.number > message.number)
        touched = any(
            held.search(f"{name_words(c.name)} {stated(c.arguments, 100_000)} {c.result[:20_000]}") for c in calls
        )
        if done and not touched and not held.search(agent):
            yield Skipped(
                what, sentence.strip()[:200], message, closing, claim, tuple(dict.fromkeys(c.name for c in done))[:4]
            )


_PARCEL = words.words(  # what is sent is no message
    r"order|ship\w*|deliver\w*|address|parcel|package|flowers|gift|bestell\w*|liefer\w*|adresse|paket|blumen"
    r"|command\w*|livr\w+|colis"
    r"|pedido|paquete|dirección|entreg\w*|endereço|flores|bezorg\w*|pakket|adres",
    cjk="地址|快递|配送|住所|届け",
)
_LATER = words.words(
    r"i (?:will|can|shall)|i['’]ll|we (?:will|can)|we['’]ll|later|tomorrow|once|when|after (?:that )?i|myself",
    r"ich (?:werde|kann)|später|sobald|selbst|je (?:vais|peux)|plus tard|quand|dès que|yo|luego|más tarde"
    r"|cuando|depois|quando|later|zodra|zelf",
    cjk="我(?:会|自己)|以后|之后再|あとで|自分で|後で",
)
