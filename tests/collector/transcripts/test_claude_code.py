"""Claude Code sessions: what becomes of their lines. All sessions are made up."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from planscope.collector.run import Compaction, Interruption, ModelCall, Run, ToolCall, UserMessage
from planscope.collector.transcripts import keys_of, reader_of
from planscope.collector.transcripts.source import Source

if TYPE_CHECKING:
    from tests.collector.conftest import Session

Read = Callable[..., list[Run]]


def texts(run: Run, kind: type[Any]) -> list[str]:
    """Texts of the steps of one kind."""
    return [s.text for s in run.steps if isinstance(s, kind)]


def test_a_message_over_several_lines_is_one_and_its_usage_counts_once(
    session: "type[Session]", runs: Read, tmp_path: Path
) -> None:
    s = session()
    s.user("Mend the gate")
    first = {"input_tokens": 10, "cache_read_input_tokens": 90, "output_tokens": 3}
    s.say({"type": "thinking", "thinking": "hm"}, id="m1", usage=first)
    s.say("I look at the gate.", id="m1", usage=first)
    tool = {"type": "tool_use", "id": "t1", "name": "Read", "input": {"file_path": "gate.py"}}
    s.say(tool, id="m1", usage={**first, "output_tokens": 40})
    s.user([{"type": "tool_result", "tool_use_id": "t1", "content": "def gate(): ..."}])
    s.say("Done.", id="m2")
    (run,) = runs(s.write(tmp_path / "s.jsonl"))
    one, two = (x for x in run.steps if isinstance(x, ModelCall))
    assert (one.text, one.thinking, one.call_ids) == ("I look at the gate.", "hm", ("t1",))
    assert (one.input_tokens, one.output_tokens, one.cache_read_tokens) == (100, 40, 90)
    assert [p.place.position for p in one.parts] == ["2"]
    assert two.text == "Done."
    assert run.state == "ended"
    (call,) = run.tool_calls
    assert (call.place.position, call.result_place and call.result_place.position, call.status) == ("3", "4", "ok")


def test_a_text_is_said_once(session: "type[Session]", runs: Read, tmp_path: Path) -> None:
    s = session()
    s.user("A plain text")
    s.user([{"type": "text", "text": "and a block"}])
    (run,) = runs(s.write(tmp_path / "s.jsonl"))
    assert texts(run, UserMessage) == ["A plain text", "and a block"]


def test_sub_agents_in_the_same_file_and_in_a_folder(session: "type[Session]", runs: Read, tmp_path: Path) -> None:
    main, inner, beside = session(), session(agent="a1", start=100), session(agent="a2", start=200)
    for s, item in ((main, "paint"), (inner, "buy paint"), (beside, "sand")):
        s.user(f"do: {item}")
        s.call("TodoWrite", {"todos": [{"content": item, "status": "pending"}]})
    main.lines += inner.lines
    one = main.write(tmp_path / "s-main.jsonl")
    two = beside.write(tmp_path / "s-main" / "subagents" / "agent-a2.jsonl")
    found = {r.id: (r.parent_id, [i.text for i in r.plan_updates[-1].version.items]) for r in runs(one, two)}
    assert found == {
        "s-main": (None, ["paint"]),
        "s-main/a1": ("s-main", ["buy paint"]),
        "s-main/a2": ("s-main", ["sand"]),
    }
    assert keys_of_file(one) & keys_of_file(two)


def keys_of_file(path: Path) -> set[str]:
    """What names the runs in a file."""
    source = Source(path, path.name)
    reader = reader_of(source)
    assert reader is not None
    return keys_of(reader, source)


def test_old_side_chains_have_no_agent_id_and_are_told_apart_by_their_beginning(
    session: "type[Session]", runs: Read, tmp_path: Path
) -> None:
    s = session()
    s.user("Two errands")
    for name in ("one", "two"):
        s.user(f"errand {name}", isSidechain=True, parentUuid=None)
        s.say(f"did {name}", isSidechain=True)
    s.say("Both done.", parentUuid=s.lines[0]["uuid"])
    main, *chains = runs(s.write(tmp_path / "s.jsonl"))
    assert texts(main, ModelCall) == ["Both done."]
    assert [texts(r, ModelCall) for r in chains] == [["did one"], ["did two"]]
    assert {r.parent_id for r in chains} == {"s-main"}


def test_interruptions_refusals_and_failures_are_three_things(
    session: "type[Session]", runs: Read, tmp_path: Path
) -> None:
    s = session()
    s.user("Deploy")
    s.call("Bash", {"command": "deploy"}, "The user doesn't want to proceed with this tool use.", error=True)
    s.call("Bash", {"command": "deploy"}, "Permission to use Bash with command deploy has been denied.", error=True)
    s.call("Bash", {"command": "deploy"}, "no", data="User rejected tool use", error=True)
    s.call("Bash", {"command": "sleep"}, "", data={"interrupted": True})
    s.call("Bash", {"command": "deploy"}, "Exit code 1\nno such host", error=True)
    s.call("Bash", {"command": "ls"}, "deploy.sh")
    s.user("[Request interrupted by user for tool use]")
    (run,) = runs(s.write(tmp_path / "s.jsonl"))
    assert [c.status for c in run.tool_calls] == ["rejected"] * 4 + ["error", "ok"]
    assert isinstance(run.steps[-1], Interruption)
    assert run.state == "cut_off"


def test_what_the_program_says_in_the_users_name_is_no_request(
    session: "type[Session]", runs: Read, tmp_path: Path
) -> None:
    s = session()
    s.user("Caveat: the messages below were generated by the user while running local commands", isMeta=True)
    s.user("<command-name>/review</command-name>\n<command-args>the gate</command-args>")
    s.user("<local-command-stdout>ok</local-command-stdout>")
    s.user("<system-reminder>be brief</system-reminder>")
    s.user("<bash-stdout>x</bash-stdout><bash-stderr></bash-stderr>")
    s.say("(no findings)")
    s.line("attachment", attachment={"type": "queued_command", "prompt": "and the fence", "commandMode": "prompt"})
    s.line("attachment", attachment={"type": "queued_command", "prompt": "<task-notification>1</task-notification>"})
    s.line("attachment", attachment={"type": "todo_reminder", "content": []})
    s.line("system", subtype="turn_duration", durationMs=4)
    s.line("progress", data={"type": "hook_progress"})
    (run,) = runs(s.write(tmp_path / "s.jsonl"))
    assert [r.text[:14] for r in run.requests] == ["<command-name>", "and the fence"]
    assert len(texts(run, UserMessage)) == 7


def test_clear_begins_another_run(session: "type[Session]", runs: Read, tmp_path: Path) -> None:
    s = session()
    s.user("Mend the gate")
    s.call("TodoWrite", {"todos": [{"content": "mend", "status": "in_progress"}]})
    s.say("Mended.")
    s.user("<command-name>/clear</command-name>\n<command-args></command-args>")
    s.user("Paint the fence")
    s.say("Painted.")
    one, two = runs(s.write(tmp_path / "s.jsonl"))
    assert [len(r.plan_updates) for r in (one, two)] == [1, 0]
    assert texts(two, ModelCall) == ["Painted."]


def test_a_compaction_is_one_step_and_its_summary_no_request(
    session: "type[Session]", runs: Read, tmp_path: Path
) -> None:
    s = session()
    s.user("Mend the gate")
    s.say("Half done.")
    before = s.lines[-1]["uuid"]
    s.line("system", subtype="compact_boundary", parentUuid=None, logicalParentUuid=before, content="Compacted")
    s.user("This session is continued. The gate is half mended.", isCompactSummary=True)
    s.say("All done.")
    (run,) = runs(s.write(tmp_path / "s.jsonl"))
    assert texts(run, Compaction) == ["This session is continued. The gate is half mended."]
    assert len(run.requests) == 1
    assert [type(x) for x in run.steps] == [UserMessage, ModelCall, Compaction, ModelCall]


def test_results_before_their_calls_and_results_without_calls(
    session: "type[Session]", runs: Read, tmp_path: Path
) -> None:
    s = session()
    s.user("List")
    s.call("Bash", {"command": "ls"}, "gate.py")
    s.lines[1], s.lines[2] = s.lines[2], s.lines[1]
    s.user([{"type": "tool_result", "tool_use_id": "gone", "content": "?"}])
    (run,) = runs(s.write(tmp_path / "s.jsonl"), skipped=1)
    assert [(c.result, c.status) for c in run.tool_calls] == [("gate.py", "ok")]


@pytest.mark.parametrize("renamed", [False, True])
def test_a_resumed_session_is_told_once(renamed: bool, session: "type[Session]", runs: Read, tmp_path: Path) -> None:
    s = session("s-old")
    s.user("Mend the gate")
    s.call("Bash", {"command": "make"}, "Exit code 2", error=True)
    old = s.write(tmp_path / "s-old.jsonl")
    for x in s.lines:
        x["sessionId"] = "s-new" if renamed else x["sessionId"]
    if not renamed:
        s.line("user", {"role": "user", "content": [{"type": "text", "text": "again?"}]})
    s.say("Mended.")
    new = s.write(tmp_path / "s-new.jsonl")
    (run,) = runs(old, new)
    assert len(run.tool_calls) == 1
    assert texts(run, ModelCall)[-1] == "Mended."
    assert run.troubles == ()
    assert keys_of_file(old) & keys_of_file(new)


def test_two_sessions_that_were_forked_are_two_runs(session: "type[Session]", runs: Read, tmp_path: Path) -> None:
    files = []
    for name in ("s-one", "s-two"):
        s = session("s-shared")
        s.user("Mend the gate")
        s.say("What colour?")
        s.user(f"as in {name}")
        s.say(f"done for {name}", id=f"msg-{name}")
        for n, x in enumerate(s.lines):
            x["sessionId"] = name
            x["uuid"] += "" if n < 2 else name
        files.append(s.write(tmp_path / f"{name}.jsonl"))
    assert [texts(r, ModelCall)[-1] for r in runs(*files)] == ["done for s-one", "done for s-two"]


def test_a_forked_sub_agent_does_not_do_its_parents_work_again(
    session: "type[Session]", runs: Read, tmp_path: Path
) -> None:
    s = session()
    s.user("Mend the gate")
    s.call("Bash", {"command": "make"}, "Exit code 2", error=True)
    s.call("TodoWrite", {"todos": [{"content": "mend", "status": "in_progress"}]})
    main = s.write(tmp_path / "s-main.jsonl")
    for x in s.lines:
        x |= {"isSidechain": True, "agentId": "fork", "uuid": f"fork-{x['uuid']}"}
        x["parentUuid"] = x["parentUuid"] and f"fork-{x['parentUuid']}"
    s.agent = "fork"
    s.user("Sum up")
    s.say("The gate is half mended.")
    fork = s.write(tmp_path / "s-main" / "subagents" / "agent-fork.jsonl")
    found = {r.id: r for r in runs(main, fork)}
    assert [type(x) for x in found["s-main/fork"].steps] == [UserMessage, ModelCall]
    assert (found["s-main/fork"].parent_id, found["s-main/fork"].agent) == ("s-main", "fork")
    assert len(found["s-main"].tool_calls) == 1
    assert len(runs(fork)[0].tool_calls) == 1  # alone it is all that is known


@pytest.mark.parametrize("wrap", [lambda x: x, lambda x: {"loglines": x}, lambda x: {"messages": x, "id": 1}])
def test_lines_in_one_json_list(
    wrap: Callable[[Any], Any], session: "type[Session]", runs: Read, tmp_path: Path
) -> None:
    s = session()
    s.user("List")
    s.call("Bash", {"command": "ls"}, "gate.py")
    path = tmp_path / "s.json"
    path.write_text(json.dumps(wrap(s.lines), indent=1), encoding="utf-8")
    (run,) = runs(path)
    assert run.format == "claude-code"
    assert [(c.place.position, c.result) for c in run.tool_calls] == [("1", "gate.py")]


def test_a_printed_stream(runs: Read, tmp_path: Path) -> None:
    call = {"type": "tool_use", "id": "t1", "name": "Task", "input": {}}
    lines: list[dict[str, Any]] = [
        {"type": "system", "subtype": "init", "session_id": "x", "tools": ["Bash", "TodoWrite"]},
        {"type": "assistant", "session_id": "x", "message": {"id": "m1", "role": "assistant", "content": [call]}},
        {"type": "user", "session_id": "x", "parent_tool_use_id": "t1", "message": {"role": "user", "content": "dig"}},
        {
            "type": "user",
            "session_id": "x",
            "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "dug"}]},
        },
        {"type": "assistant", "session_id": "x", "message": {"id": "m2", "role": "assistant", "content": "Ready."}},
        {"type": "result", "subtype": "success", "session_id": "x", "result": "Ready."},
    ]
    path = tmp_path / "out.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    main, inner = runs(path)
    assert main.tools == frozenset({"Bash", "TodoWrite"})
    assert (main.state, [c.result for c in main.tool_calls]) == ("ended", ["dug"])
    assert (inner.parent_id, texts(inner, UserMessage)) == ("x", ["dig"])


def test_servers_tools_errors_of_the_service_and_what_no_model_said(
    session: "type[Session]", runs: Read, tmp_path: Path
) -> None:
    s = session()
    s.user("Search")
    found = [{"type": "web_search_result", "title": "Gates", "url": "http://127.0.0.1/gates"}]
    s.say(
        {"type": "server_tool_use", "id": "st1", "name": "web_search", "input": {"query": "gates"}},
        {"type": "web_search_tool_result", "tool_use_id": "st1", "content": found},
    )
    s.line("assistant", {"id": "e", "role": "assistant", "model": "<synthetic>", "content": "No response requested."})
    s.say("API Error: 529 overloaded", isApiErrorMessage=True)
    (run,) = runs(s.write(tmp_path / "s.jsonl"))
    (call,) = run.tool_calls
    assert (call.name, call.status, call.result) == ("web_search", "ok", "Gates http://127.0.0.1/gates")
    assert [type(x) for x in run.steps] == [UserMessage, ModelCall, ToolCall, Interruption]


def test_the_question_and_the_answer_have_the_same_time(session: "type[Session]", runs: Read, tmp_path: Path) -> None:
    s = session()
    for n in range(4):
        s.user(f"question {n}")
        s.say(f"answer {n}")
        s.line("progress", data={})
    for x in s.lines:
        x["timestamp"] = s.lines[0]["timestamp"]
    (run,) = runs(s.write(tmp_path / "s.jsonl"))
    said = [x.text for x in run.steps if isinstance(x, UserMessage | ModelCall)]
    assert said == [f"{w} {n}" for n in range(4) for w in ("question", "answer")]


def test_content_of_an_odd_type_is_counted_and_the_rest_read(
    session: "type[Session]", runs: Read, tmp_path: Path
) -> None:
    s = session()
    s.user("Mend the gate")
    for content in (5, {"text": "x"}, None):
        s.say("lost", id=f"odd{content}")
        s.lines[-1]["message"]["content"] = content
    s.say({"type": "tool_use", "id": "t1", "name": "price", "input": {}})
    s.user([{"type": "tool_result", "tool_use_id": "t1", "content": {"price": 12.5, "unit": "€"}}])
    s.say("It is 12.50 €.")
    source = Source(s.write(tmp_path / "s.jsonl"), "s.jsonl")
    reader = reader_of(source)
    assert reader is not None
    list(reader.read(source))
    assert [x.position for x in source.skipped] == ["1", "2", "3"]
    (run,) = runs(source.path, skipped=3)
    assert run.tool_calls[0].result == '{"price": 12.5, "unit": "€"}'


def test_answers_with_the_same_ids_and_other_words_are_no_copy(
    session: "type[Session]", runs: Read, tmp_path: Path
) -> None:
    paths = []
    for name in ("one", "two"):
        s = session(name)
        s.user(f"Do {name}")
        s.say(f"{name} is done.", id="m1")
        paths.append(s.write(tmp_path / f"{name}.jsonl"))
    assert len(runs(*paths)) == 2
