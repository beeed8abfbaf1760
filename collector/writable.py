"""Whether a store can be written: asked by whoever is going to write for long, before it says that it is ready."""

import errno
import uuid

from planscope.collector.store import Store
from planscope.errors import Unreadable, Unwritable


def check_writable(store: Store) -> None:
    """Raises Unreadable for a store that is damaged, Unwritable for one that this process may not write. A full disk
    is neither: it may have room later."""
    store.manifest()
    try:
        with store.lock(exclusive=False):
            _ = store.epoch
        for folder in (store.generation(store.open_generation), store.folder / "cold", store.folder / "tmp"):
            if not folder.is_dir():
                raise Unreadable(f"{store.folder}: the store is damaged, since its folder {folder.name} is gone")
            made = folder / f"probe-{uuid.uuid4().hex}"
            made.touch()
            made.unlink()
    except OSError as e:
        if e.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise Unwritable(f"{store.folder}: the store cannot be written ({e.strerror or e})") from e
