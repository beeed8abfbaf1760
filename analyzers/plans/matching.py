"""Which actions belong to which item of a plan, without a model: by names of files and code, by words, by what is run.

Conservative on purpose: `serves` says "strong" only where the call names what the item names, or does what the item
says is to be run; words in common are "weak". Words are compared by their beginning, which does for the endings of most
languages; Chinese and Japanese by pairs of characters.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from planscope.analyzers.actions.kinds import Work, stated
from planscope.analyzers.quick import quick
from planscope.collector.plan import PlanItem
from planscope.collector.run import ToolCall

Strength = Literal["strong", "weak", ""]

_STEM = 6  # characters by which words are compared: implement, implementing, implementation
_CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_NAME = re.compile(
    r"`([^`\n]{2,80})`"  # in backticks
    r"|(?<![\w/.@~-])((?:[\w@.~-]{1,80}/){0,12}[\w@-][\w.@-]{0,80}\.[A-Za-z]\w{0,7})(?![\w(])"  # a file
    r"|((?<![\w-])--[a-z][\w-]{1,40})"  # an option
    r"|\b([A-Za-z]\w{0,60}(?:_\w{1,60}|[a-z0-9][A-Z]\w{0,60}|\(\)))"  # code: snake_case, camelCase, call()
)
_WORD = re.compile(rf"[^\W\d_{_CJK}]{{2,40}}|\d{{2,12}}|[{_CJK}]+")
_LABEL = quick(
    r"(?:\b(?:task|step|phase|item|part|todo|stage|batch|milestone|aufgabe|schritt|teil|tâche|étape|tarea|paso|tarefa|passo|etapa|taak|stap"
    r")\s*#?\s*|#)(\d{1,3})\b|(?:任务|步骤|阶段|第|タスク|ステップ)\s*(\d{1,3})",
    re.I,
)
# Words that say nothing about which item it is: particles, and what is done with any item; in seven languages.
_COMMON_WORDS = """
a an the and or of to in on at for from by with into as is are be it its this that these those all any each new
old up out so if then than via per not no add update create make implement fix write change remove delete set
use using run do check ensure verify test tests work item items task tasks step steps need needed file files
code also existing der die das den dem des ein eine einen einem einer und oder von zu zum zur im am auf für aus
mit bei als ist sind alle neue neuen alte erstellen hinzufügen ändern schreiben prüfen anpassen aktualisieren
entfernen umsetzen datei le la les un une du de et ou en à au aux pour par avec sur dans est sont ce cette tous
toutes nouveau nouvelle ajouter créer modifier mettre jour écrire faire vérifier supprimer fichier el los las
unos unas y o del al por para con sin sobre es son este esta todos todas nuevo nueva añadir agregar crear
modificar actualizar escribir hacer verificar comprobar eliminar archivo os um uma uns umas e da dos na nos nas
ao pelo pela com sem é são novo nova adicionar criar alterar atualizar escrever fazer remover arquivo het een
van te voor met bij uit naar zijn dit deze nieuwe toevoegen maken wijzigen bijwerken schrijven controleren
verwijderen bestand
"""
COMMON = frozenset(_COMMON_WORDS.split())
_CHECK = quick(  # something is to be run and to come out well
    r"\b(?:run|re-?run|execute|pass|verify with)\b.{0,40}\b(?:tests?|suite|lint\w*|build|ci|checks?|type-?check\w*)\b"
    r"|\b(?:tests?|suite|lint\w*|build|ci|checks?)\b.{0,20}\b(?:pass\w*|green|clean|succeed\w*)\b"
    r"|^\W{0,4}(?:lint|build|compile|type-?check|format|fmt)(?:[ ,]{1,2}(?:the|and|all|project|code|everything"
    r"|tests?|lint|build|check|format)){0,6}\W{0,4}$"
    r"|\b(?:make|get)\b.{0,40}\b(?:builds?|compile|pass|green)\W{0,3}$"
    r"|\bfix\b.{0,20}\b(?:failing|broken|red) tests?\b"
    r"|\b(?:tests?|testsuite|build|linter)\b.{0,30}\b(?:ausführen|laufen lassen|durchlaufen|starten|grün)\b"
    r"|\b(?:lancer|exécuter|faire passer)\b.{0,30}\b(?:tests?|suite|build|linter)\b"
    r"|\b(?:ejecutar|correr|lanzar|pasar)\b.{0,30}\b(?:pruebas|tests?|suite|build|linter)\b"
    r"|\b(?:executar|rodar|correr)\b.{0,30}\b(?:testes|suíte|build|linter)\b"
    r"|\b(?:tests?|testsuite|build|linter)\b.{0,30}\b(?:draaien|uitvoeren)\b"
    r"|(?:运行|执行|跑).{0,12}(?:测试|构建|检查|用例)|(?:测试|构建|检查).{0,6}(?:通过|跑通)|修复.{0,8}测试"
    r"|(?:テスト|ビルド|リント).{0,8}(?:実行|通す|走らせ|回す)",
    re.I,
)
_SEEKS_FAILURE = quick(  # red is what such an item is for
    r"\b(?:fail\w*|reproduc\w*|broken|diagnos\w*|identify|investigat\w*|debug\w*|baseline|red|root cause|why"
    r"|fehl\w+|nachstell\w+|untersuch\w+|échou\w+|reprodui\w+|fall\w+|reproducir|falh\w+|reproduzir|mislukk\w*)\b"
    r"|失败|复现|排查|定位|基线|失敗|再現|調査",
    re.I,
)
_MENDS = quick(
    r"\b(?:fix\w*|repair\w*|mend|resolve|beheb\w+|reparier\w+|corrige\w*|répare\w*|arregla\w*|corregi\w*|conserta\w*"
    r"|herstel\w*|oplossen)\b|修复|解决|修正|直す",
    re.I,
)
_TEST_WORDS = quick(r"\b(?:tests?|suite|testsuite|pruebas|testes|specs?)\b|测试|用例|テスト", re.I)
_BUILD_WORDS = quick(
    r"\b(?:lint\w*|build\w*|compil\w*|type-?check\w*|fmt|format\w*|checks?|ci)\b|构建|编译|检查|ビルド|リント", re.I
)


_ENDING = re.compile(r"(?:(?<=\w{3})(?:ed|ing)|es|s|n|e)$")
_LETTERS = re.compile(r"[A-Z]?[^\W\dA-Z_]{1,40}|[A-Z]{2,40}|\d{1,12}")
_ALL_CJK = re.compile(rf"[{_CJK}]+")


@dataclass(frozen=True, slots=True)
class Terms:
    """What a text can be recognised by: names of files and code (without folders), content words, numbers of items."""

    names: frozenset[str]
    words: frozenset[str]
    labels: frozenset[str]


@lru_cache(maxsize=4096)
def terms(text: str) -> Terms:
    """The terms of an item or a sentence (of longer texts the first 4,000 characters)."""
    text = text[:4000]
    names = {next(g for g in m.groups() if g) for m in _NAME.finditer(text)}
    return Terms(
        frozenset(n.rsplit("/", 1)[-1].rstrip("()").lower() for n in names if len(n) > 2),
        frozenset(_stems(text)),
        labels(text),
    )


def labels(text: str) -> frozenset[str]:
    """Numbers by which a text calls items: "Task 3", "#3"."""
    return frozenset(a or b for a, b in _LABEL.findall(text[:4000]))


def _stems(text: str) -> Iterable[str]:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", text)
    for token in _WORD.findall(spaced):
        word = token.lower()
        if re.match(rf"[{_CJK}]", word):
            yield from (word[i : i + 2] for i in range(max(1, len(word) - 1)))
        elif word not in COMMON:
            yield stem(word)


def stem(word: str) -> str:
    """The beginning of a word that its forms share."""
    return (_ENDING.sub("", word) if len(word) > 3 else word)[:_STEM]


_FORMS = {  # verbs of work whose past begins otherwise
    "build": ("built",),
    "send": ("sent",),
    "find": ("found",),
    "buy": ("bought",),
    "choos": ("chose", "chosen"),
    "get": ("got",),
    "keep": ("kept",),
    "mak": ("made",),
    "rebuil": ("rebuilt",),
    "sell": ("sold",),
    "tak": ("taken", "took"),
}


def words_in(words: Iterable[str], text: str) -> int:
    """How many of these words (as `terms` gives them) a text holds. Looks for the words in the text, not the other way
    round: texts are long and many."""
    low = text.lower()
    return sum(1 for w in words if any(f in low and _stands_in(f, low, text) for f in (w, *_FORMS.get(w, ()))))


def _stands_in(word: str, low: str, text: str) -> bool:
    """Whether a text holds a word that this one is the stem of; parts of camelCase and snake_case are words too."""
    if not word.isascii() and _ALL_CJK.fullmatch(word):
        return True
    at = low.find(word)
    while at >= 0:
        before = low[at - 1 : at]
        begins = not before.isalpha() or (text[at : at + 1].isupper() and text[at - 1 : at].islower())
        if word[:1].isdigit():  # "64" in "arm64"
            begins = not before.isdigit()
        if begins and (whole := _LETTERS.match(text, at)) and word in (stem(whole[0].lower()), whole[0].lower()):
            return True
        at = low.find(word, at + 1)
    return False


def share(item: str, text: str) -> float:
    """How much of an item's content words a text holds, 0 to 1."""
    wanted = terms(item).words
    return words_in(wanted, text) / len(wanted) if wanted else 0.0


