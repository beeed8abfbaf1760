"""Secrets out of spans and log records, before anything is stored, printed or sent.

A value is found by its name (`password`, `OPENAI_API_KEY=`), by the shape that its vendor documents, or by its entropy,
and `[redacted:type:8 hex]` takes its place. The eight digits are a keyed digest: equal secrets stay equal, and nobody
without the key can try out what they were. Names of variables (`$TOKEN`, `process.env.TOKEN`) are no secrets and stay.

All patterns run in RE2, in time linear to the text. A value that cannot be looked at is replaced as a whole: what fails
costs that value, never the record.
"""

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Final

from planscope.collector import semconv as s
from planscope.collector.entropy import random_tokens
from planscope.collector.linear import compiled
from planscope.collector.logs import LogRecord
from planscope.collector.secret_shapes import AFTER, PASSWORDS, SHAPES, STAND_INS, TOKENS
from planscope.collector.span import Span, SpanEvent, SpanLink

SHORT: Final = 100  # characters
DEEPEST: Final = 80  # levels of lists and mappings in a value
_KEY: Final = rf"(?:[\w.-]*[_.-])?(?:{PASSWORDS}|{TOKENS}){AFTER}"
_SECRET_NAME = re.compile(rf"(?:.*_)?(?:(?P<password>{PASSWORDS})|{TOKENS}|(?P<token>token)){AFTER}")
_COUNTED = re.compile(
    r"(?:.*_)?(?:page|next|continuation|sync|cursor|max|min|stop|pad|eos|bos|first|last|cancel)_token"
)
_STAND_IN = re.compile(STAND_INS, re.I)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[-.\s/]+")


@dataclass(frozen=True, slots=True)
class Redaction:
    """What is redacted. key: of the digests. email, phone: these too. off: nothing at all."""

    key: bytes
    email: bool = False
    phone: bool = False
    off: bool = False


class Redactor:
    """Takes secrets out; `counts` says how many values of each type were replaced so far."""

    def __init__(self, rules: Redaction) -> None:
        self._rules = rules
        self.counts: Counter[str] = Counter()
        self._known: dict[int, tuple[Any, Any]] = {}  # a resource is shared by many spans

    def span(self, span: Span) -> Span:
        """The span without secrets; the same object when it holds none."""
        if self._rules.off:
            return span
        before = self.counts.total()
        found: dict[str, Any] = {
            "attributes": self.value(span.attributes),
            "resource": self._resource(span.resource),
            "name": self.value(span.name),
            "status_message": self.value(span.status_message),
            "events": tuple(map(self._event, span.events)),
            "links": tuple(map(self._link, span.links)),
        }
        number = self.counts.total() - before
        if number:
            found["attributes"] = {**found["attributes"], s.REDACTED: number}
        return replace(span, **found) if number or found["resource"] is not span.resource else span

    def record(self, record: LogRecord) -> LogRecord:
        """The log record without secrets."""
        if self._rules.off:
            return record
        return replace(
            record,
            body=self.value(record.body),
            attributes=self.value(record.attributes),
            resource=self._resource(record.resource),
        )

    def value(self, value: Any, name: str = "") -> Any:
        """A value without secrets, the same object when it holds none; `name` is what it stands under."""
        try:
            return self._value(value, name, 0)
        except (RecursionError, ValueError, TypeError, MemoryError):
            self.counts["unreadable"] += 1
            return "[redacted:unreadable]"

    def _value(self, value: Any, name: str, depth: int) -> Any:
        if isinstance(value, str):
            return self._text(value, name) if len(value) > 3 else value
        if value is None or isinstance(value, bool | int | float):
            return value
        if depth > DEEPEST:
            self.counts["unreadable"] += 1
            return "[redacted:unreadable]"
        if isinstance(value, Mapping):
            made = {self._named(k): self._value(v, k if type(k) is str else "", depth + 1) for k, v in value.items()}
            return value if all(map(_same, value, made)) and all(value[k] is made[k] for k in value) else made
        if isinstance(value, list | tuple):
            items = [self._value(x, name, depth + 1) for x in value]
            if all(x is y for x, y in zip(value, items, strict=True)):
                return value
            return items if isinstance(value, list) else tuple(items)
        return value

    def _named(self, key: Any) -> Any:
        """A key of a mapping; a hostile or unlucky one is a secret itself."""
        return self._text(key, "") if type(key) is str and len(key) > 15 else key

    def _text(self, text: str, name: str) -> str:
        kind = _kind_of(name) if name else ""
        if kind and (part := _under_name(text, kind)):
            return text.replace(
                part, self._mask(kind if kind == "password" else "named", part.encode("utf-8", "replace"))
            )
        email, phone = self._rules.email, self._rules.phone
        if len(text) <= SHORT and not _found_in_short(text, email, phone):
            return text
        data = text.encode("utf-8", "surrogatepass")
        spans = _found(data, email, phone)
        if not spans:
            return text
        out: list[bytes] = []
        done = 0
        for begin, end, what in spans:
            out += (data[done:begin], self._mask(what, data[begin:end]).encode())
            done = end
        return b"".join((*out, data[done:])).decode("utf-8", "surrogatepass")

    def _mask(self, what: str, secret: bytes) -> str:
        self.counts[what] += 1
        digest = hmac.new(self._rules.key, secret, hashlib.sha256).hexdigest()[:8]
        return f"[redacted:{what}:{digest}]"

    def _resource(self, resource: Mapping[str, Any]) -> Mapping[str, Any]:
        known = self._known.get(id(resource))
        if known is None or known[0] is not resource:
            if len(self._known) > 1000:
                self._known.clear()
            known = self._known[id(resource)] = (resource, self.value(resource))
        made: Mapping[str, Any] = known[1]
        return made

    def _event(self, event: SpanEvent) -> SpanEvent:
        made, name = self.value(event.attributes), self.value(event.name)
        return event if made is event.attributes and name is event.name else replace(event, attributes=made, name=name)

    def _link(self, link: SpanLink) -> SpanLink:
        made = self.value(link.attributes)
        return link if made is link.attributes else replace(link, attributes=made)


