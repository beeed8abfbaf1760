"""Answers that are kept, by all that the model was told: the same question is not paid for twice."""

import json
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from planscope.analyzers.judge.question import Decided, Question, decided


def default_folder() -> Path:
    """Where answers are kept unless the settings say otherwise: a folder of the user's cache."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(given) if given and Path(given).is_absolute() else Path.home() / ".cache"
    return base / "planscope" / "judge"


@dataclass(frozen=True, slots=True)
class Cache:
    """One file for each answer; `folder` None keeps nothing. A cache that cannot be read or written costs money, and
    nothing else."""

    folder: Path | None

    def get(self, key: str, question: Question) -> Decided | None:
        """What was answered before, if it counts as a reply would."""
        if self.folder is None:
            return None
        try:
            text = self._file(self.folder, key).read_text(encoding="utf-8")
        except (OSError, ValueError):
            return None
        kept = decided(question, text)
        return kept if isinstance(kept, Decided) else None

    def put(self, key: str, answer: Decided) -> None:
        """Keeps an answer, whole or not at all. It quotes from a trace, so that nobody else may read it."""
        if self.folder is None:
            return
        with suppress(OSError):
            file = self._file(self.folder, key)
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(dir=file.parent)  # readable by its owner alone
            try:
                with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as out:
                    json.dump({"answer": answer.answer, "quote": answer.quote}, out)
                Path(name).replace(file)
            except OSError:
                Path(name).unlink(missing_ok=True)

    @staticmethod
    def _file(folder: Path, key: str) -> Path:
        return folder / key[:2] / f"{key}.json"
