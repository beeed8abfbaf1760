"""Settings files, and detectors of one's own: what works, and what is said when it does not."""

import json
from pathlib import Path

import pytest

from planscope.cli import run
from planscope.config import Settings, find_settings, options_for
from planscope.errors import UnknownName, UsageError

MINE = '''
from planscope.analyzers.detector import Finding, at, detector

@detector("discipline")
def long_request(run, *, most: int = 20, words: tuple = ("please",), share: float = 0.5):
    """A request longer than allowed."""
    for said in run.requests:
        if len(said.text) > most:
            yield Finding(f"{len(said.text)} characters, more than {most}", (at(said, said.text),), "error")
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a detector in a folder, and below it the working folder with a transcript."""
    (tmp_path / "checks").mkdir()
    (tmp_path / "checks" / "mine.py").write_text(MINE)
    (tmp_path / "work").mkdir()
    said = [{"role": "user", "content": "x" * 30}, {"role": "assistant", "content": "ok"}]
    (tmp_path / "work" / "x.json").write_text(json.dumps({"messages": said}))
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


def found(*arguments: str) -> int:
    return run(["check", "x.json", "--kind", "long-request", *arguments])


@pytest.mark.parametrize("name", ["planscope.toml", "pyproject.toml"])
def test_settings_of_a_folder_above(folder: Path, name: str) -> None:
    prefix = "" if name == "planscope.toml" else "tool.planscope."
    head = "" if name == "planscope.toml" else "[tool.planscope]\n"
    (folder / name).write_text(f'{head}detectors = ["checks/mine.py"]\n[{prefix}long-request]\nmost = 40\n')
    assert found() == 0
    (folder / name).write_text(f'{head}detectors = ["checks/mine.py"]\n')
    assert found() == 1


def test_the_nearest_settings_count(folder: Path) -> None:
    (folder / "planscope.toml").write_text('detectors = ["checks/mine.py"]\n')
    (folder / "work" / "pyproject.toml").write_text("[project]\nname = 'x'\n")  # says nothing of us
    assert find_settings(folder / "work").file == folder / "planscope.toml"
    (folder / "work" / "planscope.toml").write_text("")
    assert find_settings(folder / "work") == Settings(file=folder / "work" / "planscope.toml")


def test_the_same_file_by_settings_and_by_option(folder: Path) -> None:
    (folder / "planscope.toml").write_text('detectors = ["checks/mine.py"]\n')
    assert found("--detectors", "../checks/mine.py") == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("detectors = [", "planscope.toml: "),
        ("detectors = 'mine.py'", "must be a list"),
        ("detectrs = ['checks/mine.py']", "did you mean 'detectors'?"),
        ("[long-reqest]\nmost = 1", "did you mean 'long-request'?"),
        ("[long-request]\nmots = 1", "did you mean 'most'?"),
        ("[long-request]\nmost = 'few'", "long-request.most = 'few' is of the wrong type; the default is 20"),
        ("[long-request]\nmost = true", "wrong type"),
        ("[long-request]\nwords = [1]", "wrong type"),
        ("long-request = 3", "must be a table"),
        ("[long-request]\nmost = -1", "long-request.most = -1 makes no sense; the default is 20"),
        ("[long-request]\nshare = -1", "long-request.share = -1.0 makes no sense"),
        ("[long-request]\nshare = nan", "long-request.share = nan makes no sense"),
        ("[long-request]\nshare = inf", "long-request.share = inf makes no sense"),
    ],
)
def test_settings_that_make_no_sense(folder: Path, text: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "planscope.toml").write_text(text)
    assert run(["check", "x.json", "--detectors", "../checks/mine.py"]) == 3
    assert words in capsys.readouterr().err


def test_settings_may_begin_with_a_byte_order_mark(folder: Path) -> None:
    (folder / "planscope.toml").write_text('\ufeffdetectors = ["checks/mine.py"]\n')
    assert found() == 1


def test_our_table_that_is_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "pyproject.toml").write_text("[tool]\nplanscope = 5\n")
    assert run(["check", "x.json"]) == 3
    assert "pyproject.toml: tool.planscope must be a table, and is 5" in capsys.readouterr().err


def test_somebody_else_s_broken_pyproject_is_not_ours(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[project\n")
    assert find_settings(folder / "work") == Settings()
    (folder / "pyproject.toml").write_text("[tool.planscope\n")
    with pytest.raises(UsageError, match="pyproject"):
        find_settings(folder / "work")


def test_values_take_the_type_of_the_default() -> None:
    known = {"d": {"share": 0.5, "words": ("a",), "names": frozenset({"a"}), "most": 3}}
    given = Settings(options={"d": {"share": 1, "words": ["b", "c"], "names": ["x"], "most": 4}})
    assert options_for(given, known) == {"d": {"share": 1.0, "words": ("b", "c"), "names": frozenset({"x"}), "most": 4}}
    with pytest.raises(UnknownName):
        options_for(Settings(options={"e": {}}), known)


# --- detectors of one's own ----------------------------------------------------------------------------------------


def test_dotted_module_of_the_working_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "own_checks_of_a_test").mkdir()
    (folder / "own_checks_of_a_test" / "__init__.py").touch()
    (folder / "own_checks_of_a_test" / "requests.py").write_text(MINE)
    assert run(["check", "work/x.json", "--detectors", "own_checks_of_a_test", "--kind", "long-request"]) == 1


PREFIX = "from planscope.analyzers.detector import Finding, at, detector\n"

BROKEN = {
    "missing": (None, "no such Python file"),
    "syntax": ("def x(:\n", "SyntaxError"),
    "raises": ("1 / 0\n", "ZeroDivisionError"),
    "exits": ("raise SystemExit(0)\n", "SystemExit"),
    "none inside": ("def f(run): ...\n", "holds no detector"),
    "no default": (PREFIX + "@detector('discipline')\ndef f(run, *, most: int): ...\n", "'most' needs a default"),
    "unknown kind": (PREFIX + "@detector('disciplin')\ndef f(run): ...\n", "did you mean 'discipline'?"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_module_that_cannot_be_loaded(folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, words = BROKEN[name]
    if text is not None:
        (folder / "work" / "broken.py").write_text(text)
    assert run(["check", "x.json", "--detectors", "broken.py"]) == 2
    out, err = capsys.readouterr()
    assert "broken.py" in err
    assert words in err
    assert "Traceback" not in out + err


@pytest.mark.parametrize("name", [".", "..", "../checks", "/", "no such", "a..b", ""])
def test_name_that_is_neither_file_nor_module(folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "x.json", "--detectors", name]) == 2
    assert f"{name!r} is neither a Python file" in capsys.readouterr().err


def test_two_detectors_of_one_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "work" / "second.py").write_text(MINE)
    assert run(["check", "x.json", "--detectors", "../checks/mine.py", "--detectors", "second.py"]) == 2
    assert "two detectors are called 'long-request'; rename the one in 'second.py'" in capsys.readouterr().err


TUPLE = "the evidence of a finding must be a tuple of Evidence: 'x'"
TEXT = "message and form of a finding must be text:"
CRASHES = {
    "raises": ("    return [][1]\n", "IndexError: list index out of range, in line 4 of crash.py"),
    "no evidence": ("    yield Finding('x', ())\n", "a finding without evidence: 'x'"),
    "no finding": ("    yield 'x'\n", "answered with a str"),
    "one evidence": (
        "    yield Finding('x', at(run.steps[0], 'x'))\n",
        TUPLE,
    ),
    "evidence of text": (
        "    yield Finding('x', ('x',))\n",
        TUPLE,
    ),
    "evidence of none": (
        "    yield Finding('x', None)\n",
        TUPLE,
    ),
    "message of none": (
        "    yield Finding(None, (at(run.steps[0], 'x'),))\n",
        "message and form of a finding must be text: None, ''",
    ),
    "message of bytes": (
        "    yield Finding(b'x', (at(run.steps[0], 'x'),))\n",
        "message and form of a finding must be text: b'x', ''",
    ),
    "form of a number": (
        "    yield Finding('x', (at(run.steps[0], 'x'),), 'info', 5)\n",
        "message and form of a finding must be text: 'x', 5",
    ),
    "quote of a number": (
        "    from dataclasses import replace\n    yield Finding('x', (replace(at(run.steps[0], 'x'), quote=5),))\n",
        "a place, step, quote or note of the wrong type in the evidence of 'x'",
    ),
    "place of text": (
        "    from dataclasses import replace\n    yield Finding('x', (replace(at(run.steps[0], 'x'), place='5'),))\n",
        "a place, step, quote or note of the wrong type in the evidence of 'x'",
    ),
    "no severity": ("    yield Finding('x', (at(run.steps[0], 'x'),), 'fatal')\n", "unknown severity 'fatal'"),
}


@pytest.mark.parametrize("name", CRASHES)
def test_detector_that_crashes(folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    body, words = CRASHES[name]
    text = PREFIX + "@detector('discipline')\ndef crashing(run):\n" + body
    (folder / "work" / "crash.py").write_text(text)
    assert run(["check", "x.json", "--detectors", "crash.py", "--kind", "crashing"]) == 2
    out, err = capsys.readouterr()
    assert f"detector crashing crashed on the only run ({words}" in err
    assert "crashed: crashing 1" in out
    assert "Traceback" not in out + err


def test_crash_of_one_does_not_silence_another(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "work" / "crash.py").write_text(PREFIX + "@detector('discipline')\ndef crashing(run):\n    1 / 0\n")
    own = ["--detectors", "crash.py", "--detectors", "../checks/mine.py"]
    assert run(["check", "x.json", *own, "--kind", "crashing", "--kind", "long-request"]) == 1
    assert "30 characters, more than 20" in capsys.readouterr().out


@pytest.mark.parametrize("body", ["    import sys\n    sys.exit(0)\n", "    raise GeneratorExit\n"])
def test_a_detector_that_exits_does_not_end_the_check(
    folder: Path, body: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "work" / "quits.py").write_text(PREFIX + "@detector('discipline')\ndef quits(run):\n" + body)
    assert run(["check", "x.json", "--detectors", "quits.py", "--kind", "quits"]) == 2
    out, err = capsys.readouterr()
    assert "crashed: quits 1" in out
    assert "Traceback" not in out + err


def test_nothing_is_checked_when_every_detector_abstains(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "from planscope.analyzers.detector import Abstained, detector\n@detector('discipline')\ndef blind(run):\n"
    (folder / "work" / "blind.py").write_text(text + "    yield Abstained('the results were not captured')\n")
    assert run(["check", "x.json", "--detectors", "blind.py", "--kind", "blind", "-v"]) == 2
    out, err = capsys.readouterr()
    assert "abstained: blind (the results were not captured)" in out
    assert "every detector had to abstain" in err
