"""How a purchase is reported: its lines, their total, and what is said about them."""

from planting.market import Market
from planting.needs import Line
from planting.story import Text, join, plain
from planting.words import space, word


class Report(Market):
    """A purchase with the words of its closing answer."""

    def line_texts(self, purpose: str) -> list[Text]:
        """One text for each line, in one of several forms."""
        form = self.rng("form").randrange(4)
        per = {"zh": "/", "ja": "/"}.get(self.language)
        out = [] if form != 1 else [plain("| | | | |\n|---|---|---|---|")]
        for n, (i, x) in enumerate(self.used()):
            u = f"{{l{i}.unit}}" + (f"{per}{word(self.language, 'u_' + x.counts[0][1])}" if per and form < 3 else "")
            times = " × ".join(self.shown([c]) for c in x.counts)
            template = {
                0: f"- {x.noun}: {{l{i}.name}}, {u} × {times} = {{l{i}.sum}}",
                1: f"| {x.noun} | {{l{i}.name}} | {u} × {times} | {{l{i}.sum}} |",
                2: f"{n + 1}. **{x.noun}** {{l{i}.name}} ({u}), {self.shown(x.counts)}: {{l{i}.sum}}",
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
