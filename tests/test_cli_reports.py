"""What reports print: text made harmless, lines of the right width, colour only where it was asked for."""

import json

from planscope.analyzers.check import Check, FileFacts, Report, RunFacts
from planscope.analyzers.detector import Evidence, Finding, Severity
from planscope.analyzers.gate import answer, undecided
from planscope.analyzers.report.lines import finding_line
from planscope.analyzers.report.safe import json_line, safe, width, wrapped
from planscope.analyzers.report.text import Style, summary, text_report
from planscope.collector.span import Place
from planscope.collector.transcripts.source import Skipped

HOSTILE = "\x00\t\n\r\x1b\x7f\x85\x9b\xad\u061c\u180e\u200b\u200e\u2028\u202e\u2066\ufeff\ud800\U000e0041"


def finding(message: str = "says 3; it is 2", severity: Severity = "error", *places: Place) -> Finding:
    where = places or (Place("a.json", "3"),)
    evidence = tuple(Evidence(p, 1, "three of them", "said") for p in where)
    return Finding(message, evidence, severity, "wrong-count", "counting", "discipline", "r1")


def report(*findings: Finding) -> Report:
    run = RunFacts("r1", "a.json", None, "chat", "", None, "ended", 4, 1, 0, "Count the sheep")
    files = [FileFacts("a.json", "chat", 1)]
    checks = [Check("r1", "counting", "discipline", "found" if findings else "clean")]
    return Report(files, [run], list(findings), checks)


def lines(found: Report, **style: object) -> list[str]:
    return list(text_report(found, Style(**style)))  # type: ignore[arg-type]


def test_nothing_that_moves_a_cursor_or_hides_passes() -> None:
    assert safe(HOSTILE).isprintable()
    assert safe("\x1b[1m\u202e\ud800\n") == r"\x1b[1m\u202e\ud800\n"
    line = json_line({HOSTILE: HOSTILE})
    assert line.isprintable()
    assert json.loads(line) == {HOSTILE: HOSTILE}


def test_words_in_any_script_stay_as_they_are() -> None:
    for text in ("1\xa0208,10 €", "日本語の文", "می‌خواهم", "क्‍ष", "👩‍🚀", "naïve – “so”"):
        assert safe(text) == text
        assert json.loads(json_line(text)) == text


def test_lines_are_as_wide_as_the_terminal() -> None:
    text = "short words and 日本語の長い文章がここにあります " + "x" * 60 + " end"
    for columns in (20, 33, 80):
        broken = wrapped(text, columns, "- ", "  ")
        assert max(map(width, broken)) <= columns
        assert "".join(line[2:] for line in broken).replace(" ", "") == text.replace(" ", "")
    assert wrapped("", 20, "- ") == ["-"]


def test_colour_only_where_asked_for() -> None:
    assert "\x1b[" not in "".join(lines(report(finding())))
    coloured = "\n".join(lines(report(finding("\x1b[2J")), colour=True))
    assert "\x1b[1;31merror\x1b[0m" in coloured
    assert r"\x1b[2J" in coloured


def test_place_in_another_file_or_run_is_named() -> None:
    here, there, other = Place("a.json", "3"), Place("b.json", "7"), Place("a.json", "1", "second")
    text = "\n".join(lines(report(finding("x", "info", here, there, other))))
    assert "at 3, b.json:7, a.json[second]:1  said: “three of them”" in text


def test_many_quotations_are_shown_on_demand() -> None:
    evidence = tuple(Evidence(Place("a.json", str(n)), n, f"quote {n}") for n in range(9))
    many = report(Finding("x", evidence, "error", "f", "counting", "discipline", "r1"))
    assert "      and 3 more (--verbose)" in lines(many)
    assert "      at 8  “quote 8”" not in lines(many)
    assert "      at 8  “quote 8”" in lines(many, verbose=True)


def test_an_endless_message_is_cut() -> None:
    assert sum(map(len, lines(report(finding("word " * 10_000))))) < 4000


def test_summary_counts_everything() -> None:
    found = report(finding(), finding("x", "info"))
    found.files += [
        FileFacts("b", "chat", 5, (Skipped("b", "1", "no valid JSON (x)"), Skipped("b", "2", "no valid JSON (y)"))),
        *(FileFacts(f"{n}.md", "", problem="unknown format (no JSON: ...)", foreign=True) for n in range(7)),
        FileFacts("c", "", problem="no such file or folder"),
    ]
    found.checks += [
        Check("r1", "x", "discipline", "abstained", "why"),
        Check("r1", "y", "discipline", "failed", "KeyError"),
    ]
    found.interrupted = True
    assert summary(found) == (
        "interrupted, so far: 2 findings (1 error, 1 info) in 1 run; 2 files read; "
        "1 not read (no such file or folder): c; "
        "7 passed over (unknown format): 0.md, 1.md, 2.md, 3.md, 4.md and 2 more; "
        "2 records skipped: 2 no valid JSON; abstained: x 1; crashed: y 1"
    )


def test_json_lines_give_at_most_five_places_of_the_same_run() -> None:
    places = [Place("a.json", str(n)) for n in (9, 1, 9, 2, 3, 4, 5, 6)]
    line = finding_line(finding("x", "error", places[0], Place("b.json", "77"), *places[1:]))
    assert line["steps"] == ["9", "1", "2", "3", "4"]


def test_gate_puts_findings_before_doubts_and_doubts_before_silence() -> None:
    sound = report()
    assert answer(sound, "error") == 0
    assert list(undecided(sound)) == []
    doubtful = report(finding("x", "warning"))
    doubtful.files.append(FileFacts("c", "", problem="no such file or folder"))
    assert answer(doubtful, "error") == 2
    assert answer(doubtful, "warning") == 1
    assert answer(doubtful, "never") == 2


def test_foreign_file_counts_only_when_it_was_asked_for() -> None:
    found = report()
    found.files.append(FileFacts("notes.md", "", problem="unknown format", foreign=True))
    assert answer(found, "error") == 0
    assert answer(found, "error", {"notes.md"}) == 2


def test_skipped_records_never_change_the_answer() -> None:
    found = report()
    found.files.append(FileFacts("b", "chat", 0, (Skipped("b", "1", "no valid JSON"),)))
    assert answer(found, "error") == 0


def test_nothing_applicable_is_an_answer_and_nothing_looked_at_is_none() -> None:
    found = report()
    found.checks = [Check("r1", "x", "discipline", "not_applicable", "no list")]
    assert answer(found, "error") == 0
    found.checks = [Check("r1", "x", "discipline", "abstained", "cut")]
    assert answer(found, "error") == 2
    assert answer(Report(), "error") == 2
