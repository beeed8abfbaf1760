"""`planscope store delete` and `store verify` on the command line."""

import json
from pathlib import Path

import pytest

from planscope.cli import run
from planscope.collector.store import Store


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        chat = [{"role": "user", "content": f"words of {name}"}, {"role": "assistant", "content": "Done."}]
        Path(f"{name}.json").write_text(json.dumps(chat))
    assert run(["import", "a.json", "b.json", "--store", "st"]) == 0
    assert run(["check", "--store", "st"]) == 0
    capsys.readouterr()
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run([*arguments, "--store", "st"]) == code
    out, err = capsys.readouterr()
    return out + err


def runs(capsys: pytest.CaptureFixture[str]) -> list[str]:
    told = said(capsys, "sql", "SELECT run_id FROM runs ORDER BY file", "--format", "csv")
    return told.split()[1:]


def test_a_run_is_deleted_and_the_other_stays(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = runs(capsys)
    dry = said(capsys, "store", "delete", "--run", first, "--dry-run")
    assert dry == f"1 trace would go\n  run {first}\n"
    assert runs(capsys) == [first, second]
    assert "1 run deleted, 2 spans in 1 trace" in said(capsys, "store", "delete", "--run", first, "--now")
    assert runs(capsys) == [second]
    held = b"".join(p.read_bytes() for p in Path("st").rglob("*") if p.is_file())
    assert b"words of b" in held
    assert b"words of a" not in held


def test_what_is_old_is_deleted(capsys: pytest.CaptureFixture[str]) -> None:
    assert "0 traces would go" in said(capsys, "store", "delete", "--older-than", "1")
    assert "2 runs deleted" in said(capsys, "store", "delete", "--older-than", "0", "--now")
    assert runs(capsys) == []


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([], 3, "say what to delete"),
        (["--run", "nobody"], 2, "no run and no trace is called 'nobody'"),
        (["--older-than", "-1"], 3, "--older-than"),
        (["--keep-size", "100000"], 0, "0 traces would go"),
    ],
)
def test_calls_that_name_nothing(
    arguments: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in said(capsys, "store", "delete", *arguments, code=code)
    assert len(runs(capsys)) == 2


def test_damage_is_named_and_moved_aside(capsys: pytest.CaptureFixture[str]) -> None:
    assert "files read" in said(capsys, "store", "verify")
    bad = Store("st").files("steps")[0]
    bad.write_bytes(b"PAR1 nothing at all PAR1")
    told = said(capsys, "store", "verify", code=2)
    assert f"damaged: {bad.relative_to(Path('st').absolute())}" in told
    assert "--quarantine moves" in told
    assert "now quarantine/" in said(capsys, "store", "verify", "--quarantine", code=2)
    said(capsys, "store", "verify")
    assert said(capsys, "sql", "SELECT count(*) FROM spans", "--format", "csv").split() == ["count_star()", "4"]
