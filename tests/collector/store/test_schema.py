"""docs/schema.md says what the views are."""

import re
import subprocess
import sys
from pathlib import Path

from planscope.collector.reading import run_sql
from planscope.collector.store import Store

ROOT = Path(__file__).parents[3]


def test_schema_is_current_and_every_column_documented() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "bench" / "schema.py"), "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_queries_in_it_work(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    blocks = re.findall(r"```sql\n(.*?)```", (ROOT / "docs" / "schema.md").read_text(encoding="utf-8"), re.S)
    queries = [q for block in blocks for q in block.split(";") if q.strip()]
    assert len(queries) == 4
    for query in queries:
        assert run_sql(store, query).rows == []
