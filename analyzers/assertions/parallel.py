"""Two things told of in one breath ("the invoice and the prescription were in order", "tested in Chromium and WebKit")
of which the calls name one only. Pure.

The one is known by a value that a call was given; the other by standing beside it both in what was asked for or
announced and in the report. It counts as passed over where no call names it, by its arguments or its own name, and no
result tells of it alone.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from planscope.analyzers.actions.kinds import Work, stated, works
from planscope.analyzers.actions.shell import simple_commands
from planscope.analyzers.assertions.backing import name_words
from planscope.analyzers.assertions.closing import asks, sentences, unfinished
from planscope.analyzers.plans.matching import COMMON, stem
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A report's sentence that tells of `used` and `missing`, the call for the one, and where both were spoken of."""

    answer: ModelCall | FinalAnswer
    sentence: str
    used: str
    missing: str
    call: ToolCall
    asked: UserMessage | ModelCall


@dataclass(frozen=True, slots=True)
class _Use:
    """A value that a call was given, with the words by which it is known; `way` the tool and key, or program and
    option."""

    call: ToolCall
    way: tuple[str, str]
    words: frozenset[str]
    shown: str


_AND = quick(
    r"\s(?:and|as well as|und|sowie|et|ainsi que|y|e|así como|assim como|alsook)\s|\s&\s"
    r"|(?<=\w)(?:と|和|及び?|以及|与|跟)(?=\w)",
    re.I,
)
_BETWEEN = re.compile(  # two things in what was asked for or announced: joined, or one after the other
    r"\s(?:and|as well as|und|sowie|et|ainsi que|y|e|así como|assim como|alsook|en|&)\s|[,，、;；]"
    r"|\b(?:then|dann|puis|luego|después|depois|dan)\b|然后|再|次に|それから|\A\s?(?:と|和|及び?|以及|与|跟)",
    re.I,
)
_GAP = 40  # characters between the two there
_DUTCH_AND = re.compile(r"\sen\s")
_DUTCH = quick(
    r"\b(?:het|een|van|zijn|voor|met|beide|ook|zowel|staan|allebei|wordt|werden)\b", re.I
)  # else "en" is "in"
_CALLS = 300  # of a run, the latest
_WIDE = r"\u3040-\u30ff\u3400-\u9fff"
_WORD = re.compile(rf"[^\W\d_{_WIDE}][\w-]{{2,40}}|[\u30a0-\u30ff]{{2,20}}|(?:(?![和与及跟以])[\u3400-\u9fff]){{2,12}}")


def passed_over(run: Run) -> Iterator[PassedOver]:
    """At most one for each answer."""
    for answer in run.answers:
        if len(answer.text) > 20_000 or not any(_ands(answer.text)):
            continue
        end = bisect_left(run.tool_calls, answer.number, key=lambda c: c.number)
        before = [c for c in run.tool_calls[max(0, end - _CALLS) : end] if not c.planning]
        if not before or any(c.content != "present" for c in before):
            continue
        found = next(_in_answer(run, answer, before), None)
        if found is not None:
            yield found


def _in_answer(run: Run, answer: ModelCall | FinalAnswer, before: list[ToolCall]) -> Iterator[PassedOver]:
    first, index = before[0].number, run.memo(_by_root)
    for sentence in sentences(answer.text):
        bare = re.sub(r"\([^()]{0,200}\)|（[^（）]{0,200}）", " ", sentence[:1000])
        if asks(sentence) or unfinished(bare) or not any(_ands(bare)):
            continue
        for near, far in _sides(bare):
            for use in (u for root in near for u in index.get(root, ())):
                if first <= use.call.number < answer.number and use.words <= near and not use.words & far:
                    yield from _missing(run, answer, sentence, use, far - near, before)


def _by_root(run: Run) -> dict[str, list[_Use]]:
    """What calls were given, by one of the words of each value. Use it through `run.memo`."""
    table = run.memo(works)
    found: dict[str, list[_Use]] = {}
    for call in run.tool_calls:
        for use in _uses(call, table[call.number]) if call.number in table else ():
            found.setdefault(min(use.words), []).append(use)
    return found


def _sides(sentence: str) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """The stems of what stands right at each "and", and of what stands on its other side: one word before it, or a word
    with another that says which."""
    for m in list(_ands(sentence))[:20]:
        left = _content(sentence[max(0, m.start() - 60) : m.start()])[-2:]
        right = _content(sentence[m.end() : m.end() + 60])[:2]
        yield frozenset(_roots(left)), frozenset(_roots(right))
        yield frozenset(_roots(right[:1])), frozenset(_roots(left[-1:]))


def _content(text: str) -> list[str]:
    return [w for w in _WORD.findall(text) if w.casefold() not in COMMON]


def _ands(text: str) -> Iterator[re.Match[str]]:
    yield from _AND.finditer(text)
    if _DUTCH_AND.search(text) and _DUTCH.search(text):
        yield from _DUTCH_AND.finditer(text)


def _roots(words: Iterable[str]) -> Iterator[str]:
    """The stems of words; of a run of Chinese or Japanese signs its beginnings and ends, since no space divides it."""
    for word in words:
        if re.match(rf"[{_WIDE}]", word):
            yield from (word[:n] for n in range(2, min(7, len(word) + 1)))
            yield from (word[-n:] for n in range(2, min(7, len(word))))
        else:
            yield _root(word)


