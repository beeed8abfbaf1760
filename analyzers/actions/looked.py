"""Whether anything looked before the agent says that something was checked: tests run, a browser opened, a source read,
and since the last change. Pure."""

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal

from planscope.analyzers.actions.hedges import OF_CHECKS, hedged, hedged_on_checks
from planscope.analyzers.actions.kinds import Work, stated, works
from planscope.analyzers.actions.shell import success_line
from planscope.analyzers.assertions.backing import (
    Claimed,
    file_name,
    name_words,
    stated_deep,
    went_wrong,
)
from planscope.analyzers.assertions.closing import sentences
from planscope.analyzers.assertions.closing_words import NO_TROUBLE
from planscope.analyzers.detector import count
from planscope.analyzers.plans.matching import terms, words_in
from planscope.analyzers.quick import quick
from planscope.collector.run import Compaction, Run, ToolCall, UserMessage, Verdict

Form = Literal["check-without-look", "success-on-error"]
CHECKS = frozenset(
    {"tests", "build", "browser", "works", "source", "checks", "review", "links"}
)  # sorts of assertions that are checks


@dataclass(frozen=True, slots=True)
class Unbacked:
    """A claim with what is wrong with it: its form, a clause that says why, the calls that show it; `sure` when the run
    itself proves it."""

    claim: Claimed
    form: Form
    why: str
    calls: tuple[ToolCall, ...] = ()
    sure: bool = True


_PROSE = quick(
    r"\.(?:md|mdx|txt|rst|adoc|org|tex|docx?|pdf|log|csv|tsv|jsonl|png|jpe?g|svg)(?:\.[a-z]\w{1,7})?$|(?:^"
    r"|/)(?:LICENSE|CHANGELOG"
    r"|README)[^/]*$",
    re.I,
)
_ASIDE = quick(r"(?:^|/)(?:tmp|temp|private/tmp|var/folders|scratch\w*|\.claude|\.cache)/", re.I)
_BROWSER = quick(
    r"browser|playwright|puppeteer|selenium|chrom(?:e|ium)|firefox|safari|webkit|devtools|screenshot"
    r"|screen_?capture|cypress|webdriver"
    r"|navigate|goto|click|open_?url|computer|simulator|emulator|adb|xcrun|preview|visit|web_?fetch|xdg-open"
    r"|open http|e2e|tap_",
    re.I,
)
_RAN = re.compile(r"(?:I|we)\b", re.I)  # "I ran the tests" says nothing of how they came out


def unbacked(run: Run, claim: Claimed) -> Unbacked | None:
    """What is wrong with a claim, None when something stands behind it or that cannot be told."""
    sort = claim.assertion.sort
    if sort in ("tests", "build"):
        return _green(run, claim, sort.removesuffix("s"))
    if sort == "works":
        return _works_too(run, claim)
    if sort == "checks":
        return _named_checks(run, claim)
    if sort == "review":
        return _reviewed(run, claim)
    if sort == "browser":
        return _browser(run, claim)
    if sort == "links":
        return _links(run, claim)
    return _source(run, claim) if sort == "source" else None


def before(run: Run, claim: Claimed) -> list[tuple[ToolCall, Work]]:
    """Calls before the claim with their work; planning calls are none."""
    done = run.memo(worked)
    return done[: bisect_left(done, claim.step.number, key=lambda cw: cw[0].number)]


def worked(run: Run) -> list[tuple[ToolCall, Work]]:
    """All calls with their work, in order. Use it through `run.memo(worked)`."""
    table = run.memo(works)
    return [(c, table[c.number]) for c in run.tool_calls if c.number in table]


def _older_work_unknown(run: Run) -> bool:
    """The run begins with a summary of work that is not in it."""
    first = run.tool_calls[0].number if run.tool_calls else len(run.steps)
    return any(isinstance(s, Compaction) for s in run.steps[:first])


