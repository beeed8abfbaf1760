"""Patterns that look for a word first find what the pattern alone finds."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planscope.analyzers.quick import Quick, needed_words, quick

PATTERNS = [
    r"\b(?:all|every) (?:the )?tests? (?:pass(?:es|ed)?|green)\b|所有测试|alle Tests",
    r"(?:re-?)?run (?=fast)|\bdone\b|(?i:x)yz",
    r"straße|ISTANBUL|naïve",
    r"(?:ab|cd){2,3}?ef|gh*ij",
    r"(?P<x>token) (?P=x)|(?>atomic) group",
    r"\b(?:pass|done)\b|(?<![^\W\d_])(?:all|every)(?![^\W\d_])|(?<![^\W_])test(?!\w)|_xyz\b",
    r"(?:\bab|cd\b){1,2}|\b(?=e)ef(?<!x)\b|(?<![\w.])gh(?![^\W])|[%％]",
]
WORDS = [
    *(
        "all",
        "every",
        "tests",
        "test",
        "pass",
        "green",
        "所有测试",
        "Tests",
        "run",
        "rerun",
        "fast",
        "done",
        "xyz",
        "Xyz",
    ),
    *("passed", "_pass", "pass1", "all2", "every_", "1test", "test_", "_xyz", "xab", "cd字", "%", ",", "\u00a0"),
    *("STRASSE", "straße", "istanbul", "İstanbul", "ıSTANBUL", "NAÏVE", "ab", "cd", "ef", "GIJ", "token", "atomic"),
]


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"\btests? pass(?:ed)?\b|全部通过", (" pass", "全部通过")),
        (r"(?:I|we) (?:booked|have cancelled)", ("booked", "have cancelled")),
        (r"[Bb]ooked (?:it)?", ("ooked ",)),
        (r"(?:optional)?", ()),
        (r"\d+ items|\w+", ()),
        (r"(?!nothing)(?<=before)", ()),
        (r"testing|test", ("test",)),
        (r"(?i:any case) counts", (" counts",)),
        (r"(?i:any case)", ()),
    ],
)
def test_words_that_a_pattern_needs(pattern: str, words: tuple[str, ...]) -> None:
    assert needed_words(pattern) == words


@pytest.mark.parametrize("flags", [0, re.I])
@pytest.mark.parametrize("pattern", PATTERNS)
@given(parts=st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=8), joint=st.sampled_from(["", " "]))
def test_finds_what_the_pattern_finds(pattern: str, flags: int, parts: list[str], joint: str) -> None:
    text = joint.join(parts)
    fast, plain = quick(pattern, flags), re.compile(pattern, flags)
    assert [m.span() for m in fast.finditer(text)] == [m.span() for m in plain.finditer(text)]
    assert (fast.search(text) is None) == (plain.search(text) is None)
    assert fast.sub("*", text) == plain.sub("*", text)
    assert (fast.match(text) is None) == (plain.match(text) is None)


def test_what_needs_no_word_is_a_plain_pattern() -> None:
    assert isinstance(quick(r"\d+"), re.Pattern)
    assert isinstance(quick(r"tests \d+"), Quick)


def test_every_match_counts_from_where_it_is_asked_for() -> None:
    assert (m := quick("needle").search("needle needle", 1)) is not None
    assert m.start() == 7


@pytest.mark.parametrize("pattern", PATTERNS)
@given(parts=st.lists(st.sampled_from(WORDS), max_size=6), data=st.data())
def test_finds_the_same_in_a_part_of_a_text(pattern: str, parts: list[str], data: st.DataObject) -> None:
    text = "".join(parts)
    end = data.draw(st.integers(0, len(text)))
    begin = data.draw(st.integers(0, end))
    found, meant = quick(pattern).search(text, begin, end), re.compile(pattern).search(text, begin, end)
    assert (found and found.span()) == (meant and meant.span())


@pytest.mark.parametrize("size", [10, 10_000, 500_000])
def test_texts_of_any_length(size: int) -> None:
    pattern = quick(r"\b(?:to go|needle)\b", re.I)
    assert pattern.search("x " * size) is None
    assert pattern.search("needles " * size) is None
    assert pattern.search("x " * size + "To go") is not None
    assert pattern.search("x" * size + " NEEDLE") is not None
