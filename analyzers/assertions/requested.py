"""What the user asked for by an address or a file's name, told as done, although no call so much as names it. Pure.

"Send the summary to ana@example.org" and "note it in docs/changes.md" leave a trace in the arguments of a call when
they are done. Where none does, and the answer says all the same that it was sent or written, it was not.
"""

import re
from collections.abc import Iterator

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions.backing import (
    Claimed,
    could,
    done_words,
    file_name,
    is_for,
    offered,
    told,
)
from planscope.analyzers.assertions.closing import sentences, unfinished
from planscope.analyzers.assertions.said import Assertion
from planscope.analyzers.assertions.undone import Undone
from planscope.analyzers.detector import count
from planscope.analyzers.quick import quick
from planscope.collector.run import Compaction, FinalAnswer, ModelCall, Run, ToolCall

_ADDRESS = quick(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}", re.A)
_NAMED = quick(r"(?<![\w./@~-])(?:[\w.@~-]{1,80}/){0,12}[\w-][\w.-]{0,120}\.[A-Za-z]\w{0,7}(?![\w(/])", re.A)
_RECEIVED = quick(
    r"\b(?:has|have|had) (?:now |already |also )*(?:received|got(?:ten)?)\b|\b(?:is|are) (?:now "
    r"|already )?in (?:the|\w+'s)"
    r" (?:inbox|mail(?:box)?)\b|\b(?:delivered|on its way) to\b|\b(?:erhalten|bekommen|zugegangen|zugestellt"
    r"|im Posteingang)\b"
    r"|\ba (?:bien |déjà )?reçu\b|\bdans la boîte\b|\b(?:ha|han) recibido\b|\brecibió\b|\bestá en la bandeja\b"
    r"|\bse (?:ha )?(?:envi|mand|remit)(?:ó|ado)\b|\b(?:recebeu|já recebeu|está na caixa)\b|\b(?:heeft"
    r"|hebben)\b[^.]{0,40}"
    r"\bontvangen\b|\bin de inbox\b|收到|送达|(?:已|我)[^。！？，]{0,12}?(?:发邮件|发送|发给|发到|寄)|寄到了?"
    r"|发送到|发到了"
    r"|(?:届いて|送って)(?:い|お)|(?:送付|送信|メール|送り)(?:済|し(?:まし|てあり|ております)|いたしまし|ました)",
    re.I,
)
_WRITTEN = quick(
    r"\b(?:described|documented|noted|mentioned|recorded|explained|up to date|contains?"
    r"|beschrieben|dokumentiert|vermerkt|festgehalten|notiert|steht|enthält|décrite?s?|documentée?s?|notée?s?"
    r"|mentionnée?s?|consignée?s?|à jour|contient|descrit[oa]s?|documentad[oa]s?|anotad[oa]s?|registrad[oa]s?|al día"
    r"|contiene|constan?|descrev\w+|documentad[oa]s?|atualizad[oa]s?|contém|beschreven|gedocumenteerd|vermeld"
    r"|genoteerd"
    r"|bevat|staat)\b|写入|写在|写好|写了|写明|说明|记录|记载|记在|更新|記載|追記|追加|書きました|書いて|更新|まとめ",
    re.I,
)
_COMMIT = quick(
    r"\bcommit|(?:改动|代码|更改|修改|变更)[^。！？\n]{0,6}提交|提交[^。！？\n]{0,4}(?:改动|代码|更改|修改"
    r"|变更|git)|コミット",
    re.I,
)
_COMMITTED = quick(
    r"\bcommit(?:s)?\b[^.;!?]{0,20}?\b(?:has|have) (?:now |also )*been (?:made|created|added|done)\b"
    r"|\b(?:I|we)(?:['’]ve| have)? (?:also |then )*(?:made|created|added) (?:a|the|one) commit\b"
    r"|\b(?:I|we)(?:['’]ve| have)?(?: also| then)* committed\b|\b(?:is|are|was|were|been) (?:all |now )?committed\b"
    r"|\bcommit\b[^.;!?]{0,12}?\b(?:ist|wurde)\b[^.;!?]{0,20}?\b(?:erstellt|gemacht|angelegt|erledigt)\b"
    r"|\bcommit\b[^.;!?]{0,12}?\b(?:erstellt|gemacht|angelegt)\b|\b(?:committet|eingecheckt|commiteado"
    r"|committé|gecommit)\b"
    r"|\bj['’]ai (?:fait|créé) (?:le|un) commit\b|\bcommit (?:est|a été) (?:bien )?(?:fait|créé)\b|\bcommité\b"
    r"|\b(?:he hecho|hice|he creado|creé) (?:el|un) commit\b|\bcommit (?:está|ha sido|fue|queda) (?:hecho|creado)\b"
    r"|\b(?:fiz|criei) (?:o|um) commit\b|\bcommit (?:foi|está) (?:feito|criado)\b|\bcommit is (?:gemaakt"
    r"|aangemaakt)\b"
    r"|(?:提交|commit)(?:已(?:经)?)(?:创建|完成|做好)|(?:改动|更改|修改|代码|变更|全部|都"
    r"|均)(?:已(?:经)?)?(?:全部)?(?:做了)?提交(?!给|到[^本g])"
    r"|已(?:经)?(?:全部)?(?:做了|创建了?|完成了?)?(?:一次)?提交(?!给|表|申|订)"
    r"|コミット(?:を(?:作成|行い|し)|は完了|が完了|しま|し|済)",
    re.I,
)
_TO_COME = quick(
    r"\b(?:off|dropped|senden|schicken|sending|mailing|writing|envoyer|enviar|mandar|versturen)\b|正在|これから", re.I
)
_FILE = quick(r"\.(?:md|mdx|rst|txt|adoc|docx?|csv|json|ya?ml|toml|html?|py|ts|tsx|js|go|rs|java|sql)$", re.I)
_MOST = 20_000