def broke(call: ToolCall, work: Work) -> bool:
    """Whether a call failed, was refused, says that it failed, or ended with a status other than 0."""
    return went_wrong(call) or work.exit not in (None, 0)


_TOOLS = {  # what a build claim is about, and the commands that show it
    "lint": quick(r"lint|ruff|clippy|flake8|biome|rubocop|stylelint|vet|check", re.I),
    "type": re.compile(r"tsc|mypy|pyright|type|flow|check", re.I),
    "": quick(r"build|compile|tsc|make|gcc|clang|cargo|webpack|vite|rollup|mvn|gradle|dotnet|swift|go\b|ninja", re.I),
}


def _green(run: Run, claim: Claimed, sort: str) -> Unbacked | None:
    """Tests or a build said to be green: was it run, how did the last run end, was anything changed since."""
    prior = before(run, claim)
    checks = [(c, w) for c, w in prior if w.sort == sort and c.status != "rejected" and _shows(claim, w)]
    if not checks:
        return _never(run, claim, prior, sort)
    last, work = checks[-1]
    later = [(c, w) for c, w in prior if c.number > last.number]
    if any(w.sort in _MAY_CHECK for _, w in later) or last.status == "unknown" or _user_reports(run, claim, last):
        return None
    if work.outcome == "red":
        if hedged_on_checks(claim.message) or _RAN.match(claim.assertion.words) or _admits(claim.message, work.why):
            return None
        return Unbacked(claim, "success-on-error", f"the last {sort} run says {work.why[:160]!r}", (last,))
    edits = [c for c, w in later if w.sort == "edit" and not broke(c, w) and is_code(w)]
    if not edits or any(success_line(c.result) for c, _ in later if c.number > edits[-1].number):
        return None
    table = run.memo(works)
    names = ", ".join(dict.fromkeys(file_name(p) for c in edits for p in _changed_files(table[c.number])[:1]))
    why = f"the last {sort} run is older than {len(edits)} change{'s' * (len(edits) > 1)} ({names})"
    return Unbacked(claim, "check-without-look", why, (edits[-1], last), sure=False)


_IDENTIFIER = re.compile(r"\b(?:[A-Z][a-z0-9]+){2,}\w*|\b\w{2,}_\w{2,}\b")


def _admits(message: str, why: str) -> bool:
    """Whether a message says itself of the test that is red that it fails."""
    named = set(_IDENTIFIER.findall(why)) & set(_IDENTIFIER.findall(message[:40_000]))
    return bool(named) and hedged(message)


_MAY_CHECK = ("run", "build", "test", "delegate", "act")


def _named_checks(run: Run, claim: Claimed) -> Unbacked | None:
    """Checks said to have passed: the last call that is called so failed, and nothing was done about it since."""
    prior = before(run, claim)
    called = terms(claim.assertion.words).words
    mine = [(c, w) for c, w in prior if w.sort not in ("look", "edit", "ask") and _called_so(c, called)]
    if not called or not mine or not broke(*mine[-1]) or hedged_on_checks(claim.message):
        return None
    last, work = mine[-1]
    if last.status in ("unknown", "rejected") or any(
        c.number > last.number and w.sort in ("edit", "delegate", "act", "test") for c, w in prior
    ):
        return None
    return Unbacked(claim, "success-on-error", f"the last of them says {(work.why or last.result)[:160]!r}", (last,))


def _reviewed(run: Run, claim: Claimed) -> Unbacked | None:
    """A review said to have passed, where the last verdict of every reviewer is a fail."""
    past = [s for s in run.steps[: claim.step.number] if isinstance(s, Verdict)]
    latest = {v.name: v.outcome for v in past}
    if not past or set(latest.values()) != {"fail"} or _says_no(claim.message):
        return None
    last = past[-1]
    made = next((c for c in reversed(run.tool_calls) if c.number < last.number and c.name == last.name), None)
    since = [w for c, w in before(run, claim) if c.number > last.number]
    if made is None or any(w.sort in ("delegate", "ask", "run") for w in since) or _user_reports(run, claim, made):
        return None
    why = f"the last verdict of {last.name} is a fail: {last.explanation[:160]!r}"
    return Unbacked(claim, "success-on-error", why, (made,))


