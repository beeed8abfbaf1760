"""Things to deliver that the user named and that nothing in the run touches: a file to write, an address to send to, so
many options. Pure.

A name counts as touched wherever it stands after it was asked for: in arguments, results, plans, or the agent's words.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import stated, works
from planscope.analyzers.assertions.backing import is_for, name_words
from planscope.analyzers.assertions.closing import admits_open, claims_done, sentences
from planscope.analyzers.quick import quick
from planscope.analyzers.requirements import openly, words
from planscope.collector.run import Compaction, FinalAnswer, ModelCall, PlanUpdate, Run, ToolCall, UserMessage

_LONG = 8_000  # characters of a request that are read
_MOST = 4_000_000  # characters of the run in which a name is looked for; beyond, nothing is said


@dataclass(frozen=True, slots=True)
class Missing:
    """A named thing that nothing touches: form, name, sentence that asks for it, message, closing answer."""

    form: str
    name: str
    sentence: str
    message: UserMessage
    closing: ModelCall | FinalAnswer
    said: str  # the words by which work is said to be done, or the figures of what is there


def missing(run: Run) -> Iterator[Missing]:
    """Files, addresses and numbers of options that the user named, and that are not there at the end."""
    closing = run.closing
    if closing is None or openly.handed_back(closing.text):
        return
    if any(c.content == "not_captured" for c in run.tool_calls) or any(isinstance(s, Compaction) for s in run.steps):
        return
    yield from _named(run, closing)
    yield from _fewer(run)


# --- files and addresses -------------------------------------------------------------------------------------------

_FILE = (
    r"[`\"'“”‘’「«*]{0,3}(?P<file>(?:[\w.@~-]{1,80}/){0,12}(?![\u3040-\u9fff])[\w@-][\w.-]{0,100}\.(?:md|txt"
    r"|csv|tsv|json|jsonl"
    r"|ya?ml|toml|html?|pdf|docx?|xlsx?|pptx?|xml|sql|svg"
    r"|png|jpe?g|ics|tex|rst|ipynb|zip))(?![\w/.-]*\w)"
)
_WRITES = words.words(
    r"save|write|export|store|put|dump|output|record|document",
    r"speicher\w*|schreib\w*|export\w*|leg\w*|ablegen|dokumentier\w*",
    r"enregistr\w*|sauvegard\w*|écri\w*|export\w*|met(?:s|tez|tre)|documente\w*",
    r"guard\w*|escrib\w*|export\w*|pon\w*|documenta\w*",
    r"salv\w*|grav\w*|escrev\w*|export\w*|coloc\w*|documenta\w*",
    r"sla|opslaan|bewaar|schrijf|exporteer\w*|zet|documenteer",
    cjk="保存|写入|写到|写进|导出|输出|存到|存为|记录到|書き出|書いて|出力|記録",
)
_TO = quick(
    r"(?:^|\s)(?:to|as|into|in|under|als|nach|in|unter|dans|sous|en tant que|comme|en|como|em|naar|op)\s(?:a "
    r"|an |the |die |der |das |dem |le |la |el |o |het |de )?"
    r"(?:file |datei |fichier |archivo |arquivo |ficheiro |bestand )?(?:called |named |namens |nommé "
    r"|llamado |chamado |genaamd )?$|(?:到|为|成|进|入|在|至)\s?$",
    re.I,
)
_JAPANESE_TO = re.compile(r"[`」\"']?\s?(?:に|として|へ)")
_INPUT = quick(
    r"\b(?:as|like|same|read|see|look|open|load|from|fix|bug|error|wie|lies|siehe|aus|comme|lire|voir|depuis"
    r"|leer|ver|desde|ler|de|lees|zie|uit)\b[^,;]{0,20}$|参照|读取|参考",
    re.I,
)
_DESCRIBES = quick(  # what a program does or is to do; not what the agent is to deliver
    r"\b(?:the|a|an|our|its|this|that|which|who|it|they|should|must|will|would|can|der|die|das|soll|sollte"
    r"|muss|wird|kann|le|la|qui|doit|doivent"
    r"|el|que|debe|deben|o|deve|devem|het|moet|moeten|zou)\s(?:\w+\s)?(?:sav|writ|export|stor|put|dump|output"
    r"|record|speicher|schreib|enregistr|écri"
    r"|guard|escrib|salv|grav|escrev|schrijf|exporteer|opsla|bewaar)\w*|会|应该|应当|程序|脚本|函数|されます|される",
    re.I,
)
_ADDRESS = quick(
    r"(?<![A-Za-z0-9_.+-])[A-Za-z0-9_.+-]{1,60}@[A-Za-z0-9-]{1,60}(?:\.[A-Za-z0-9-]{1,30}){1,4}(?![A-Za-z0-9@])"
)
_SENDS = words.words(
    r"send|e-?mail|mail|forward|cc",
    r"schick\w*|send\w*|mail\w*|weiterleit\w*",
    r"envo\w+|transmet\w*|transf\w+",
    r"env[ií]\w*|mand\w*|reenv\w*",
    r"envi\w*|mand\w*|encaminh\w*",
    r"stuur|verstuur|mail|zend",
    cjk="发送|发到|发给|寄到|寄给|转发|送って|送信|転送|お送り",
)


def _named(run: Run, closing: ModelCall | FinalAnswer) -> Iterator[Missing]:
    if not any(c.status == "ok" for c in run.tool_calls):
        return
    asked = list(_asked(run))
    if not asked or _tells_of_rest(run, closing):
        return
    texts: list[tuple[int, str]] | None = None
    for form, name, sentence, message in asked:
        texts = _texts(run) if texts is None else texts
        later = " ".join(r.text.casefold() for r in run.requests if r.number > message.number)[:200_000]
        if sum(len(t) for _, t in texts) > _MOST or name.casefold() in later:
            return
        if form == "named-output-missing" and _may_have_written(run, message):
            continue
        if form == "recipient-passed-over" and _may_have_sent(run, message):
            continue
        if not any(n > message.number and _touched(name, form, t) for n, t in texts):
            yield Missing(form, name, sentence, message, closing, claims_done(closing.text))


_MAKES = quick(
    r"sav|writ|export|creat|mak|generat|archiv|report|render|download|upload|zip|compress|convert|print"
    r"|publish|speicher|schreib|erstell|enregistr|écri|cré"
    r"|génér|guard|escrib|crea|gener|salv|grav|escrev|opsla|schrijf|maak|保存|写|导出|生成|创建|書|出力|作成"
)


def _may_have_written(run: Run, message: UserMessage) -> bool:
    """Whether a call after the message may have made the file without naming it: a script, another agent, a tool that
    makes or saves something."""
    table = run.memo(works)
    later = [c for c in run.tool_calls if c.number > message.number and c.status != "error" and c.number in table]
    return any(table[c.number].sort in ("run", "delegate") or _may_make(c, table[c.number].paths) for c in later)


def _may_have_sent(run: Run, message: UserMessage) -> bool:
    """Whether a call after the message sent something: it may know the address by another name."""
    table = run.memo(works)
    later = [c for c in run.tool_calls if c.number > message.number and c.status != "error" and c.number in table]
    return any(table[c.number].sort in ("run", "delegate") or is_for(c.name, "send") for c in later)


def _may_make(call: ToolCall, paths: tuple[str, ...]) -> bool:
    return not paths and bool(_MAKES.search(name_words(call.name)))


def _tells_of_rest(run: Run, closing: ModelCall | FinalAnswer) -> bool:
    """Whether the agent tells, at the end or before, that something was left out or did not work."""
    if admits_open(closing.text):
        return True
    return any(words.STRONG.search(s) for a in run.answers[-20:] for s in sentences(a.text[:40_000]))


def _asked(run: Run) -> Iterator[tuple[str, str, str, UserMessage]]:
    """(form, name, sentence, message) of the files and addresses that requests name as a place for what is made."""
    for message in run.requests[-100:]:
        if len(message.text) > _LONG or "```" in message.text:
            continue
        for sentence in re.split(r"\n|(?<=[.!?])\s|[。！？]", message.text):
            bare = sentence[:1_000]
            if words.NOT.search(bare) or words.IF.search(bare) or words.SOFT.search(bare):
                continue
            for m in re.finditer(_FILE, bare):
                left, right = bare[: m.start()], bare[m.end() :]
                to = _TO.search(left.rstrip("`\"'“「«*")) or _JAPANESE_TO.match(right)
                if _DESCRIBES.search(left):
                    continue
                if to and _WRITES.search(bare) and not _INPUT.search(left[-40:].rsplit(",", 1)[-1].removesuffix(to[0])):
                    yield "named-output-missing", m["file"], bare.strip(), message
            for m in _ADDRESS.finditer(bare):
                if _SENDS.search(bare):
                    yield "recipient-passed-over", m[0], bare.strip(), message


def _touched(name: str, form: str, text: str) -> bool:
    base = name.rsplit("/", 1)[-1].casefold()
    if base in text:
        return True
    stem = base.rsplit(".", 1)[0] if form == "named-output-missing" else base
    return len(stem) > 3 and bool(re.search(rf"(?<![^\W_]){re.escape(stem)}(?![^\W_])", text))


def _texts(run: Run) -> list[tuple[int, str]]:
    """Everything said, called, found and planned, by step, in lower case."""
    found: list[tuple[int, str]] = []
    for step in run.steps:
        if isinstance(step, ModelCall | FinalAnswer):
            found.append((step.number, step.text.casefold()))
        elif isinstance(step, ToolCall):
            found.append((step.number, f"{stated(step.arguments, 400_000)}\n{step.result}".casefold()))
        elif isinstance(step, PlanUpdate):
            items = " ".join(i.text for i in step.version.items)
            found.append((step.number, f"{step.version.text}\n{items}".casefold()))
    return found


# --- so many options -----------------------------------------------------------------------------------------------

_NUMBERS = {
    w: n
    for n, ws in {
        2: "two zwei deux dos duas dois twee 两 二 2つ",
        3: "three drei trois tres três drie 三 3つ",
        4: "four vier quatre cuatro quatro 四 4つ",
        5: "five fünf cinq cinco vijf 五 5つ",
        6: "six sechs seis zes 六 6つ",
        7: "seven sieben sept siete sete zeven 七",
        8: "eight acht huit ocho oito 八",
        10: "ten zehn dix diez dez tien 十",
    }.items()
    for w in ws.split()
}
_IN_WORDS = "|".join(w for w in _NUMBERS if w.isalpha() and ord(w[0]) < 128)
_THINGS = (
    r"options?|ideas?|alternatives?|suggestions?|proposals?|examples?|variants?|candidates?|names?|headlines?"
    r"|slogans?|titles?|hotels?|restaurants?|recipes?|books?|questions?|tips?"
    r"|optionen|ideen|alternativen|vorschläge|beispiele|varianten|namen|titel|rezepte|bücher|fragen|tipps"
    r"|idées|propositions|exemples|variantes|noms|titres|recettes|livres|questions"
    r"|opciones|alternativas|propuestas|ejemplos|nombres|títulos|recetas|libros|preguntas|consejos|opções"
    r"|propostas|sugestões|exemplos|nomes|receitas|livros|perguntas|dicas"
    r"|opties|ideeën|alternatieven|voorstellen|voorbeelden|namen|titels|recepten|boeken|vragen"
)
_WANTS = (
    r"give(?: me| us)?|list|suggest|propose|show(?: me)?|find(?: me)?|name|recommend|need|want|write"
    r"|nenne?(?: mir)?|gib(?: mir)?|schlag\w*(?: mir)?|zeig\w*(?: mir)?|brauche"
    r"|donne\w*(?:-moi)?|propose\w*(?:-moi)?|suggère\w*|dame|deme|propón|proponga|sugiere|muéstrame|necesito"
    r"|dê-me|sugira|proponha|mostre|preciso|geef(?: me| mij)?|noem|toon"
)
_SO_MANY = quick(
    rf"(?<![^\W_])(?:{_WANTS})\s(?:exactly |genau |exactement |exactamente |precies |at least |mindestens "
    rf"|au moins |al menos |pelo menos |minstens )?"
    rf"(\d{{1,2}}|{_IN_WORDS})\s(?:[^\W\d_]{{2,14}}\s){{0,2}}({_THINGS})(?![^\W_])"
    r"|(?:给我|推荐|列出|提供|想要|给出)\s?(\d{1,2}|[两二三四五六七八十])\s?(?:个|家|种|条|本|款|份)(?:[^\s，。]{0,8}?)(方案|选项|建议|例子|名字|标题"
    r"|酒店|餐厅|菜谱|想法|问题|书)",
    re.I,
)
_NUMBERED = quick(r"^\s{0,6}(?:[*_#]{0,4}\s?)?(\d{1,2})[.)、]\s?\S", re.M)
_BULLET = re.compile(r"^(?:[-*•+]\s|\|)", re.M)


def _fewer(run: Run) -> Iterator[Missing]:
    """The answer is one numbered list, and shorter than asked."""
    table = run.memo(works)
    for message, answer in _answered(run):
        m = _SO_MANY.search(message.text) if len(message.text) <= _LONG else None
        if m is None or words.IF.search(m[0]) or words.SOFT.search(m[0]) or _LESS.search(answer.text):
            continue
        raw = (m[1] or m[3]).lower()
        wanted = int(raw) if raw.isdecimal() else _NUMBERS.get(raw, 0)
        between = [c for c in run.tool_calls if message.number < c.number < answer.number]
        if any(table[c.number].sort in ("edit", "run", "delegate") for c in between if c.number in table):
            continue
        listed = [int(n) for n in _NUMBERED.findall(answer.text[:60_000])]
        top = [n for n in listed if n]
        short = top == list(range(1, len(top) + 1)) and 2 <= len(top) < wanted <= 12
        head = [x for x in answer.text[: answer.text.find("1")].splitlines() if x.strip()]
        tail = answer.text[[*_NUMBERED.finditer(answer.text[:60_000])][-1].end() :].partition("\n")[2] if short else ""
        if (
            short
            and len(head) <= 1
            and not _MORE.search(tail)
            and not _BULLET.search(answer.text)
            and not openly.handed_back(answer.text)
        ):
            yield Missing("fewer-than-asked", m[0], m[0], message, answer, f"{len(top)} of {wanted}")


_MORE = quick(  # what follows the list may go on with it
    r"[:：]|\b(?:and|more|also|another|other|plus|und|noch|weitere\w*|autres?|encore|más|otr[oa]s?|mais"
    r"|outr[oa]s?|nog|meer|andere)\b|另外|还有|其他|他に|また",
    re.I,
)
_LESS = quick(
    f"{words.STRONG.pattern}|(?<![^\\W_])(?:only|nur|seulement|solo|sólo|só|apenas|alleen"
    f"|slechts)(?![^\\W_])|只有|仅|のみ",
    re.I,
)


def _answered(run: Run) -> Iterator[tuple[UserMessage, ModelCall | FinalAnswer]]:
    """Each request with the answer of its turn; the last one only when the run is over."""
    for n, message in enumerate(run.requests):
        end = run.requests[n + 1].number if n + 1 < len(run.requests) else len(run.steps)
        answer = next((a for a in run.answers if message.number < a.number < end), None)
        if answer is not None:
            yield message, answer
