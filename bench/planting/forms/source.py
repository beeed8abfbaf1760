"""Things that nobody named: documents cited that no result, list or user holds."""

import random

from planting.forms.form import Lot, Made, alike, fault, final, same
from planting.story import join

KIND = "hallucinated_price"


@fault(KIND, "unknown_source")
def unknown_source(lot: Lot) -> Made:
    """The answer cites a document, or an address, that occurs nowhere."""
    d, rng = lot.desk(), lot.rng
    clean = d.draft()
    kind, tail = random.Random(f"{lot.seed}/cite").choice((("doc", ""), ("url", f"/{d.topic.replace(' ', '-')}/2025")))
    name = d.docs[0].replace("".join(c for c in d.docs[0] if c.isdigit()), str(rng.randint(1000, 9999)))
    cited = name if kind == "doc" else f"https://{lot.seed.rsplit('.', 1)[1]}data.example{tail}"
    fact = f"{rng.choice(('North', 'South', 'East'))}, {rng.randint(3, 40)} days"
    more = d.say("finding", "unknown", doc=cited, fact=fact).under("cited")
    text = join("\n", [clean.step("final").text, more])
    places, quotes = final(cited)
    return Made(clean, clean.said("final", text), places, quotes, f"{cited} is in no result", ("rubber_stamp",))


@alike(KIND, "known_sources")
def known_sources(lot: Lot) -> Made:
    return same(lot.desk("findings search").draft(), "every document that is cited was asked for and opened")
