"""The agent's own list or table of options as a listing, so that what it names as the extreme can be held against
what it says itself. Pure.
"""

import re
from collections.abc import Iterator

from planscope.analyzers.numbers.money import amounts
from planscope.analyzers.numbers.tables import rows_of
from planscope.analyzers.picks.by_figure import figures
from planscope.analyzers.picks.naming import Names
from planscope.analyzers.picks.options import FEWEST, Listing, Option
from planscope.analyzers.picks.orders import orders_in
from planscope.analyzers.picks.pick import Pick
from planscope.analyzers.picks.said import SENTENCE, Said, is_void, messages, scope_of
from planscope.analyzers.picks.said_picks import meant
from planscope.analyzers.quick import quick
from planscope.collector.run import Run

MOST = 20  # picks of one run
LINES = 60  # of one list
_ITEM = quick(r"\s*(?:[-*•+]|\d{1,2}[.)、])\s+(.{3,300})$")
_LABEL = quick(r"(?:\*\*([^*]{2,60})\*\*|([^\s:：–—|*][^:：–—|*]{1,59}?))\s*(?:\*\*)?\s*(?:[:：–—]|\s-\s)")
_FIGURE = re.compile(r"[\d.,:'’/=≈×x*+%-]+|[^\w\s]")


def own_picks(run: Run) -> tuple[Pick, ...]:
    """Every option of an own list that the same message names as the extreme."""
    found: list[Pick] = []
    for said in messages(run):
        if "\n" in said.text and orders_in(said.text):  # a list has several lines
            for listing in own_lists(said):
                found += _picks(said, listing)
        if len(found) >= MOST:
            break
    return tuple(found[:MOST])


def own_lists(said: Said) -> Iterator[Listing]:
    """The lists of a message whose lines hold one option each, and its first table."""
    lines = said.text.split("\n")
    block: list[str] = []
    for line in [*lines, ""]:
        m = _ITEM.match(line)
        if m:
            block.append(m[1])
            continue
        if len(block) >= FEWEST and (made := _listing(said, block[:LINES])):
            yield made
        block = []
    start = next((n for n, line in enumerate(lines) if line.lstrip().startswith("|")), None)
    if start is not None:
        table = _table(said, "\n".join(lines[start : start + LINES]))
        yield from [table] if table else []


def _listing(said: Said, block: list[str]) -> Listing | None:
    """Lines of the form "label: ... amount", each with the same number of amounts: the last one counts."""
    options, counts = [], set()
    for line in block:
        label, priced = _LABEL.match(line), amounts(line, explicit=True)
        if label is None or not priced or any(a.stance not in ("stated", "about") or a.minus for a in priced[-1:]):
            return None
        counts.add(len(priced))
        rest = line[label.end() :]
        for a in priced:
            rest = rest.replace(a.raw, " ")
        note = " ".join(_FIGURE.sub(" ", rest).split()).casefold()
        options.append(Option(((label[1] or label[2]).strip(),), {"price": float(priced[-1].value), "note": note}))
    units = {a.unit for line in block for a in amounts(line, explicit=True)}
    if len(counts) != 1 or len(units) != 1 or len({o.names for o in options}) != len(options):
        return None
    alike = len({o.fields["note"] for o in options}) == 1
    return Listing(said.step, "", tuple(options), sure=alike, keys=frozenset({"price", "note"}))


def _table(said: Said, text: str) -> Listing | None:
    rows = rows_of(text)
    if len(rows) < FEWEST:
        return None
    first = next(iter(rows[0]))
    options = [
        Option((name,), {k: _plain(v) for k, v in row.items() if k != first})
        for row in rows
        if (name := _plain(row[first])) and not re.search(r"total|sum|gesamt|suma|合计|総計", name, re.I)
    ]
    if len(options) < FEWEST or len({o.names for o in options}) != len(options):
        return None
    return Listing(said.step, "", tuple(options), sure=True, keys=frozenset(options[0].fields))


def _plain(cell: str) -> str:
    return cell.replace("**", "").replace("`", "").strip(" *")


def _picks(said: Said, listing: Listing) -> Iterator[Pick]:
    names = Names([listing])
    for line in said.text.split("\n"):
        if _ITEM.match(line) or line.lstrip().startswith("|"):
            continue
        for sentence in re.split(r"(?<=[.!?])\s+|(?<=[。！？])", line):
            for order in orders_in(sentence) if len(sentence) <= SENTENCE else ():
                chosen = meant(sentence, order, names.named(sentence, said.step + 1))
                if chosen and not is_void(sentence, order.start):
                    scope, values = scope_of(sentence, order), figures(sentence)
                    yield Pick(
                        said.step,
                        said.text,
                        sentence,
                        order,
                        listing,
                        chosen[0].option,
                        values,
                        scope,
                        place=said.place,
                    )