def names_item(item: str, sentence: str) -> bool:
    """Whether a sentence speaks of this item: by its number ("Task 3"), a name in it, or most of its words."""
    mine = terms(item)
    said = labels(sentence) if mine.labels else frozenset()
    if said:
        return bool(mine.labels & said)
    low = sentence.lower()
    if not mine.labels and any(_holds(low, n) for n in mine.names):
        return True
    common = words_in(mine.words, sentence)
    return common >= 2 and common >= 0.6 * len(mine.words)


@lru_cache(maxsize=4096)
def is_check(item: str) -> bool:
    """Whether an item is to run tests, a build or a linter (not to write them)."""
    return bool(_CHECK.search(item[:300])) and not seeks_failure(item)


def names_checks(item: str) -> bool:
    """Whether an item speaks of tests, a build or a linter, be it to write or to run them."""
    return bool(_TEST_WORDS.search(item[:300]) or _BUILD_WORDS.search(item[:300]))


def seeks_failure(item: str) -> bool:
    """Whether failing is what an item is about: reproduce a bug, write a failing test, find out why (not: mend it)."""
    return bool(_SEEKS_FAILURE.search(item[:300])) and not _MENDS.search(item[:300])


def mends(item: str) -> bool:
    """Whether an item is to mend something."""
    return bool(_MENDS.search(item[:300]))


