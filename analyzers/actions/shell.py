"""Shell commands and what they print: what a command is for, its exit status, whether a test or build failed. Pure."""

import json
import re
from collections.abc import Iterator
from typing import Any, Literal

from planscope.analyzers.quick import quick

CommandSort = Literal["commit", "test", "build", "edit", "run", "look"]


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TEST_PROGRAMS = quick(
    r"(?:pytest|py\.test|jest|vitest|mocha|rspec|phpunit|tox|nox|ctest|unittest|karma|cypress|playwright|bats|behave"
    r"|nosetests|nextest|gotestsum|pest|run[_-]?tests?(?:\.\w{1,4})?|tests?\.\w{1,4})$",
    re.I,
)
_TEST_WORDS = quick(  # said to a runner: `npm test`, `mise run test:ci`, `make unit-tests`
    r"(?:tests?|e2e|specs?|tests?[:._-][\w:.-]{1,40}|[\w-]{1,30}[:_-]tests?)$", re.I
)
_BUILDS = quick(
    r"(?:make|gmake|cmake|ninja|tsc|vue-tsc|gcc|g\+\+|clang|clang\+\+|rustc|javac|webpack|rollup|esbuild|build"
    r"|compile"
    r"|check|assemble|package|lint|fmt|format|eslint|ruff|mypy|pyright|flake8|pylint|black|prettier|rubocop"
    r"|golangci-lint"
    r"|clippy|vet|gofmt|rustfmt|stylelint|biome|shellcheck|typecheck|type-check|types|bazel|msbuild|xcodebuild|meson"
    r"|py_compile|verify|validate|ci|(?:build|lint|check|format|fmt)[:._-][\w:.-]{1,40})$",
    re.I,
)
_LOOKS = _names(
    "cat head tail less more ls dir find grep egrep rg ag ack fd tree wc stat file du df pwd which whereis type env "
    "printenv echo printf sed awk cut sort uniq diff cmp jq yq nl strings hexdump xxd history date whoami id ps top "
    "uname sleep true read test [ column basename dirname realpath readlink man help cd pushd popd export set source"
)
_EDITS = _names("rm mv cp mkdir touch tee chmod ln patch rmdir unlink install truncate")
_GIT_COMMITS = frozenset({"commit", "push", "merge", "tag", "cherry-pick"})
_GIT_EDITS = frozenset({"mv", "rm", "restore", "checkout", "reset", "apply", "revert", "clean"})
_WRAPPERS = _names("sudo env time timeout nice nohup command exec npx pnpx bunx uvx xargs")
_RUNNERS = _names(  # programs whose arguments say what is done
    "uv poetry pipenv hatch pdm rye npm pnpm yarn bun python python3 py node ruby php deno go cargo dotnet gradle "
    "gradlew mvn mvnw just task mise rake bundle composer docker docker-compose make gmake stack cabal mix sbt lein "
    "swift flutter dart zig bash sh zsh tsx perl dbt forge hardhat nx turbo lerna"
)
_ORDER: tuple[CommandSort, ...] = ("commit", "test", "build", "edit", "run", "look")


def command_sort(command: str) -> CommandSort:
    """What a command line is for; of several commands the weightiest counts (a commit over a test over a look)."""
    found = {_simple_sort(words, redirected) for words, redirected in simple_commands(command)}
    return next((s for s in _ORDER if s in found), "run")


def simple_commands(command: str) -> Iterator[tuple[list[str], bool]]:
    """(words, writes a file by redirection) of each command in a line; here-documents and quotes are passed over."""
    if m := re.match(r"\s*(?:/\S+/)?(?:ba|z|da)?sh\s+-\w*c\s+([\"'])(.*)\1\s*$", command, re.S):
        command = m[2]
    for piece in re.split(r"&&|\|\||[;|\n&](?!\d)(?<![<>]&)", without_literals(command)[:8000]):
        words = piece.replace("(", " ").replace(")", " ").split()
        written = re.search(r"(?<![0-9&<>])>{1,2}\s*(?![&>\s]|/dev/)", piece) is not None
        while words and (words[0] in _WRAPPERS or "=" in words[0] or re.fullmatch(r"-\w+|\d+[smh]?", words[0])):
            words.pop(0)
        if words:
            yield words, written


