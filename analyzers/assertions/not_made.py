"""Deeds said to be done for which there is no call in the run: a program run, a thing measured, a copy made, a text
read, a file put somewhere. Pure.

Something is called missing only where every call before it says plainly what it does: no script, no other agent, no
work before a summary, nothing cut.
"""

import re
from collections.abc import Iterator

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.actions.opaque import may_hide
from planscope.analyzers.assertions import act_words, deed_words
from planscope.analyzers.assertions.backing import file_name, files_named, name_words, said, told
from planscope.analyzers.assertions.closing import asks, sentences
from planscope.analyzers.assertions.series import Gap
from planscope.analyzers.detector import count
from planscope.analyzers.quick import likely, quick
from planscope.collector.run import Compaction, Run, ToolCall, UserMessage

_MOST = 40_000
_FULL = 1500  # characters of a result from which on it may be a whole text
_SEARCHES = re.compile(
    r"(?:^|_)(?:search|find|query|serp|list|suche?n?|buscar|chercher|rechercher|zoek\w*)(?:_|$)|search$|搜索|検索"
)
_OWN = quick(
    r"\b(?:I|we|ich|wir|j['’]ai|nous|he|hemos|leí|estudié|repasé|li|estudei|percorri|ik|wij)\b|我|まし",
    re.I,
)
_STANDS = quick(  # a file said to be there
    r"\b(?:is|are|lives?|stands?|now) (?:now )?(?:in|at|under)\b|\b(?:saved|written|stored|placed|put|exported"
    r"|documented"
    r"|recorded|created|generated|filed|described|summari[sz]ed|collected) (?:\w+ )?(?:in|at|under|to|as|into)\b"
    r"|\b(?:I|we)(?:['’]ve| have)? (?:also )?(?:created|written|wrote|added|generated|saved)\b"
    r"|\b(?:liegt|liegen|steht|stehen|findet sich|finden sich|ist|sind) (?:jetzt |nun )?(?:in|unter|im)\b"
    r"|\bin\b[^.;!?\n]{1,80}?\b(?:abgelegt|gespeichert|dokumentiert|festgehalten|beschrieben|geschrieben|angelegt)\b"
    r"|\b(?:se trouve(?:nt)?|est|sont) (?:\w+ )?(?:dans|sous)\b|\b(?:enregistrée?s?|écrite?s?|documentée?s?"
    r"|rédigée?s?"
    r"|sauvegardée?s?) (?:dans|sous)\b"
    r"|\b(?:está|están|queda|quedan) (?:\w+ )?en\b|\b(?:guardad|documentad|escrit|recogid)[oa]s? (?:en|como)\b"
    r"|\b(?:está|estão|fica|ficam) (?:\w+ )?em\b|\b(?:salv|documentad|escrit|gravad)[oa]s? (?:em|como)\b"
    r"|\b(?:staat|staan|ligt|zit) (?:nu )?in\b|\b(?:opgeslagen|vastgelegd|beschreven|gedocumenteerd) (?:in|als)\b"
    r"|(?:保存|写|存放|记录|放)(?:在|到|入)|位于|に(?:保存|記載|置|まとめ|書)",
    re.I,
)
_MAKES = re.compile(  # tools that may make a file without saying its name
    r"write|save|export|create|creat|generat|render|convert|build|download|print|compile|upload|make|draft"
    r"|produce|publish"
    r"|speicher|erstell|schreib|guardar|crear|escrib|generar|salvar|criar|gerar|enregistr|écrire|creer|créer"
    r"|opslaan|maak"
    r"|schrijf|保存|生成|导出|创建|作成|出力"
)


def not_made(run: Run) -> Iterator[Gap]:
    """At most one for each message and kind of deed."""
    if not run.tool_calls or any(c.content != "present" for c in run.tool_calls):
        return
    if any(isinstance(s, Compaction) for s in run.steps):
        return
    told_already: set[str] = set()
    for step, place, text in said(run):
        if len(text) > _MOST or step.number < run.tool_calls[0].number:
            continue
        kinds = likely(act_words.SAYS, text)
        reads = deed_words.READ_WHOLE.search(text) is not None
        files = _STANDS.search(text) is not None
        for sentence in sentences(text) if kinds or reads or files else ():
            if asks(sentence) or len(sentence) > 800:
                continue
            for key, why, calls in _missing(run, sentence, step.number, kinds, reads, files):
                if key not in told_already:
                    told_already.add(key)
                    yield Gap(step, place, text, sentence, "check-without-look", why, calls)


Missing = tuple[str, str, tuple[ToolCall, ...]]


