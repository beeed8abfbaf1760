"""A slot of an order or a booking: what people ask for besides the thing itself, the keys under which records hold it,
and the values that exclude one another."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Slot:
    """One slot.

    name    for messages
    said    how a wish for it is worded
    keys    keys of records that hold it, as words
    values  values that exclude one another, by the words for them; empty where there is only yes or no
    covers  a value that meets another wish as well: vegan food is vegetarian
    item    it is of one thing of several that may be ordered together
    """

    name: str
    said: "re.Pattern[str]"
    keys: "re.Pattern[str]"
    values: Mapping[str, "re.Pattern[str]"] = field(default_factory=dict)
    covers: Mapping[str, str] = field(default_factory=dict)
    item: bool = False


_REST = (  # what may follow the word that names the slot in a key
    r"(?: (?:text|type|kind|selected|selection|requested|request|included|incl|options?|preferences?|pref"
    r"|status|assignment"
    r"|assigned|numbers?|no|confirmed|reserved|reservation|added|set|info|details|enabled|choice|lines?|list"
    r"|name|class"
    r"|category|method|mode|service|art|typ|wunsch))*"
)


def _said(latin: str, cjk: str = "") -> "re.Pattern[str]":
    return re.compile(rf"(?<![^\W_])(?:{latin})(?![^\W_])" + (f"|{cjk}" if cjk else ""), re.I)


def slot(
    name: str,
    said: str,
    keys: str,
    cjk: tuple[str, str] = ("", ""),
    *,
    values: Mapping[str, tuple[str, str]] | None = None,
    covers: Mapping[str, str] | None = None,
    item: bool = False,
) -> Slot:
    """A slot of word lists. `cjk`: how a wish is worded, and keys, in Chinese and Japanese;
    `values`: (Latin, Chinese and Japanese) each."""
    key = re.compile(rf"(?:^|\s)(?:{keys}){_REST}$" + (f"|(?:{cjk[1]})" if cjk[1] else ""), re.I)
    made = {v: _said(*words) for v, words in (values or {}).items()}
    latin = "|".join([*filter(None, [said]), *(w for w, _ in (values or {}).values())])
    other = "|".join(filter(None, [cjk[0], *(c for _, c in (values or {}).values())]))
    return Slot(name, _said(latin, other), key, made, covers or {}, item)
