"""Which tool calls change a plan, and how. Names and payloads are those of the producers, the content is made up."""

from typing import Any

import pytest

from planscope.collector import plan_tools
from planscope.collector.plan import PlanBook, PlanVersion
from planscope.collector.run import Content, PlanUpdate, ToolCall, ToolStatus
from planscope.collector.span import Place
from planscope.collector.steps import plan_steps

TODOS = [{"content": "dig", "status": "completed"}, {"content": "plant", "status": "pending"}]


class Agent:
    """Calls tools one after the other on one list and one plan document."""

    def __init__(self) -> None:
        self.book, self.documents = PlanBook(), PlanBook()

    def call(
        self, name: str, given: Any, result: str = "ok", data: Any = None, status: ToolStatus = "ok"
    ) -> PlanVersion | None:
        """What the call made of the plan."""
        call = ToolCall(name=name, arguments=given, result=result, data=data, status=status, place=Place("x", "0"))
        return plan_tools.apply(self.book, self.documents, call)

    def items(self, name: str, given: Any, result: str = "ok", data: Any = None) -> list[tuple[str, str]] | None:
        """Texts and states after the call; None when it changed nothing."""
        version = self.call(name, given, result, data)
        return None if version is None else [(i.text, i.status) for i in version.items]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("TodoWrite", {"todos": TODOS}),
        ("todowrite", {"todos": TODOS}),
        ("write_todos", {"todos": TODOS}),
        ("mcp__plans__todo_write", {"todos": TODOS}),
        ("functions.update_plan", {"plan": [{"step": t["content"], "status": t["status"]} for t in TODOS]}),
        (
            "task_tracker",
            {"command": "plan", "task_list": [{"title": t["content"], "status": t["status"]} for t in TODOS]},
        ),
        ("updateTodo", {"todos": TODOS}),
        ("my_own_list", {"todos": TODOS}),
    ],
)
def test_whole_lists(name: str, given: Any) -> None:
    assert Agent().items(name, given) == [("dig", "completed"), ("plant", "pending")]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("task_tracker", {"command": "view"}),
        ("Bash", {"command": "ls"}),
        ("search", {"todos": ["dig", "plant"]}),
        ("create_order", {"items": [{"name": "rose", "status": "open"}]}),
        ("TodoRead", {}),
        ("TodoWrite", "[broken"),
        ("TodoWrite", None),
        ("", {}),
    ],
)
def test_calls_that_change_nothing(name: str, given: Any) -> None:
    assert Agent().call(name, given) is None


@pytest.mark.parametrize("status", ["error", "rejected"])
def test_failed_and_refused_calls_change_nothing(status: ToolStatus) -> None:
    agent = Agent()
    assert agent.call("TodoWrite", {"todos": TODOS}, status=status) is None
    assert agent.call("TaskCreate", {"subject": "dig"}, "Task #1 created", status=status) is None
    agent.call("TaskCreate", {"subject": "dig"}, "Task #1 created")
    assert agent.call("TaskUpdate", {"taskId": "1", "status": "completed"}, status=status) is None
    assert [i.status for i in agent.book.items] == ["pending"]


def test_a_list_whose_result_is_not_in_the_file_counts_but_an_increment_does_not() -> None:
    agent = Agent()
    assert agent.call("TodoWrite", {"todos": TODOS}, status="unknown") is not None
    assert agent.call("TaskCreate", {"subject": "water"}, status="unknown") is None
    assert agent.call("TaskUpdate", {"taskId": "1", "status": "completed"}, status="unknown") is None


@pytest.mark.parametrize(
    ("result", "data"),
    [
        ("Task #7 created successfully: dig", None),
        ("done", {"task": {"id": "7", "subject": "dig"}}),
        ('{"id": 7}', {"id": 7}),
        ("Created task (id: 7)", None),
    ],
)
def test_tasks_are_increments_whose_id_stands_in_the_result(result: str, data: Any) -> None:
    agent = Agent()
    assert agent.items("TaskCreate", {"subject": "dig", "description": "a hole"}, result, data) == [("dig", "pending")]
    assert agent.items("TaskUpdate", {"taskId": "7", "status": "in_progress"}) == [("dig", "in_progress")]
    assert agent.items("TaskUpdate", {"taskId": "#7", "status": "completed"}) == [("dig", "completed")]
    assert agent.items("TaskUpdate", {"taskId": "7", "status": "deleted"}) == [("dig", "cancelled")]
    assert agent.items("TaskUpdate", {"taskId": "7", "subject": "dig deep"}) == [("dig deep", "cancelled")]
    assert agent.items("TaskUpdate", {"taskId": "7", "addBlockedBy": ["1"]}) is None
    assert agent.items("TaskUpdate", {"taskId": "7", "status": "who knows"}) is None
    assert agent.items("TaskUpdate", {"taskId": "8", "status": "completed"}, "Task not found") is None
    assert agent.items("TaskUpdate", {"taskId": "7", "status": "pending"}, data={"success": False}) is None


