"""A file that the user asked to be changed or added to, and that was provably never written. Pure.

Proof is that no writing call names the file, and that a listing of changes (`git status`, `git diff --stat`, `git show
--stat`) after the last command that may write does not hold it, or that no command of the run may write at all.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import stated, works
from planscope.analyzers.assertions.closing import admits_open, claims_done
from planscope.analyzers.requirements import openly, words
from planscope.analyzers.requirements.clauses import LONG
from planscope.collector.run import Compaction, FinalAnswer, ModelCall, Run, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class Untouched:
    """The file, the piece that asks for it, its message, the answer, and the listing that proves it (None: nothing
    could write it)."""

    name: str
    piece: str
    message: UserMessage
    closing: ModelCall | FinalAnswer
    claim: str
    listing: ToolCall | None


_NAME = re.compile(
    r"(?<![\w/.@-])((?:[\w.@~-]{1,80}/){0,12}[\w@.-]{0,60}\w\.(?:md|mdx|txt|csv|tsv|json|jsonc|ya?ml|toml|ini"
    r"|cfg|conf|env|lock|xml"
    r"|html?|s?css|sql|tex|rst|adoc|py|pyi|js|jsx|mjs|cjs|tsx?|go|rs|rb|java|kt|cs|cpp|cc|c|h|hpp|php|swift|sh"
    r"|tf|gradle|proto|vue"
    r"|svelte)|\.(?:gitignore|dockerignore|env(?:\.\w{1,12})?|editorconfig)|Dockerfile|Makefile|Jenkinsfile"
    r"|CODEOWNERS|Gemfile)"
    r"(?![\w/-]|\.\w)"
)
_BY_NAME = re.compile(
    r"(?<![\w/.])(?:the |das |die |le |el |la |o |het |de )?(changelog|CHANGELOG|README|readme"
    r"|release notes)(?![\w/.-])"
)
_CHANGES = words.words(
    r"add|append|insert|update|edit|extend|adjust|adapt|change|bump|mention|note|record|document|describe|list"
    r"|put|write|amend"
    r"|entry|line|section|create|regenerate|refresh|fix",
    r"ergänz\w*|füg\w*|trag\w*|eintrag|aktualisier\w*|änder\w*|erweiter\w*|pass\w*|dokumentier\w*|schreib\w*"
    r"|vermerk\w*|zeile"
    r"|abschnitt|erwähn\w*|leg\w*|nachzieh\w*|zieh\w*",
    r"ajout\w*|complèt\w*|met\w* à jour|modifi\w*|adapt\w*|document\w*|inscri\w*|mentionn\w*|ligne|entrée"
    r"|section|écri\w*|crée\w*",
    r"añad\w*|agreg\w*|actualiz\w*|modific\w*|cambi\w*|document\w*|apunt\w*|anot\w*|mencion\w*|línea|entrada"
    r"|sección|escrib\w*|crea\w*",
    r"adicion\w*|acrescent\w*|atualiz\w*|alter\w*|document\w*|registr\w*|linha|seção|secção|escrev\w*|cri[ae]\w*",
    r"voeg|werk|pas|wijzig\w*|vermeld\w*|noteer|documenteer|regel|schrijf|zet|maak",
    cjk="添加|加上|加入|加一|追加|更新|修改|补充|写|记录|记在|编辑|新建|創建|创建|書|記載|追記|編集|変更|直し",
)
_ASIDE = words.words(  # what is to be read, or left as it is
    r"read|see|look|open|from|like|as in|same as|according to|based on|per|follow\w*|check|compare|review"
    r"|explain|why|what|which"
    r"|how|error|fails?|failing|bug|crash\w*|traceback|imports?|calls?|uses?|untouched|alone|except",
    r"lies|siehe|aus|wie|laut|nach|prüf\w*|vergleich\w*|erklär\w*|warum|fehler|unberührt|außer",
    r"lis|lire|voir|depuis|comme|selon|d'après|vérifi\w*|compar\w*|expliqu\w*|pourquoi|erreur|sauf",
    r"lee|leer|ver|mira|desde|según|revis\w*|compar\w*|explic\w*|error|excepto|leia|conforme|verifi\w*|erro|exceto",
    r"lees|zie|uit|volgens|controleer|vergelijk|waarom|fout|behalve",
    cjk="读|看|参照|参考|根据|检查|比较|为什么|报错|不要|别|除了|読|見て|もとに|確認|エラー|以外",
)


def untouched(run: Run) -> Iterator[Untouched]:
    """Files asked for that nothing wrote, where the answer says that work is done and does not speak of them."""
    closing = run.closing
    if closing is None or not run.tool_calls or openly.handed_back(closing.text) or admits_open(closing.text):
        return
    asked = [
        (m, n, p) for m in run.requests[-60:] if len(m.text) <= LONG and "```" not in m.text for n, p in _asked(m.text)
    ]
    claim = (openly.claims_all(closing.text) or claims_done(closing.text)) if asked else ""
    if not claim or any(isinstance(s, Compaction) for s in run.steps):
        return
    for message, name, piece in asked[:20]:
        base = name.rsplit("/", 1)[-1].casefold()
        later = [r.text.casefold() for r in run.requests if r.number > message.number]
        said = " ".join(a.text for a in run.answers if a.number > message.number).casefold()
        if any(base in t for t in later) or base.split(".")[0] in said:
            continue
        proof = _proof(run, message, base)
        if not isinstance(proof, ToolCall) and _holds(piece, name):
            continue  # it is named for what it holds
        if proof is not False:
            yield Untouched(name, piece, message, closing, claim, proof if isinstance(proof, ToolCall) else None)


_IN = re.compile(
    r"(?:\b(?:in|from|of|by|per|aus|in der|laut|von|dans|de|du|en|del|em|do|uit|van)|[（(、「]|里|中)\s*$", re.I
)
_ENTRY = re.compile(
    r"\b(?:line|entry|note|section|paragraph|row|zeile|eintrag|abschnitt|ligne|entrée|línea|entrada|linha|regel)\b"
    r"|一行|一条|条目|行を",
    re.I,
)


def _holds(piece: str, name: str) -> bool:
    """Whether a file is named for what it holds ("the modules in services.txt") rather than to be written to."""
    return bool(_IN.search(piece[: piece.find(name)])) and not _ENTRY.search(piece)


def _asked(text: str) -> Iterator[tuple[str, str]]:
    """(file, the piece) of each file that is plainly to be changed."""
    for sentence in re.split(r"\n|(?<=[.!?;])\s|[。！？；]", text):
        bare = sentence[:600]
        for piece in re.split(r",\s|，|\s(?:and|und|et|y|e|en|then|dann|puis|luego)\s(?=[a-zà-ÿ]{2,14}\b)", bare):
            found = [m[1] for m in (*_NAME.finditer(piece), *_BY_NAME.finditer(piece))]
            loose = words.NOT.search(piece) or words.IF.search(bare) or words.SOFT.search(piece) or _ASIDE.search(piece)
            if (
                len(found) == 1
                and _CHANGES.search(piece.replace(found[0], " "))
                and not loose
                and not bare.rstrip().endswith("?")
            ):
                yield found[0], piece.strip()


def _proof(run: Run, message: UserMessage, base: str) -> ToolCall | bool:
    """The listing of changes that lacks the file, True where nothing may have written it, False where it may."""
    table = run.memo(works)
    calls = [c for c in run.tool_calls if c.number > message.number and c.number in table]
    stem = base.rsplit(".", 1)[0] if "." in base[1:] else base
    blind = False
    wrote = False
    listing: ToolCall | None = None
    for c in calls:
        work = table[c.number]
        if c.content != "present" or c.arguments is None or work.sort == "delegate":
            return False
        given = f"{c.name} {stated(c.arguments, 400_000)}".casefold()
        if stem in given and (work.sort != "look" or work.changes):
            return False
        shown = _LISTS.search(work.command)
        if shown and c.status == "ok" and "\n" in f"{c.result.strip()}\n" and len(c.result) < 20_000:
            if stem in c.result.casefold():
                return False
            if _LISTED.search(c.result):
                listing, blind = c, False
        elif work.changes or work.sort in ("test", "build"):
            if stem in c.result.casefold():
                return False
            blind = blind or work.sort in ("run", "act", "build") or (work.sort == "edit" and not work.paths)
            wrote = wrote or work.sort in ("edit", "run", "act")
    if blind or not wrote:
        return False
    return listing if listing is not None else True


_LISTS = re.compile(
    r"\bgit\s+(?:-\S+\s+)*(?:status|diff\s.*--(?:stat|name-only|name-status)|show\s.*--(?:stat|name-only"
    r"|name-status))"
)
_LISTED = re.compile(
    r"^\s?(?:[ MADRCU?]{1,2}\s+\S|\s?\S+\s+\|\s+\d|\s+(?:modified|new file|deleted|renamed):"
    r"|[\w./-]+\.\w{1,8}$)",
    re.M,
)
