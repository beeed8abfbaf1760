"""A text that the user gave word for word (on a card, as a title, a subject, an engraving) and that no call carries.
Pure.

A text in quotation marks counts where words in front of it say that it is to be written somewhere; it counts as taken
up wherever it stands after the request: in arguments, results, files, plans, or what the agent says.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import stated, works
from planscope.analyzers.assertions.closing import admits_open, claims_done
from planscope.analyzers.requirements import openly, words
from planscope.analyzers.requirements.clauses import LONG
from planscope.collector.run import Compaction, FinalAnswer, ModelCall, PlanUpdate, Run, ToolCall, UserMessage

_MOST = 2_000_000  # characters of the run that are looked at; of a longer one nothing is said


@dataclass(frozen=True, slots=True)
class Unwritten:
    """The text that stands nowhere, the piece that asks for it, its message and the answer at the end."""

    text: str
    piece: str
    message: UserMessage
    closing: ModelCall | FinalAnswer
    claim: str


_QUOTED = re.compile(
    r"\"(?P<a>[^\"\n]{3,120})\"|“(?P<b>[^”\n]{3,120})”|„(?P<c>[^“”\n]{3,120})[“”]|«\s?(?P<d>[^»\n]{3,120}?)\s?»"
    r"|「(?P<e>[^」\n]{2,80})」|『(?P<f>[^』\n]{2,80})』|(?<![^\W_])'(?P<g>[^'\n]{3,120})'(?![^\W_])"
    r"|《(?P<h>[^》\n]{2,80})》"
)
_ON = re.compile(  # right before the text: it is to be written
    r"(?:\b(?:saying|says|(?:with|has|have|in) the (?:words?|text|title|subject|caption|message|inscription"
    r"|name|label|note)"
    r"|reading|that reads|titled|entitled|title|headline|subject(?: line)?|labell?ed|label|tagged"
    r"|engraved(?: with)?|engraving"
    r"|inscribed|captioned|caption|(?:call|name|title|label|tag) (?:it|them|the \w+)|with the (?:note|comment|remark)"
    r"|mit (?:dem|der) (?:text|titel|betreff|aufschrift|gravur|namen|hinweis|worten|vermerk)|(?:betreff|titel"
    r"|aufschrift|gravur)"
    r"|namens|avec (?:le texte|l['’]inscription|le titre|l['’]objet|la mention|le message|les mots)|intitulée?"
    r"|objet|gravure|mention"
    r"|con (?:el (?:texto|título|asunto|mensaje|nombre)|la (?:inscripción|nota|frase))|titulad[oa]|asunto"
    r"|que (?:diga|ponga)|grabado"
    r"|com (?:o (?:texto|título|assunto|nome)|a (?:inscrição|frase|mensagem|nota))|intitulad[oa]|assunto|dizendo"
    r"|met (?:de (?:tekst|titel|naam|woorden|boodschap)|het (?:onderwerp|opschrift))|getiteld|onderwerp"
    r"|genaamd|waarop staat)"
    r"|写着|写上|写|标题(?:为|是|用)?|主题(?:为|是)?|名为|命名为|刻上|刻着|内容(?:为|是)?"
    r"|备注)\s?[:：,，]?\s?[*_`]{0,2}$",
    re.I,
)
_ON_AFTER = re.compile(
    r"\s?(?:と(?:書|刻|入れ|印字|いうタイトル|いう件名|いう名前)|を件名|をタイトル|字样|的(?:标题|字样|卡片))"
)
_WRITES = re.compile(r"[^\W_]")


def unwritten(run: Run) -> Iterator[Unwritten]:
    """Texts that were to be written and stand nowhere after the request, where work is said to be done."""
    closing = run.closing
    if closing is None or not _works(run) or openly.handed_back(closing.text) or admits_open(closing.text):
        return
    asked = [(m, t, p) for m in run.requests[-60:] if len(m.text) <= LONG for t, p in _texts(m.text)]
    claim = (openly.claims_all(closing.text) or claims_done(closing.text)) if asked else ""
    if not claim or any(isinstance(s, Compaction) for s in run.steps) or _unseen(run):
        return
    for message, text, piece in asked[:20]:
        said = _after(run, message.number)
        if said and not _held(text, said) and not openly.admitted(run, message.number, _never, _never, _topic(piece)):
            yield Unwritten(text, piece, message, closing, claim)


def _never(_: str) -> bool:
    return False


def _topic(piece: str) -> re.Pattern[str]:
    """The word that names what the text is to stand on: one of the last before it."""
    nouns = [w for w in re.findall(r"[^\W\d_]{4,24}", piece)[-4:] if not words.NOT.search(w)]
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, nouns))})" if nouns else r"(?!)", re.I)


def _works(run: Run) -> bool:
    """Whether something was done at all."""
    table = run.memo(works)
    return any(c.number in table and table[c.number].changes and c.status == "ok" for c in run.tool_calls)


def _unseen(run: Run) -> bool:
    """Whether a call's arguments are not all there, or another agent did the work."""
    table = run.memo(works)
    return any(
        c.content != "present" or c.arguments is None or (c.number in table and table[c.number].sort == "delegate")
        for c in run.tool_calls
    )


