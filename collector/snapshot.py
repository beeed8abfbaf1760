"""Which files count at one moment, and queries over them.

Rows that refer to others are written after them. So the files with what refers are listed first: everything that they
speak of is then in the lists that are made after.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from planscope.collector.store import Manifest, Store, literal
from planscope.collector.tables import TABLES

Files = Mapping[str, Sequence[str]]  # files by table

REFERRING: Final = frozenset({"spans", "current", "analysed"})

MOST_VERSIONS: Final = 16  # of one span that are kept

# The order of interpret.fullness, after what a file says of a span when it is read again.
FULLEST = (
    "reading DESC, (end_ns IS NOT NULL AND end_ns <> 0) DESC, attribute_count DESC, coalesce(end_ns, 0) DESC, "
    "digest DESC, received_ns DESC"
)


def snapshot(store: Store) -> Files:
    """The files that count now. Together they show one state of the store, for as long as the grace lasts."""
    manifest = store.manifest()
    first, second = _listed(store, manifest), _listed(store, manifest)
    return {t: (first if t in REFERRING else second)[t] for t in TABLES}


def _listed(store: Store, manifest: Manifest) -> dict[str, list[str]]:
    found = {t: [str(store.folder / name) for name in manifest.cold.get(t, ())] for t in TABLES}
    for number in range(manifest.first, store.open_generation + 1):
        folder = store.generation(number)
        for name in sorted(p.name for p in folder.iterdir()):
            table = name.partition("-")[0]
            if table in found and not name.endswith("-_empty.parquet"):
                found[table].append(str(folder / name))
    return found


def patterns(store: Store, manifest: Manifest | None = None) -> Files:
    """The same with the segments as one pattern for each generation, by which later ones are seen as well."""
    manifest = manifest or store.manifest()
    folder = re.sub(r"[\[*?]", r"[\g<0>]", str(store.folder))  # a folder's name is no pattern
    hot = [f"{folder}/hot/g{n:06d}" for n in range(manifest.first, store.open_generation + 1)]
    return {
        t: [*(f"{folder}/{name}" for name in manifest.cold.get(t, ())), *(f"{g}/{t}-*.parquet" for g in hot)]
        for t in TABLES
    }


# --- queries, to stand in a FROM -----------------------------------------------------------------------------------


def stored(files: Files, table: str) -> str:
    """All rows; a column that a file lacks is NULL."""
    columns = ", ".join(f'NULL::{c.type} AS "{c.name}"' for c in TABLES[table].columns)
    if not files.get(table):
        return f"(SELECT {columns} WHERE false)"
    listed = ", ".join(map(literal, files[table]))
    return (
        f"(SELECT {columns} WHERE false UNION ALL BY NAME SELECT * FROM read_parquet([{listed}], union_by_name = true))"
    )


def once(rows: str) -> str:
    """Of rows of table spans, the version of each span that counts."""
    return f"(SELECT * FROM {rows} QUALIFY row_number() OVER (PARTITION BY trace_id, span_id ORDER BY {FULLEST}) = 1)"


def versions(rows: str) -> str:
    """Of rows of table spans, the version of each span that counts, and those that contradict it: the same span with
    other content, and neither an earlier reading of its file nor sent before it had ended. Doing it again changes
    nothing."""
    ended = "(end_ns IS NOT NULL AND end_ns <> 0)"
    return (
        f"(SELECT * FROM {rows} WINDOW w AS (PARTITION BY trace_id, span_id ORDER BY {FULLEST}) "
        "QUALIFY row_number() OVER w = 1 OR ("
        "(digest IS DISTINCT FROM lag(digest) OVER w OR name IS DISTINCT FROM lag(name) OVER w) "
        f"AND reading = first_value(reading) OVER w AND (step IS NOT NULL OR {ended} = first_value({ended}) OVER w) "
        f"AND row_number() OVER w <= {MOST_VERSIONS}))"
    )


def newest(files: Files) -> str:
    """run_id, generation and input_digest of each run as it counts."""
    return (
        "(SELECT run_id, max(generation) AS generation, arg_max(input_digest, generation) AS input_digest "
        f"FROM {stored(files, 'current')} GROUP BY run_id HAVING NOT arg_max(gone, generation))"
    )


def current(files: Files, table: str) -> str:
    """Rows of the generation of each run that counts. What counts stands first, since files are listed in the order of
    the query: a generation that is written meanwhile is then not waited for."""
    columns = ", ".join(f'r."{name}"' for name in TABLES[table].names)
    return f"(SELECT {columns} FROM {newest(files)} AS c JOIN {stored(files, table)} AS r USING (run_id, generation))"
