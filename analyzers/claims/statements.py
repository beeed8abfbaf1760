"""Where an agent states amounts of money: its messages, its final answer, and the calls that pay or book."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planscope.analyzers.actions.coding import is_coding
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.counts import factors_in, scalars
from planscope.analyzers.numbers.money import Amount, amounts, without_code
from planscope.analyzers.numbers.records import decimal
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall
from planscope.collector.span import Place


@dataclass(frozen=True, slots=True)
class Text:
    """One piece of what the agent said: a part of a message, a final answer, or the arguments of a call."""

    step: int
    place: Place
    text: str
    amounts: tuple[Amount, ...]
    keys: tuple[str, ...] = ()
    factors: tuple[int, ...] = ()  # counts that the same call is given
    names: str = ""  # and its texts


def statements(run: Run) -> tuple[Text, ...]:
    """Every piece of the agent's text that states an amount; code in it is blanked out. In coding work only amounts
    with a currency count, and calls do not: prices in source text are no statements."""
    coding = run.memo(is_coding)
    return tuple(t for t in _texts(run, coding) if t.amounts)


def _texts(run: Run, coding: bool) -> Iterator[Text]:
    for step in run.steps:
        if isinstance(step, ModelCall):
            for part in step.parts:
                yield _text(step.number, part.place, part.text, coding)
        elif isinstance(step, FinalAnswer):
            yield _text(step.number, step.place, step.text, coding)
        elif isinstance(step, ToolCall) and not coding:
            yield _arguments(step)
            for text in _sent(step):
                yield _text(step.number, step.place, text, coding)


_SENDS = quick(
    r"(?:^|_)(?:send|post|reply|respond|notify|message|mail|email|sms|announce|publish|comment)(?:_|$)"
    r"|senden|schicken|envoyer|enviar|mandar|sturen|verstuur|发送|回复|通知|送信|返信",
    re.I,
)
_WORDS = quick(
    r"^(?:text|body|message|content|msg|html|comment|nachricht|texte|texto|mensagem|mensaje|内容|正文|本文)$", re.I
)


def _sent(call: ToolCall) -> list[str]:
    """The texts of a call that sends them to somebody: they are said as much as a message is."""
    if not isinstance(call.arguments, Mapping) or not _SENDS.search(spaced_name(call.name)):
        return []
    return [v for k, v in call.arguments.items() if isinstance(v, str) and len(v) > 20 and _WORDS.match(str(k))]


def spaced_name(name: str) -> str:
    """A tool's name with "_" between its words."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[-./: ]", "_", name)


def _text(number: int, place: Place, text: str, coding: bool) -> Text:
    plain = without_code(text) if coding or not _is_data(text) else text
    found = amounts(plain, explicit=coding)
    if coding:
        found = [a for a in found if not re.fullmatch(r"\$\d", a.raw)]
    return Text(number, place, plain, tuple(found))


def _is_data(text: str) -> bool:
    """An answer that is JSON, bare or in a fence."""
    return text.lstrip().startswith(("{", "[", "```json", "```\n{", "```\n["))


NAMES = 4000  # characters of a call's texts in which a thing may be named
_WHOLES = frozenset(("total", "sum", "paid", "due", "合计", "总计"))
_ON_A_PAGE = re.compile(
    r"scroll|swipe|zoom|wait|sleep|drag|resize|(?:^|_)move(?:_mouse|_to)?$", re.I
)  # amounts of pixels
_NOT_PAID = quick(r"expression|query|thought|currency|id$|_id|method|type|name", re.I)


def _arguments(call: ToolCall) -> Text:
    """Amounts that a call is given to pay, charge or book."""
    given = [
        (k, n, str(v))
        for k, v in (() if _ON_A_PAGE.search(call.name) else scalars(call.arguments))
        if _is_paid(k) and (n := decimal(v)) is not None and n >= 2
    ]
    found = [Amount(n, "", 0, 0, raw, False, places=len(raw.partition(".")[2].rstrip("0"))) for _, n, raw in given]
    names = " | ".join(v for _, v in scalars(call.arguments) if isinstance(v, str))[:NAMES] if found else ""
    factors = factors_in(call.arguments) if found else ()
    return Text(call.number, call.place, "", tuple(found), tuple(k for k, _, _ in given), factors, names)


def _is_paid(key: str) -> bool:
    return (words.named(key) or key.lower() in _WHOLES) and not _NOT_PAID.search(key) and not words.is_limit(key)