def _says_no(message: str) -> bool:
    """Whether a message says that a review did not pass something."""
    denied = re.compile(
        r"\b(?:fail\w*|reject\w*|not|nicht|pas|no|não|niet|afgekeurd|abgelehnt)\b|未|没|不|ません", re.I
    )
    found = (s for s in sentences(message) if _REVIEW_WORD.search(s))
    return any(denied.search(NO_TROUBLE.sub(" ", s)) for s in found)


_REVIEW_WORD = quick(
    r"review|approv|prüf|valid|verif|vérif|revis|relect|beoordel|审|复核|验证|レビュー|審査|検証", re.I
)


def _called_so(call: ToolCall, words: frozenset[str]) -> bool:
    """Whether a call's name, command or description holds these words, but for one ("successful")."""
    text = f"{name_words(call.name).replace('_', ' ')} {stated(call.arguments)}"
    return words_in(words, text) >= max(1, len(words) - 2) and bool(OF_CHECKS.search(re.sub(r"[-_]", " ", text)))


def _shows(claim: Claimed, work: Work) -> bool:
    """Whether a build command is of the kind that a claim is about (a lint run shows nothing of a build)."""
    if work.sort != "build" or not work.command:
        return True
    topic = next((k for k in ("lint", "type") if k in claim.assertion.words.lower()), "")
    other = not topic and _TOOLS["lint"].search(work.command)
    return bool(_TOOLS[topic].search(work.command)) and not other


def _user_reports(run: Run, claim: Claimed, last: ToolCall) -> bool:
    """Whether the user spoke of tests or of what works between the last check and the claim."""
    said = [r for r in run.requests if last.number < r.number < claim.step.number]
    return any(_REPORT.search(r.text) for r in said)


_REPORT = quick(
    r"\b(?:tests?|pass\w*|green|works?|fine|good|grün|läuft|passe\w*|marche|pasan?|funciona|passa\w*|slagen"
    r"|werkt)\b|通过|正常|通り|動き",
    re.I,
)


def _works_too(run: Run, claim: Claimed) -> Unbacked | None:
    """Said to have been tried out, and nothing at all was called since the last change."""
    prior = before(run, claim)
    edits = [c for c, w in prior if w.sort == "edit" and not broke(c, w) and is_code(w)]
    if not edits or _older_work_unknown(run) or _user_reports(run, claim, edits[-1]):
        return None
    if any(c.number > edits[-1].number and w.sort != "edit" for c, w in prior):
        return None
    ran = any(w.sort in (*_MAY_CHECK, "commit") for _, w in prior)
    why = (
        f"nothing was called after the last change ({file_name(_changed_files(run.memo(works)[edits[-1].number])[0])})"
    )
    return Unbacked(claim, "check-without-look", why, (edits[-1],), sure=not ran)


def is_code(work: Work) -> bool:
    """Whether something that tests could be about was changed: no prose, no data, nothing in a temporary folder."""
    return any(not _PROSE.search(p) and not _ASIDE.search(p) for p in _changed_files(work))


_PATTERN = re.compile(r"(?<!\S)[\w./-]{0,200}\*[\w.-]{0,40}\.[A-Za-z]\w{0,7}\b")


def _changed_files(work: Work) -> tuple[str, ...]:
    """The files that an edit names; where a command names none, its patterns ("src/*.py")."""
    return work.paths or tuple(_PATTERN.findall(work.command[:4000]))


