"""Charts as Vega-Lite specifications: plain data in, plain data out.

A shape stands beside every colour. Texts of a trace are in the data only, never in an expression; Vega draws them as
text and its tooltips escape them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from planscope.dashboard.lifeline import Lifeline, Mark, Row

Spec = dict[str, Any]

PICK = "pick"  # the selection that a click makes; its fields are step and finding
ROW_HEIGHT = 25
AXIS = 44  # pixels for the numbers below
CANVAS = 1_500  # marks from which on a canvas is quicker than SVG

BLUE, GREEN, RED, ORANGE, GREY = "#3b7ddd", "#2e9e62", "#d64550", "#d98014", "#8b95a5"

# status -> colour, thickness of the line, dashes
STATUSES: Mapping[str, tuple[str, float, list[int]]] = {
    "pending": (GREY, 1.5, [2, 4]),
    "in_progress": (BLUE, 9, [1, 0]),
    "completed": (GREEN, 4, [1, 0]),
    "blocked": (ORANGE, 4, [6, 3]),
    "cancelled": (GREY, 1.5, [8, 6]),
    "unknown": (GREY, 1.5, [1, 0]),
}

_CHECK = "M-1,0L-0.35,0.75L1,-0.8L-0.35,0.75Z"
_CROSS = "M-0.8,-0.8L0.8,0.8L0,0L0.8,-0.8L-0.8,0.8L0,0Z"
_FLAG = "M-0.7,1L-0.7,-1L0.9,-0.45L-0.7,0.1Z"
_BARRED = "M-1,0A1,1,0,1,1,1,0A1,1,0,1,1,-1,0ZM-0.7,0.7L0.7,-0.7Z"

# sign -> colour, shape, filled, size
SIGNS: Mapping[str, tuple[str, str, bool, int]] = {
    "call": (BLUE, "circle", True, 70),
    "meanwhile": (BLUE, "circle", False, 60),
    "failed": (RED, _CROSS, False, 90),
    "refused": (ORANGE, _BARRED, False, 80),
    "user": (GREY, "square", True, 90),
    "answer": (GREY, "square", False, 90),
    "pass": (GREEN, _CHECK, False, 90),
    "fail": (RED, _CROSS, False, 110),
    "break": (ORANGE, "stroke", False, 160),
    "in_progress": (BLUE, "triangle-right", True, 110),
    "completed": (GREEN, _CHECK, False, 110),
    "cancelled": (GREY, _CROSS, False, 90),
    "blocked": (ORANGE, "square", True, 90),
    "dropped": (GREY, _BARRED, False, 90),
    "reopened": (ORANGE, "triangle-left", True, 110),
    "error": (RED, _FLAG, True, 330),
    "warning": (ORANGE, _FLAG, False, 330),
    "info": (BLUE, "diamond", False, 130),
}

_SIGNS_TOLD = (
    "● call that names the item", "○ call while the item was in progress, or off plan", "✗ failed call or check",
    "⊘ refused", "▶ begun", "✓ completed, or a check that passed", "■ user", "□ answer", "filled flag: error",
    "hollow flag: warning", "◇ info",
)  # fmt: skip
LEGEND = "Line: dotted pending, thick in progress, thin completed. Marks: " + ", ".join(
    f"{sign.split(' ', 1)[0]}\u00a0{sign.split(' ', 1)[1]}" for sign in _SIGNS_TOLD
)


def lifeline_chart(life: Lifeline, *, selected: int | None = None, window: tuple[int, int] | None = None) -> Spec:
    """The lifeline; `selected` is a step to point at, `window` the steps to show, all of them by default."""
    first, last = window or (0, max(0, life.steps - 1))
    labels = _labels(life.rows)
    shown = [m for m in life.marks if first <= m.step <= last]
    pad = max(0.5, (last - first) * 0.012)
    x = {
        "type": "quantitative",
        "title": "Step",
        "scale": {"domain": [first - pad, last + pad], "nice": False, "zero": False},
        "axis": {"format": "d", "tickMinStep": 1, "grid": False, "labelPadding": 4, "titlePadding": 2},
    }
    y = {
        "type": "nominal",
        "title": None,
        "sort": None,
        "scale": {"domain": labels},
        "axis": {"labelLimit": 300, "grid": True, "domain": False, "ticks": False, "labelPadding": 8},
    }
    segments = [
        {"row": labels[s.row], "step": max(s.first, first), "last": min(s.last, last), "status": s.status}
        for s in life.segments
        if s.last >= first and s.first <= last
    ]
    return {
        "height": ROW_HEIGHT * len(life.rows) + AXIS,
        "padding": {"left": 4, "right": 12, "top": 6, "bottom": 0},
        "autosize": {"type": "fit", "contains": "padding"},
        "layer": [
            *_pointer(selected, x),
            _status_layer(segments, x, y),
            _mark_layer(shown, labels, x, y, _scale(last - first)),
        ],
        "config": {"view": {"stroke": None}, "axis": {"gridOpacity": 0.35}},
        "usermeta": {"embedOptions": {"renderer": "canvas" if len(shown) > CANVAS else "svg", "actions": False}},
    }


def _labels(rows: Sequence[Row]) -> list[str]:
    """Labels must differ, so items begin with their number; what follows is the text of the item."""
    items = [r for r in rows if r.kind == "item"]
    return [f"{items.index(r) + 1}. {r.label}" if r.kind == "item" else r.label for r in rows]


def _pointer(selected: int | None, x: Spec) -> list[Spec]:
    if selected is None:
        return []
    line = {"type": "rule", "color": ORANGE, "strokeWidth": 2, "opacity": 0.8}
    return [{"data": {"values": [{"step": selected}]}, "mark": line, "encoding": {"x": {"field": "step", **x}}}]


def _status_layer(segments: list[Spec], x: Spec, y: Spec) -> Spec:
    def of(at: int) -> Spec:
        scale = {"type": "ordinal", "domain": list(STATUSES), "range": [v[at] for v in STATUSES.values()]}
        return {"field": "status", "type": "ordinal", "scale": scale, "legend": None}

    return {
        "data": {"values": segments},
        "mark": {"type": "rule", "opacity": 0.55},
        "encoding": {
            "x": {"field": "step", **x},
            "x2": {"field": "last"},
            "y": {"field": "row", **y},
            "color": of(0),
            "strokeWidth": of(1),
            "strokeDash": of(2),
        },
    }


def _scale(steps: int) -> float:
    """How large calls are drawn: small where there are many side by side, so that each can still be told."""
    return 1.0 if steps <= 150 else 0.5 if steps <= 500 else 0.2


def _mark_layer(marks: list[Mark], labels: list[str], x: Spec, y: Spec, scale: float) -> Spec:
    def of(values: list[Any]) -> Spec:
        scale = {"type": "ordinal", "domain": list(SIGNS), "range": values}  # else numbers are spread evenly
        return {"field": "sign", "type": "ordinal", "scale": scale, "legend": None}

    colours, shapes, filled, sizes = (list(x) for x in zip(*SIGNS.values(), strict=True))
    sizes = [n * scale if s in ("call", "meanwhile") else n for s, n in zip(SIGNS, sizes, strict=True)]
    fills = [
        c if f else "transparent" for c, f in zip(colours, filled, strict=True)
    ]  # a click inside counts all the same
    return {
        "data": {"values": [_datum(m, labels) for m in marks]},
        "params": [{"name": PICK, "select": {"type": "point", "fields": ["step", "finding"], "on": "click"}}],
        "mark": {"type": "point", "strokeWidth": 1.8, "opacity": 1, "cursor": "pointer"},
        "encoding": {
            "x": {"field": "step", **x},
            "y": {"field": "row", **y},
            "stroke": of(colours),
            "fill": of(fills),
            "shape": {**of(shapes), "type": "nominal"},
            "size": of(sizes),
            "tooltip": [
                {"field": "words", "type": "nominal", "title": "What"},
                {"field": "step", "type": "quantitative", "title": "Step", "format": "d"},
            ],
        },
    }


def _datum(mark: Mark, labels: list[str]) -> Spec:
    return {
        "row": labels[mark.row],
        "step": mark.step,
        "sign": mark.sign,
        "words": mark.words,
        "finding": mark.finding,
    }


def summary(life: Lifeline) -> str:
    """The chart in words, for who does not see it."""
    items = sum(r.kind == "item" for r in life.rows)
    flags = sum(m.finding >= 0 for m in life.marks)
    calls = sum(m.sign in ("call", "meanwhile", "failed", "refused") for m in life.marks)
    return f"Lifeline of {life.steps} steps: {items} plan items, {calls} tool calls, {flags} findings."