@lru_cache(maxsize=4096)
def _root(word: str) -> str:
    return stem(word.casefold())


def _uses(call: ToolCall, work: Work) -> Iterator[_Use]:
    if work.command:
        for way, value in _options(work.command):
            if words := _words(value):
                yield _Use(call, way, words, value)
    elif isinstance(call.arguments, Mapping):
        for key, value in call.arguments.items():
            if isinstance(value, str) and len(value) <= 40 and (words := _words(value)):
                yield _Use(call, (call.name, str(key)), words, value)


_PLAIN = r"[A-Za-z][\w-]{2,40}"


def _options(command: str) -> Iterator[tuple[tuple[str, str], str]]:
    """((program, option), value) of what a command line is told by options."""
    for words, _ in simple_commands(command):
        for n, word in enumerate(words):
            if m := re.fullmatch(r"(--?[\w-]{1,40})=[\"']?([\w-]{3,40})[\"']?", word):
                yield (_program(words), m[1]), m[2]
            elif re.fullmatch(r"--?[A-Za-z][\w-]{0,40}", word) and re.fullmatch(_PLAIN, " ".join(words[n + 1 : n + 2])):
                yield (_program(words), word), words[n + 1]


def _program(words: list[str]) -> str:
    """The program and what it is told to do: "playwright test"."""
    plain = [w for w in words if re.fullmatch(r"[A-Za-z][\w./-]*", w) and w not in ("npx", "pnpx", "uv", "run", "sudo")]
    return " ".join(plain[:1])


@lru_cache(maxsize=4096)
def _words(value: str) -> frozenset[str]:
    found = _WORD.findall(re.sub(r"_|(?<=[a-z])(?=[A-Z])", " ", value))
    return frozenset(_root(w) for w in found) if 0 < len(found) <= 2 else frozenset()


def _missing(
    run: Run, answer: ModelCall | FinalAnswer, sentence: str, use: _Use, other: frozenset[str], before: list[ToolCall]
) -> Iterator[PassedOver]:
    """The other thing, where it was asked for beside the one and nothing was done for it."""
    table = run.memo(works)
    alike = [c for c in before if _same_tool(c, table[c.number], use)]
    if any(table[c.number].sort == "delegate" for c in before) or _open_ended(run, alike, use, before):
        return
    for step in run.steps[: answer.number]:
        if not isinstance(step, UserMessage | ModelCall) or not step.text or getattr(step, "system", False):
            continue
        both = next((s for s in sentences(step.text[:8000]) if _beside(use.words, other, s)), "")
        for word in sorted(_stems(both) & other - COMMON, key=lambda w: (-len(w), w)) if both else ():
            if not any(_done_for(c, word, use, alike) for c in before):
                yield PassedOver(answer, sentence, use.shown, _written(word, sentence), use.call, step)
                return


def _beside(one: frozenset[str], other: frozenset[str], sentence: str) -> bool:
    """Whether a sentence has the one and the other near each other, joined or one after the other."""
    found = _stems(sentence)
    if not one <= found or not other & found:
        return False
    spans = [(m, frozenset(_roots([m[0]]))) for m in _WORD.finditer(sentence[:2000])]
    ones, others = [m for m, r in spans if r & one], [m for m, r in spans if r & other]
    gaps = (sentence[min(a.end(), b.end()) : max(a.start(), b.start())] for a in ones[:20] for b in others[:20])
    return any(0 < len(g) <= _GAP and _BETWEEN.search(g) for g in gaps)


@lru_cache(maxsize=2048)
def _stems(sentence: str) -> frozenset[str]:
    return frozenset(_roots(_WORD.findall(sentence[:2000])))


def _written(root: str, sentence: str) -> str:
    return next((w for w in _WORD.findall(sentence) if _root(w) == root), root)


def _same_tool(call: ToolCall, work: Work, use: _Use) -> bool:
    if not work.command:
        return call.name == use.way[0]
    return any(_program(words) == use.way[0] for words, _ in simple_commands(work.command))


def _open_ended(run: Run, alike: list[ToolCall], use: _Use, before: list[ToolCall]) -> bool:
    """Whether a call may have done both: the same tool without that key, or with a value that is neither; a command of
    another program that runs something; a look of another kind after the first call."""
    table = run.memo(works)
    for c in alike:
        values = [u for u in _uses(c, table[c.number]) if u.way == use.way]
        if not values or any(u.words != use.words for u in values):
            return True
    others = [c for c in before if c not in alike]
    if table[use.call.number].command:
        return any(table[c.number].sort in ("test", "run", "act") for c in others)
    first = alike[0].number if alike else 0
    return any(table[c.number].sort in ("run", "test") for c in others) or any(
        c.number > first and table[c.number].sort == "look" for c in others
    )


def _done_for(call: ToolCall, word: str, use: _Use, alike: list[ToolCall]) -> bool:
    """Whether a call names the other thing, or its result tells of it: of it alone, or after the one was looked at."""
    word = _lower(word)
    if word in _lower(name_words(call.name)) or word in _lower(stated(call.arguments)):
        return True
    result = _lower(call.result[:100_000])
    if word not in result:
        return False
    return call in alike or call.number > use.call.number or not all(_lower(w) in result for w in use.words)


def _lower(text: str) -> str:
    """Case folded and without accents, as names of tools are written."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
