"""Which records of a run a line names, by look-up: runs have thousands of records, and messages thousands of lines."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from planscope.analyzers.claims.held import holdings
from planscope.analyzers.numbers.records import Record
from planscope.collector.run import Run

START = 2  # characters of a name by which it is looked up


@dataclass
class Names:
    """Every name in the results. Filled by `names_of` and then only read."""

    records: dict[str, list[tuple[int, Record]]] = field(default_factory=dict)
    lengths: dict[str, set[int]] = field(default_factory=dict)  # of the names that begin so

    def add(self, number: int, record: Record) -> None:
        """One more record."""
        for name in record.names:
            self.records.setdefault(name, []).append((number, record))
            self.lengths.setdefault(name[:START], set()).add(len(name))

    def named_in(self, line: str, before: int) -> list[Record]:
        """The records before a step that a line names, in the order of the run."""
        found = {n: r for name in self._names(line) for n, r in self.records[name] if r.step < before}
        return [found[n] for n in sorted(found)]

    def _names(self, line: str) -> Iterator[str]:
        for at in range(len(line)):
            for length in self.lengths.get(line[at : at + START], ()):
                if (name := line[at : at + length]) in self.records:
                    yield name


def names_of(run: Run) -> Names:
    """The names in the run's results. Use it as `run.memo(names_of)`."""
    found = Names()
    for number, record in enumerate(run.memo(holdings).records):
        found.add(number, record)
    return found
