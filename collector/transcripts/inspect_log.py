"""Inspect AI logs: `.eval` (a zip of samples) and `.json`. Each sample is a run; several epochs of one are several.

A sample's messages are a chat, in which long texts may stand elsewhere in the sample (`attachment://`). What scored the
sample is no part of its run. A sample that met a limit or an error was cut off. A position is the index of the message.
"""

import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from planscope.collector.span import Span
from planscope.collector.transcripts.chat import write_message
from planscope.collector.transcripts.chat_message import role_of, said_by
from planscope.collector.transcripts.recorder import Recorder
from planscope.collector.transcripts.source import DOCUMENT_LIMIT, Source, json_value
from planscope.errors import Unreadable

NAME = "inspect"
TITLE = "Inspect AI log (.eval or JSON)"
RANK = 35

_SAMPLE = re.compile(r"samples/[^/]{1,400}\.json")
_ATTACHED = re.compile(r"attachment://([0-9a-f]{32})")
_MOST = 100_000  # samples


def matches(source: Source) -> bool:
    """A log with its header, or an archive of samples."""
    x = source.document
    if x is not None:
        return isinstance(x, dict) and {"version", "status", "eval"} <= x.keys() and isinstance(x["eval"], dict)
    return not source.values and any(n in ("header.json", "_journal/start.json") for n in _names(source))


def _names(source: Source) -> list[str]:
    """The names inside an archive; none for any other file."""
    try:
        with source.open() as stream:
            if stream.read(4) != b"PK\x03\x04":
                return []
        with zipfile.ZipFile(source.path) as archive:
            return archive.namelist()
    except (OSError, EOFError, zlib.error, zipfile.BadZipFile, Unreadable, ValueError, NotImplementedError):
        return []


def read(source: Source) -> Iterator[Span]:
    """Every sample."""
    names = [n for n in _names(source) if _SAMPLE.fullmatch(n)][:_MOST]
    several = any(not n.endswith("_epoch_1.json") for n in names)
    if source.document is None:
        for name in names:
            source.records_read += 1
            sample = _member(source, name)
            if _is_sample(sample):
                yield from _sample(source, sample, several)
            else:
                source.skip(name, "a sample that cannot be read")
        return
    samples = source.document.get("samples")
    samples = samples if isinstance(samples, list) else []
    several = any(isinstance(x, dict) and x.get("epoch") not in (None, 1) for x in samples)
    for n, sample in enumerate(samples):
        source.records_read += 1
        if _is_sample(sample):
            yield from _sample(source, sample, several)
        else:
            source.skip(n, "a sample without messages")


def _is_sample(x: Any) -> bool:
    return isinstance(x, dict) and isinstance(x.get("messages"), list) and isinstance(x.get("id"), str | int)


def _member(source: Source, name: str) -> Any:
    """One file of the archive as JSON, None when it cannot be read or is too large."""
    try:
        with zipfile.ZipFile(source.path) as archive, archive.open(name) as stream:
            raw = stream.read(DOCUMENT_LIMIT + 1)
    except (OSError, EOFError, zlib.error, zipfile.BadZipFile, RuntimeError, NotImplementedError, ValueError, KeyError):
        return None
    return None if len(raw) > DOCUMENT_LIMIT else json_value(raw.decode("utf-8", "replace"))


def _sample(source: Source, sample: Mapping[str, Any], several: bool) -> Iterator[Span]:
    own, epoch = sample["id"], sample.get("epoch")
    index = f"{own}_epoch_{epoch}" if several else own
    trial = str(epoch) if several else ""
    run = Recorder(NAME, source.name, f"{source.name}#{index}", index=index, task=str(own), trial=trial)
    attached = sample.get("attachments")
    attached = attached if isinstance(attached, dict) else {}
    for n, m in enumerate(sample["messages"]):
        m = _resolved(m, attached)
        if not (role := role_of(m)):
            source.skip(f"{index}/{n}", "an entry that is no message")
            continue
        for _ in range(write_message(run, said_by(m, role), m, n, None, "")):
            source.skip(f"{index}/{n}", "a result whose call is not in the run")
    stopped = bool(sample.get("limit") or sample.get("error"))
    run.about(cut_off=stopped, closed=not stopped)  # a sample is written down when it has ended
    yield from run.spans()


def _resolved(value: Any, attached: Mapping[str, Any]) -> Any:
    """A message with the texts that stand elsewhere put in."""
    if isinstance(value, dict):
        return {k: _resolved(v, attached) for k, v in value.items()}
    if isinstance(value, list):
        return [_resolved(v, attached) for v in value]
    if isinstance(value, str) and (m := _ATTACHED.fullmatch(value)):
        found = attached.get(m[1])
        return found if isinstance(found, str) else value
    return value