def _texts(text: str) -> Iterator[tuple[str, str]]:
    """(text, the words before it) of each text that is to be written."""
    for m in _QUOTED.finditer(text):
        left = re.split(r"[.!?;。！？；\n]\s?", text[max(0, m.start() - 160) : m.start()])[-1]
        asked = _ON.search(left) or _ON_AFTER.match(text[m.end() : m.end() + 16])
        loose = words.NOT.search(left) or words.IF.search(left) or words.SOFT.search(left) or _IS.search(left)
        if asked and not loose and _CHANGES.search(f"{text[:400]}"):
            yield next(v for v in m.groups() if v), left.strip()


_IS = words.words(  # what is there already: to look for, or to change
    r"find|search|look for|from|currently|existing|the (?:file|page|ticket|mail|email|e-mail|event|order|one"
    r"|book|film) (?:called|named|titled|with)"
    r"|got|received|replace|rename|remove|delete|error|read|open",
    r"such\w*|finde?|aus|bisher|lösch\w*|ersetz\w*|fehler",
    r"cherche\w*|trouve\w*|supprime\w*|remplace\w*|erreur",
    r"busca\w*|encuentra|borra\w*|reemplaza\w*|error|procur\w*|apag\w*|substitu\w*|zoek\w*|verwijder\w*"
    r"|vervang\w*|fout",
    cjk="找|搜索|查|删除|替换|探|検索|削除",
)
_CHANGES = words.words(
    r"book|reserve|order|buy|send|e-?mail|write|draft|create|add|make|put|set up|schedule|open|file|post"
    r"|publish|print|engrave\w*|deliver"
    r"|commit|title|label|tag|name|call|save|include|have it|get",
    r"bestell\w*|buch\w*|reservier\w*|schick\w*|send\w*|schreib\w*|erstell\w*|leg\w*|mach\w*|füg\w*|gravier\w*"
    r"|druck\w*|trag\w*|nenn\w*",
    r"command\w*|réserv\w*|envo\w+|écri\w*|cré\w+|ajout\w*|met\w*|grav\w*|imprim\w*|publi\w*|fai\w*|prépar\w*",
    r"ped\w*|pid\w*|encarg\w*|reserv\w*|env[ií]\w*|escrib\w*|cre\w+|añad\w*|pon\w*|grab\w*|imprim\w*|public\w*"
    r"|haz|hac\w*",
    r"encomend\w*|escrev\w*|cri\w+|adicion\w*|coloc\w*|grav\w*|fa[zç]\w*|compr\w*",
    r"bestel\w*|boek\w*|stuur\w*|schrijf|maak\w*|voeg|zet|graveer\w*|druk\w*",
    cjk="订|买|发|写|创建|新建|添加|加|做|刻|印|放|預|予約|注文|送|書|作|追加|刻|印字|入れ",
)


def _after(run: Run, since: int) -> str:
    """All that was said, called, found and planned after a step, bare; "" when that is too much."""
    pieces: list[str] = []
    size = 0
    for step in run.steps[since + 1 :]:
        if isinstance(step, ModelCall | FinalAnswer):
            pieces.append(step.text)
        elif isinstance(step, ToolCall):
            pieces.append(f"{stated(step.arguments, 400_000)} {step.result}")
        elif isinstance(step, PlanUpdate):
            pieces.append(" ".join([step.version.text, *(i.text for i in step.version.items)]))
        size += len(pieces[-1]) if pieces else 0
        if size > _MOST:
            return ""
    return _bare(" ".join(pieces))


def _bare(text: str) -> str:
    return "".join(_WRITES.findall(text.casefold()))


def _held(text: str, said: str) -> bool:
    """Whether the text stands in what was said, whatever its signs; or most of its words do."""
    if _bare(text) in said:
        return True
    own = [_bare(w) for w in re.findall(r"[^\W_]{3,}", text)]
    return len(own) > 2 and sum(w in said for w in own) * 3 > 2 * len(own)
