"""Cases for detectors, as data: `cases("x.yaml")` gives runs and what has to be found in them. Users' own detectors are
tested with it as ours are.

A case:

    a batch of two:
      steps:
        - user: Plan my day                      # the user speaks
        - todo: ["> write", ". test", ". ship"]  # a list: . pending, > in progress, x completed, - cancelled, ! blocked
        - call: edit                             # a tool call; or a mapping with tool, args, result, error, rejected
        - call: {tool: run_tests, args: {path: tests}, result: "3 passed"}   # `cut: true`: the result is cut
        - say: All done.                         # the agent speaks; a `call` right after it belongs to the same message
      finds: [batch-completion]                  # forms in order; or mappings with form, severity, step, says
      outcome: not_applicable                    # optional: what the check says when nothing is found

Other steps: `system`, `plan` (text of a plan document; or {text, rejected: true}), `verdict` ({outcome, explanation,
subject, seen}), `task` ({create: .., id: ..} or {update: id, status: ..}), `compaction`, `interruption`, `final`.
A whole-number suffix such as `call: search x9` repeats a step. `tools: [a, b]` beside `steps` lists the tools offered.
`cut_off: true` says that the file stops in mid-work. The position of a step is its index in `steps`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planscope.analyzers.check import check_run
from planscope.analyzers.detector import Detector, Finding
from planscope.collector.interpret import runs_of
from planscope.collector.run import Run
from planscope.collector.transcripts.recorder import Recorder
from planscope.errors import BadDetector

_MARKS = {".": "pending", ">": "in_progress", "x": "completed", "-": "cancelled", "!": "blocked"}


@dataclass(frozen=True, slots=True)
class Case:
    """A named run with what a detector has to say of it."""

    name: str
    run: Run
    finds: tuple[Any, ...]
    outcome: str
    options: Mapping[str, Any]


def cases(path: Path | str) -> list[Case]:
    """All cases of a YAML file. Needs PyYAML (in the dev group). Raises BadDetector for a case of the wrong form."""
    import yaml

    loaded = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    return [_case(name, spec) for name, spec in loaded.items()]


def _case(name: str, spec: Mapping[str, Any]) -> Case:
    unknown = set(spec) - {"steps", "finds", "outcome", "options", "tools", "cut_off", "why"}
    if unknown or "steps" not in spec or "finds" not in spec:
        raise BadDetector(f"case {name!r}: needs steps and finds; unknown keys: {', '.join(sorted(unknown)) or 'none'}")
    run = run_of(spec["steps"], tools=spec.get("tools"), cut_off=bool(spec.get("cut_off")))
    return Case(name, run, tuple(spec["finds"]), str(spec.get("outcome", "")), spec.get("options", {}))


def run_of(steps: Sequence[Mapping[str, Any]], *, tools: Sequence[str] | None = None, cut_off: bool = False) -> Run:
    """A run made of steps in the form of the module's docstring, by the same way that files take."""
    recorder = Recorder("case", "case", "case", tools=tools)
    at = 0
    flat = list(_repeated(steps))
    while at < len(flat):
        at = _write(recorder, flat, at)
    recorder.about(cut_off=cut_off)
    runs = runs_of(recorder.spans())
    return runs[0] if runs else Run("case", "case", ())


