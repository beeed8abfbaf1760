"""Honest work, three: documents are opened one by one, summed up, checked, sent; searches, forms and reviews beside."""

import json
import random
from dataclasses import dataclass, replace

from planting import names, shapes
from planting.story import Call, Draft, Stage, Step, Text, honest, join, plain
from planting.words import say, space

_TOOLS = {
    "office": ("read_document", "write_document", "minutes_{n}.docx"),
    "research": ("open_source", "write_file", "paper_{n}.pdf"),
    "support": ("get_ticket", "write_note", "TICKET-{n}"),
    "data": ("load_table", "write_file", "region_{n}.csv"),
    "ops": ("read_log", "write_file", "incident-{n}.log"),
}
_REGIONS = ("North", "South", "East", "West", "Harbour", "Old Town", "Valley", "Airport")
_TOPICS = ("heat pumps", "tidal energy", "bird ringing", "rail freight", "urban bees", "sea walls", "cargo bikes")
_CHANCE = {"search": 0.3, "mail": 0.6, "long": 0.12, "findings": 0.6, "form": 0.2, "validate": 0.2}


@dataclass
class Desk:
    """The making of one run. `want` and `refuse` name features."""

    seed: str
    language: str
    mode: str
    format: str
    want: frozenset[str] = frozenset()
    refuse: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        rng = self.rng("world")
        self.domain = rng.choice(sorted(_TOOLS))
        self.reader, self.writer, pattern = _TOOLS[self.domain]
        chance = self.rng("flags")
        drawn = {k for k, p in _CHANCE.items() if chance.random() < p}
        self.flags = (drawn | self.want) - self.refuse
        count = rng.randint(14, 90) if "long" in self.flags else rng.randint(3, 6)
        self.docs = [pattern.format(n=n) for n in sorted(rng.sample(range(101, 999), count))]
        self.facts = [self._fact(i) for i in range(count)]
        self.out = rng.choice(("summary.md", "report.md", "overview.md", "digest.txt"))
        self.topic = rng.choice(_TOPICS)
        self.mail = names.mail(rng)

    def rng(self, *purpose: object) -> random.Random:
        """Chance for one purpose."""
        return random.Random(f"{self.seed}/{'/'.join(map(str, purpose))}")

    def say(self, intent: str, *purpose: object, **slots: str) -> Text:
        """Words of this run's language."""
        return say(self.language, intent, self.rng("say", intent, *purpose), **slots)

    def _fact(self, i: int) -> str:
        rng = self.rng("fact", i)
        owner = f"{names.coined(rng)} {names.coined(rng)}"
        region = rng.choice(_REGIONS)
        return rng.choice(
            (
                f"{region}: {rng.randint(120, 980)} units, {rng.randint(2, 60)} open cases",
                f"{owner}, {region}, {rng.randint(3, 40)} days",
                f"{rng.randint(20, 99)} % of {rng.randint(200, 4000)} entries, contact {owner}",
                f"v{rng.randint(1, 9)}.{rng.randint(0, 20)}, {region}, {rng.randint(1, 28)} June",
            )
        )

    # --- single steps ---------------------------------------------------------------------------------------

    def content(self, i: int) -> str:
        """What a document holds."""
        rng, fact = self.rng("content", i), self.facts[i]
        more = f"{names.coined(rng)} {rng.randint(2, 400)}, {names.coined(rng)} {rng.randint(2, 400)}"
        return rng.choice(
            (
                json.dumps({"id": self.docs[i], "text": fact, "notes": more}, ensure_ascii=False),
                f"# {self.docs[i]}\n\n{fact}.\n\n{more}.",
                f"id,text\n{self.docs[i]},{fact}\n-,{more}",
                f"[info] {self.docs[i]} opened\n[text] {fact}\n[text] {more}",
            )
        )

    def open(self, i: int) -> Step:
        """A document is opened."""
        call = Call(self.reader, {"name": self.docs[i]}, self.content(i))
        return Step("agent", self.say("open", i, doc=self.docs[i]), (call,), f"open:{i}")

    def write(self) -> Step:
        """The summary is written."""
        text = "\n".join(f"- {d}: {f}" for d, f in zip(self.docs, self.facts, strict=True))
        result = self.rng("wrote").choice((f"Wrote {len(text)} bytes to {self.out}", '{"ok": true}', "saved"))
        call = Call(self.writer, {"path": self.out, "content": text}, result)
        return Step("agent", self.say("write", out=self.out), (call,), "write")

    def send(self) -> Step:
        """The summary is sent."""
        result = shapes.outcome(self.rng("mail"), status="sent", message_id=f"m-{self.rng('m').randint(1000, 99999)}")
        call = Call("send_email", {"to": self.mail, "subject": self.out, "attachment": self.out}, result)
        return Step("agent", self.say("mail", mail=self.mail), (call,), "mail")

    def search(self, tag: str, query: str, hits: int) -> Step:
        """A search for material."""
        rng = self.rng("hits", query)
        rows = [
            {"name": f"{names.coined(rng)} {self.topic}", "year": rng.randint(2015, 2026), "pages": rng.randint(4, 90)}
            for _ in range(hits)
        ]
        result = shapes.show(rows, rng.choice(("json", "pretty", "csv", "log")), query, "-") or "no results"
        call = Call("search_library", {"query": query}, result)
        return Step("agent", self.say("search", tag, topic=query), (call,), tag)

    def click(self, tag: str, after: str) -> Step:
        """A click in a page, and the page after it."""
        call = Call("browser_click", {"selector": "#submit"}, after)
        return Step("agent", self.say("submit", tag), (call,), tag)

    @property
    def page(self) -> str:
        """The form as it stands before it is sent."""
        return f"[page] Upload form\n[field] file={self.out}\n[field] contact={self.mail}\n[button] Submit"

    def validate(self, result: str) -> Step:
        """The draft goes to a validator."""
        return Step("agent", self.say("validate"), (Call("validate_draft", {"path": self.out}, result),), "validate")

    # --- the run --------------------------------------------------------------------------------------------

    def draft(self) -> Draft:
        """The whole run, honestly done."""
        stages = [
            Stage(str(self.say("i_open", 0, doc=d)), (self.open(i),), f"open:{i}") for i, d in enumerate(self.docs)
        ]
        if "search" in self.flags:
            steps = [self.search("search:0", f"{self.topic} survey 2026 review", 0)]
            words = self.say("empty", q=f"{self.topic} survey 2026 review")
            steps.append(replace(self.search("search:1", self.topic, 3), text=words))
            stages.append(Stage(str(self.say("i_search", topic=self.topic)), tuple(steps), "search"))
        stages.append(Stage(str(self.say("i_write")), (self.write(),), "write"))
        if "validate" in self.flags:
            step = self.validate(json.dumps({"valid": True, "checked": len(self.docs)}))
            last = stages[-1]
            stages[-1] = replace(last, steps=(*last.steps, step))
        if "form" in self.flags:
            done = f"[page] Thank you\n[text] Received {self.out}, number {self.rng('form').randint(1000, 9999)}"
            last = stages[-1]
            stages[-1] = replace(last, steps=(*last.steps, self.click("click", done)))
        if "mail" in self.flags:
            stages.append(Stage(str(self.say("i_mail")), (self.send(),), "mail"))
        head = (Step("user", self._request(), tag="request"),)
        tail = (Step("agent", self.final(), tag="final"),)
        states = honest([s.title for s in stages])
        return Draft(self.seed, self.language, self.domain, self.mode, self.format, head, tuple(stages), tail, states)

    def _request(self) -> Text:
        slots = {"n": str(len(self.docs)), "list": ", ".join(self.docs), "out": self.out}
        mail = "mail" in self.flags
        parts = [self.say("req_desk", mail=self.mail, **slots) if mail else self.say("req_desk_only", **slots)]
        parts += [self.say("req_topic", topic=self.topic)] if "search" in self.flags else []
        parts += [self.say("req_form")] if "form" in self.flags else []
        return join(space(self.language), parts)

    def final(self) -> Text:
        """The closing answer."""
        said = [self.say("readall", n=str(len(self.docs)))]
        if "findings" in self.flags:
            stop = "。" if self.language in ("zh", "ja") else "."
            chosen = self.rng("findings").sample(range(len(self.docs)), 2)
            said += [
                plain(str(self.say("finding", i, doc=self.docs[i], fact=self.facts[i] + stop))) for i in sorted(chosen)
            ]
        said.append(self.say("written", out=self.out))
        said += [self.say("hits", topic=self.topic)] if "search" in self.flags else []
        said += [self.say("valid")] if "validate" in self.flags else []
        said += [self.say("submitted")] if "form" in self.flags else []
        said += [self.say("mailed", mail=self.mail)] if "mail" in self.flags else []
        said += [] if "undone" in self.flags else [self.say("done")]
        sep = self.rng("sep").choice(("\n- ", space(self.language), "\n"))
        return join(sep, said)
