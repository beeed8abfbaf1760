"""Honest work, one: options are looked up, one picked for each need, added up, confirmed, ordered, reported."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from planting import shapes
from planting.needs import NEEDS, Line
from planting.report import Report
from planting.story import Call, Draft, Stage, Step, Text, honest, join
from planting.words import book, space, word


class Buying(Report):
    """The making of one run."""

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
        elif first.need and first.need[0] == "departs":
            parts.append(self.say("req_after", noun=first.noun, time=first.need[1]))
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

    def order_tool(self, kind: str) -> str:
        """The tool that orders such a thing."""
        return {"hotel": "book_hotel", "train": "book_train", "museum": "book_tickets"}.get(kind, "place_order")

    def _send(self) -> Step:
        body = {"to": self.mail, "subject": str(self.say("head", "mail")), "total": self.money.number(self.total())}
        result = shapes.outcome(self.rng("mail"), status="sent", message_id=f"m-{self.rng('m').randint(1000, 99999)}")
        return Step("agent", self.say("mail", mail=self.mail), (Call("send_email", body, result),), "mail")
