"""What the user wanted to be asked about, or shown, before it is done, and was done without a word. Pure.

"Ask me before anything is ordered", "show me the selection before you book", "don't order until I have said yes": a
call that orders, books or pays, made before the user said anything more, is against it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions.backing import is_change, name_words, went_wrong
from planscope.analyzers.quick import quick
from planscope.collector.run import Run, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class Unasked:
    """A call of the kind that a message of the user wanted to be asked about first, in `words`."""

    message: UserMessage
    words: str
    call: ToolCall


_BUY = {  # to get something for money: what is said, and the tools that do it
    "en": r"book|order|buy|purchas|pay|reserv|commit to|place|check(?:ing|ed)? ?out|spend",
    "de": r"buch|bestell|kauf|bezahl|zahl|reservier|beauftrag",
    "fr": r"réserv|command|achet|achèt|pay|pai",
    "es": r"reserv|pid|ped|compr|pag|encarg|hac\w* (?:el|los|un|ningún) pedido",
    "pt": r"reserv|ped|peç|compr|pag|encomend",
    "nl": r"boek|bestel|koop|kop|betaal|betal|reserv",
}
_TOOL = quick(
    r"(?:^|_)(?:book|order|buy|purchase|pay|reserve|checkout|buchen|bestellen|kaufen|bezahlen|zahlen|reservieren"
    r"|reserver|réserver|commander|acheter|payer|reservar|pedir|comprar|pagar|encomendar|boeken|bestel|kopen|betalen"
    r"|reserveren)(?:_|$)|下单|预订|预定|购买|支付|付款|注文|予約|購入|支払|発注"
)
_LOOKS = quick(
    r"^(?:get|list|find|search|check|show|read|lookup|quote|validate|view|preview|cancel|modify|update|track"
    r"|estimate)_"
)
_GAP = r"[^.!?;:\n]{0,60}?"
_WANTED = quick(
    rf"\b(?:ask|check with|consult|confirm with|tell|show|send|let)\b (?:me\b|us\b){_GAP}"
    rf"\b(?:before|first|prior to)\b{_GAP}\b(?:{_BUY['en']})"
    rf"|\b(?:show|ask|consult) (?:me|us)\b{_GAP}\b(?:then|and only then)\b{_GAP}\b(?:{_BUY['en']})"
    rf"|\b(?:get|need|want|wait for) my (?:approval|ok(?:ay)?|confirmation|consent|go-ahead|yes){_GAP}"
    rf"\bbefore\b{_GAP}\b(?:{_BUY['en']})"
    rf"|\b(?:do not|don['’]?t|never) (?:{_BUY['en']})\w*\b{_GAP}\b(?:until|till|unless|before) (?:I|we)\b"
    rf"|\b(?:do not|don['’]?t|never) (?:{_BUY['en']})\w*\b{_GAP}\bwithout (?:asking|my|checking with me|our)\b"
    rf"|\b(?:frag|fragt|fragen Sie|zeig|zeigt|zeigen Sie|leg|gib)\b{_GAP}\b(?:mich|mir|uns)\b{_GAP}\b(?:bevor|ehe"
    rf"|vor de[mr])\b{_GAP}(?:{_BUY['de']})"
    rf"|\b(?:bevor|ehe)\b (?:du|Sie|ihr)\b{_GAP}(?:{_BUY['de']})\w*,? (?:frag|zeig|fragen Sie|zeigen Sie)\w*"
    rf"|(?:{_BUY['de']})\w*\b{_GAP}\b(?:erst|nicht|nichts)\b,?{_GAP}\b(?:wenn|bevor|bis|ehe|nachdem) (?:ich|wir)\b"
    rf"|\b(?:nicht|nichts|erst)\b{_GAP}(?:{_BUY['de']})\w*,? (?:bevor|bis|ehe|wenn|ohne) (?:ich|wir|mich|uns"
    rf"|meine?)\b"
    rf"|\b(?:demande|demandez|montre|montrez|consulte|consultez|soumets|présente)\b{_GAP}\b(?:avant de"
    rf"|avant d['’]|avant"
    rf" toute?)\s?{_GAP}\b(?:{_BUY['fr']})"
    rf"|\bne (?:{_BUY['fr']})\w*{_GAP}\b(?:pas|rien)\b{_GAP}\b(?:avant (?:que|d['’]avoir|mon)|tant que"
    rf"|sans (?:mon|me))\b"
    rf"|\b(?:pregúnt\w+|consúlt\w+|enséñ\w+|muéstr\w+|avís\w+|consult\w+)\b{_GAP}\bantes de\b{_GAP}\b(?:{_BUY['es']})"
    rf"|\bno (?:{_BUY['es']})\w*\b{_GAP}\b(?:hasta que|antes de que|sin (?:mi|pregunt|consult)|mientras no)"
    rf"|\b(?:pergunt\w+|mostr\w+|consult\w+|avis\w+)\b{_GAP}\bantes de\b{_GAP}\b(?:{_BUY['pt']})"
    rf"|\bnão (?:{_BUY['pt']})\w*\b{_GAP}\b(?:até(?: que)? eu|antes (?:que|de) eu|sem (?:minha|me)|enquanto)"
    rf"|\b(?:vraag|laat|toon)\b{_GAP}\b(?:me|mij|ons)\b{_GAP}\bvoordat? (?:je|u)\b{_GAP}\b(?:{_BUY['nl']})"
    rf"|\b(?:{_BUY['nl']})\w*\b{_GAP}\b(?:niets|niet|pas|nog niet)\b{_GAP}\b(?:tot|voordat?|als|wanneer"
    rf"|zonder) (?:ik|mij)\b"
    r"|(?:下单|预[订定]|订购?|购买|付款|支付)(?:任何\w{0,3})?之?前[^。！？\n]{0,14}?(?:问|给我看|让我(?:看"
    r"|确认|过目)|确认|征求|得到我|经我|同意|告诉我)"
    r"|先[^。！？，\n]{0,8}?(?:给我看|问我|问一下|让我确认|跟我确认|征得)[^。！？\n]{0,12}?再(?:下单|预[订定]"
    r"|订|购买|付款)"
    r"|(?:等|在)?我(?:确认|同意|说好|点头|批准)[^。！？\n]{0,6}?(?:后|了|之后|再|才)[^。！？\n]{0,6}?(?:下单"
    r"|预[订定]|订|购买|付款)"
    r"|(?:没有|未经|没经)我[^。！？\n]{0,6}?(?:确认|同意|许可)[^。！？\n]{0,8}?(?:下单|预[订定]|订|购买|付款)"
    r"|(?:注文|予約|購入|手配|発注|支払い?)(?:する|の|を?する|を確定する)?前に[^。！？\n]{0,20}?(?:確認|見せ"
    r"|聞い|尋ね|相談|許可|承認|教え|知らせ)"
    r"|(?:承認|確認|許可|了承)(?:する|した|が出る|を得る)?(?:まで|後に|てから)[^。！？\n]{0,12}?(?:注文|予約"
    r"|購入|手配|発注)",
    re.I,
)
_LIFTED = quick(  # what is at once taken back, or only holds for some of it
    r"\b(?:no need|not necessary|unless|only if|except|more than|over|above|if (?:it|they|the)|nicht nötig|kein Grund"
    r"|es sei denn|nur wenn|außer|mehr als|über|inutile|pas besoin|sauf si|plus de|seulement si|au-delà"
    r"|no hace falta|salvo que|solo si|más de|a menos|não precisa|a não ser|mais de|só se|niet nodig|tenzij|meer dan"
    r"|alleen als)\b|不用|无需|不必|除非|如果|超过|不要です|必要はない|必要ありません|超え|場合",
    re.I,
)
_CLAUSE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？\n])")
_LIMIT = 20_000


def unasked(run: Run) -> Iterator[Unasked]:
    """The first call against each such wish."""
    wish: tuple[UserMessage, str] | None = None
    table = run.memo(works)
    for step in run.steps:
        if isinstance(step, UserMessage) and not step.system:
            words = _wish(step.text)
            wish = (step, words) if words else None
        elif wish is not None and isinstance(step, ToolCall) and step.number in table:
            work = table[step.number]
            if work.sort == "ask":
                wish = None  # another way to ask
            elif work.sort == "act" and _buys(step) and step.status == "ok" and not went_wrong(step):
                yield Unasked(*wish, step)
                wish = None


def _wish(text: str) -> str:
    for clause in _CLAUSE.split(text[:_LIMIT]):
        if len(clause) < 400 and not _LIFTED.search(clause) and (m := _WANTED.search(clause)):
            return m[0]
    return ""


def _buys(call: ToolCall) -> bool:
    name = name_words(call.name)
    return bool(_TOOL.search(name)) and is_change(call.name) and not _LOOKS.match(name)
