"""`--judge`: what is said before and after, and what the answers do to a report."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from planscope import console
from planscope.errors import UsageError, nearest

if TYPE_CHECKING:
    from planscope.analyzers.check import Report
    from planscope.analyzers.judge.anthropic import AnthropicJudge
    from planscope.analyzers.judge.ask import Asked
    from planscope.analyzers.judge.cost import Price
    from planscope.analyzers.judge.settings import JudgeSettings
    from planscope.collector.run import Run


@dataclass(frozen=True)
class Ready:
    """A judge that can be asked, with the settings that hold for it."""

    judge: "AnthropicJudge"
    settings: "JudgeSettings"
    price: "Price | None"


def ready(name: str) -> Ready:
    """The judge of that name ("anthropic", "anthropic:model"), before any work is done. Raises UsageError for a name
    that is none or a client that is missing, PlanscopeError without a key."""
    from planscope.analyzers.judge.anthropic import AnthropicJudge
    from planscope.analyzers.judge.cost import price_of
    from planscope.analyzers.judge.settings import judge_settings
    from planscope.config import find_settings

    service, colon, model = name.partition(":")
    if service != "anthropic":
        close = nearest(service, ["anthropic"])
        raise UsageError(f"there is no judge {service!r}{close}; the form is --judge anthropic or anthropic:MODEL")
    if colon and not model.strip():
        raise UsageError("--judge anthropic: names no model; leave the colon out for the one of the settings")
    found = find_settings(Path.cwd())
    settings = judge_settings(found.judge, found.file)
    model = model.strip() or settings.model
    price = price_of(model, found.prices, str(found.file))
    return Ready(AnthropicJudge(model, timeout=settings.timeout), settings, price)


def judge_report(ready: Ready, report: "Report", runs: "Iterator[Run]") -> bool:
    """Asks what computation leaves open about these runs, and adds what the judge finds to the report. Whether the
    service answered at all; where it lets nobody in, the question that the user asked is not decided."""
    from planscope.analyzers.judge.ask import ask_all, estimate
    from planscope.analyzers.judge.cache import Cache, default_folder
    from planscope.analyzers.judge.judged import add_to
    from planscope.analyzers.judge.runs import questions_on

    if report.interrupted:
        return True
    judge, settings = ready.judge, ready.settings
    cache = Cache(Path(settings.cache) if settings.cache else default_folder())
    try:
        every = questions_on(report, runs)
        if not every:
            console.say("the judge has nothing to be asked: computation leaves nothing open that it could settle")
            return True
        asked = every[: settings.max_questions]
        fresh, tokens = estimate(asked, cache, judge.name)
        _say_before(ready, fresh, tokens, len(asked) - fresh, len(every) - len(asked))
        with console.Progress(len(asked), "questions") as progress:
            done = ask_all(
                asked,
                judge,
                cache,
                budget=settings.max_tokens,
                parallel=settings.parallel,
                heard=lambda: progress.add(1),
            )
    except KeyboardInterrupt:
        report.interrupted = True
        return True
    finally:
        judge.close()
    report.interrupted |= done.interrupted
    _say_after(ready, done, add_to(report, done.answers, judge.name))
    return not done.refused


def _say_before(ready: Ready, fresh: int, tokens: int, kept: int, over: int) -> None:
    from planscope.analyzers.detector import count

    judge, settings = ready.judge, ready.settings
    if fresh:
        goes = "go" if fresh > 1 else "goes"
        worst = min(settings.max_tokens, 2 * (tokens + fresh * judge.most))
        console.say(
            f"the judge: {count(fresh, 'question')} of about {tokens:,} tokens together {goes} to {judge.goes_to} "
            f"({judge.name}), with text of the traces as it is; with replies and retries at most {worst:,} tokens"
            f"{_priced(ready, tokens, fresh)}{f'; {kept} more are known from before' if kept else ''}"
        )
    if over:
        console.say(
            f"the judge: {count(over, 'question')} more {'are' if over > 1 else 'is'} not asked, since max_questions "
            f"is {settings.max_questions} ([tool.planscope.judge] in the settings)"
        )


def _priced(ready: Ready, tokens: int, fresh: int) -> str:
    from planscope.analyzers.judge.cost import Usage

    if ready.price is None:
        return ""
    return f", about {ready.price.of(Usage(tokens, 100 * fresh))}"  # an answer with its quotation is about 100


def _say_after(ready: Ready, done: "Asked", found: int) -> None:
    from planscope.analyzers.detector import count

    kept = sum(a.cached for a in done.answers)
    reasons = Counter(a.reason or "cannot tell" for a in done.answers if a.abstained)
    why = "; ".join(f"{n} × {reason}" if n > 1 else reason for reason, n in reasons.most_common())
    cost = f", {ready.price.of(done.usage)}" if ready.price else ""
    console.say(
        f"the judge: {len(done.answers) - kept} asked in {count(done.requests, 'request')}, {kept} from before, "
        f"{reasons.total()} abstained{f' ({why})' if why else ''}, {count(found, 'finding')}; "
        f"{done.usage.sent:,} tokens sent, {done.usage.received:,} received{cost}"
    )
    if done.refused:
        console.say(f"the judge could not be asked: {done.refused}; all that is computed stands without it")


def runs_again(paths: Sequence[Path], root: Path | None, store: Path) -> "Iterator[Run]":
    """The runs of files, or of a store where there are none."""
    from planscope.analyzers.check import find_files
    from planscope.analyzers.judge.runs import runs_of_files, runs_of_store
    from planscope.commands.options import opened

    return runs_of_files(find_files(paths, root)) if paths else runs_of_store(opened(store))
