"""How checks came out, whatever they check: programs, validators, audits. Pure.

A check came out badly where its exit status, its record (`valid: false`, `errors: [...]`) or its output says so, where
it could not run at all, and where it looked at nothing.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from planscope.analyzers.actions.kinds import Work, works
from planscope.analyzers.actions.shell import failure_count, failure_line, plain_output, simple_commands
from planscope.analyzers.assertions.backing import name_words, went_wrong
from planscope.analyzers.assertions.changes_shown import data_of
from planscope.analyzers.assertions.disproved import unreadable
from planscope.analyzers.assertions.series_words import EMPTY
from planscope.collector.run import Run, ToolCall


@dataclass(frozen=True, slots=True)
class Check:
    """One check: what it is called (words that a sentence about it holds), what it was for (`of`), what it says ill
    ("" when nothing), and whether it is ill because it looked at nothing."""

    call: ToolCall
    names: tuple[str, ...]
    of: str
    ill: str
    empty: bool = False


_CHECKS = re.compile(
    r"(?:^|_)(?:check|checker|verify|verifier|validate|validator|validation|test|tests|inspect|audit|scan|lint"
    r"|typecheck|probe|proofread|spellcheck|reconcile|healthcheck|health|dry)(?:_|$|s_|s$)|prüf|pruef|vérif"
    r"|verif|valid"
    r"|comprob|contrôl|controle|conferir|检查|验证|校验|核对|確認|検証"
)


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_GENERIC = _set(
    "python python3 node bash sh zsh docker psql mysql curl wget git cd make npm npx yarn pnpm uv go cargo mvn gradle "
    "dotnet java ruby php perl poetry ssh sudo time env"
)
_TEST_NAMES = ("test", "suite", "spec", "prueba", "测试", "テスト")


def checks(run: Run) -> dict[str, list[Check]]:
    """Checks in order by what was run; use it through `run.memo(checks)`."""
    table = run.memo(works)
    found: dict[str, list[Check]] = {}
    for call in run.tool_calls:
        work = table.get(call.number)
        if work is None or call.status in ("rejected", "unknown") or call.content != "present":
            continue
        named = _named(call, work)
        if named is None:
            continue
        key, names, of = named
        ill, empty = _ill(call, work)
        found.setdefault(key, []).append(Check(call, names, of, ill, empty))
    return found


def latest(run: Run, number: int) -> Iterator[Check]:
    """Of everything that was checked before a step, the last check; one for each thing that a tool was called for."""
    for made in run.memo(checks).values():
        by_thing: dict[str, Check] = {}
        for check in made[: bisect_left(made, number, key=lambda c: c.call.number)][-200:]:
            by_thing[check.of] = check
        alone = len(by_thing) == 1
        yield from (replace(c, of="") if alone else c for c in by_thing.values())


def _named(call: ToolCall, work: Work) -> tuple[str, tuple[str, ...], str] | None:
    if work.command:
        return _of_command(work)
    name = name_words(call.name)
    if work.sort == "edit" or not (_CHECKS.search(name) or work.sort in ("test", "build")):
        return None
    words = tuple(w for w in name.split("_") if len(w) > 2 and not EMPTY.fullmatch(w))
    given = call.arguments.values() if isinstance(call.arguments, Mapping) else ()
    plain = [v for v in given if isinstance(v, str | int) and not isinstance(v, bool) and len(str(v)) < 80]
    return name, words, " ".join(str(v) for v in plain[:1]).casefold()


def _of_command(work: Work) -> tuple[str, tuple[str, ...], str] | None:
    """A command line with one program that is no mere look."""
    if work.sort not in ("test", "build", "run"):
        return None
    found = []
    for words, _ in simple_commands(work.command):
        program = re.split(r"[/\\]", words[0])[-1].casefold()
        told = [re.split(r"[/\\]", w)[-1].casefold() for w in words[1:6] if not w.startswith("-")]
        if program in _GENERIC:
            names = [
                w for w in told[:3] if w not in ("run", "exec", "compose") and re.fullmatch(r"[a-z][\w:-]{2,30}", w)
            ]
            names = names[:1]
        else:
            names = [program, *(w for w in told[:1] if re.fullmatch(r"[a-z]{4,12}", w))]
        if program not in ("cd", "echo", "cat", "head", "tail", "grep", "true", "tee", "source", "export", "submit"):
            found.append(names)
    if len(found) != 1 or not found[0]:
        return None
    names = [n.removesuffix(".py").removesuffix(".sh") for n in found[0]]
    extra = (
        _TEST_NAMES if work.sort == "test" else ("lint",) if any("lint" in n or n in _LINTERS for n in names) else ()
    )
    return " ".join(names), (*names, *extra), ""


_LINTERS = _set("flake8 ruff pylint eslint rubocop stylelint clippy shellcheck")
_GOOD_KEYS = re.compile(
    r"(?:is_?)?(?:valid|passed|pass|ok|success|successful|approved|consistent|matches|match|clean|compliant|conform|"
    r"healthy|gültig|gueltig|bestanden|valide|conforme|válido|valido|correcto|aprobado|geldig|geslaagd|有效"
    r"|通过|合格)",
    re.I,
)
_STATE_KEYS = re.compile(
    r"status|state|result|outcome|verdict|conclusion|ergebnis|estado|resultado|statut|résultat|结果|状态|結果", re.I
)
_BAD = re.compile(
    r"fail(?:ed|ure|ing)?|error(?:ed)?|invalid|rejected|not[ _-]?(?:valid|passed|ok|compliant)|non[ _-]?compliant|red"
    r"|unhealthy|broken|fehlgeschlagen|ungültig|nicht bestanden|échec|échoué|invalide|fallido|falló|inválid[oa]"
    r"|falhou"
    r"|reprovado|mislukt|afgekeurd|ongeldig|失败|不合格|未通过|失敗",
    re.I,
)
_LIST_KEYS = re.compile(
    r"(?:\w+_)?(?:errors|violations|issues|findings|failures|failed|problems|defects|mismatches|differences|missing"
    r"|fehler|verstöße|abweichungen|erreurs|écarts|anomalies|errores|incidencias|diferencias|erros|falhas"
    r"|divergências"
    r"|fouten|afwijkingen|错误|问题|エラー|不一致)",
    re.I,
)
_NONE_SEEN = re.compile(
    r"\bcollected 0 items\b|\bno tests? (?:ran|found|to run|were found|collected|executed|files found)\b"
    r"|\bRan 0 tests\b|\b0 tests? (?:ran|run|executed|found|collected)\b"
    r"|\b(?:0|no) (?:\w+ )?(?:files?|documents?|records?|rows|items|links?|pages?|dateien|fichiers|archivos"
    r"|bestanden)"
    r" (?:were |was |to )?(?:checked?|scanned?|inspected|analy[sz]ed|validated?|processed|tested|linted|geprüft"
    r"|vérifiés"
    r"|revisados|gecontroleerd)\b|\bFound 0 source files\b",
    re.I,
)
_SEEN_KEYS = re.compile(
    r"(?:\w+_)?(?:checked|scanned|examined|tested|inspected|validated|processed|analy[sz]ed|reviewed|geprüft|geprueft"
    r"|vérifiés?|verificad[oa]s|revisad[oa]s|gecontroleerd)(?:_\w+)?|tests|检查数|件数",
    re.I,
)
_NOT_RUN = re.compile(
    r"\bNo module named\b|command not found|\bis not recognized as\b|\bcan(?:not|'t) (?:find|open|load|locate)\b"
    r"|No such file or directory|\bnot installed\b|\bexecutable (?:file )?not found\b|Cannot find module"
    r"|Permission denied",
    re.I,
)
_SAYS_NO = re.compile(
    r"\W{0,4}(?:(?:result|verdict|status|outcome|ergebnis|resultado|résultat|resultaat|结果|結果)\W{1,4})?"
    r"(?:fail(?:ed|ure)?|invalid|rejected|not ok|not valid|nicht bestanden|ungültig|abgelehnt|échec|invalide|refusé"
    r"|no válido|inválido|rechazado|reprovado|afgekeurd|ongeldig|不合格|未通过|不通过|失败|失敗)\b",
    re.I,
)
_LINTED = re.compile(r"^[\w./\\-]{1,200}:\d+(?::\d+)?:? .{2,200}$", re.M)


def _ill(call: ToolCall, work: Work) -> tuple[str, bool]:
    """(what a check says ill, whether it looked at nothing); ("", False) where all is well or that cannot be told."""
    if call.status == "error" or work.exit not in (None, 0) or (work.command and work.outcome == "red"):
        line = failure_line(call.result) or _first(plain_output(call.result)) or work.why
        return line or f"exit status {work.exit}", False
    data = data_of(call)
    if isinstance(data, Mapping) and data and not work.command:
        return _of_record(call, data)
    text = plain_output(call.result)[:20_000]
    m = _NONE_SEEN.search(text)
    if m is not None:
        return " ".join(m[0].split()), True
    if not work.command:
        m = _SAYS_NO.match(text)
        return (_first(text), False) if m else (unreadable(call), not text.strip())
    if len(text) < 600 and (m := _NOT_RUN.search(text)) and text.count("\n") < 6:
        return _first(text), False
    if work.sort in ("test", "build") and (line := failure_line(call.result)):
        return line, False
    lint = work.sort == "build" and work.exit is None and any(p in _LINTERS for p in re.split(r"[\s/]", work.command))
    m = _LINTED.search(text) if lint else None
    return (" ".join(m[0].split())[:160], False) if m else ("", False)


def _of_record(call: ToolCall, data: Mapping[str, Any]) -> tuple[str, bool]:
    if went_wrong(call) and not any(isinstance(v, list) and v for k, v in data.items() if _LIST_KEYS.fullmatch(str(k))):
        return _first(call.result), False
    for record in (data, *(v for v in data.values() if isinstance(v, Mapping))):
        for key, value in record.items():
            name = str(key)
            if value is False and _GOOD_KEYS.fullmatch(name):
                return f"{name}: false", False
            if isinstance(value, str) and _STATE_KEYS.fullmatch(name) and _BAD.fullmatch(value.strip()):
                return f"{name}: {value}", False
            if isinstance(value, list) and value and _LIST_KEYS.fullmatch(name):
                return f"{name}: {str(value[0])[:120]}", False
            if value == 0 and not isinstance(value, bool) and _SEEN_KEYS.fullmatch(name):
                return f"{name}: 0", True
    return failure_count(call.result, dict(data)), False


def _first(text: str) -> str:
    return next((" ".join(x.split())[:160] for x in text.splitlines() if x.strip()), "")