def checks(item: str, work: Work) -> bool:
    """Whether a test or build is one that this checking item asks for."""
    tests, builds = _TEST_WORDS.search(item[:300]), _BUILD_WORDS.search(item[:300])
    if work.sort == "test":
        return bool(tests or not builds)
    return work.sort == "build" and bool(builds or not tests)


def serves(item: str, call: ToolCall, work: Work, text: str | None = None) -> Strength:
    """How surely a call is work on an item; `text` is what its arguments say, where the caller has it already."""
    if work.sort in ("test", "build") and is_check(item):
        return "strong" if checks(item, work) else ""
    if tool_named(item, call):
        return "strong"
    mine = terms(item)
    text = stated(call.arguments) if text is None else text
    low = text.lower()
    files = {p.rsplit("/", 1)[-1].lower() for p in work.paths}
    if mine.names & files or any(_holds(low, n) for n in mine.names if n not in files):
        return "strong"
    common = words_in(mine.words, text)
    if common >= 3 and common >= 0.7 * len(mine.words):
        return "strong"
    return "weak" if common else ""


def worked_on(items: Sequence[PlanItem], calls: Iterable[tuple[ToolCall, Work]]) -> frozenset[str]:
    """Keys of the items that calls are about and no other item of these: they hold a name or a word that only this one
    has. Calls without effect count too, since reading for an item is work on it."""
    mine = {i.key: terms(i.text) for i in items}
    often = Counter(w for t in mine.values() for w in t.words | t.names)
    own = {k: [w for w in t.words | t.names if often[w] == 1 and len(w) > 1] for k, t in mine.items()}
    found: set[str] = set()
    for call, _ in calls:
        text = f"{call.name} {stated(call.arguments)}"
        about = [k for k, words in own.items() if words_in(words, text)]
        found.update(about if len(about) == 1 else ())
    return frozenset(found)


def tool_named(item: str, call: ToolCall) -> bool:
    """Whether the tool's own name says what the item says: `book_hotel` for "Book a hotel in Lyon"."""
    said = _name_stems(call.name)
    return len(said) >= 2 and said <= terms(item).words


@lru_cache(maxsize=1024)
def _name_stems(name: str) -> frozenset[str]:
    return frozenset(_stems(re.split(r"__|[./:]", name)[-1][:120]))


def _holds(text: str, name: str) -> bool:
    """Whether a text holds a name as a whole."""
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not (before.isalnum() or before == "_") and not (after.isalnum() or after == "_"):
            return True
        at = text.find(name, at + 1)
    return False
