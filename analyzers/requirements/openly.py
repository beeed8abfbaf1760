"""Whether a departure from a wish is open: told by the agent, agreed to by the user, or no wish any more. Pure."""

import re
from collections.abc import Callable, Iterator

from planscope.analyzers.assertions.closing import asks, claims_whole, sentences, unfinished
from planscope.analyzers.assertions.closing_words import PART, WHOLE
from planscope.analyzers.quick import quick
from planscope.analyzers.requirements import words
from planscope.analyzers.requirements.picked import all_names, holds
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall, UserMessage

Says = Callable[[str], bool]
LONG = 60_000  # characters of one message that are looked at


def told(run: Run, since: int) -> Iterator[ModelCall | FinalAnswer]:
    """The agent's messages after a step."""
    for step in run.steps[since + 1 :]:
        if isinstance(step, ModelCall | FinalAnswer) and step.text.strip():
            yield step


def admitted(run: Run, since: int, asked: Says, actual: Says, topic: re.Pattern[str] | None) -> bool:
    """Whether a sentence of the agent tells that the wish is not met: what was asked beside what there is, a word of
    admission beside either or the topic, or that what was asked could not be had."""
    for step in told(run, since):
        for s in sentences(step.text[:LONG]):
            has = asked(s), actual(s)
            about = any(has) or bool(topic and topic.search(s))
            if all(has) or (about and words.ADMITS.search(s)):
                return True
            if words.STRONG.search(s) and not _of_another(run, s):
                return True
    return False


def _of_another(run: Run, sentence: str) -> bool:
    """Whether a sentence is about some thing of a list ("the Harbour menu is sold out"), not about what was asked."""
    low = sentence.casefold()
    return any(n in low for n in run.memo(all_names))


def confirmed(run: Run, since: int, before: int, actual: Says) -> bool:
    """Whether the user was shown what there is, and spoke after it, before it was picked."""
    shown = [a.number for a in run.answers if since < a.number < before and actual(a.text[:LONG])]
    return bool(shown) and any(shown[0] < r.number < before for r in run.requests)


def chosen_by_user(run: Run, since: int, names: frozenset[str]) -> bool:
    """Whether the user named the very thing."""
    said = [r.text[:LONG].casefold() for r in run.requests if r.number >= since]
    return any(len(n) > 2 and holds(text, n) for n in names for text in said)


def told_or_agreed(run: Run, message: UserMessage, call: ToolCall, asked: Says, actual: Says) -> bool:
    """Whether the agent tells that the call holds something else than was asked, or the user saw it and went on."""
    since = message.number
    return admitted(run, since, asked, actual, None) or confirmed(run, since, call.number, actual)


def said_before(run: Run, call: ToolCall) -> list[UserMessage]:
    """What the user said before a call, the latest first (forty messages at most)."""
    return [r for r in reversed(run.requests) if r.number < call.number][:40]


def calls_after(run: Run, message: UserMessage) -> list[ToolCall]:
    """The calls after a message (two hundred at most)."""
    return [c for c in run.tool_calls if c.number > message.number][:200]


def loose(text: str) -> bool:
    """Whether a message sets conditions, wishes or asks rather than says what is to be done."""
    return bool(words.IF.search(text) or words.SOFT.search(text)) or text.rstrip().endswith(("?", "？"))


def claims_all(text: str) -> str:
    """The sentence that says that every wish is met: all is done, or all is as it was asked for; "" when none is."""
    for s in sentences(text[:LONG]):
        if not asks(s) and not unfinished(s) and (_AS_ASKED.search(s) or WHOLE.search(s)) and not PART.search(s):
            return s
    return claims_whole(text)


_AS_ASKED = words.words(
    r"(?:as|what(?:ever)?|that|all|everything) (?:you|he|she|they) (?:\w+ )?(?:asked|requested|wanted|wished"
    r"|ordered|listed|needed)"
    r"|as (?:requested|asked|instructed|desired|discussed|agreed)|to your (?:wishes|specifications)"
    r"|all your (?:wishes"
    r"|requests|requirements)",
    r"wie (?:\w+ ){0,3}(?:gewünscht|besprochen|verlangt|gewollt|angefragt|gefordert|beauftragt)|wunschgemäß"
    r"|alle ihre wünsche"
    r"|nach ihren wünschen|alles (?:\w+ ){0,2}(?:drin|dabei|geregelt|erledigt)",
    r"comme (?:vous l['’]avez |tu l['’]as |convenu|demandé|souhaité)\w*|selon vos (?:souhaits|demandes)"
    r"|conform\w+ à (?:vos|votre)"
    r" (?:souhaits?|demandes?)|tous vos souhaits",
    r"(?:tal (?:y )?como|como|según lo|todo lo que) (?:lo )?(?:pediste|pidió|pidieron|querías|quería"
    r"|solicitaste|solicitó|solicitado|pedido"
    r"|deseado|acordado)",
    r"(?:tal )?(?:como|conforme) (?:você )?(?:pediu|solicitou|queria|solicitado|pedido|desejado|combinado)"
    r"|tudo o que (?:pediu"
    r"|solicitou)",
    r"zoals (?:\w+ ){0,2}(?:gevraagd|gewenst|verzocht|afgesproken|wilde?)|naar wens|alles wat (?:je"
    r"|u) (?:vroeg|wilde|hebt gevraagd)",
    cjk="按(?:照)?(?:您|你)的?(?:要求|需求|意思)|如您所愿|都按|ご希望(?:どおり|通り|のとおり)|ご要望(?:どおり|通り)|ご指定(?:どおり|通り)|ご依頼(?:どおり|通り)",
)


def handed_back(text: str) -> bool:
    """Whether the message ends with a question that leaves the decision to the user."""
    last = sentences(text)[-3:]
    return any(s.rstrip(" *)\"'”」").endswith(("?", "？")) or _PLEASE.search(s) for s in last)


_PLEASE = quick(
    r"(?<![^\W_])(?:please (?:confirm|choose|pick|tell|let me know)"
    r"|let me know (?:if you(?:'d| would) like me to|which|whether)"
    r"|bitte (?:bestätigen|wählen|sagen)|confirmez|confirma|confirme|laat (?:me|het) weten)(?![^\W_])"
    r"|請確認|请确认|请选择|ご確認ください|お選び",
    re.I,
)
