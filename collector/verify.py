"""Whether a store is whole: every file that counts read from beginning to end, every text that is named looked for.

A damaged file is named; `quarantine` moves it aside, so that the rest can be read."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from planscope.collector.publish import publish_locked
from planscope.collector.snapshot import snapshot, stored
from planscope.collector.store import Store, literal
from planscope.collector.tables import REFERENCES


@dataclass(frozen=True, slots=True)
class Damage:
    """A file that cannot be read, relative to the store, and why; `moved` says where it is now, "" when it stays."""

    file: str
    reason: str
    moved: str = ""


@dataclass(frozen=True, slots=True)
class Verified:
    """What a look at all files found: how many there are, what is damaged, texts that are named and missing."""

    files: int
    rows: int
    damaged: tuple[Damage, ...] = ()
    missing_texts: int = 0


def verify(store: Store, *, quarantine: bool = False) -> Verified:
    """Reads everything. With `quarantine`, damaged files are moved to the folder of that name and count no more."""
    files = [(t, Path(f)) for t, names in snapshot(store).items() for f in names]
    damaged: list[Damage] = []
    rows = 0
    for _, file in files:
        found = _read(store, file)
        if isinstance(found, int):
            rows += found
        else:
            damaged.append(Damage(file.relative_to(store.folder).as_posix(), found))
    if damaged and quarantine:
        damaged = _moved(store, damaged)
    missing = 0 if damaged and not quarantine else _missing_texts(store)
    return Verified(len(files), rows, tuple(damaged), missing)


def _read(store: Store, file: Path) -> int | str:
    """The number of rows of a file, every value of which was read; else what is wrong."""
    import duckdb

    try:
        if not file.exists():
            return "it is named by the store, and is not there"
        ((rows, _),) = store.run(f"SELECT count(*), bit_xor(hash(t)) FROM read_parquet({literal(file)}) AS t")
        return int(rows)
    except (duckdb.Error, OSError, UnicodeDecodeError) as e:
        return str(e).splitlines()[0].replace(str(store.folder), "")[:300]


def _moved(store: Store, damaged: Sequence[Damage]) -> list[Damage]:
    aside = store.folder / "quarantine"
    aside.mkdir(exist_ok=True)
    made: list[Damage] = []
    with store.lock(exclusive=True):
        manifest = store.manifest()
        gone = {d.file for d in damaged}
        cold = {t: [n for n in names if n not in gone] for t, names in manifest.cold.items()}
        store.replace_manifest(replace(manifest, cold=cold))
        for d in damaged:
            target = aside / d.file.replace("/", "__")
            if (store.folder / d.file).exists():
                (store.folder / d.file).rename(target)
            made.append(replace(d, moved=target.relative_to(store.folder).as_posix()))
        publish_locked(store)
    store.forget()  # texts may have been in there
    return made


def _missing_texts(store: Store) -> int:
    """Number of texts that rows name and no file holds."""
    files = snapshot(store)
    words = [
        f"SELECT unnest(regexp_extract_all({c}, '(?:^| )([\\w-]{{20}})', 1)) AS hash FROM {stored(files, t)}"
        for t, columns in REFERENCES.items()
        for c in columns
    ]
    named = f"({' UNION ALL '.join(words)})"
    query = f"SELECT count(DISTINCT hash) FROM {named} ANTI JOIN {stored(files, 'texts')} USING (hash)"
    ((missing,),) = store.run(query)
    return int(missing)
