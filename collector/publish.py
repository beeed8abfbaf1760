"""The public views over a store as SQL text, and `planscope.duckdb`, which holds them for other people's tools.

A file in views/ is one view. It may read, in place of a table, `stored.<table>` (every row in the files that count),
`current.<table>` (the rows of the generation of each run that counts) and `once.spans` (of each span the version that
counts). These are put in as text, so that a view depends on files alone and works in whatever database it is made in.
"""

import hashlib
import re
import uuid
from functools import cache
from importlib import resources
from pathlib import Path

from planscope.collector.store import Manifest, Store, flush, literal
from planscope.collector.tables import TABLES

NAME = "planscope.duckdb"
SAID = "published"  # what planscope.duckdb was made from
STORAGE = "v1.0.0"  # the oldest that command lines still in use can read

# The same order as interpret.fullness; of a file that was read again, only what it said last is compared.
FULLEST = (
    "(end_ns IS NOT NULL AND end_ns <> 0) DESC, attribute_count DESC, coalesce(end_ns, 0) DESC, digest DESC, "
    "received_ns DESC"
)
FULL_TEXT = """
CREATE OR REPLACE MACRO full_text(beginning, reference) AS CASE WHEN reference IS NULL THEN beginning ELSE (
    SELECT string_agg(p.text, '' ORDER BY p.n) FROM (
        SELECT u.n, any_value(t.text) AS text
        FROM (SELECT unnest(string_split(reference, ' ')) AS hash,
                     generate_subscripts(string_split(reference, ' '), 1) AS n) AS u
        JOIN stored.texts AS t ON t.hash = u.hash
        GROUP BY u.n) AS p) END
"""


@cache
def views() -> dict[str, str]:
    """The text of each public view, by name."""
    folder = resources.files(__package__).joinpath("views")
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return {f.name.removesuffix(".sql"): f.read_text(encoding="utf-8") for f in files}


def once(source: str) -> str:
    """A query for the version of each span that counts, among the rows of `source`."""
    return (
        "(SELECT * EXCLUDE (_last, _rank) FROM (SELECT *, row_number() OVER (PARTITION BY trace_id, span_id ORDER BY "
        f"{FULLEST}) AS _rank FROM (SELECT *, max(reading) OVER (PARTITION BY trace_id, span_id, file) AS _last "
        f"FROM {source}) WHERE reading = _last) WHERE _rank = 1)"
    )


def patterns(store: Store, table: str, manifest: Manifest, last: int) -> list[str]:
    """Files of a table that count, segments as one pattern for each generation."""
    hot = [str(store.generation(n) / f"{table}-*.parquet") for n in range(manifest.first, last + 1)]
    return [*(str(store.folder / name) for name in manifest.cold.get(table, ())), *hot]


def stored(table: str, files: list[str]) -> str:
    """A query for all rows in these files; a column that a file lacks is NULL."""
    columns = ", ".join(f'NULL::{c.type} AS "{c.name}"' for c in TABLES[table].columns)
    listed = ", ".join(map(literal, files))
    return (
        f"(SELECT {columns} WHERE false UNION ALL BY NAME SELECT * FROM read_parquet([{listed}], union_by_name = true))"
    )


def statements(store: Store, *, manifest: Manifest | None = None, last: int | None = None) -> list[str]:
    """Statements that make all views, and the macro full_text, in a fresh database."""
    manifest, last = manifest or store.manifest(), last or store.open_generation
    queries = {t: stored(t, patterns(store, t, manifest, last)) for t in TABLES}

    def put_in(match: re.Match[str]) -> str:
        kind, table = match.groups()
        if kind == "stored":
            return queries[table]
        if kind == "once":
            return once(queries[table])
        newest = (
            f"(SELECT run_id, max(generation) AS generation FROM {queries['current']} GROUP BY run_id "
            "HAVING NOT arg_max(gone, generation))"
        )
        return f"(SELECT r.* FROM {queries[table]} AS r SEMI JOIN {newest} AS c USING (run_id, generation))"

    texts = [FULL_TEXT, *(f'CREATE OR REPLACE VIEW "{name}" AS {text}' for name, text in views().items())]
    return [re.sub(r"\b(stored|current|once)\.(\w+)", put_in, text) for text in texts]


def publish(store: Store) -> Path:
    """Writes planscope.duckdb anew, under the exclusive lock."""
    with store.lock(exclusive=True):
        return publish_locked(store)


def publish_locked(store: Store, manifest: Manifest | None = None) -> Path:
    """The same, for who holds the lock."""
    import duckdb

    made, target = store.folder / "tmp" / f"{uuid.uuid4().hex}.duckdb", store.folder / NAME
    with duckdb.connect() as connection:
        connection.execute(f"ATTACH {literal(made)} AS planscope (STORAGE_VERSION '{STORAGE}')")
        connection.execute("USE planscope")
        texts = statements(store, manifest=manifest)
        for text in texts:
            connection.execute(text)
        connection.execute("USE memory")
        connection.execute("DETACH planscope")
    made.chmod(0o444)
    flush(made)
    made.rename(target)
    target.with_name(f"{NAME}.wal").unlink(missing_ok=True)  # left by who opened it for writing; it would be replayed
    store.replace_file(SAID, _about(texts).encode())
    return target


def published(store: Store) -> bool:
    """Whether planscope.duckdb shows what counts now, as this planscope would show it."""
    try:
        said = (store.folder / SAID).read_text(encoding="utf-8")
        return said == _about(statements(store)) and not (store.folder / f"{NAME}.wal").exists()
    except OSError:
        return False


def _about(texts: list[str]) -> str:
    """What is written beside the file, to tell whether it is still right: paths, generations and views are in there."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest() + "\n"
