import json
import os
from pathlib import Path

import pytest

from planscope.cli import run as cli

SECRET = "ghp_" + "aB3x" * 9
CHAT = [
    {"role": "user", "content": f"Use {SECRET} to count the open issues."},
    {"role": "assistant", "content": "", "tool_calls": [
        {"id": "c1", "type": "function", "function": {"name": "count", "arguments": json.dumps({"token": SECRET})}}]},
    {"role": "tool", "tool_call_id": "c1", "content": "12 open issues"},
    {"role": "assistant", "content": f"There are 12 open issues; I used {SECRET}."},
]  # fmt: skip


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    made = tmp_path / "chat.json"
    made.write_text(json.dumps(CHAT))
    return made


def run(*arguments: object) -> int:
    return cli([str(a) for a in arguments])


def in_bytes(folder: Path, text: str) -> list[Path]:
    return [x for x in folder.rglob("*") if x.is_file() and text.encode() in x.read_bytes()]


def answers(store: Path, query: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert run("sql", query, "--store", store) == 0
    return capsys.readouterr().out


def test_import_masks_says_so_and_does_not_add_twice(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("import", file, "--store", "s") == 0
    assert "secrets masked (github " in capsys.readouterr().out
    assert not in_bytes(Path("s"), SECRET)
    told = answers(Path("s"), "SELECT * FROM spans", capsys)
    assert SECRET not in told
    assert "[redacted:github:" in told
    assert run("import", file, "--store", "s") == 0
    assert "0 new" in capsys.readouterr().out


def test_the_key_is_made_once_and_read_by_its_owner_alone(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("import", file, "--store", "s")
    key = Path("s/redaction.key")
    before = key.read_bytes()
    run("import", file, "--store", "s")
    assert key.read_bytes() == before
    assert len(before) == 64
    assert key.stat().st_mode & 0o077 == 0


def test_no_redact_and_the_setting_keep_what_is_there(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("import", file, "--store", "plain", "--no-redact")
    assert "masked" not in capsys.readouterr().out
    assert SECRET in answers(Path("plain"), "SELECT * FROM spans", capsys)
    Path("planscope.toml").write_text("[redact]\noff = true\n")
    run("import", file, "--store", "off")
    assert SECRET in answers(Path("off"), "SELECT * FROM spans", capsys)


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "junit", "markdown"])
def test_no_report_shows_a_secret(form: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("check", file, "--format", form)
    out, err = capsys.readouterr()
    assert SECRET not in out + err
    assert "secrets masked (github " in err


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("[redact]\nmail = true\n", "did you mean 'email'"),
        ("[redact]\nemail = 1\n", "redact.email = 1 must be true or false"),
        ("redact = 3\n", "redact must be a table"),
    ],
)
def test_settings_that_make_no_sense(settings: str, said: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("planscope.toml").write_text(settings)
    assert run("check", file) == 3
    assert said in capsys.readouterr().err


def test_addresses_are_masked_when_the_settings_say_so(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(json.dumps([{"role": "user", "content": "Write bob@example.com"}, *CHAT[1:]]))
    Path("planscope.toml").write_text("[redact]\nemail = true\n")
    run("import", file, "--store", "s")
    told = answers(Path("s"), "SELECT * FROM spans", capsys)
    assert "bob@" not in told
    assert "[redacted:email:" in told


def test_a_folder_that_cannot_be_written_is_no_obstacle(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", os.devnull)
    assert run("check", file) in (0, 1)
    assert "secrets masked" in capsys.readouterr().err
