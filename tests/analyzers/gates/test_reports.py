"""JUnit and Markdown: whole and inert whatever a trace holds, and of bounded size."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from planscope.analyzers.check import Check, FileFacts, Report
from planscope.analyzers.gates.ruling import Ruling
from planscope.analyzers.gates.verdict import Question, Verdict, decide
from planscope.analyzers.report import junit as junit_module
from planscope.analyzers.report import markdown as markdown_module
from planscope.analyzers.report.gate_text import gate_text
from planscope.analyzers.report.junit import junit
from planscope.analyzers.report.markdown import code, markdown
from planscope.analyzers.report.text import Style
from tests.analyzers.gates.made import facts, finding, report

CONTROL = "".join(map(chr, range(32))) + "\x7f\x85\ud800\udfff\ufffe\uffff\u2028\u202e"
HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=y>", "![x](http://evil.example/p.png) [y](javascript:z)",
    "http://evil.example www.evil.example a@evil.example", "@maintainers please #12 GH-3 owner/repo@abcdef0",
    "`` ` ``` ` <b>", "```\n<b>x</b>\n```", "~~~\n# x\n~~~", "\n\n# Heading\n\n- [x] done\n| a | b |\n|---|---|\n",
    "]]>&amp;&lt;<![CDATA[x]]>", "<!-- ", "<details><summary>", "$`x`$ $$y$$ :tada: ~x~ **b** _i_ \\` \\", "`", "``",
    " `x` ", CONTROL, "", " ", "    indented", "> quoted", "1. one", "[^1]: note", "&#60;b&#62;", "</code></pre><b>",
)  # fmt: skip


def hostile(text: str) -> Report:
    """A report in which everything that comes from a trace or a user's detector is this text."""
    run = replace(facts("a", text), id=text, file=text, title=text, agent=text, task=text)
    made = replace(finding("a", text), run=text)
    made = replace(made, evidence=tuple(replace(e, quote=text, note=text) for e in made.evidence))
    checks = [Check(text, "stale-todo", "stale_todo", "found"), Check(text, "x", "plan_drift", "abstained", text)]
    unread = FileFacts(text, "", problem=text)
    return Report([unread], [run], [made], [*checks, Check(text, "y", "plan_drift", "failed", text)])


def cases(text: str) -> dict[str, tuple[str, str]]:
    """Tag and message of what each case holds, by suite and name."""
    found = {}
    for suite in ET.fromstring(text.encode()):
        for case in suite:
            inside = [(e.tag, e.get("message", e.text or "")) for e in case]
            found[f"{suite.get('name')} {case.get('name')}"] = inside[0] if inside else ("passed", "")
    return found


# --- JUnit ---------------------------------------------------------------------------------------------------------


def test_what_each_check_is_in_junit() -> None:
    found = report([facts("a"), facts("b"), facts("c")], finding("a"), b="abstained")
    found.checks[-1] = replace(found.checks[-1], outcome="failed", reason="ZeroDivisionError")
    assert cases(junit(found, {0})) == {
        "plan_drift a.json": ("passed", ""),
        "plan_drift b.json": ("skipped", "abstained: abstained for a reason"),
        "plan_drift c.json": ("error", "plan-drift crashed: ZeroDivisionError"),
        "stale_todo a.json": ("failure", "stale-todo.left-open: 3 items are left open"),
        "stale_todo b.json": ("skipped", "abstained: abstained for a reason"),
        "stale_todo c.json": ("passed", ""),
    }


def test_junit_fails_where_the_gate_does() -> None:
    found = report([facts("a")], finding("a", severity="warning"))
    passed = decide(found, Question())
    text = junit(found, passed.against, passed.rulings)
    assert (ET.fromstring(text).get("failures"), cases(text)["gate error"][0]) == ("0", "system-out")
    assert "3 items are left open" in cases(text)["stale_todo a.json"][1]
    assert ET.fromstring(junit(found, {0})).get("failures") == "1"


def test_junit_counts_what_it_holds() -> None:
    found = report([facts(n) for n in "abc"], finding("a"), finding("a", "more"), c="not_applicable")
    root = ET.fromstring(junit(found, {0, 1}, [Ruling("x", "undecided", "no", ("for a reason",))]))
    for element in (root, *root):
        held = list(element.iter("testcase"))
        assert int(element.get("tests", -1)) == len(held)
        for tag, name in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
            assert int(element.get(name, -1)) == len(list(element.iter(tag)))
    assert "and 1 more" in cases(ET.tostring(root, "unicode"))["stale_todo a.json"][1]


