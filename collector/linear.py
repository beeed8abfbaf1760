"""Patterns over untrusted bytes that run in time linear to the text (RE2), whatever the text is."""

from typing import Any


def compiled(pattern: str, *, groups: bool = True) -> Any:
    """A pattern on bytes, in RE2's syntax; without groups it runs faster. Imported when it is first needed."""
    import re2

    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1  # bytes as they are
    options.max_mem = 1 << 20 if groups else 16 << 20  # of the states that it keeps
    options.log_errors = False
    options.never_capture = not groups
    return re2.compile(pattern.encode(), options=options)
