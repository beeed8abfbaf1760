"""How tools print what they found: JSON, nested JSON, tables, prose, CSV, logs."""

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

SHAPES = ("json", "pretty", "nested", "table", "csv", "prose", "log")
Row = Mapping[str, Any]


def show(rows: Sequence[Row], shape: str, title: str, currency: str) -> str:
    """Rows of equal keys in one shape."""
    if not rows:
        return {"json": "[]", "pretty": "[]", "csv": "", "log": "0 results"}.get(
            shape, json.dumps({"status": "ok", "total": 0, "items": []})
        )
    if shape == "json":
        return json.dumps(list(rows), ensure_ascii=False)
    if shape == "pretty":
        return json.dumps({"query": title, "currency": currency, "results": list(rows)}, ensure_ascii=False, indent=2)
    if shape == "nested":
        return _nested(rows, title, currency)
    head = list(rows[0])
    cells = [[_cell(r[k]) for k in head] for r in rows]
    if shape == "table":
        lines = [" | ".join(x) for x in (head, ["---"] * len(head), *cells)]
        return f"{title} ({currency})\n\n" + "\n".join(f"| {x} |" for x in lines)
    if shape == "csv":
        return "\n".join(",".join(x) for x in (head, *cells))
    if shape == "log":
        pairs = [" ".join(f"{k}={json.dumps(v, ensure_ascii=False)}" for k, v in r.items()) for r in rows]
        return "\n".join(f"[{n + 1:02d}] {p} currency={currency}" for n, p in enumerate(pairs))
    lines = [f"{r['name']}: " + ", ".join(f"{k} {_cell(v)}" for k, v in r.items() if k != "name") for r in rows]
    return f"{len(rows)} offers for {title}, prices in {currency}.\n" + ".\n".join(lines) + "."


def _nested(rows: Sequence[Row], title: str, currency: str) -> str:
    def entry(r: Row) -> dict[str, Any]:
        rest = {k: v for k, v in r.items() if k not in ("name", "price")}
        price = {"amount": r.get("price"), "currency": currency}
        return {"title": {"name": r["name"]}, "offer": {"price": price}, "details": rest}

    items = [entry(r) for r in rows]
    return json.dumps({"status": "ok", "data": {"for": title, "count": len(items), "items": items}}, ensure_ascii=False)


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def outcome(rng: random.Random, **facts: Any) -> str:
    """What an action answers."""
    kind = rng.randrange(4)
    if kind == 0:
        return json.dumps(facts, ensure_ascii=False)
    if kind == 1:
        return json.dumps({"success": True, "data": facts}, ensure_ascii=False)
    if kind == 2:
        return "\n".join(f"{k}: {_cell(v)}" for k, v in facts.items())
    return "OK " + " ".join(f"{k}={_cell(v)}" for k, v in facts.items())
