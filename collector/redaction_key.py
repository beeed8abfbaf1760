"""The key of the digests in masks: of a store in its folder; of files that are only looked at in the user's own.

It is no password: whoever has it can try out whether a guessed secret is the one that was masked, no more.
"""

import os
import secrets
from pathlib import Path
from typing import Final

VARIABLE: Final = "PLANSCOPE_REDACTION_KEY"  # says the key, for masks that are the same on several machines
_NAME: Final = "redaction.key"


def store_key(folder: Path) -> bytes:
    """The key of a store, made when it has none."""
    return _said() or _kept(folder)


def files_key() -> bytes:
    """The key for files that are looked at without a store."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return _said() or _kept(Path(state) / "planscope")


def _said() -> bytes:
    return os.environ.get(VARIABLE, "").encode("utf-8", "surrogateescape")


def _kept(folder: Path) -> bytes:
    """The key in a folder. Where none can be kept, one that lasts as long as this process."""
    file = folder / _NAME
    try:
        if held := _read(file):
            return held
        folder.mkdir(parents=True, exist_ok=True)
        made = secrets.token_hex(32).encode()
        new = file.with_name(f"{_NAME}.{os.getpid()}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as out:
            out.write(made)
            out.flush()
            os.fsync(out.fileno())
        try:
            os.link(new, file)  # the first of several processes wins, and a half-written key is never seen
        except FileExistsError:
            return _read(file) or made
        finally:
            new.unlink()
        return made
    except (OSError, RuntimeError):  # RuntimeError: there is no home
        return _FALLBACK


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes().strip()
    except FileNotFoundError:
        return b""


_FALLBACK: Final = secrets.token_bytes(32)