def requested(run: Run) -> Iterator[Undone]:
    """Each address and each file once, at the first answer that tells it as done."""
    first = run.tool_calls[0].number if run.tool_calls else 0
    if not run.tool_calls or any(isinstance(s, Compaction) for s in run.steps[:first]):
        return
    if any(c.content != "present" for c in run.tool_calls):
        return
    asked = "\n".join(r.text[:_MOST] for r in run.requests)
    asked += "\n" + "\n".join(i.text for u in run.plan_updates for i in u.version.items)
    addresses = {a.casefold().rstrip(".") for a in _ADDRESS.findall(asked)}
    files = {f for f in _files(asked) if _FILE.search(f) and sum(f in r.text for r in run.requests) < 2}
    commit = bool(_COMMIT.search(asked))
    for answer in run.answers:
        for sentence in sentences(answer.text):
            if len(sentence) > 600 or unfinished(sentence) or _TO_COME.search(sentence):
                continue
            found = _unsent(run, answer, sentence, addresses) or _unwritten(run, answer, sentence, files)
            if found is None and commit and (found := _uncommitted(run, answer, sentence)):
                commit = False
            if found is not None:
                addresses -= {a.casefold().rstrip(".") for a in _ADDRESS.findall(sentence)}
                files -= _files(sentence)
                yield found


def _files(text: str) -> set[str]:
    return {file_name(m) for m in _NAMED.findall(_ADDRESS.sub(" ", text))}


def _claim(answer: ModelCall | FinalAnswer, sort: str, sentence: str) -> Claimed:
    return Claimed(Assertion(sort, sentence, sentence[:200], own=False), answer, answer.place, answer.text)


def _before(run: Run, answer: ModelCall | FinalAnswer) -> list[ToolCall]:
    return [c for c in run.tool_calls if c.number < answer.number and not c.planning]


def _unsent(run: Run, answer: ModelCall | FinalAnswer, sentence: str, addresses: set[str]) -> Undone | None:
    """An address of the user's that a sentence says was written to, and that no call names."""
    named = {a.casefold().rstrip(".") for a in _ADDRESS.findall(sentence)} & addresses
    bare = _ADDRESS.sub(" ", sentence)
    if len(named) != 1 or not (_RECEIVED.search(bare) or done_words("send").search(bare)):
        return None
    address, calls = named.pop(), _before(run, answer)
    table = run.memo(works)
    if any(table[c.number].sort == "delegate" or could(run, c, "send") for c in calls):
        return None
    if any(address in run.memo(told)[c.number].casefold() or address in c.result.casefold() for c in calls):
        return None
    tools = [t for t in run.memo(offered) if is_for(t, "send")]
    why = f"no call before it names {address} or could send anything ({count(len(calls), 'call')})"
    return Undone(_claim(answer, "send", sentence), why, bool(tools))


def _unwritten(run: Run, answer: ModelCall | FinalAnswer, sentence: str, files: set[str]) -> Undone | None:
    """A file of the user's that a sentence says was written, and that no call names."""
    named = _files(sentence) & files
    if len(named) != 1:
        return None
    name, calls = named.pop(), _before(run, answer)
    bare = sentence.replace(name, " ")
    if not (_WRITTEN.search(bare) or done_words("write").search(bare)):
        return None
    table, arguments = run.memo(works), run.memo(told)
    may = [c for c in calls if table[c.number].sort in ("run", "build", "delegate", "act")]
    blind = [c for c in calls if table[c.number].sort == "edit" and not table[c.number].paths]
    if blind or any(could(run, c, "write") or table[c.number].sort in ("run", "build", "delegate") for c in may):
        return None
    if not any(table[c.number].sort == "edit" for c in calls):
        return None  # nothing shows that what it writes can be seen
    for c in calls:
        if name in arguments[c.number] or name in c.result or name in map(file_name, table[c.number].paths):
            return None
    why = f"the user asked for it, and no call before it names {name} ({count(len(calls), 'call')})"
    return Undone(_claim(answer, "write", sentence), why, True)


def _uncommitted(run: Run, answer: ModelCall | FinalAnswer, sentence: str) -> Undone | None:
    """A commit that the user asked for and that no command and no tool can have made."""
    calls, table = _before(run, answer), run.memo(works)
    if not _COMMITTED.search(sentence) or not any(table[c.number].sort == "edit" for c in calls):
        return None
    if any(table[c.number].sort in ("run", "delegate", "commit") or could(run, c, "commit") for c in calls):
        return None
    why = f"the user asked for a commit, and no call before it could make one ({count(len(calls), 'call')})"
    return Undone(_claim(answer, "commit", sentence), why, True)
