"""What a collector does with a request, whichever way it came: limits, decoding, storing. HTTP and gRPC share one
Reception, so that what is under way in both is bounded together and goes into the same segments.

Reading, decompressing and decoding are bounded in size, time and number; whoever comes while too much is waiting is
told to come again.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from planscope.collector.commit import Busy, Committer
from planscope.collector.housekeeping import SEGMENTS, Housekeeper
from planscope.collector.otlp_body import Decoded, decode, rejection
from planscope.collector.otlp_http import LIMIT, Refusal, inflated, permitted
from planscope.collector.otlp_proto import Broken
from planscope.collector.publish import refresh
from planscope.collector.redact import Redaction, Redactor
from planscope.collector.store import Store
from planscope.collector.writable import check_writable

DECODERS: Final = 2  # bodies that are decoded at once
AGAIN: Final = 2  # seconds after which a client that was sent away may come again
METRICS: Final = "metrics are not kept here; nothing is wrong with them"


@dataclass(frozen=True, slots=True)
class Rules:
    """What a collector takes. token: asked of every request, "" for none. host: what it listens on, which is then also
    allowed in Host headers. limit: bytes of a body; held: bytes of all bodies under way; seconds: to send a body.
    keep_days: what is older is deleted. redaction: what is masked, by default every secret, by the store's key."""

    token: str = ""
    host: str = "127.0.0.1"
    limit: int = LIMIT
    held: int = 4 * LIMIT
    seconds: float = 30.0
    segments: int = SEGMENTS
    redaction: Redaction | None = None
    keep_days: int | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a request that was taken: how much of it was rejected, and what to say."""

    rejected: int = 0
    message: str = ""


class Reception:
    """Takes requests into one store. All but `open` and `close` runs in one event loop."""

    def __init__(self, store: Store, rules: Rules, say: Callable[[str], None]) -> None:
        self.rules, self.say = rules, say
        self.counts: Counter[str] = Counter()
        self._store = store
        self._held = 0
        self._decoders = asyncio.Semaphore(DECODERS)
        self._committer: Committer
        self._keeper: Housekeeper

    def open(self) -> None:
        """Makes ready what the first request would wait for otherwise. Raises PlanscopeError for a store that cannot be
        written."""
        check_writable(self._store)
        refresh(self._store)
        self._store.run("SELECT 1")
        rules = self.rules
        self._committer = Committer(self._store, Redactor(rules.redaction) if rules.redaction else None)
        self._keeper = Housekeeper(self._store, self.say, segments=rules.segments, keep_days=rules.keep_days)

    def close(self) -> None:
        """Writes what waits, and ends."""
        self._committer.close()
        self._keeper.close()

    def health(self) -> dict[str, str | int]:
        """That it is up, and counts."""
        counts = {name: self.counts[name] for name in ("requests", "refused", "rejected_spans", "metrics")}
        redacted = self._committer.redactor.counts.total()
        return {"status": "ok", **counts, "stored_spans": self._committer.stored, "redacted": redacted}

    def admit(self, headers: Mapping[str, str]) -> None:
        """Raises Refusal for who does not bring the token."""
        if not permitted(headers, self.rules.token):
            raise Refusal(401, "a token is needed: Authorization: Bearer TOKEN, or x-api-key: TOKEN")

    def hold(self, size: int) -> int:
        """Counts bytes that are under way now; they are to be let go of. Raises Refusal when there are too many."""
        if self._held + size > self.rules.held:
            raise Refusal(503, "too much is waiting to be stored", AGAIN)
        self._held += size
        return size

    def let_go(self, size: int) -> None:
        """So many bytes are not under way any more."""
        self._held -= size

    async def store(self, signal: str, body: bytes, encoding: str, form: str) -> Taken:
        """Decodes a body, whose bytes are held, and stores what is in it; returns when that is durable. Raises
        Refusal."""
        if signal == "metrics":
            self.counts["metrics"] += 1
            return Taken(0, METRICS)
        more = 0
        try:
            async with self._decoders:
                found, whole = await asyncio.to_thread(_decoded, body, encoding, form, signal, self.rules.limit)
            more = self.hold(max(0, whole - len(body)))
            return await self._stored(found)
        finally:
            self.let_go(more)

    async def _stored(self, found: Decoded) -> Taken:
        try:
            lost = await asyncio.wrap_future(self._committer.submit(found.spans, found.logs))
        except Busy as e:
            self.say(str(e))
            raise Refusal(503, "the store cannot be written now; see the collector's own output", AGAIN) from e
        self.counts["rejected_spans"] += found.rejected + len(lost)
        message = "; ".join(x for x in (found.message, rejection(lost)) if x)
        return Taken(found.rejected + len(lost), message)


def _decoded(body: bytes, encoding: str, form: str, signal: str, limit: int) -> tuple[Decoded, int]:
    """What is in a body, and how large it is without compression. Runs in a thread, since it may take a while."""
    try:
        whole = inflated(body, encoding, limit)
        return decode(whole, form, signal), len(whole)
    except Broken as e:
        raise Refusal(400, str(e)) from e