def _same(a: Any, b: Any) -> bool:
    return a is b


# --- by name -------------------------------------------------------------------------------------------------------


@lru_cache(20_000)
def _kind_of(name: str) -> str:
    """What values of that name are: "password", "token", or "" for no secret. Names of attributes are paths."""
    last = _HUMP.sub("_", name[-120:].rpartition("[")[0] or name[-120:]).lower().strip("_")
    found = _SECRET_NAME.fullmatch(last)
    if found is None or _COUNTED.fullmatch(last):
        return ""
    return "password" if found["password"] else "token"


def _under_name(text: str, kind: str) -> str:
    """What of a value that stands under a secret's name is the secret; "" for nothing."""
    whole = text.strip()
    scheme, _, rest = whole.partition(" ")
    value = rest.strip() if rest and scheme.lower() in ("bearer", "basic", "token", "digest", "apikey") else whole
    if len(value) < 4 or (value[:1] in "{[" and kind != "password") or _is_stand_in(value) or "[redacted:" in value:
        return ""
    if kind == "password":
        return value
    telling = any(c.isdigit() for c in value) or len(value) >= 16
    return value if telling and len(value) >= 8 and not any(map(str.isspace, value)) else ""


def _is_stand_in(value: str) -> bool:
    return bool(_STAND_IN.match(value)) or len(set(value)) < 3


# --- in text -------------------------------------------------------------------------------------------------------

_MARK: Final = b"[redacted:"
_QUOTE = r"""(?:\\{0,3}["'])"""
_NAMED: Final = (
    rf"""(?i:\b{_KEY}){_QUOTE}?\s{{0,3}}(?::=|=>|=|:|\bis\b)\s{{0,3}}"""
    rf"""(?:[brf]?\\{{0,3}}["'`]([^\s"'`\\]{{4,}})|([^\s"'`,;&|<>(){{}}\[\]\\]{{8,}}))"""
)
_EMAIL: Final = r"[\w.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b"
_PHONE: Final = (
    r"\+\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{2,4}(?:[ .-]?\d{2,4}){1,4}|\(\d{3}\) ?\d{3}-\d{4}|\b\d{3}-\d{3}-\d{4}\b"
)


@cache
def _patterns(email: bool, phone: bool) -> tuple[Any, list[tuple[str, Any]]]:
    """One pattern that matches wherever any does, by which most texts are passed over; and all, in their order."""
    pieces = [*SHAPES, ("named", _NAMED)]
    pieces += [x for x, wanted in ((("email", _EMAIL), email), (("phone", _PHONE), phone)) if wanted]
    each = [(what, compiled(shape)) for what, shape in pieces]
    return compiled("|".join(f"(?:{shape})" for _, shape in pieces), groups=False), each


@lru_cache(50_000)
def _found_in_short(text: str, email: bool, phone: bool) -> bool:
    """Whether a short text holds a secret: names, ids and states come again and again."""
    return bool(_found(text.encode("utf-8", "surrogatepass"), email, phone))


def _found(data: bytes, email: bool, phone: bool) -> list[tuple[int, int, str]]:
    """Secrets in a text, (begin, end, type), in order and apart from each other."""
    likely, each = _patterns(email, phone)
    found: list[tuple[int, int, str]] = []
    if likely.search(data) is not None:
        for what, pattern in each:
            for match in pattern.finditer(data):
                part = next((n for n in range(1, pattern.groups + 1) if match.start(n) >= 0), 0)
                begin, end = match.span(part)
                if what != "named":
                    found.append((begin, end, what))
                elif not data.endswith(_MARK, 0, match.start()) and _is_value(data, begin, end, quoted=part == 1):
                    found.append((begin, end, _named_type(data[match.start() : begin])))
    found += random_tokens(data)
    return _apart(found) if len(found) > 1 else found


def _named_type(name: bytes) -> str:
    return "password" if re.search(rb"pass|pwd", name, re.I) else "named"


def _is_value(data: bytes, begin: int, end: int, *, quoted: bool) -> bool:
    """Whether what stands behind a secret's name is one: programs and prose say `password: required` too."""
    value = data[begin:end].decode("utf-8", "replace")
    if _is_stand_in(value) or data[end : end + 1] in (b"(", b"[", b"{"):
        return False
    digits = any(map(str.isdigit, value))
    if quoted:
        return digits or bool(_SIGN.search(value)) or (len(value) >= 20 and not value.isalpha() and "." not in value)
    return digits and any(map(str.isalpha, value)) and not _CODE.fullmatch(value)


_SIGN = re.compile(r"[!@#%^&*+~?]")  # in a quoted value, what a password has and a word or a label has not
_CODE = re.compile(r"[A-Za-z_]+\d?(?:\.\w+)*")  # config2.password


def _apart(found: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """In order and without overlaps; of two at the same place the one that was found first (it tells more) stays."""
    kept: list[tuple[int, int, str]] = []
    for begin, end, what in sorted(found, key=lambda x: (x[0], -x[1])):  # sorted keeps equals in their order
        if not kept or begin >= kept[-1][1]:
            kept.append((begin, end, what))
        elif end > kept[-1][1]:  # no rest of a longer secret may stay
            kept[-1] = (kept[-1][0], end, kept[-1][2])
    return kept