def _never(run: Run, claim: Claimed, prior: list[tuple[ToolCall, Work]], sort: str) -> Unbacked | None:
    """No test was run. Anything that may have run or shown one counts: builds, other commands, other agents."""
    if not prior or _older_work_unknown(run) or any(_may_test(c, w) for c, w in prior):
        return None
    if 0 <= run.memo(_first_report) < claim.step.number:
        return None
    edits = [c for c, w in prior if w.sort == "edit"]
    also = " and commit" if any(w.sort == "commit" for _, w in prior) else ""
    why = f"no {sort} was run: the {len(prior)} call{'s' * (len(prior) > 1)} before it only read and edit{also}"
    return Unbacked(claim, "check-without-look", why, tuple(edits[-1:]))


def _may_test(call: ToolCall, work: Work) -> bool:
    """Whether a call may have run a test: anything but looking, editing and asking; a commit where it tells of checks
    (a hook may have run them)."""
    if work.sort != "commit":
        return work.sort not in ("look", "edit", "ask")
    return not _GIT.match(work.command) or bool(_CHECKED.search(call.result[:20_000]))


_GIT = quick(r"\s*(?:cd \S+ && )?git\b(?:(?!&&|;|\|)[^\n])*(?:&&\s*git\b(?:(?!&&|;|\|)[^\n])*)*$")
_CHECKED = quick(r"\b(?:tests?|passed|pass|hooks?|lint\w*|husky|pre-commit)\b", re.I)


def _first_report(run: Run) -> int:
    """The first step in which a look shows, or the user tells, how tests came out."""
    table = run.memo(works)
    for step in run.steps:
        if isinstance(step, ToolCall) and step.number in table and table[step.number].sort == "look":
            shown = success_line(step.result[-4000:]) or re.search(r"\btests?\b", stated(step.arguments), re.I)
        elif isinstance(step, UserMessage) and not step.system and step.number > run.tool_calls[0].number:
            shown = success_line(step.text) or _REPORT.search(step.text)
        else:
            continue
        if shown:
            return step.number
    return -1


def _browser(run: Run, claim: Claimed) -> Unbacked | None:
    prior = before(run, claim)
    if not prior or _older_work_unknown(run) or any(w.sort == "delegate" for _, w in prior):
        return None
    for call, work in prior:
        if _BROWSER.search(name_words(call.name)) or (work.command and _BROWSER.search(work.command)):
            return None
        if work.sort in ("run", "act") and not work.command and _BROWSER.search(stated_deep(call.arguments)):
            return None
    edits = [c for c, w in prior if w.sort == "edit"]
    why = f"no call opened a browser or took a screenshot ({count(len(prior), 'call')} before it)"
    return Unbacked(claim, "check-without-look", why, tuple(edits[-1:]))


_SEARCHES = quick(r"(?:^|_)(?:search|find|query|serp)(?:_|$)|search$")


def _links(run: Run, claim: Claimed) -> Unbacked | None:
    """Links said to have been opened, though every call before it only searches."""
    prior = before(run, claim)
    if not prior or _older_work_unknown(run) or not all(_SEARCHES.search(name_words(c.name)) for c, _ in prior):
        return None
    why = f"no call opened one: the {count(len(prior), 'call')} before it only {'search' if prior[1:] else 'searches'}"
    return Unbacked(claim, "check-without-look", why, tuple(c for c, _ in prior[-2:]))


def _source(run: Run, claim: Claimed) -> Unbacked | None:
    """Only where nothing at all was called; what the user handed over may have been the source."""
    if any(c.number < claim.step.number for c in run.tool_calls) or run.plan_updates or _older_work_unknown(run):
        return None
    if run.format == "otlp" and run.tools is None:
        return None  # not every tracer records tools
    if sum(len(r.text) for r in run.requests) > 3000 or sum(isinstance(s, type(claim.step)) for s in run.steps) > 200:
        return None
    return Unbacked(claim, "check-without-look", "no tool was called before it in the whole run", (), sure=False)
