"""Whether a message speaks of something that failed, or of a check that failed or was not made. Pure."""

import re
from functools import lru_cache

from planscope.analyzers.assertions.closing import says_blocked, sentences
from planscope.analyzers.assertions.closing_words import NO_TROUBLE
from planscope.analyzers.quick import quick

_HEDGED = quick(
    r"\b(?:flaky|pre-?existing|unrelated|known (?:issue|failure)|fail(?:s|ed|ing|ures?)?|except|skipped|broken"
    r"|still red"
    r"|fehlgeschlagen\w*|fehlschl\w+|échou\w+|échec\w*|fall(?:an|ó|aron|os?)|falh\w+|faalt|falen|mislukt\w*)\b"
    r"|失败|失敗",
    re.I,
)


@lru_cache(maxsize=64)
def hedged(message: str) -> bool:
    """Whether a message speaks of something that failed or could not be done."""
    return bool(_HEDGED.search(message[:40_000]) or says_blocked(message))


_HEDGES = quick(r"\b(?:flaky|pre-?existing|unrelated|known (?:issue|failure)|except|still red)\b", re.I)
OF_CHECKS = quick(
    r"\b(?:tests?|specs?|suites?|\w*testl\w+|builds?|lint\w*|ci|checks?|\w*prüfung\w*|pruebas?|testes?|batería"
    r"|bateria"
    r"|vérifications?|contrôles?)\b|测试|检查|校验|构建|编译|テスト|ビルド|チェック|検査",
    re.I,
)
_NOT = quick(r"\b(?:not|\w+n['’]t|nicht|keine?|pas|não|niet)\b|没|未|不|ません|ない", re.I)


@lru_cache(maxsize=64)
def hedged_on_checks(message: str) -> bool:
    """Whether a message says of a check that it failed or was not run (what a program refuses or skips is no check)."""
    for sentence in sentences(message[:40_000]):
        bare = NO_TROUBLE.sub(" ", sentence)
        doubted = _HEDGED.search(bare) or _NOT.search(bare) or says_blocked(bare)
        if _HEDGES.search(bare) or (doubted and OF_CHECKS.search(bare)):
            return True
    return False
