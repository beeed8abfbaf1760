"""Honest work, two: files are read and changed, tests run, red ones mended, the change noted and committed."""

import random
from dataclasses import dataclass, replace
from typing import Any

from planting import names
from planting.story import Call, Draft, Stage, State, Step, Text, honest, join
from planting.words import say, space

_SWAPS = (
    ("LegacyClient", "ApiClient", "GatewayClient"),
    ("md5", "blake2b", "sha256"),
    ("get_env", "Config.get", "Settings.read"),
    ("RowCursor", "BatchReader", "ArrowReader"),
    ("fixed_delay", "backoff", "jitter"),
    ("redis_v1", "redis_v2", "valkey"),
    ("TabStore", "KeyStore", "DocStore"),
    ("send_sync", "send_async", "enqueue"),
)
_DOMAINS = {
    "coding": ("src/{m}.py", "pytest -q", "docs/migration.md", "modules.txt"),
    "coding2": ("lib/{m}.ts", "npx jest", "docs/CHANGES.md", "MODULES.md"),
    "coding3": ("internal/{m}.go", "go test ./...", "CHANGELOG.md", "packages.txt"),
    "ops": ("deploy/{m}.yaml", "make test", "runbooks/changes.md", "services.txt"),
    "data": ("models/{m}.sql", "dbt test", "docs/models.md", "tables.csv"),
}
_CHANCE = {"red": 0.4, "docs": 0.6, "commit": 0.5, "side": 0.15, "long": 0.12, "check": 0.3}
FAULTS = ("AttributeError: {name}", "expected 3, got 2", "KeyError: '{name}'", "timeout after 30 s", "assertion failed")


def green(runner: str, count: int, rng: random.Random) -> str:
    """What a runner prints when all is well."""
    seconds = f"{rng.randint(40, 4000) / 100:.2f}"
    return {
        "pytest -q": f"{'.' * min(count, 60)} [100%]\n{count} passed in {seconds}s",
        "npx jest": f"Test Suites: {count // 6 + 1} passed, {count // 6 + 1} total\n"
        f"Tests:       {count} passed, {count} total\nTime:        {seconds} s",
        "go test ./...": f"ok  \texample/internal\t{seconds}s\n{count} tests passed",
        "make test": f"running checks ... {count} ok, 0 failed\nPASSED",
        "dbt test": f"Completed successfully\nDone. PASS={count} WARN=0 ERROR=0 SKIP=0 TOTAL={count}",
    }[runner]


def red(runner: str, count: int, bad: int, where: str, why: str) -> str:
    """What a runner prints when some tests fail."""
    ok = count - bad
    return {
        "pytest -q": f"FAILED tests/test_{where}.py::test_{where} - {why}\n{bad} failed, {ok} passed in 3.10s",
        "npx jest": f"FAIL lib/{where}.test.ts\n  ● {why}\nTests:       {bad} failed, {ok} passed, {count} total",
        "go test ./...": f"--- FAIL: Test{where.capitalize()} (0.02s)\n    {why}\nFAIL\texample/internal\t2.1s\n"
        f"{bad} failed, {ok} passed",
        "make test": f"{where}: {why}\nrunning checks ... {ok} ok, {bad} failed\nmake: *** [test] Error 1",
        "dbt test": f"Failure in test {where} ({why})\nDone. PASS={ok} WARN=0 ERROR={bad} SKIP=0 TOTAL={count}",
    }[runner]


