"""When two failures are the same failure, and two calls the same call: normal forms of errors, results and arguments;
and what an error is like: passing (a time-out), a rule (must, cannot), a refusal, a page that lets nobody in. Pure.

Texts are hostile and may be large: only the beginning and the end of a text count, and every pattern is linear.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from planscope.analyzers.quick import quick

_LONGEST = 20_000  # characters of a call in which words of its error are looked for
_KEPT = 2000  # characters at the beginning and at the end of a text that are compared

# What differs between two runs of the same failing call without meaning anything: times, durations, ids, addresses.
# What all begin with is asked first, since every character of every result is such a beginning or is not.
_VOLATILE = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?|[T_-]\d\d[_-]\d\d[_-]\d\d(?:[._-]\d{1,9})?)"
    r"(?:Z|[+-]\d\d:?\d\d)?"  # a moment
    r"|\b(?:(?=\d)(?:\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\b|0x[0-9a-f]{4,16}\b)"  # a time with seconds; an address
    r"|(?=[0-9a-f]{7})(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"  # a UUID
    r"|(?=[a-f]{0,40}\d)(?=\d{0,40}[a-f])[0-9a-f]{7,64}\b)"  # a digest: hex with both digits and letters
    r"|(?=\d)\d{1,9}(?:\.\d{1,9})?\s?(?:ms|µs|us|ns|s|secs?|seconds?|minutes?)\b"  # a duration
    r"|(?=[rctsejp])(?:request|chunk|trace|span|session|correlation|event|job|process"
    r"|thread)[ _-]?id\W{1,3}[\w-]{1,64}"
    r"|pid\W{1,3}\d{1,9}|\d{10,19}\b)|/tmp/[\w./-]{1,200}",
    re.I,
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def _trimmed(text: str) -> str:
    return text if len(text) <= 2 * _KEPT else f"{text[:_KEPT]} … {text[-_KEPT:]}"


def outcome_key(text: str) -> str:
    """A result or error for comparing: case, spacing, times, durations, ids and digests do not count, values do."""
    length = f" ({len(text)})" if len(text) > 2 * _KEPT else ""
    return " ".join(_VOLATILE.sub("*", _trimmed(text)).casefold().split()) + length


def loose_key(text: str) -> str:
    """An error for comparing with others of its sort: numbers and what is quoted do not count either."""
    bare = re.sub(r"([\"'`])[^\"'`\n]{1,200}\1", "?", outcome_key(text))
    return _NUMBER.sub("#", bare)


# --- arguments -----------------------------------------------------------------------------------------------------

# Said beside what is to be done; changing it changes nothing.
_ASIDE = frozenset({"explanation", "thought", "thoughts", "reasoning", "rationale", "justification", "toolsummary"})
_COMMANDS = frozenset({"command", "cmd", "code", "script"})
_BESIDE_COMMANDS = frozenset(
    {"description", "timeout", "timeoutms", "yieldtimems", "maxoutputtokens", "runinbackground"}
)


def call_key(name: str, arguments: Any) -> str:
    """A call for comparing: the tool and every argument that can matter, whatever their order."""
    return f"{name.casefold()} {_dump(_plain(arguments))}"


def cosmetic_key(name: str, arguments: Any) -> str:
    """As `call_key`, but case, spacing, punctuation and empty values do not count: `{"": {}}` is `{}`."""
    words = re.findall(r"[^\W_]+", _dump(_bare(_plain(arguments))))
    return " ".join((name, *words)).casefold()


def _dump(value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    try:
        return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    except (TypeError, ValueError, RecursionError):
        return str(value)


def _plain(arguments: Any) -> Any:
    if not isinstance(arguments, Mapping):
        return arguments
    names = {k: re.sub(r"[^a-z]", "", str(k).lower()) for k in arguments}
    beside = _BESIDE_COMMANDS if set(names.values()) & _COMMANDS else frozenset()
    kept = {str(k): v for k, v in arguments.items() if names[k] not in _ASIDE and names[k] not in beside}
    return {k: v.strip() if isinstance(v, str) else v for k, v in kept.items()}


def _bare(value: Any, depth: int = 0) -> Any:
    """Without empty values, at any depth."""
    if depth > 20:
        return value
    if isinstance(value, Mapping):
        inner = {k: _bare(v, depth + 1) for k, v in value.items()}
        return {k: v for k, v in inner.items() if v not in (None, "", {}, [])}
    if isinstance(value, list):
        return [b for b in (_bare(v, depth + 1) for v in value) if b not in (None, "", {}, [])]
    return value


def values_of(arguments: Any) -> frozenset[str]:
    """Every plain value in the arguments, as text in lower case; names and long texts are left out."""
    found: set[str] = set()
    _gather(arguments, found, 0)
    return frozenset(found)


def _gather(value: Any, found: set[str], depth: int) -> None:
    if depth > 20 or len(found) > 2000:
        return
    if isinstance(value, Mapping):
        for v in value.values():
            _gather(v, found, depth + 1)
    elif isinstance(value, list):
        for v in value:
            _gather(v, found, depth + 1)
    elif value is not None and len(text := str(value).strip()) <= 120:
        found.add(text.casefold())


def named(error: str, arguments: Any) -> frozenset[str]:
    """Values of a call that its error names: `flight HAT030 not available` names the argument "HAT030"."""
    text = _trimmed(error).casefold()
    ends = ((v, "(?:s|es|n|en)?" if len(v) > 3 and v.isalpha() else "") for v in values_of(arguments) if len(v) > 2)
    return frozenset(v for v, end in ends if re.search(rf"(?<!\w){re.escape(v)}{end}(?!\w)", text))


_QUOTED = quick(r"([\"'`])([^\"'`\n]{2,80})\1|[“«「‘]([^”»」’\n]{2,80})[”»」’]")


def held(error: str, text: str) -> frozenset[str]:
    """What an error puts in quotation marks and the text of its call holds as a whole: a column, a flag, a file."""
    low = text[:_LONGEST].casefold()
    quoted = {(m[2] or m[3]).strip().casefold() for m in _QUOTED.finditer(_trimmed(error))}
    return frozenset(q for q in quoted if q and q in low and re.search(rf"(?<!\w){re.escape(q)}(?!\w)", low))


_REQUIRED = quick(
    r"\b([a-z][\w.-]{2,40})[\"'`]?,? (?:field |parameter |argument |value )?(?:(?:is|are|ist|est|es|é) )?(?:a )?"
    r"(?:required|missing|mandatory|erforderlich|fehlt|obligatoire|manquante?|manque|requise?|obligatori[oa]|falta"
    r"|requerid[oa]|obrigatóri[oa]|ausente|verplicht|ontbreekt)\b"
    r"|\b(?:missing|required|fehlendes?|manquant|requerido|ontbrekend)(?: \w{2,12})?(?: field| parameter| argument"
    r"| property| key)s?:? [\"'`]?([a-z][\w.-]{2,40})|(?:缺少|必須)\w{0,6}[:： ]{0,2}[\"'`“「]?([a-z][\w.-]{2,40})",
    re.I | re.A,
)


def lacking(error: str, arguments: Any) -> frozenset[str]:
    """Names that an error says are required and under which its call gives nothing."""
    if not isinstance(arguments, Mapping):
        return frozenset()
    wanted = {next(g for g in m.groups() if g).rsplit(".", 1)[-1] for m in _REQUIRED.finditer(_trimmed(error))}
    given = _letters(" ".join(_keys_given(arguments, 0)))
    return frozenset(w.casefold() for w in wanted if _letters(w) and _letters(w) not in given)


def _letters(text: str) -> str:
    return re.sub(r"[^a-z ]", "", text.casefold())


def _keys_given(value: Any, depth: int) -> list[str]:
    """Keys, at any depth, that have a value."""
    if isinstance(value, list):
        return [k for v in value[:200] for k in _keys_given(v, depth + 1)] if depth < 10 else []
    if not isinstance(value, Mapping) or depth > 10:
        return []
    own = [str(k) for k, v in value.items() if v not in (None, "", {}, [])]
    return [*own, *(k for v in value.values() for k in _keys_given(v, depth + 1))]


# --- what an error is like -----------------------------------------------------------------------------------------

_PASSING = quick(
    r"\btime[d-]?[ -]?out\b|\btimeout|\b(?:http|status|code|error)\W{0,5}(?:408|425|429|500|502|503|504|529)\b"
    r"|\b(?:429|502|503|504|529)\b.{0,20}\b(?:too many|bad gateway|unavailable|gateway|overload)"
    r"|rate.?limit|too many requests|quota exceeded|temporar(?:y|ily)|try again (?:later|in)|overloaded"
    r"|service unavailable|internal server error|bad gateway|connection (?:reset|refused|aborted|closed|error)"
    r"|\becon(?:nreset|nrefused|naborted)|\betimedout|eai_again|\benotfound|socket hang up"
    r"|network (?:error|is unreachable)"
    r"|is locked|not (?:yet |currently )?(?:visible|ready|loaded|interactable|attached|available yet)|stale element"
    r"|(?:failed to|unable to|could ?n[o'’]t|cannot|can['’]t|did not) connect"
    r"|verbindung \w{0,12} ?(?:fehlgeschlagen|abgelehnt)"
    r"|connexion (?:refusée|impossible)|conexión rechazada|conexão recusada"
    r"|verbinding geweigerd|连接(?:失败|被拒|超时)|接続(?:でき|に失敗|拒否)"
    r"|something went wrong|(?:unexpected|unknown|internal) error|please (?:try again|retry)"
    r"|intern\w{1,3} (?:server-?)?(?:fehler|fout)|(?:erreur|error|erro) intern[eo]|unerwarteter fehler"
    r"|erreur inattendue|(?:error|erro) inesperado|onverwachte fout|(?:bitte|erneut) versuchen|réessay"
    r"|intent(?:e|ar)(?:lo)? (?:de nuevo|más)"
    r"|tente novamente|probeer (?:het )?(?:later|opnieuw)|(?:系统|服务|网络|服务器)(?:内部)?(?:错误|异常|繁忙)|请重试"
    r"|(?:内部|サーバー)エラー|再試行してください|もう一度お試し"
    r"|still loading|lock (?:file|held)|\bbusy\b|deadlock|zeitüberschreitung|vorübergehend"
    r"|délai (?:d'attente )?dépassé"
    r"|temporairement|tiempo de espera|temporalmente|tempo limite|temporariamente|tijdelijk"
    r"|超时|限流|请求过于频繁|稍后(?:再试|重试)|タイムアウト|混雑|一時的",
    re.I,
)
_BLOCKED = quick(
    r"captcha|are you (?:a )?(?:human|robot|person)|person or a robot|verify (?:that )?you are (?:a )?human"
    r"|unusual traffic|access (?:to this page )?(?:has been )?denied|checking your browser|bot detection"
    r"|enable javascript and cookies|cloudflare ray id"
    r"|\b(?:401 unauthorized|403 forbidden)\b|please (?:log|sign) in to continue|login required"
    r"|人机验证|验证码|访问被拒绝|请先登录|認証が必要|ロボットではありません",
    re.I,
)
_SHUT = quick(r"\b(?:http|status|code|error)\W{0,3}(?:401|403|451)\b", re.I)
_EMPTY = quick(
    r"no (?:results?|matches|data|records?|items?|entries|output|content|documents?|hits|files?|matching \w+)"
    r"(?: (?:were|was))?"
    r"(?: found| returned)?|nothing found|not found|0 (?:results?|matches|rows|records|hits)"
    r"|keine (?:ergebnisse|treffer)|aucune? résultat|sin resultados|no se encontraron|nenhum resultado"
    r"|geen resultaten|没有(?:找到|结果)|未找到|无结果|該当なし|見つかりません",
    re.I,
)
_REFUSED = quick(
    r"permission to use .{0,300}denied|user (?:rejected|declined|denied|refused|doesn't want)"
    r"|rejected by (?:the )?user"
    r"|denied by (?:the )?user|requires? (?:user )?approval|用户拒绝|vom benutzer abgelehnt",
    re.I | re.S,
)
_RULE = quick(
    r"\b(?:cannot be|can't be|can not be|must (?:not )?be|may not be|can only be|not allowed|forbidden|not permitted"
    r"|not supported|unsupported|not eligible|not possible|impossible|no longer available|discontinued"
    r"|closed (?:on|at|in|during|for|until)"
    r"|at most|no more than"
    r"|darf nicht|muss|nicht erlaubt|nicht möglich|höchstens|ne peut|doit|interdit|au plus"
    r"|no (?:se )?puede|debe|no está permitido|no es posible|imposible|como máximo|não pode|deve"
    r"|não é permitido|não é possível|impossível|no máximo"
    r"|mag niet|moet|niet toegestaan|niet mogelijk|hoogstens)\b"
    r"|不能|不可|必须|只能|仅限|不允许|不支持|无法|停产|最多|できません|なければなりません|のみ可能",
    re.I,
)


def passing(error: str) -> bool:
    """A failure that may pass by itself (a time-out, a rate limit, a server's fault): trying again is no fault."""
    return bool(_PASSING.search(_trimmed(error)))


def refused(error: str) -> bool:
    """A user or a guard said no: not a failure of the call."""
    return bool(_REFUSED.search(_trimmed(error)))


def states_a_rule(error: str) -> bool:
    """The error says what is not possible at all, not merely that something was not found."""
    return len(error) <= 600 and bool(_RULE.search(error))


def _holds_nothing(text: str) -> bool:
    """An object with a list of which nothing is in it, and nothing else but counts of zero and what was asked for."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    inside = list(value.values()) if isinstance(value, dict) else []
    lists = [v for v in inside if isinstance(v, list | dict)]
    return bool(lists) and not any(lists) and not any(isinstance(v, int | float) and v for v in inside)


def _blocked(text: str) -> bool:
    shut = any(code in text for code in ("401", "403", "451")) and _SHUT.search(text)
    return bool(shut or _BLOCKED.search(text))


def fruitless(result: str) -> str:
    """Why a result without an error brought nothing: "blocked" (a page that lets no program in), "empty"; else ""."""
    text = result.strip()
    if len(text) <= 4000 and _blocked(text):
        return "blocked"
    if len(text) <= 400 and text[:1] == "{" and _holds_nothing(text):
        return "empty"
    bare = re.sub(r"^Cmd `?[\w.-]+`? completed with no output$", "", text, flags=re.M).strip()
    if not bare or bare in ("[]", "{}", "null", "None", '""', "()"):
        return "empty"
    return "empty" if len(bare) <= 200 and _EMPTY.search(bare) else ""


_AGAIN = quick(
    r"\b(?:again|retry|re-?try|re-?run|once more|one more time|another (?:try|attempt|go)|redo|repeat"
    r"|erneut|noch ?mal|noch einmal|wieder|wiederhol\w*|nochmals"
    r"|réessa\w+|à nouveau|encore une fois|relance\w*|refais"
    r"|otra vez|de nuevo|nuevamente|reintent\w+|vuelve a|de novo|novamente|tente|repita"
    r"|opnieuw|nog eens|nogmaals|herhaal)\b"
    r"|再(?:试|来|跑|次|做|查)|重试|重新|重跑|もう一度|再度|再実行|やり直",
    re.I,
)
_MENDED = quick(
    r"\b(?:i(?:'ve| have)? (?:just )?(?:fixed|changed|added|installed|updated|restarted|enabled|created"
    r"|topped|granted|set|put|moved|started|corrected|logged|uploaded)"
    r"|(?:is|are|should be) (?:now|fixed|ready|back|up|running|working)"
    r"|now (?:it|there|works?)|works? now|it's (?:back|up|fixed|there|running)|done"
    r"|habe (?:ich )?\w{0,20}|ist jetzt|läuft (?:jetzt|wieder)|j'ai|c'est (?:bon|fait|corrigé)"
    r"|ya (?:está|lo|he)|he (?:\w+ado|\w+ido)|já|corrigi|agora|ik heb|is nu)\b"
    r"|好了|已经?(?:修|改|加|装|更新|重启|开|充|登录)|修好|现在可以|直しました|追加しました|再起動しました",
    re.I,
)


def asks_again(message: str) -> bool:
    """The user asks to try again, or says that something has been put right meanwhile."""
    text = message[:4000]
    return bool(_AGAIN.search(text) or _MENDED.search(text))