def _repeated(steps: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for step in steps:
        value = next(iter(step.values()))
        m = re.fullmatch(r"(.+?) x(\d+)", value) if isinstance(value, str) and "call" in step else None
        yield from [{"call": m[1]}] * int(m[2]) if m else [step]


_OF_A_CALL = frozenset({"tool", "args", "result", "error", "rejected", "pending", "cut"})
_CALLS = ("call", "todo", "plan", "task")


def _write(recorder: Recorder, steps: Sequence[Mapping[str, Any]], at: int) -> int:
    """Writes the step at `at`, together with the calls that the same message asks for; gives the next place."""
    step = steps[at]
    kind = next((k for k in step if k in _WRITERS or k in _CALLS or k == "say"), None)
    if kind is None:
        raise BadDetector(f"step {at}: unknown step {step!r}")
    if kind not in (*_CALLS, "say"):
        _WRITERS[kind](recorder, step[kind], at)
        return at + 1
    end = at + 1
    if kind == "say" and end < len(steps) and any(k in steps[end] for k in _CALLS):
        end += 1
    group = range(at + (kind == "say"), end)
    parts = [(str(step["say"]), at)] if kind == "say" else []
    recorder.model(parts, at, call_ids=[f"c{n}" for n in group], ident=f"m{at}")
    for n in group:
        name, arguments, result, status, data = _call(steps[n])
        recorder.call(name, arguments, n, call_id=f"c{n}", ident=f"c{n}")
        if status != "unknown":
            cut = isinstance(steps[n].get("call"), dict) and bool(steps[n]["call"].get("cut"))
            recorder.result(result, n, call_id=f"c{n}", status=status, data=data, truncated=cut)
    return end


def _call(step: Mapping[str, Any]) -> tuple[str, Any, str, str, Any]:
    """(tool, arguments, result, status, structured result) of a calling step."""
    if "todo" in step:
        return "TodoWrite", {"todos": [_item(i) for i in step["todo"]]}, "Todos have been modified", "ok", None
    if "plan" in step:
        spec = step["plan"] if isinstance(step["plan"], dict) else {"text": step["plan"]}
        refused = bool(spec.get("rejected"))
        return (
            "ExitPlanMode",
            {"plan": spec["text"]},
            "no" if refused else "approved",
            "rejected" if refused else "ok",
            None,
        )
    if "task" in step:
        return _task(step["task"])
    spec = step["call"] if isinstance(step["call"], dict) else {"tool": step["call"], "result": "ok"}
    if strange := spec.keys() - _OF_A_CALL:
        raise BadDetector(f"a call with the unknown keys {', '.join(sorted(strange))}: {spec!r}")
    status = "error" if "error" in spec else "rejected" if "rejected" in spec else "ok"
    if spec.get("pending"):
        status = "unknown"
    result = spec.get("error", spec.get("rejected", spec.get("result", "")))
    data = result if isinstance(result, dict | list) else None
    text = result if isinstance(result, str) else _dump(result)
    return str(spec["tool"]), spec.get("args", {}), text, status, data


def _dump(value: Any) -> str:
    import json

    return json.dumps(value, ensure_ascii=False)


def _task(spec: Mapping[str, Any]) -> tuple[str, Any, str, str, Any]:
    if "create" in spec:
        data = {"task": {"id": str(spec["id"]), "subject": spec["create"]}}
        return "TaskCreate", {"subject": spec["create"]}, f"Task #{spec['id']} created", "ok", data
    changed = {k: v for k, v in spec.items() if k not in ("update", "error")}
    status = "error" if spec.get("error") else "ok"
    return "TaskUpdate", {"taskId": str(spec["update"]), **changed}, "Updated task", status, None


def _item(item: Any) -> Any:
    if isinstance(item, str) and item[:2].rstrip() in _MARKS:
        return {"content": item[2:], "status": _MARKS[item[0]]}
    return item


def _user(r: Recorder, value: Any, at: int) -> None:
    r.user(str(value), at)


def _system(r: Recorder, value: Any, at: int) -> None:
    r.user(str(value), at, system=True)


def _verdict(r: Recorder, value: Any, at: int) -> None:
    spec = value if isinstance(value, dict) else {"outcome": value}
    explanation, subject, seen = (str(spec.get(k, "")) for k in ("explanation", "subject", "seen"))
    name = str(spec.get("name", "review"))
    r.verdict(str(spec["outcome"]), at, name=name, explanation=explanation, subject=subject, seen=seen)


def _planner(r: Recorder, value: Any, at: int) -> None:
    r.plan([_item(i) for i in value], at, origin="planner")


def _compaction(r: Recorder, value: Any, at: int) -> None:
    r.compaction(str(value or ""), at)


def _interruption(r: Recorder, value: Any, at: int) -> None:
    r.interruption(at)


def _final(r: Recorder, value: Any, at: int) -> None:
    r.final(str(value), at)


_WRITERS: Mapping[str, Any] = {
    "user": _user,
    "system": _system,
    "verdict": _verdict,
    "planner": _planner,
    "compaction": _compaction,
    "interruption": _interruption,
    "final": _final,
}


def failures(detector: Detector, case: Case) -> list[str]:
    """What is not as the case says; empty when all is well. One sentence for each difference."""
    found, checks = check_run(case.run, [detector], {detector.id: case.options})
    wrong = []
    if checks[0].outcome == "failed":
        return [f"{detector.id} crashed: {checks[0].reason}"]
    if len(found) != len(case.finds):
        wrong.append(f"expected {len(case.finds)} findings, got {len(found)}: {[(f.form, f.message) for f in found]}")
    for want, got in zip(case.finds, found, strict=False):
        wrong += _differences(want, got)
    if case.outcome and checks[0].outcome != case.outcome:
        wrong.append(f"expected the check to be {case.outcome}, it is {checks[0].outcome} ({checks[0].reason})")
    return wrong


def _differences(want: Any, got: Finding) -> Iterator[str]:
    spec = want if isinstance(want, dict) else {"form": want}
    if strange := spec.keys() - {"form", "severity", "step", "says"}:
        yield f"a finding is expected by the unknown keys {', '.join(sorted(strange))}"
    if spec.get("form", got.form) != got.form:
        yield f"expected form {spec['form']}, got {got.form}: {got.message}"
    if spec.get("severity", got.severity) != got.severity:
        yield f"{got.form}: expected {spec['severity']}, got {got.severity}"
    positions = [e.place.position for e in got.evidence]
    if "step" in spec and str(spec["step"]) != positions[0]:
        yield f"{got.form}: expected primary step {spec['step']}, got {positions}"
    if "says" in spec and str(spec["says"]) not in got.message:
        yield f"{got.form}: the message lacks {spec['says']!r}: {got.message}"
