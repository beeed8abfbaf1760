"""Every table goes through a compaction: one that compaction does not know would break it for all others."""

from pathlib import Path

import pytest

from planscope.collector.compact import compact
from planscope.collector.snapshot import snapshot, stored
from planscope.collector.store import Store
from planscope.collector.tables import TABLES


@pytest.mark.parametrize("name", sorted(TABLES))
def test_rows_are_there_after_a_compaction(tmp_path: Path, name: str) -> None:
    store = Store(tmp_path / "store")
    made = {"VARCHAR": "x", "BIGINT": 1, "BOOLEAN": False, "DOUBLE": 1.0}
    store.add({name: [tuple(made[c.type] for c in TABLES[name].columns)]})
    assert compact(store, grace=0).written == 1
    assert store.run(f"SELECT count(*) FROM {stored(snapshot(store), name)}") == [(1,)]
