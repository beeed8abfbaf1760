"""`planscope review`: what people say of the findings in a store."""

import getpass
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from planscope import console
from planscope.commands.options import check_with, opened, store_option
from planscope.errors import UnknownName, UsageError

if TYPE_CHECKING:
    from planscope.analyzers.reviews import Reviewed, Word

SHORT, LEAST = 8, 4  # characters of an id as it is shown, and as it may be given


@click.command()
@click.argument("finding", required=False, metavar="[FINDING]")
@click.option("--dismiss", metavar="WHY", help="It is none: it counts no more, in checks and gates of this store.")
@click.option("--confirm", metavar="WHY", help="It is one.")
@click.option("--undo", is_flag=True, help="Take back what was said of it last: it is open again.")
@click.option("--by", "who", metavar="NAME", help="Who says so.  [default: who is logged in]")
@store_option("The store that holds the finding.")
@click.option("--state", type=click.Choice(["open", "dismissed", "confirmed"]), help="List only these.")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="List only this kind or detector.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def review(
    finding: str | None,
    dismiss: str | None,
    confirm: str | None,
    undo: bool,
    who: str | None,
    store: Path,
    state: str | None,
    kinds: tuple[str, ...],
    form: str,
) -> int:
    """List the findings of a store with their ids, or say of one what it is.

    \b
    Examples:
      planscope review                                        all findings, each with its id
      planscope review 3f9a1c07 --dismiss "deposits are paid in cash"
      planscope review 3f9a1c07 --confirm "reported to the shop" --by ana
      planscope review 3f9a1c07 --undo

    What is said is kept in the store, and nothing of it is ever overwritten: the last word about a finding counts. It
    outlasts another analysis; when the values of the finding change, the finding is open again.

    Exit code: 0 listed or kept, 2 no store, 3 no such finding, or a call that makes no sense.
    """
    from planscope.analyzers.recall import findings_of
    from planscope.analyzers.reviews import add_review

    said = _said(dismiss, confirm, undo)
    if said and finding is None:
        raise UsageError("which finding? `planscope review` lists all with their ids")
    if finding is not None and (state or kinds):
        raise UsageError("--state and --kind are for the list; leave out the id, or them")
    if who is not None and not said:
        raise UsageError("--by is for --dismiss, --confirm and --undo")
    held = opened(store)
    every = findings_of(held)
    if finding is not None:
        chosen = _named(finding, every)
        if said:
            if said[0] == "undone" and chosen.state == "open":
                raise UsageError(f"{finding}: nothing was said of it that could be taken back")
            add_review(held, chosen, said[0], said[1], _who() if who is None else who.strip())
            every = findings_of(held)
        shown = [_named(chosen.mark.fingerprint, every)]
    else:
        shown = [x for x in _of_kind(every, kinds) if state in (None, x.state)]
    console.write(_lines(shown, every, form))
    if not every and form == "text":
        console.say(f"{store} holds no finding; `{check_with(store)}` analyses its runs")
    return 0


def _said(dismiss: str | None, confirm: str | None, undo: bool) -> "tuple[Word, str] | None":
    """The word and the reason for it. Raises UsageError for two words, or one without a reason."""
    given: list[tuple[Word, str]] = []
    if dismiss is not None:
        given.append(("dismissed", dismiss.strip()))
    if confirm is not None:
        given.append(("confirmed", confirm.strip()))
    if undo:
        given.append(("undone", "undone"))
    if len(given) > 1:
        raise UsageError("--dismiss, --confirm and --undo exclude each other")
    if given and not given[0][1]:
        raise UsageError('say why, as in --dismiss "deposits are paid in cash"')
    return given[0] if given else None


def _who() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):  # a container may know no name for whoever it runs as
        return ""


def _named(given: str, every: "Sequence[Reviewed]") -> "Reviewed":
    """The finding whose id begins so."""
    name = given.strip().lower()
    found = [x for x in every if name and x.mark.fingerprint.startswith(name)]
    if not found:
        raise UnknownName(f"no finding of this store has the id {given!r}; `planscope review` lists all")
    if len({(x.finding.run, x.mark.fingerprint) for x in found}) > 1 or len(name) < LEAST:
        ids = ", ".join(_ids(every)[x.mark.fingerprint] for x in found[:10])
        raise UsageError(f"{given!r} may be any of {len(found)} findings ({ids}); give more of the id")
    return found[0]


def _of_kind(every: "Sequence[Reviewed]", kinds: Sequence[str]) -> "list[Reviewed]":
    from planscope.analyzers.detector import chosen
    from planscope.commands.check import loaded
    from planscope.config import find_settings

    if not kinds:
        return list(every)
    wanted = {d.id for d in chosen(loaded(find_settings(Path.cwd()).detectors), kinds)}
    return [x for x in every if x.finding.detector in wanted]


def _ids(every: "Sequence[Reviewed]") -> dict[str, str]:
    """The short id of each finding, as long as it takes to tell all apart."""
    names = {x.mark.fingerprint for x in every}
    size = SHORT
    while size < 16 and len({n[:size] for n in names}) < len(names):
        size += 1
    return {n: n[:size] for n in names}


# --- what is printed -----------------------------------------------------------------------------------------------


def _lines(shown: "Sequence[Reviewed]", every: "Sequence[Reviewed]", form: str) -> Iterator[str]:
    from planscope.analyzers.detector import count
    from planscope.analyzers.report.safe import json_line

    ids = _ids(every)
    if form == "json":
        yield json_line([_object(x, ids) for x in shown])
        return
    for x in shown:
        yield from _block(x, ids)
    states = Counter(x.state for x in shown)
    told = ", ".join(f"{states[s]} {s}" for s in ("open", "dismissed", "confirmed") if states[s])
    yield f"{count(len(shown), 'finding')}{f': {told}' if told else ''}"


def _block(x: "Reviewed", ids: dict[str, str]) -> Iterator[str]:
    from planscope.analyzers.gates.baseline import rule_of
    from planscope.analyzers.report.safe import safe, wrapped

    f, width = x.finding, console.columns()
    place = f.evidence[0].place
    name = place.file if place.index is None else f"{place.file} [{place.index}]"
    head = f"{ids[x.mark.fingerprint]}  {x.state:9s}  {f.severity} {rule_of(f)}  {name or f.run} at {place.position}"
    yield from wrapped(safe(head), width, rest="    ")
    yield from wrapped(safe(f.message), width, "    ")
    if x.review is not None:
        yield from wrapped(safe(_spoken(x)), width, "    ")
    yield ""


def _spoken(x: "Reviewed") -> str:
    """What was said of it last, and whether that counts."""
    r = x.review
    assert r is not None
    day = datetime.fromtimestamp(r.when / 1e9, UTC).date().isoformat()
    by = f"{f' by {r.who}' if r.who else ''} on {day}"
    if r.word == "undone":
        return f"a review of it was taken back{by}"
    other = "" if x.state == r.word else "; it says something else now, so it is open again"
    return f"{r.word}{by}: {r.reason}{other}"


def _object(x: "Reviewed", ids: dict[str, str]) -> dict[str, Any]:
    from planscope.analyzers.report.lines import finding_line

    r = x.review
    said = r and {"word": r.word, "reason": r.reason, "who": r.who, "counts": x.state == r.word}
    about = {"id": ids[x.mark.fingerprint], "fingerprint": x.mark.fingerprint, "state": x.state, "review": said}
    return {**about, **finding_line(x.finding)}
