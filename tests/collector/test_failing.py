"""Which results say that the call failed. All texts are made up."""

from typing import Any

import pytest

from planscope.collector.failing import bad_exit, says_failure, shell_failed


@pytest.mark.parametrize(
    "text",
    [
        "Error: no such room",
        "error - no such room",
        "Error",
        "Error executing tool book_room: no such room",
        "Internal server error: try later",
        '"Error: no such room"',
        "ValueError: invalid date",
        "shop.errors.PaymentException: card refused",
        "Traceback (most recent call last):\n  File ...",
        "fatal: not a git repository",
        "Failed to fetch the page",
        "Tool call failed: time out",
        "404 Not Found",
        "HTTP 403 Forbidden",
        "错误：没有这个房间",
        "查询失败，请稍后再试",
        "Fehler: kein solches Zimmer",
        "Erreur : chambre introuvable",
        "Erro: quarto não encontrado",
        "Fout: geen kamer",
        "エラー: 部屋がありません",
    ],
)
def test_texts_that_say_so(text: str) -> None:
    assert says_failure(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Error handling in shell scripts, chapter 4",
        "Errors: 0, warnings: 2",
        "error bars show the standard deviation",
        "Standard error: 0.02",
        "No error found",
        "The rate of error: 3 %",
        "0 failed, 12 passed",
        "Failed tests: 0",
        "false",
        "失败的原因有三个",
        "Fehlerbehebung leicht gemacht",
        "400 rooms are free",
        "x" * 100_000 + " Error: late",
    ],
)
def test_texts_that_do_not(text: str) -> None:
    assert not says_failure(text)


@pytest.mark.parametrize(
    "data",
    [
        {"error": "no such room"},
        {"error": {"code": 7}},
        {"errors": ["no such room"], "data": None},
        {"error": "no such room", "room_id": "r7"},
        {"success": False},
        {"success": False, "message": "no such room", "data": []},
        {"ok": False, "reason": "closed"},
        {"status": "error", "message": "closed"},
        {"statusCode": 404, "message": "no such room"},
        {"content": [{"type": "text", "text": "closed"}], "isError": True},
        {"stdout": "", "stderr": "closed", "exit_code": 2},
        {"错误": "没有这个房间"},
    ],
)
def test_objects_that_only_report_an_error(data: Any) -> None:
    assert says_failure("{...}", data)


@pytest.mark.parametrize(
    "data",
    [
        {"available": False},
        {"valid": False, "room": "r7"},
        {"success": False, "launch": 4, "name": "Swift"},
        {"status": "failed", "reason": "card refused"},
        {"status": "failed"},
        {"error": None, "rooms": []},
        {"error": "", "ok": True},
        {"error": 0.03, "mean": 1.2},
        {"error": "none"},
        {"errors": []},
        {"rooms": [1, 2], "error": "page 3 timed out"},
        {"stdout": "3 passed", "exit_code": 0},
        {"status": 200, "message": "fine"},
        {"code": 500, "price": 20},
        [{"error": "x"}],
    ],
)
def test_objects_whose_data_is_no_failure(data: Any) -> None:
    assert not says_failure("{...}", data)


@pytest.mark.parametrize(
    ("code", "printed", "failed"),
    [
        (0, "", False),
        (0, "error", False),
        (1, "", False),
        (1, " \n", False),
        (1, "no", True),
        (2, "", True),
        (-9, "", True),
    ],
)
def test_an_exit_status(code: int, printed: str, failed: bool) -> None:
    assert bad_exit(code, printed) is failed


@pytest.mark.parametrize(
    ("printed", "failed"),
    [
        ("bash: hose: command not found\n", True),
        ("/bin/sh: 1: hose: not found", True),
        ("\nEXECUTION TIMED OUT", True),
        ('start\nTraceback (most recent call last):\n  File "a.py"\nshop.errors.OutOfStockError: no foil\n', True),
        ("Traceback (most recent call last):\n  ...\nValueError: x\nretried, and it went well", False),
        ("grep: found 3 lines with ValueError: x", False),
        ("a.py: ValueError", False),
        ("the search timed out in 3 of 5 places", False),
        ("", False),
    ],
)
def test_what_a_shell_printed(printed: str, failed: bool) -> None:
    assert shell_failed(printed) is failed


@pytest.mark.parametrize(
    ("data", "failed"),
    [
        ({"fehler": "Saal 2 ist belegt"}, True),
        ({"erreur": "commande impossible", "code": 12}, True),
        ({"fout": "datum ontbreekt"}, True),
        ({"erro": "cartão bloqueado", "motivo": "limite"}, True),
        ({"fallo": "tarjeta bloqueada"}, True),
        ({"エラー": "部屋がありません"}, True),
        ({"erfolg": False, "meldung": "belegt"}, True),
        ({"fehler": None, "saal": 2}, False),
        ({"fehler": [], "buchungen": [{"saal": 2}]}, False),
        ({"erfolg": False, "versuche": [{"saal": 2}]}, False),
        ({"fout": 0.02, "meting": 3.1}, False),
    ],
)
def test_keys_of_other_languages(data: dict[str, Any], failed: bool) -> None:
    assert says_failure("", data) is failed