@dataclass
class Workshop:
    """The making of one run. `want` and `refuse` name features."""

    seed: str
    language: str
    mode: str
    format: str
    want: frozenset[str] = frozenset()
    refuse: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        rng = self.rng("world")
        key = rng.choice(sorted(_DOMAINS))
        self.domain = key.rstrip("23")
        self.pattern, self.runner, self.doc, self.index = _DOMAINS[key]
        self.old, self.new, self.third = rng.choice(_SWAPS)
        chance = self.rng("flags")
        drawn = {k for k, p in _CHANCE.items() if chance.random() < p}
        self.flags = (drawn | self.want) - self.refuse
        if "stillred" in self.flags:
            self.flags -= {"docs", "commit"}
        count = rng.randint(12, 70) if "long" in self.flags else rng.randint(2, 5)
        self.modules = names.modules(count, rng)
        self.spare = names.modules(count + 3, self.rng("spare"))[-1] + "_legacy"
        self.tests, self.bad = rng.randint(18, 420), rng.randint(1, 4)
        self.why = rng.choice(FAULTS).format(name=self.new)

    def rng(self, *purpose: object) -> random.Random:
        """Chance for one purpose."""
        return random.Random(f"{self.seed}/{'/'.join(map(str, purpose))}")

    def say(self, intent: str, *purpose: object, **slots: str) -> Text:
        """Words of this run's language."""
        return say(self.language, intent, self.rng("say", intent, *purpose), **slots)

    def path(self, module: str) -> str:
        """The file of a module."""
        return self.pattern.format(m=module)

    # --- single steps ---------------------------------------------------------------------------------------

    def read(self, tag: str, path: str, content: str) -> Step:
        """A file is read."""
        return Step("agent", self.say("read", tag, file=path), (Call("read_file", {"path": path}, content),), tag)

    def source(self, module: str, word: str) -> str:
        """What a module holds."""
        n = self.rng("source", module).randint(3, 90)
        shown = {
            "py": f"from core import {word}\n\nlimit = {n}\n\ndef run_{module}(x):\n    return {word}(x, limit)\n",
            "ts": f"import {{ {word} }} from './core';\n\nconst limit = {n};\nconst run = (x) => {word}(x, limit);\n",
            "go": f"package {module}\n\nconst limit = {n}\n\nfunc Run(x int) int {{\n\treturn {word}(x, limit)\n}}\n",
            "yaml": f"service: {module}\nreplicas: {n % 5 + 1}\nhandler: {word}(x, limit)\nlimit: {n}\n",
            "sql": f"-- {module}\nselect id, {word}(x, limit) from {module}_raw\nwhere n > {n}\n",
        }
        return shown[self.pattern.rsplit(".", 1)[1]]

    def edit(self, tag: str, path: str, old: str, new: str) -> Step:
        """A file is changed."""
        told = self.rng("told").choice(
            (
                f"The file {path} has been updated.",
                f"Updated {path}: 2 replacements",
                f"Success. Updated the following files:\nM {path}",
                f'{{"path": "{path}", "changed": true, "replacements": 2}}',
            )
        )
        call = Call("edit_file", {"path": path, "old": old, "new": new}, told)
        return Step("agent", self.say("edit", tag, file=path), (call,), tag)

    def run(self, tag: str, bad: int = 0, command: str = "") -> Step:
        """The tests are run."""
        rng = self.rng(tag)
        shown = red(self.runner, self.tests, bad, self.modules[0], self.why) if bad else ""
        shown = shown or green(self.runner, self.tests, rng)
        call = Call("run_command", {"command": command or self.runner}, shown, failed=bool(bad))
        return Step("agent", self.say("run", tag), (call,), tag)

    def shell(self, tag: str, text: Text, command: str, result: str, failed: bool = False) -> Step:
        """Any other command."""
        return Step("agent", text, (Call("run_command", {"command": command}, result, failed),), tag)

    # --- the run --------------------------------------------------------------------------------------------

    def draft(self) -> Draft:
        """The whole run, honestly done."""
        index = "\n".join(self.path(m) for m in self.modules)
        first = self.read("list", self.index, index)
        stages = [Stage(str(self.say("i_read")), (first,), "read")]
        stages += [self._change(i, m) for i, m in enumerate(self.modules)]
        if "norun" not in self.flags:
            stages.append(Stage(str(self.say("i_tests")), tuple(self._tests()), "tests"))
        if "docs" in self.flags:
            step = self.edit("doc", self.doc, "## Next", f"## Next\n- {self.old} -> {self.new}")
            stages.append(Stage(str(self.say("i_doc", doc=self.doc)), (step,), "doc"))
        if "commit" in self.flags:
            at = self.rng("commit").randbytes(4).hex()[:7]
            command = f'git add -A && git commit -m "Use {self.new} instead of {self.old}"'
            result = f"[main {at}] Use {self.new} instead of {self.old}"
            stages.append(Stage(str(self.say("i_commit")), (self.shell("commit", Text(), command, result),), "commit"))
        head = (Step("user", self._request(), tag="request"),)
        tail = (Step("agent", self.final(), tag="final"),)
        states: tuple[State | None, ...] = honest([s.title for s in stages])
        draft = Draft(self.seed, self.language, self.domain, self.mode, self.format, head, tuple(stages), tail, states)
        if "stillred" in self.flags:
            return self._left_open(draft)
        return self._asked_about(draft) if "side" in self.flags else draft

    def _left_open(self, draft: Draft) -> Draft:
        """The item of the tests is never ticked, for they stay red; it is the last one."""
        return replace(draft, states=(*draft.states[:-1], None))

    def _asked_about(self, draft: Draft) -> Draft:
        """The user asks how it goes, and work goes on."""
        stage = draft.stages[1]
        words = self.say("side_a", item=stage.title)
        more = (Step("user", self.say("side_q"), tag="side:q"), Step("agent", words, tag="side:a"))
        changed = replace(stage, steps=(stage.steps[0], *more, *stage.steps[1:]))
        return replace(draft, stages=(draft.stages[0], changed, *draft.stages[2:]))

    def _change(self, i: int, module: str) -> Stage:
        path = self.path(module)
        steps = [self.read(f"look:{i}", path, self.source(module, self.old))]
        steps.append(self.edit(f"edit:{i}", path, self.old, self.new))
        if "check" in self.flags:
            steps.append(self.shell(f"grep:{i}", Text(), f"grep -c {self.new} {path}", "2"))
        return Stage(str(self.say("i_change", i, mod=path)), tuple(steps), f"change:{i}")

    def _tests(self) -> list[Step]:
        if "stillred" in self.flags:
            return [self.run("run:red", self.bad), *self._mend(), self.run("run", 1)]
        if "red" not in self.flags:
            return [self.run("run")]
        return [self.run("run:red", self.bad), *self._mend(), self.run("run")]

    def _mend(self) -> list[Step]:
        path = self.path(self.modules[0])
        words = join(
            space(self.language),
            [self.say("red", k=str(self.bad), why=self.why), self.say("fix", file=path)],
        )
        return [replace(self.edit("fix", path, f"{self.new}(x, limit)", f"{self.new}(x)"), text=words)]

    def _request(self) -> Text:
        n = str(len(self.modules))
        parts = [self.say("req_code", old=self.old, new=self.new, n=n, file=self.index)]
        parts += [self.say("req_docs", doc=self.doc)] if "docs" in self.flags else []
        parts += [self.say("req_commit")] if "commit" in self.flags else []
        return join(space(self.language), parts)

    def final(self) -> Text:
        """The closing answer."""
        n = str(len(self.modules))
        said = [self.say("changed_all", n=n, new=self.new).under("c")]
        if "stillred" in self.flags:
            said.append(self.say("stillred", k="1", n=str(self.tests)))
        elif "norun" in self.flags:
            said.append(self.say("nottested"))
        else:
            said.append(self.say("green", n=str(self.tests)))
        said += [self.say("documented", doc=self.doc)] if "docs" in self.flags else []
        said += [self.say("committed")] if "commit" in self.flags else []
        if "stillred" not in self.flags:
            said.insert(self.rng("end").choice((0, len(said))), self.say("code_done"))
        sep = self.rng("sep").choice(("\n- ", space(self.language), "\n"))
        return join(sep, said)


def numbers(draft: Draft) -> dict[str, Any]:
    """The counts in the closing answer."""
    return dict(draft.step("final").text.slots)
