"""The world of a purchase: what is needed, what is on offer, what the user asks for, and the right pick."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from planting import names, shapes
from planting.money import Money, style
from planting.needs import DOMAINS, NEEDS, Line, Need
from planting.story import Text
from planting.words import say, word

_CHANCE = {
    "ask": 0.5,
    "avail": 0.5,
    "mail": 0.5,
    "requote": 0.15,
    "over": 0.1,
    "soldout": 0.35,
    "unfit": 0.25,
    "calc": 0.5,
}
_CHANCE |= {"eq": 0.3, "exact": 0.2, "left": 0.3, "retry": 0.2, "side": 0.15, "hours": 0.1, "save": 0.1, "cmp": 0.15}


@dataclass
class Market:
    """What there is to buy. `want` and `refuse` name features; `picks` and `counts` change a decision only."""

    seed: str
    language: str
    mode: str
    format: str
    want: frozenset[str] = frozenset()
    refuse: frozenset[str] = frozenset()
    picks: Mapping[int, int] = field(default_factory=dict)
    counts: Mapping[int, list[tuple[int, str]]] = field(default_factory=dict)
    leave_out: frozenset[int] = frozenset()
    day_off: int = 0

    def __post_init__(self) -> None:
        rng = self.rng("world")
        self.domain = rng.choice(sorted(d for d in DOMAINS if "travel" not in self.want or d == "travel"))
        self.money: Money = style(self.language, rng)
        chance = self.rng("flags")
        drawn = {k for k, p in _CHANCE.items() if chance.random() < p}
        self.flags = (drawn | self.want) - self.refuse
        kinds = list(DOMAINS[self.domain])
        rng.shuffle(kinds)
        self.kinds = sorted(kinds[: rng.choice((2, 3, 3))] if "one" not in self.flags else kinds[:1])
        if "timed" in self.want and "train" not in self.kinds:
            self.kinds[0] = "train"
        lead = next((k for k in self.kinds if "stars" in self.flags and NEEDS[k].stars), None)
        lead = "train" if "timed" in self.want else lead
        self.kinds.sort(key=lambda k: k != lead)
        self.shape = self.rng("shape").choice(shapes.SHAPES)
        self.day = date(2026, 3, 1) + timedelta(days=rng.randrange(200))
        self.size = rng.randint(2, 5)
        self.lines = [self._line(i, k) for i, k in enumerate(self.kinds)]
        self.mail = names.mail(rng)
        total = sum(x.total() for x in self.lines)
        share = rng.uniform(0.8, 0.97) if "over" in self.flags else rng.uniform(1.04, 1.3)
        step = 10_000 if self.money.code not in ("JPY", "CNY") else 100_000
        self.budget = max(step, round(total * share / step) * step)
        if "over" not in self.flags and self.budget < total:
            self.budget += step * (1 + (total - self.budget) // step)
        if "over" in self.flags and self.budget >= total:
            self.budget = max(1, total // step) * step - (step if total % step == 0 else 0)
        for i, pick in self.picks.items():
            self.lines[i].pick = pick
        for i, counts in self.counts.items():
            self.lines[i].counts = counts

    def rng(self, *purpose: object) -> random.Random:
        """Chance for one purpose: a changed decision leaves all other wording as it was."""
        return random.Random(f"{self.seed}/{'/'.join(map(str, purpose))}")

    def say(self, intent: str, *purpose: object, **slots: str) -> Text:
        """Words of this run's language."""
        return say(self.language, intent, self.rng("say", intent, *purpose), **slots)

    def _line(self, i: int, kind: str) -> Line:
        rng, need = self.rng("line", i), NEEDS[kind]
        count = rng.randint(4, 7)
        called, cents, options = names.offers(self.language, kind, count, rng), dict[str, int](), list[dict[str, Any]]()
        ratings = rng.sample(range(31, 50), count)
        times = sorted(rng.sample(range(360, 1260, 7), count))
        for n, name in enumerate(called):
            while (p := self.money.price(rng, need.low, need.high)) in cents.values():
                pass
            cents[name] = p
            o: dict[str, Any] = {"name": name, "price": self.money.number(p), "rating": ratings[n] / 10}
            o |= {"stars": rng.randint(3, 5)} if need.stars else {}
            o |= {need.feature: rng.random() < 0.6} if need.feature else {}
            o |= {"departs": f"{times[n] // 60:02d}:{times[n] % 60:02d}"} if need.timed else {}
            options.append(
                {**o, "available": rng.choice((0, *range(40, 90, 7))) if n % 3 == 2 else rng.randint(40, 90)}
            )
        rng.shuffle(options)
        rule = next((r for r in ("best", "early", "named") if r in self.flags and i == 0), "cheapest")
        rule = "cheapest" if rule == "early" and not need.timed else rule
        asked = self._asked(i, need)
        units = [(self.size if u == "person" and a < 8 else rng.randint(a, b), u) for u, a, b in need.units]
        if i == 0 and need.timed and "after" in self.flags:
            asked = "departs", sorted(o["departs"] for o in options)[2]
        line = Line(kind, word(self.language, f"n_{kind}"), rule, options, cents, units, asked)
        self._arrange(line, i, rng)
        return line

    def _asked(self, i: int, need: Need) -> tuple[str, Any] | None:
        if i == 0 and need.stars and "stars" in self.flags:
            return "stars", 4
        unfit = {"unfit", "feature"} & self.flags
        return (need.feature, True) if i == 0 and need.feature and unfit and "named" not in self.flags else None

    def _arrange(self, line: Line, i: int, rng: random.Random) -> None:
        """The best ones made unavailable or unfit where the run is to show that, and the right one picked."""
        order = sorted(line.options, key=line.value)
        for o in order[:3]:
            o["available"] = rng.randint(40, 90)
        if line.need and line.need[0] != "departs":
            for o in order[:4]:
                o[line.need[0]] = line.need[1]
            if {"unfit", "feature", "stars"} & self.flags:
                order[0][line.need[0]] = 3 if line.need[0] == "stars" else False
        elif i == 0 and "soldout" in self.flags:
            order[0]["available"] = 0
        if line.rule == "named":
            line.pick = line.options.index(order[1])
            return
        line.pick = line.options.index(min(filter(line.fits, line.options), key=line.value))

    # --- derived ---------------------------------------------------------------------------------------

    def shown(self, counts: list[tuple[int, str]], sep: str = ", ") -> str:
        """`3 nights, 2 rooms`."""
        gap = "" if self.language in ("zh", "ja") else " "
        return sep.join(f"{n}{gap}{word(self.language, 'u_' + u)}" for n, u in counts)

    def asked_day(self) -> str:
        """The date that was asked for."""
        return self.day.isoformat()

    def used_day(self) -> str:
        """The date that is looked up and booked."""
        return (self.day + timedelta(days=self.day_off)).isoformat()

    def deposit(self) -> int:
        """An amount that the user names."""
        return self.budget // 1000 * 100

    def before(self, i: int) -> int:
        """The price that a first look showed, where a later one shows another."""
        step = 1000 if self.money.code == "JPY" else 100
        old = self.lines[i].unit * 9 // 10 // step * step
        while old in self.lines[i].cents.values():
            old -= step
        return old

    def _step(self, n: int) -> int:
        """How much dearer the n-th option is a day later."""
        return (7 + 3 * n) * (100 if self.money.code != "JPY" else 10_000)

    def later(self, i: int) -> int:
        """The price of what was picked, a day later."""
        return self.lines[i].unit + self._step(self.lines[i].pick)

    def used(self) -> list[tuple[int, Line]]:
        """The lines that are worked on."""
        return [(i, x) for i, x in enumerate(self.lines) if i not in self.leave_out]

    def total(self) -> int:
        """What all of it costs."""
        return sum(x.total() for _, x in self.used())

    def why(self) -> str:
        """Why an order is refused."""
        return self.rng("why").choice(
            ("payment method declined", "customer account is locked", "supplier not reachable")
        )

    def ref(self, i: int) -> str:
        """The reference of an order."""
        return names.reference(self.rng("ref", i))