def without_literals(command: str) -> str:
    """A command line without long quotes and here-documents: a commit message names programs that it does not run."""
    kept: list[str] = []
    end = ""
    for line in command[:40_000].split("\n"):
        if end:
            end = "" if line.strip() == end else end
            continue
        kept.append(line)
        if m := re.search(r"<<-?\s*[\"']?(\w+)", line):
            end = m[1]
    text = "\n".join(kept)
    return re.sub(r"'[^']{25,}'|\"(?:[^\"\\]|\\.){25,}\"", "QUOTED", text)


def _simple_sort(words: list[str], writes: bool) -> CommandSort:
    program = re.split(r"[/\\]", words[0])[-1]
    rest = [w for w in words[1:] if not w.startswith("-")]
    if program in ("git", "jj", "hg", "svn"):
        verb = next((w for w in rest if "/" not in w), "")
        return (
            "commit" if verb in _GIT_COMMITS else "edit" if verb in _GIT_EDITS else "run" if verb == "add" else "look"
        )
    if program == "gh":
        return "commit" if len(rest) > 1 and rest[1] in ("create", "merge", "edit", "comment", "close") else "look"
    if program in ("sed", "perl") and any(re.match(r"-\w*i", w) for w in words[1:]):
        return "edit"
    if _TEST_PROGRAMS.match(program):
        return "test"
    if program in _RUNNERS:
        return _runner_sort(program, words[1:])
    if _BUILDS.match(program):
        return "build"
    if program in _EDITS or writes:
        return "edit"
    return "look" if program in _LOOKS else "run"


def _runner_sort(program: str, arguments: list[str]) -> CommandSort:
    """Of a runner (npm, go, python -m, make, ...): the first arguments that say what for."""
    said = [re.split(r"[/\\]", w)[-1] for w in arguments if not w.startswith("-")][:3]
    if any(_TEST_PROGRAMS.match(w) or _TEST_WORDS.match(w) for w in said):
        return "test"
    if any(_BUILDS.match(w) for w in said[:2]) or program in ("make", "gmake"):
        return "build"
    return "run"


# --- what came out -------------------------------------------------------------------------------------------------

_EXIT_KEYS = ("exitCode", "exit_code", "returncode", "return_code", "exit_status", "exitStatus", "exit")
_EXIT_HINT = re.compile(r"[Ee]xit|EXIT|code|CODE|Code")  # without one of these the long pattern need not be tried
_EXIT_TEXT = quick(
    r"^\W{0,3}(?:(?:process |command )?exited with (?:code|status)|exit[ _-]?(?:code|status)|return ?code"
    r"|(?:command )?failed with exit code)\W{0,4}(-?\d{1,5})\b|<(?:returncode|exit_code)>\s*(-?\d{1,5})",
    re.I | re.M,
)
_LINES_OF_FAILURE = quick(
    r"^(?:.{0,60}?[\s=,(:])?[1-9]\d{0,5} (?:failed|failing|failures?|tests? failed)\b.*$"
    r"|^\W{0,4}(?:Found )?[1-9]\d{0,5} (?:errors?|issues?|problems?)\b(?! \(0 errors).*$"
    r"|^[ \t]{0,8}(?:FAILED|FAIL|FAILURES?!?|--- FAIL|not ok \d+|✗|✘)(?:[\s:(!].*)?$"
    r"|^.{0,40}\b(?:BUILD FAILED|BUILD FAILURE|[Bb]uild failed|test result: FAILED|npm ERR|Compilation failed)\b.*$"
    r"|^.{0,200}?\b(?:error TS\d{1,6}|error\[E\d{1,5}\]|fatal error)\W.*$"
    r"|^make(?:\[\d+\])?: \*\*\* .*$"
    r"|^.{0,60}\b(?:Failures|Errors|Failed): [1-9]\d{0,5}\b.*$",
    re.M,
)
_EXCEPTIONS = quick(r"^.{0,200}?\b(?:SyntaxError|ModuleNotFoundError|ImportError|command not found)\b.*$", re.M)
_GREEN = quick(
    r"\b[1-9]\d{0,6} (?:passed|passing|examples?, 0 failures|tests? passed)\b|^ok\s|^OK\b|\btest result: ok\b"
    r"|BUILD SUCCESS|\b0 (?:errors|issues|failures|problems)\b|All checks passed|no issues found|Success:|\bPASS\b",
    re.M,
)
_COUNTS = quick(
    r"(?:tests?_?)?(?:failed|failures|errors|num_?failed|failed_?(?:tests|count|checks))|fehler|fehlgeschlagen"
    r"|échecs|échoués"
    r"|fallos|fallidos|falhas|mislukt|失败|失敗",
    re.I,
)
_TAIL = 20_000  # runners sum up at the end