def test_runs_of_one_name_stay_apart_in_junit() -> None:
    found = report([facts("a", file="x.json"), facts("b", file="x.json")])
    assert {"stale_todo x.json", "stale_todo x.json #2"} <= cases(junit(found, ())).keys()


@pytest.mark.parametrize("text", HOSTILE)
def test_junit_is_valid_whatever_a_trace_holds(text: str) -> None:
    found = hostile(text)
    verdict = decide(found, Question(), troubles=[text])
    made = junit(found, verdict.against, verdict.rulings)
    root = ET.fromstring(made.encode())
    assert {e.tag for e in root.iter()} <= {
        "testsuites", "testsuite", "testcase", "failure", "error", "skipped", "system-out",
    }  # fmt: skip
    assert not any(c in made for c in "\x00\x1b\x7f\ufffe\uffff\u202e")
    if text.isprintable() and "  " not in text:
        assert any(text in e.get("message", "") for e in root.iter("failure"))


def test_junit_has_a_bounded_size(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = [facts(f"r{n}") for n in range(300)]
    found = report(runs, *(finding(r.id, "x" * 10_000) for r in runs[-50:]))
    monkeypatch.setattr(junit_module, "MOST_CASES", 100)
    monkeypatch.setattr(junit_module, "MOST_BYTES", 20_000)
    text = junit(found, range(50))
    assert len(text) < 100_000
    root = ET.fromstring(text)
    assert root.get("failures") == "50"
    assert "500 cases are left out" in text
    assert "would be too large" in text


# --- Markdown ------------------------------------------------------------------------------------------------------


def whole(found: Report, verdict: Verdict) -> str:
    return markdown(found, "planscope gate: x", shown=range(len(found.findings)), rulings=verdict.rulings, new={0})


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_from_a_trace_means_anything_in_markdown(text: str) -> None:
    found = hostile(text)
    page = whole(found, decide(found, Question(), troubles=[text]))
    quiet = hostile("word")
    expected = whole(quiet, decide(quiet, Question(), troubles=["word"]))
    parser = MarkdownIt("gfm-like", {"linkify": False})
    tokens = [t for token in parser.parse(page) for t in (token, *(token.children or ()))]
    allowed = {t.type for t in parser.parse(expected) for t in (t, *(t.children or ()))}
    assert {t.type for t in tokens} <= allowed | {"paragraph_open", "paragraph_close"}
    plain = "".join(t.content for t in tokens if t.type == "text")
    assert not any(mark in plain for mark in ("<", "@", "http", "www", "evil", "`", "$", "#12", "tada"))


@pytest.mark.parametrize("text", ["plain", "a`b", "``", "`", "```x", "x````", " y "])
def test_code_shows_the_text_itself(text: str) -> None:
    [_, inline, _] = MarkdownIt().parse(f"x {code(text)} y")
    assert inline.children is not None
    [shown] = [t.content for t in inline.children if t.type == "code_inline"]
    assert shown.strip() == text.strip()


def test_markdown_has_a_bounded_size_and_says_what_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = [facts(f"r{n}", "世" * 500) for n in range(300)]
    found = report(runs, *(finding(r.id, "界" * 600) for r in runs))
    page = markdown(found, "t", shown=range(300))
    assert "**100 more findings are left out here**" in page
    monkeypatch.setattr(markdown_module, "MOST_BYTES", 50_000)
    page = markdown(found, "t", shown=range(300))
    assert len(page.encode()) <= 50_000
    assert "more findings are left out here" in page
    rulings = [Ruling(f"x{n}", "pass", "y" * 600) for n in range(1000)]
    assert len(markdown(found, "t", shown=range(300), rulings=rulings).encode()) <= 50_000


# --- text ----------------------------------------------------------------------------------------------------------


def test_text_shows_what_fails_and_says_what_does_not() -> None:
    found = report([facts("a")], finding("a", "first"), finding("a", "second", "warning"))
    shown = "\n".join(gate_text(found, decide(found, Question()), Style()))
    assert "first" in shown
    assert "second" not in shown
    assert "1 of 2 findings allowed or known" in shown
    assert shown.splitlines()[-1] == "gate: failed (exit code 1)"
    assert "second" in "\n".join(gate_text(found, decide(found, Question()), Style(verbose=True)))


@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_fit_for_a_terminal(text: str) -> None:
    found = hostile(text)
    lines = list(gate_text(found, decide(found, Question(), troubles=[text]), Style(verbose=True)))
    assert all(line.isprintable() for line in lines)
