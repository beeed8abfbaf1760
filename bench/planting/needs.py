"""What can be bought: its tool, what its price is counted by, and one need of a run with what was offered."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Need:
    """A kind of thing: its tool, what its price is counted by, price range, what it may have."""

    tool: str
    units: tuple[tuple[str, int, int], ...]
    low: int
    high: int
    feature: str = ""
    stars: bool = False
    timed: bool = False


_PIECES = (("piece", 2, 9),)
NEEDS = {
    "hotel": Need("search_hotels", (("night", 2, 5), ("room", 2, 3)), 60, 240, "breakfast", stars=True),
    "train": Need("search_trains", (("person", 2, 5), ("trip", 2, 2)), 18, 120, "wifi", timed=True),
    "museum": Need("search_tickets", (("person", 2, 5),), 8, 32),
    "headphones": Need("search_products", _PIECES, 30, 260, "warranty"),
    "lamp": Need("search_products", _PIECES, 15, 120, "warranty"),
    "backpack": Need("search_products", _PIECES, 25, 140, "delivery"),
    "vm": Need("list_instance_offers", (("piece", 2, 6), ("month", 3, 12)), 20, 190, "backup"),
    "storage": Need("list_storage_plans", (("month", 3, 12),), 9, 90, "warranty"),
    "backup": Need("list_backup_plans", (("month", 3, 12),), 5, 60),
    "catering": Need("find_caterers", (("person", 8, 40),), 9, 38, "vegetarian"),
    "venue": Need("find_rooms", (("hour", 2, 8),), 25, 120, "wifi", stars=True),
    "folders": Need("search_supplies", _PIECES, 2, 14, "delivery"),
    "licence": Need("list_licences", (("seat", 3, 20), ("month", 3, 12)), 4, 49, "warranty"),
    "sensors": Need("query_catalog", _PIECES, 12, 180, "warranty"),
    "battery": Need("search_parts", _PIECES, 14, 130, "warranty"),
    "technician": Need("find_technicians", (("hour", 2, 6),), 40, 130, "delivery"),
    "monitors": Need("read_quotes", _PIECES, 110, 420, "warranty"),
    "cables": Need("read_quotes", _PIECES, 5, 40, "delivery"),
}
DOMAINS = {
    "travel": ("hotel", "train", "museum"),
    "shopping": ("headphones", "lamp", "backpack"),
    "ops": ("vm", "storage", "backup"),
    "office": ("catering", "venue", "folders"),
    "research": ("licence", "sensors", "storage"),
    "support": ("battery", "technician", "cables"),
    "data": ("monitors", "cables", "licence"),
}


@dataclass
class Line:
    """One need with what was offered and what was picked."""

    kind: str
    noun: str
    rule: str  # cheapest, best, early, named
    options: list[dict[str, Any]]
    cents: dict[str, int]
    counts: list[tuple[int, str]]
    need: tuple[str, Any] | None
    pick: int = 0

    @property
    def option(self) -> dict[str, Any]:
        """What was picked."""
        return self.options[self.pick]

    @property
    def unit(self) -> int:
        """Its price for one of everything."""
        return self.cents[self.option["name"]]

    def fits(self, o: Mapping[str, Any]) -> bool:
        """Whether an option can be had and has what is needed."""
        ok = self.need is None or (o[self.need[0]] >= self.need[1])
        return bool(o["available"]) and ok

    def value(self, o: Mapping[str, Any]) -> Any:
        """What the user's rule makes small."""
        return {"best": -o["rating"], "early": o.get("departs", "")}.get(self.rule, self.cents[o["name"]])

    def total(self) -> int:
        """Price times everything it is counted by."""
        out = self.unit
        for n, _ in self.counts:
            out *= n
        return out