def _missing(
    run: Run, sentence: str, number: int, kinds: list[tuple[str, re.Pattern[str]]], reads: bool, files: bool
) -> Iterator[Missing]:
    prior = [c for c in run.tool_calls if c.number < number and not c.planning]
    if not prior:
        return
    for kind, pattern in kinds:
        m = pattern.search(sentence)
        void = m is not None and kind != "search" and _void(sentence, m)
        if kind == "up":  # else it may tell what a program is to do
            void = bool(deed_words.DENIED.search(sentence)) or not any(_edits(run, c) for c in prior)
        if m is not None and not void and not _may_have(run, kind, prior, pattern, number):
            names = ", ".join(list(dict.fromkeys(c.name for c in prior))[:4])
            why = f"no call {act_words.NOUN[kind]}: before it {count(len(prior), 'call')} ({names})"
            yield kind, why.replace("no call was run", "nothing was run"), (prior[-1],)
    if reads and (found := _unread(run, sentence, prior, number)) is not None:
        yield found
    if files and (absent := _no_file(run, sentence, prior, number)) is not None:
        yield absent


def _edits(run: Run, call: ToolCall) -> bool:
    work = run.memo(works).get(call.number)
    return work is not None and work.sort == "edit"


def _void(sentence: str, m: re.Match[str]) -> bool:
    """Whether the clause around the words denies or sets a condition."""
    begin = max(sentence.rfind(c, 0, m.start()) for c in ",;:，；：。、")
    clause = re.split(r"[,;:，；、]\s?", sentence[m.end() :])[0]
    return bool(deed_words.DENIED.search(f"{sentence[begin + 1 : m.start()]} {m[0]} {clause}"))


_LOOKS = ("look", "edit", "ask")
_PLAIN = {
    "run": _LOOKS,
    "measure": _LOOKS,
    "search": (*_LOOKS, "commit"),
    "up": (*_LOOKS, "commit", "build"),
}
_ANY = (*_LOOKS, "act", "commit", "test", "build", "run")


def _may_have(run: Run, kind: str, prior: list[ToolCall], pattern: re.Pattern[str], number: int) -> bool:
    """Whether a call may have been the deed, or the user did it or told of it."""
    table = run.memo(works)
    given = run.memo(told)
    plain = _PLAIN.get(kind, _ANY)
    for call in prior:
        work = table.get(call.number)
        if work is None or work.sort not in plain or may_hide(call, work) or call.status == "unknown":
            return True
        held = f"{call.name.replace('_', ' ')} {name_words(call.name)} {given[call.number]} {call.result[:4000]}"
        if act_words.MAY_BE[kind].search(held):
            return True
    return any(isinstance(s, UserMessage) and pattern.search(s.text) for s in run.steps[:number])


# --- a text said to be read ----------------------------------------------------------------------------------------


def _unread(run: Run, sentence: str, prior: list[ToolCall], number: int) -> Missing | None:
    """A whole text said to be read, though every call before it only searches, and no result is long enough."""
    m = deed_words.READ_WHOLE.search(sentence)
    if m is None or not _OWN.search(sentence) or deed_words.DENIED.search(sentence):
        return None
    if not deed_words.TEXT.search(sentence) or not deed_words.WHOLE_TEXT.search(sentence):
        return None
    if not all(_SEARCHES.search(name_words(c.name)) for c in prior) or any(len(c.result) > 4 * _FULL for c in prior):
        return None
    if any(isinstance(s, UserMessage) and len(s.text) > _FULL for s in run.steps[:number]):
        return None
    if any(len(t) > _FULL for c in prior for t in re.findall(r'"(?:[^"\\]|\\.)*"', c.result[: 4 * _FULL])):
        return None
    why = f"no call opened a text: {count(len(prior), 'call')} before it only search ({prior[-1].name})"
    return "read", why, (prior[-1],)


# --- a file said to be there ---------------------------------------------------------------------------------------


_NEXT = re.compile(  # what is begun or left out, not done
    r"\.\w{1,5}(?:に|へ)(?:書く|記載する|記す|追記する)|いまから|これから|次は|飛ばし|省略し|跳过|略过|接下来|现在开始|下一步|\bnow:|\bnext\b",
    re.I,
)


def _no_file(run: Run, sentence: str, prior: list[ToolCall], number: int) -> Missing | None:
    """A file said to hold something, which no call and no result names."""
    m = _STANDS.search(sentence)
    names = files_named(sentence) if m is not None and "://" not in sentence else []
    if m is None or not names or _void(sentence, m) or _NEXT.search(sentence):
        return None
    table = run.memo(works)
    given = run.memo(told)
    if not any(c.number in table and (table[c.number].command or table[c.number].sort == "edit") for c in prior):
        return None
    for call in prior:
        work = table.get(call.number)
        if work is None or may_hide(call, work) or (work.sort == "act" and _MAKES.search(name_words(call.name))):
            return None
    for name in names:
        stem = name.rsplit(".", 1)[0]
        if len(stem) < 2 or any(stem in given[c.number] or stem in c.result for c in prior):
            continue
        asked = any(isinstance(s, UserMessage) and stem in s.text for s in run.steps[:number])
        if asked or len(names) == 1:
            return f"file {file_name(name)}", f"no call and no result names {name}", (prior[-1],)
    return None
