"""Which records of a run a line names, by look-up: runs have thousands of records, and messages thousands of lines."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from planscope.analyzers.claims.held import Holdings, holdings
from planscope.analyzers.numbers.records import Record
from planscope.collector.run import Run

START = 3  # characters of a name by which it is looked up
REMEMBERED = 32  # texts whose names are kept: a line is asked about several times in a row


@dataclass
class Names:
    """Every name in the results. Filled by `names_of` and then only read."""

    records: dict[str, list[tuple[int, Record]]] = field(default_factory=dict)
    starts: dict[str, list[str]] = field(default_factory=dict)  # names by how they begin
    short: list[str] = field(default_factory=list)  # names shorter than that
    last: dict[str, list[str]] = field(default_factory=dict)  # the names in the texts asked about last

    def add(self, number: int, record: Record) -> None:
        """One more record."""
        for name in record.names:
            if name not in self.records:
                self.records[name] = []
                (self.starts.setdefault(name[:START], []) if len(name) >= START else self.short).append(name)
            self.records[name].append((number, record))

    def named_in(self, line: str, before: int) -> list[Record]:
        """The records before a step that a line names, in the order of the run."""
        found = {n: r for name in self.names(line) for n, r in self.records[name] if r.step < before}
        return [found[n] for n in sorted(found)]

    def latest_in(self, line: str, before: int, most: int) -> list[Record]:
        """The last records with amounts before a step that a line names, the latest first."""
        found: dict[int, Record] = {}
        for name in self.names(line):
            known, mine = self.records[name], 0
            for at in range(bisect_left(known, before, key=lambda x: x[1].step) - 1, -1, -1):
                number, record = known[at]
                if record.money:
                    found[number], mine = record, mine + 1
                    if mine == most:
                        break
        return [found[n] for n in sorted(found, reverse=True)[:most]]

    def names(self, line: str) -> Sequence[str]:
        """The names that a text holds, each once."""
        known = self.last.get(line)
        if known is None:
            grams = {line[at : at + START] for at in range(len(line) - START + 1)} & self.starts.keys()
            near = (n for gram in grams for n in self.starts[gram])
            known = [n for some in (near, self.short) for n in some if n in line]
            if len(self.last) >= REMEMBERED:
                self.last.clear()
            self.last[line] = known
        return known


def names_held(held: Holdings) -> Names:
    """The names in all records. Use it as `held.once(names_held)`."""
    found = Names()
    for number, record in enumerate(held.records):
        found.add(number, record)
    return found


def names_of(run: Run) -> Names:
    """The names in the run's results."""
    return run.memo(holdings).once(names_held)
