"""Honest work, one: options are looked up, one picked for each need, added up, confirmed, ordered, reported."""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from planting import names, shapes
from planting.money import Money, style
from planting.story import Call, Draft, Stage, Step, Text, honest, join, plain
from planting.words import book, say, space, word


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


@dataclass
class Buying:
    """The making of one run. `want` and `refuse` name features; `picks` and `counts` change a decision only."""

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
        if line.need:
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

    # --- the run -----------------------------------------------------------------------------------------

    def draft(self) -> Draft:
        """The whole run, honestly done."""
        stages = [self._find(i) for i in range(len(self.lines)) if i not in self.leave_out]
        stages.append(self._sum())
        if "avail" in self.flags:
            stages.append(self._avail())
        stages.append(self._order())
        if "mail" in self.flags:
            stages.append(Stage(str(self.say("i_mail")), (self._send(),), "mail"))
        head = (Step("user", self._request(), tag="request"),)
        tail = (Step("agent", self.final(), tag="final"),)
        states = honest([s.title for s in stages])
        return Draft(self.seed, self.language, self.domain, self.mode, self.format, head, tuple(stages), tail, states)

    def shown(self, counts: list[tuple[int, str]], sep: str = ", ") -> str:
        """`3 nights, 2 rooms`."""
        gap = "" if self.language in ("zh", "ja") else " "
        return sep.join(f"{n}{gap}{word(self.language, 'u_' + u)}" for n, u in counts)

    def _request(self) -> Text:
        wanted = ", ".join(f"{x.noun} ({self.shown(x.counts)})" for x in self._as_asked())
        occasion = self.rng("occasion").choice(book(self.language)["occasions"][0])
        first = self.lines[0]
        parts = [self.say("req_buy", list=wanted, occasion=occasion), self.say("req_date", date=self.asked_day())]
        parts.append(self.say({"best": "req_best", "early": "req_early"}.get(first.rule, "req_cheapest")))
        if first.rule == "named":
            parts.append(self.say("req_named", noun=first.noun, name=first.options[self._right(0)]["name"]))
        if first.need and first.need[0] == "stars":
            parts.append(self.say("req_stars", noun=first.noun, n="4"))
        elif first.need:
            feature = word(self.language, f"f_{first.need[0]}") if first.need[0] != "backup" else first.need[0]
            parts.append(self.say("req_feature", noun=first.noun, feature=feature))
        parts.append(self.say("req_budget", budget=self.money(self.budget)))
        parts += [self.say("req_deposit", amount=self.money(self.deposit()))] if "deposit" in self.flags else []
        parts.append(self.say("req_ask" if "ask" in self.flags else "req_go"))
        parts += [self.say("req_mail", mail=self.mail)] if "mail" in self.flags else []
        return join(space(self.language), parts)

    def _as_asked(self) -> list[Line]:
        """The lines as the user asked for them, whatever was decided since."""
        if not (self.picks or self.counts):
            return self.lines
        return Buying(self.seed, self.language, self.mode, self.format, self.want, self.refuse).lines

    def _right(self, i: int) -> int:
        return self._as_asked()[i].pick

    def asked_day(self) -> str:
        """The date that was asked for."""
        return self.day.isoformat()

    def used_day(self) -> str:
        """The date that is looked up and booked."""
        return (self.day + timedelta(days=self.day_off)).isoformat()

    def deposit(self) -> int:
        """An amount that the user names."""
        return self.budget // 1000 * 100

    def rule_of(self, line: Line) -> str:
        """The intent that says why it was picked."""
        return {"best": "pick_best", "early": "pick_early", "named": "pick_named"}.get(line.rule, "pick_cheapest")

    def _find(self, i: int) -> Stage:
        line, rng = self.lines[i], self.rng("find", i)
        given = {"query": line.noun, "date": self.used_day(), **{f"{u}s": n for n, u in line.counts}}
        steps: list[Step] = []
        if "retry" in self.flags and i == 0:
            why = rng.choice(("date must be in the form YYYY-MM-DD", "unknown parameter 'when'", "query too short"))
            bad = {"query": line.noun[:2], "when": self.day.strftime("%d/%m/%y")}
            call = Call(NEEDS[line.kind].tool, bad, json.dumps({"error": why}), failed=True)
            steps.append(Step("agent", self.say("look", i, 0, thing=line.noun), (call,), f"badlook:{i}"))
            steps.append(
                Step("agent", self.say("retry", i, why=why, what=rng.choice(("date", "query"))), tag=f"retry:{i}")
            )
        rows = [dict(o) for o in line.options]
        if i == 0 and "requote" in self.flags:
            rows[line.pick]["price"] = self.money.number(self.before(0))
        call = Call(NEEDS[line.kind].tool, given, shapes.show(rows, self.shape, line.noun, self.money.code))
        steps.append(Step("agent", self.say("look", i, thing=line.noun), (call,), f"search:{i}"))
        steps += self._second_look(i, given)
        steps.append(Step("agent", self._pick_words(i), tag=f"pick:{i}"))
        return Stage(str(self.say("i_find", i, noun=line.noun)), tuple(steps), f"find:{i}")

    def before(self, i: int) -> int:
        """The price that a first look showed, where a later one shows another."""
        step = 1000 if self.money.code == "JPY" else 100
        old = self.lines[i].unit * 9 // 10 // step * step
        while old in self.lines[i].cents.values():
            old -= step
        return old

    def _second_look(self, i: int, given: Mapping[str, Any]) -> list[Step]:
        line = self.lines[i]
        if i == 0 and "otherdate" in self.flags:
            later = (self.day + timedelta(days=1)).isoformat()
            rows = [
                {**o, "price": self.money.number(line.cents[o["name"]] + self._step(n))}
                for n, o in enumerate(line.options)
            ]
            call = Call(
                NEEDS[line.kind].tool,
                {**given, "date": later},
                shapes.show(rows, self.shape, line.noun, self.money.code),
            )
            return [
                Step("agent", self.say("otherdate"), (call,), "other"),
                Step("agent", self.say("keepdate", date=self.used_day()), tag="keep"),
            ]
        if i == 0 and "requote" in self.flags:
            result = shapes.outcome(
                self.rng("quote"), name=line.option["name"], binding=True, price=self.money.number(line.unit)
            )
            call = Call("get_quote", {"name": line.option["name"]}, result)
            words = self.say("requote", name=line.option["name"])
            return [Step("agent", words, (call,), "requote")]
        return []

    def _step(self, n: int) -> int:
        """How much dearer the n-th option is a day later."""
        return (7 + 3 * n) * (100 if self.money.code != "JPY" else 10_000)

    def later(self, i: int) -> int:
        """The price of what was picked, a day later."""
        return self.lines[i].unit + self._step(self.lines[i].pick)

    def _pick_words(self, i: int) -> Text:
        line = self.lines[i]
        o = line.option
        slots = {"name": o["name"], "noun": line.noun, "unit": self.money(line.unit)}
        slots |= {"rating": str(o["rating"]), "time": o.get("departs", "")}
        parts = [self.say(self.rule_of(line), i, **slots)]
        better = [x for x in line.options if line.value(x) < line.value(o) and not line.fits(x)]
        if better and line.rule == "cheapest" and not self.picks:
            x = min(better, key=line.value)
            why = "unfit" if x["available"] else "soldout"
            parts.append(self.say(why, i, name=x["name"], price=self.money(line.cents[x["name"]])))
        return join(space(self.language), parts)

    def terms(self) -> list[str]:
        """`128.5*3*2` for every line."""
        return ["*".join(map(str, (self.money.number(x.unit), *(n for n, _ in x.counts)))) for _, x in self.used()]

    def used(self) -> list[tuple[int, Line]]:
        """The lines that are worked on."""
        return [(i, x) for i, x in enumerate(self.lines) if i not in self.leave_out]

    def total(self) -> int:
        """What all of it costs."""
        return sum(x.total() for _, x in self.used())

    def _sum(self) -> Stage:
        number = self.money.number(self.total())
        call = Call("calculate", {"expression": " + ".join(self.terms())}, json.dumps({"result": number}))
        calls = (call,) if "calc" in self.flags else ()
        text = self.say("sum")
        if not calls:
            text = join(space(self.language), [text, self.say("total", "sum", total=self.money(self.total()))])
        steps = (Step("agent", text, calls, "calc"),)
        return Stage(str(self.say("i_sum")), steps, "sum")

    def _avail(self) -> Stage:
        steps = []
        for i, line in self.used():
            name = line.option["name"]
            result = shapes.outcome(
                self.rng("avail", i), name=name, date=self.used_day(), available=line.option["available"]
            )
            call = Call("check_availability", {"name": name, "date": self.used_day()}, result)
            steps.append(Step("agent", self.say("avail", i, name=name), (call,), f"avail:{i}"))
        return Stage(str(self.say("i_avail")), tuple(steps), "avail")

    def order_of(self, i: int) -> dict[str, Any]:
        """What is handed over to the ordering tool."""
        line = self.lines[i]
        about = {"name": line.option["name"], "date": self.used_day(), **{f"{u}s": n for n, u in line.counts}}
        return {**about, "amount": self.money.number(line.total()), "currency": self.money.code}

    def _order(self) -> Stage:
        steps: list[Step] = []
        if "ask" in self.flags:
            total = self.say("total", "ask", total=self.money(self.total()))
            blocks = [self.say("sel"), *self.line_texts("ask"), total, self.say("ask")]
            steps.append(Step("agent", join("\n", blocks), tag="ask"))
            steps.append(Step("user", self.say("yes"), tag="yes"))
        for i, line in self.used():
            ref = self.ref(i)
            facts = {"reference": ref, "name": line.option["name"]}
            result = shapes.outcome(self.rng("order", i), **facts, status="confirmed")
            if i == 0 and "waitlist" in self.flags:
                result = json.dumps({**facts, "status": "waitlisted", "confirmed": False}, ensure_ascii=False)
            failed = i == 0 and "bookfail" in self.flags
            result = json.dumps({"error": self.why()}) if failed else result
            call = Call(self.order_tool(line.kind), self.order_of(i), result, failed)
            steps.append(Step("agent", self.say("book", i, name=line.option["name"]), (call,), f"order:{i}"))
        return Stage(str(self.say("i_book")), tuple(steps), "order")

    def why(self) -> str:
        """Why an order is refused."""
        return self.rng("why").choice(
            ("payment method declined", "customer account is locked", "supplier not reachable")
        )

    def ref(self, i: int) -> str:
        """The reference of an order."""
        return names.reference(self.rng("ref", i))

    def order_tool(self, kind: str) -> str:
        """The tool that orders such a thing."""
        return {"hotel": "book_hotel", "train": "book_train", "museum": "book_tickets"}.get(kind, "place_order")

    def _send(self) -> Step:
        body = {"to": self.mail, "subject": str(self.say("head", "mail")), "total": self.money.number(self.total())}
        result = shapes.outcome(self.rng("mail"), status="sent", message_id=f"m-{self.rng('m').randint(1000, 99999)}")
        return Step("agent", self.say("mail", mail=self.mail), (Call("send_email", body, result),), "mail")

    # --- what is reported ---------------------------------------------------------------------------------

    def line_texts(self, purpose: str) -> list[Text]:
        """One text for each line, in one of several forms."""
        form = self.rng("form").randrange(4)
        per = {"zh": "/", "ja": "/"}.get(self.language)
        out = [] if form != 1 else [plain("| | | | |\n|---|---|---|---|")]
        for i, x in self.used():
            u = f"{{l{i}.unit}}" + (f"{per}{word(self.language, 'u_' + x.counts[0][1])}" if per and form < 3 else "")
            times = " × ".join(self.shown([c]) for c in x.counts)
            template = {
                0: f"- {x.noun}: {{l{i}.name}}, {u} × {times} = {{l{i}.sum}}",
                1: f"| {x.noun} | {{l{i}.name}} | {u} × {times} | {{l{i}.sum}} |",
                2: f"{i + 1}. **{x.noun}** {{l{i}.name}} ({u}), {self.shown(x.counts)}: {{l{i}.sum}}",
                3: f"{x.noun}: {{l{i}.name}} – {u} – {self.shown(x.counts)} – {{l{i}.sum}}",
            }[form]
            slots = {
                f"l{i}.name": x.option["name"],
                f"l{i}.unit": self.money(x.unit),
                f"l{i}.sum": self.money(x.total()),
            }
            out.append(Text(template, slots))
        return out

    def final(self) -> Text:
        """The closing answer."""
        m, total = self.money, self.total()
        blocks = [self.say("head"), *self.line_texts("final")]
        if "eq" in self.flags and len(self.used()) > 1:
            sums = " + ".join(m.bare(x.total()) for _, x in self.used())
            blocks.append(Text(sums + " = {eq}", {"eq": m.bare(total)}))
        blocks.append(self.say("total", total=m(total)))
        said: list[Text] = [self.say("exact", total=m(total))] if "exact" in self.flags else []
        if "over" in self.flags:
            said.append(self.say("over", budget=m(self.budget), over=m(total - self.budget)))
        elif total <= self.budget:
            said.append(self.say("within", budget=m(self.budget)))
            said += [self.say("left", left=m(self.budget - total))] if "left" in self.flags else []
        said += self._remarks()
        for i, x in self.used():
            said.append(self._booked(i, x))
        said += [self.say("mailed", mail=self.mail)] if "mail" in self.flags else []
        return join("\n", [*blocks, join(space(self.language), said)])

    def _booked(self, i: int, x: Line) -> Text:
        name, ref = x.option["name"], self.ref(i)
        if i == 0 and "bookfail" in self.flags:
            return self.say("bookfail", name=name, why=self.why())
        if i == 0 and "waitlist" in self.flags:
            return self.say("waiting", name=name, ref=ref)
        return self.say("booked", i, name=name, ref=ref)

    def _remarks(self) -> list[Text]:
        m, out = self.money, list[Text]()
        first = self.lines[0]
        if "requote" in self.flags and "tellold" in self.flags:
            out.append(self.say("repriced", name=first.option["name"], old=m(self.before(0)), unit=m(first.unit)))
        if "about" in self.flags:
            out.append(self.say("about", about=m(_round(self.total()))))
        if "share" in self.flags:
            n = next(n for n in (2, 4, 5, 3, 1) if self.total() % (n * (100 if m.whole else 1)) == 0)
            out.append(self.say("share", n=str(n), amount=m(self.total() // n)))
        if "deposit" in self.flags:
            rest = self.total() - self.deposit()
            out.append(self.say("deposit_rest", amount=m(self.deposit()), rest=m(rest)))
        rest_ = [o for o in first.options if first.cents[o["name"]] > first.unit and first.fits(o)]
        if rest_ and first.rule == "cheapest" and not self.picks:
            x = min(rest_, key=lambda o: first.cents[o["name"]])
            gap = first.cents[x["name"]] - first.unit
            if "save" in self.flags:
                out.append(self.say("save", name=x["name"], amount=m(gap)))
            if "cmp" in self.flags:
                slots = {
                    "a": first.option["name"],
                    "pa": m(first.unit),
                    "b": x["name"],
                    "pb": m(first.cents[x["name"]]),
                }
                out.append(self.say("cmp", **slots))
        if "rank" in self.flags:
            out.append(self._ranking())
        out += [self.say("checked")] if "avail" in self.flags else []
        return out

    def _ranking(self) -> Text:
        line = self.lines[0]
        can = sorted(filter(line.fits, line.options), key=line.value)[:3]
        head = self.say("rank_best" if line.rule == "best" else "rank_head")
        shown = {
            f"r{n}": f"{o['name']} ({self.money(line.cents[o['name']])}, {o['rating']})" for n, o in enumerate(can)
        }
        return join("\n", [plain(""), head, Text("\n".join(f"{n + 1}) {{r{n}}}" for n in range(len(can))), shown)])


def _round(cents: int) -> int:
    """To two leading digits or so."""
    step: int = 10 ** max(2, len(str(cents)) - 2)
    return round(cents / step) * step