def exit_status(result: str, data: Any = None) -> int | None:
    """The exit status that a result states: as a field, in JSON text, or as words at the beginning of a line."""
    found = _exit_field(data)
    if found is None and result.lstrip()[:1] == "{":
        try:
            found = _exit_field(json.loads(result))
        except (ValueError, RecursionError):
            found = None
    if found is None:
        ends = (result[:2000], result[-2000:] if len(result) > 2000 else "")
        m = next((m for x in ends if _EXIT_HINT.search(x) and (m := _EXIT_TEXT.search(x))), None)
        found = int(m[1] or m[2]) if m else None
    return found


def _exit_field(data: Any, depth: int = 0) -> int | None:
    if not isinstance(data, dict) or depth > 3:
        return None
    for key in _EXIT_KEYS[:-1]:
        if isinstance(data.get(key), int) and not isinstance(data[key], bool):
            return int(data[key])
    return next(
        (f for k in ("metadata", "result", "output") if (f := _exit_field(data.get(k), depth + 1)) is not None), None
    )


def failure_line(result: str) -> str:
    """The line with which a test or build run says that it failed, "" when it says no such thing. The name of an
    exception says so only where nothing says that the run passed: passing tests print such names too."""
    text = plain_output(result)[-_TAIL:]
    found = _LINES_OF_FAILURE.search(text) or (None if _GREEN.search(text) else _EXCEPTIONS.search(text))
    return " ".join(found[0].split())[:200] if found else ""


def failure_count(result: str, data: Any = None) -> str:
    """The count with which a report of checks, an object, says that some failed, "" when it says no such thing."""
    if data is None and result.lstrip()[:1] == "{" and len(result) <= 200_000:
        try:
            data = json.loads(result)
        except (ValueError, RecursionError):
            return ""
    for report in (data, *(v for v in data.values() if isinstance(v, dict))) if isinstance(data, dict) else ():
        for key, value in report.items():
            if _COUNTS.fullmatch(str(key)) and isinstance(value, int) and not isinstance(value, bool) and value > 0:
                return f"{key}: {value}"
    return ""


def success_line(result: str) -> str:
    """The words with which a test or build run says that it passed, "" when it says no such thing."""
    return m[0].strip() if (m := _GREEN.search(plain_output(result)[-_TAIL:])) else ""


def plain_output(result: str) -> str:
    """What a command printed: out of its JSON envelope, without colour codes."""
    if result.lstrip()[:1] == "{":
        try:
            loaded = json.loads(result)
        except (ValueError, RecursionError):
            loaded = None
        if isinstance(loaded, dict):
            pieces = [loaded[k] for k in ("output", "stdout", "stderr") if isinstance(loaded.get(k), str)]
            result = "\n".join(pieces) or result
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", result)
