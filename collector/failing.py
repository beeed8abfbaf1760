"""Whether a tool's result says that the call failed, for formats that have no flag for it. Pure.

Only what the tool says of its own work counts: how its text begins, or an object that holds nothing but the report of
an error. A result whose data holds `false`, a failed payment or the word "error" somewhere is no failure.
"""

import re
from collections.abc import Mapping
from typing import Any

_HEAD = 300  # characters at the beginning in which a text says that it is an error

_BEGINS = re.compile(
    r"\s*[\"'`*]{0,3}(?:"
    r"<(?:tool_use_)?error>|\[error\]|(?:http )?[45]\d\d (?:bad request|unauthorized|forbidden|not found)"
    r"|(?:(?:tool|execution|runtime|api|http|server|internal|unexpected|unknown|network|connection|database|request"
    r"|validation|input|parsing|syntax|timeout|permission|authentication|fatal|system|client|usage) ){0,2}"
    r"error(?:\s*[:!(\[]|\s+[-–—]\s|\s*$"
    r"|\s+(?:executing|calling|running|invoking|while|during|when|occurred|code|parsing|reading|processing|\d{1,5}\b))"
    r"|traceback \(most recent call last\)|[\w.]{0,80}(?:error|exception)(?::\s|\()|fatal: "
    r"|(?:failed|unable) to [a-z]{2,}|(?:tool|command|request|execution|call|operation)(?: \w{1,20})? failed\b"
    r"|(?:fehler|erreur|erro|fout|fallo|falha|échec|fehlgeschlagen|エラー|错误|錯誤|出错|出错了|报错|异常|失败|失敗)"
    r"(?:\s*[:：!！。,，]|\s*$)"
    r"|\w{0,8}(?:失败|出错|失敗しました|エラーが発生)(?:[:：!！。,，]|\s*$)"
    r")",
    re.I,
)

# Keys of an object that reports an error: about the error, or about the answer as such.
_ABOUT = re.compile(
    "errors?|err|exception|error(?:message|code|type|details?)|message|msg|details?|reason|code|status|statuscode"
    "|success|ok|type|hint|suggestions?|traceback|stack|stacktrace|requestid|traceid|timestamp|time|path|instance"
    "|retry|retryable|retryafter|tool|toolname|错误|错误信息|消息|原因|提示"
    "|fehler(?:meldung|code|text)?|meldung|nachricht|grund|hinweis|erfolg|erfolgreich"
    "|erreurs?|(?:message|code)(?:d?erreur)|raison|motif|succès|réussi"
    "|errore?s?|erros?|fallo|mensaje(?:deerror|error)?|mensagem(?:deerro|erro)?|motivo|razón|éxito|exito|sucesso"
    "|codigo|código|fout(?:en|melding|code)?|melding|bericht|reden|gelukt"
    "|エラー(?:内容|コード|メッセージ)?|メッセージ|理由"
)
_ERRORS = (
    "error",
    "errors",
    "err",
    "exception",
    "errormessage",
    "错误",
    "错误信息",
    *("fehler", "fehlermeldung", "erreur", "erreurs", "messagederreur", "messageerreur", "errore", "erro", "erros"),
    *("fallo", "mensajedeerror", "mensagemdeerro", "fout", "fouten", "foutmelding", "エラー", "エラーメッセージ"),
)
_WORDS = ("message", "msg", "detail", "details", "reason", "消息", "原因")
_WENT_WELL = (
    "success",
    "ok",
    "erfolg",
    "erfolgreich",
    "succès",
    "réussi",
    "éxito",
    "exito",
    "sucesso",
    "gelukt",
    "成功",
)
_NONE = frozenset({"", "none", "null", "no", "nil", "n/a", "ok", "success", "false", "0", "无"})


def says_failure(text: str, data: Any = None) -> bool:
    """Whether a result says that the call failed; `data` is the result as a JSON value where it is one."""
    if isinstance(data, Mapping):
        return _reports_error(data)
    return data is None and bool(_BEGINS.match(text[:_HEAD]))


_SHELL = re.compile(
    r"\s*(?:-?/?(?:\w{1,20}/){0,3}(?:ba|z|da|k)?sh: (?:line \d{1,6}: )?[^\n]{0,300}"
    r"(?:not found|no such file or directory|syntax error|permission denied|unexpected)"
    r"|(?:execution|command) timed out\s*$|the command '[^\n]{0,2000}' (?:was cancelled|timed out))",
    re.I,
)
_LAST = re.compile(r"(?:\w{1,60}\.){0,9}\w{0,60}(?:Error|Exception|KeyboardInterrupt)(?::|$)")


def shell_failed(printed: str) -> bool:
    """Whether a command failed, by what it printed, where nothing gives its exit status: the shell could not run it,
    or the last thing is the exception that ended a program."""
    if _SHELL.match(printed[:2500]):
        return True
    end = printed[-20_000:].rstrip()
    if "Traceback (most recent call last)" not in end:
        return False
    return bool(_LAST.match(end.rpartition("\n")[2]))


def bad_exit(code: int, printed: str) -> bool:
    """Whether a command's exit status means that it failed. A 1 without a word is the "no" of a question (`grep`,
    `test`, `diff -q`)."""
    return code not in (0, 1) or (code == 1 and bool(printed.strip()))


def _reports_error(data: Mapping[Any, Any]) -> bool:
    bare = {re.sub(r"[\W_]+", "", str(k)).casefold(): v for k, v in data.items()}
    if bare.get("iserror") is True:
        return True
    code = next((bare[k] for k in ("exitcode", "returncode", "exitstatus") if k in bare), None)
    if isinstance(code, int) and not isinstance(code, bool):
        return code != 0
    rest = [v for k, v in bare.items() if not _ABOUT.fullmatch(k) and not _empty(v)]
    if any(_is_error(bare.get(k)) for k in _ERRORS):
        # beside the error stand at most the things that were asked for, never data
        return len(rest) <= 3 and not any(isinstance(v, list | dict) for v in rest)
    if rest:
        return False
    if any(bare.get(k) is False for k in _WENT_WELL) or bare.get("status") in ("error", "Error", "ERROR"):
        return True
    told = any(bare.get(k) for k in _WORDS)
    return told and any(_is_http_error(bare.get(k)) for k in ("status", "statuscode", "code"))


def _empty(value: Any) -> bool:
    return value is None or value is False or (isinstance(value, str | list | dict) and not value)


def _is_error(value: Any) -> bool:
    """A number is none: an error may be a quantity."""
    if isinstance(value, str):
        return value.strip().casefold() not in _NONE
    return value is True or (isinstance(value, list | dict) and bool(value))


def _is_http_error(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 400 <= value < 600
