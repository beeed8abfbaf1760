"""The public views over a store as SQL text, and `planscope.duckdb`, which holds them for other people's tools.

A file in views/ is one view. It may read, in place of a table, `stored.<table>` (every row in the files that count),
`current.<table>` (the rows of the generation of each run that counts) and `once.spans` (of each span the version that
counts). These are put in as text, so that a view depends on files alone and works in whatever database it is made in.
"""

import hashlib
import re
import uuid
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path

from planscope.collector.snapshot import Files, current, once, patterns, stored
from planscope.collector.store import Manifest, Store, flush, literal

NAME = "planscope.duckdb"
SAID = "published"  # what planscope.duckdb was made from
STORAGE = "v1.0.0"  # the oldest that command lines still in use can read

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


def statements(files: Files, asked: str | None = None) -> list[str]:
    """Statements that make the views, and the macro full_text, in a fresh database; only those that the text of a query
    names, where one is given."""
    kinds: dict[str, Callable[[str], str]] = {
        "stored": lambda table: stored(files, table),
        "current": lambda table: current(files, table),
        "once": lambda table: once(stored(files, table)),
    }
    texts = {"full_text": FULL_TEXT, **{n: f'CREATE OR REPLACE VIEW "{n}" AS {text}' for n, text in views().items()}}
    words = set(re.findall(r"\w+", asked.lower())) if asked is not None else texts.keys()
    return [
        re.sub(r"\b(stored|current|once)\.(\w+)", lambda m: kinds[m[1]](m[2]), text)
        for name, text in texts.items()
        if name in words
    ]


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
        texts = statements(patterns(store, manifest))
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


def refresh(store: Store) -> None:
    """Publishes where that is needed: in a new store, in one that was moved, after an update of planscope."""
    if not published(store):
        publish(store)


def published(store: Store) -> bool:
    """Whether planscope.duckdb shows what counts now, as this planscope would show it."""
    try:
        said = (store.folder / SAID).read_text(encoding="utf-8")
        return said == _about(statements(patterns(store))) and not (store.folder / f"{NAME}.wal").exists()
    except OSError:
        return False


def _about(texts: list[str]) -> str:
    """What is written beside the file, to tell whether it is still right: paths, generations and views are in there."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest() + "\n"
