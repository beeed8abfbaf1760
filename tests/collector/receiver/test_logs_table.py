"""Log records in the store: once, also after compaction; and stores made before there was a table for them."""

import json
from pathlib import Path

from planscope.collector.compact import compact
from planscope.collector.logs import records_of, row_of_log
from planscope.collector.publish import publish, refresh
from planscope.collector.reading import run_sql
from planscope.collector.store import Store

RECORDS = [
    {"timeUnixNano": str(n), "eventName": "e", "body": {"stringValue": f"said {n}"}, "severityNumber": 2**70}
    for n in range(1, 4)
]
EXPORT = {"resourceLogs": [{"scopeLogs": [{"logRecords": RECORDS}]}, 7, {"scopeLogs": [{"logRecords": [7, None]}]}]}


def add(store: Store, received: int) -> None:
    store.add({"logs": [row_of_log(x, received) for x in records_of(EXPORT)]})


def test_records_count_once(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    expected = [(n, json.dumps(f"said {n}"), 0) for n in range(1, 4)]
    query = "SELECT epoch_ns(time), body, severity FROM logs ORDER BY time"
    for received in (1, 2):
        add(store, received)
        assert run_sql(store, query).rows == expected
    compact(store, grace=0)
    assert run_sql(store, query).rows == expected
    add(store, 3)
    compact(store, grace=0)
    assert run_sql(store, query).rows == expected


def test_a_store_from_before_gets_the_table(tmp_path: Path) -> None:
    old = Store(tmp_path / "store")
    publish(old)
    for path in old.folder.rglob("logs*.parquet"):
        path.unlink()
    store = Store(old.folder)
    refresh(store)
    assert run_sql(store, "SELECT count(*) FROM logs").rows == [(0,)]
    add(store, 1)
    compact(store, grace=0)
    add(store, 2)
    assert run_sql(store, "SELECT count(*) FROM logs").rows == [(3,)]