def test_a_listing_is_a_checkpoint() -> None:
    agent = Agent()
    agent.call("TaskCreate", {"subject": "dig"}, "Task #1 created")
    agent.call("TaskCreate", {"subject": "plant"}, "Task #2 created")
    told = "#1 [completed] dig\n#2 [in_progress] plant [blocked by #1]\n#3 [pending] water"
    after = [("dig", "completed"), ("plant", "in_progress"), ("water", "pending")]
    assert agent.items("TaskList", {}, told) == after
    assert agent.items("TaskList", {}, told) is None
    tasks = [{"id": "3", "subject": "water", "status": "completed"}]
    assert agent.items("TaskList", {}, "...", {"tasks": tasks}) == [*after[:2], ("water", "completed")]
    assert agent.call("TaskList", {}, "no tasks") is None
    assert agent.call("TaskList", {}, "#1 [" + " " * 500_000) is None


def test_other_trackers() -> None:
    agent = Agent()
    assert agent.items("tracker_create_task", {"title": "dig", "type": "task"}, '{"id": "a1b2c3"}') == [
        ("dig", "pending")
    ]
    assert agent.items("tracker_update_task", {"id": "a1b2c3", "status": "closed"}) == [("dig", "completed")]
    several = {"todos": [{"id": "1", "title": "plant"}, {"id": "2", "title": "water"}]}
    assert agent.items("add_todo", several) == [("dig", "completed"), ("plant", "pending"), ("water", "pending")]
    assert (agent.items("complete_todo", {"id": "1"}) or [])[1] == ("plant", "completed")
    assert (agent.items("delete_todo", {"id": "2"}) or [])[2] == ("water", "cancelled")


def test_plan_documents_and_what_was_decided() -> None:
    agent = Agent()
    plan = "1. Dig\n2. Plant"
    refused = agent.call("ExitPlanMode", {"plan": plan}, "no", status="rejected")
    waiting = agent.call("ExitPlanMode", {"plan": plan}, "", status="unknown")
    agreed = agent.call("ExitPlanMode", {}, "go", data={"plan": plan})
    draft = agent.call("write_draft_plan", {"draft": plan})
    versions = [v for v in (refused, waiting, agreed, draft) if v is not None]
    assert [v.decision for v in versions] == ["rejected", "", "approved", ""]
    assert {(v.source, tuple(i.text for i in v.items)) for v in versions} == {("document", ("Dig", "Plant"))}
    assert agent.call("ExitPlanMode", {"plan": plan}, "You are not in plan mode", status="error") is None
    assert agent.book.items == ()


def test_names() -> None:
    assert plan_tools.is_plan_tool("mcp__x__TodoWrite")
    assert plan_tools.is_list_tool("TaskList")
    assert not plan_tools.is_list_tool("ExitPlanMode")
    assert not plan_tools.is_plan_tool("Task")
    assert plan_tools.offered(["Bash", "TodoWrite"])
    assert not plan_tools.offered(["Bash", "ExitPlanMode"])
    assert not plan_tools.offered(None)


LIST = {"todos": [{"content": "Find a tent", "status": "in_progress"}, {"content": "Book", "status": "pending"}]}


@pytest.mark.parametrize("content", ["not_captured", "truncated", "redacted"])
def test_a_list_that_was_written_and_is_not_known_is_lost(content: Content) -> None:
    """From here on an item may have any state; what is written later has it again."""
    kept_back: Any = None if content == "not_captured" else "<redacted>"
    given = [(LIST, "present"), (kept_back, content), (kept_back, content), (LIST, "present")]
    steps = plan_steps(
        ToolCall(name="TodoWrite", arguments=a, status="ok", content=c, place=Place("f", str(n)))
        for n, (a, c) in enumerate(given)
    )
    updates = [x for x in steps if isinstance(x, PlanUpdate)]
    assert [[i.status for i in u.version.items] for u in updates] == [
        ["in_progress", "pending"], ["unknown", "unknown"], ["in_progress", "pending"],
    ]  # fmt: skip
    assert len({i.key for u in updates for i in u.version.items}) == 2
    assert [x.planning for x in steps if isinstance(x, ToolCall)] == [True]


def test_plans_of_editors_and_ids_in_the_words_of_a_result() -> None:
    calls = [
        ("session/update", {"sessionUpdate": "plan", "entries": [{"content": "Find", "status": "pending"}]}, ""),
        ("tracker_create_task", {"title": "Book", "type": "task"}, "Created task 1a2b3c: Book"),
        ("tracker_update_task", {"id": "1a2b3c", "status": "closed"}, "Updated"),
    ]
    steps = plan_steps(ToolCall(name=n, arguments=a, result=r, status="ok", place=Place("f", "0")) for n, a, r in calls)
    updates = [x for x in steps if isinstance(x, PlanUpdate)]
    assert [[i.status for i in u.version.items] for u in updates] == [
        ["pending"], ["pending", "pending"], ["pending", "completed"],
    ]  # fmt: skip
