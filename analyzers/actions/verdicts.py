"""Answers of tools that judge what they were given: accepted or not, with a remark. Pure.

The judgement is read off the answer's own state (`{"status": "rejected", "remark": ...}`, `{"approved": false}`, or a
text that begins with it), in the languages of the other word lists.
"""

import json
import re
from typing import Any

_LONGEST = 6000  # characters of an answer that is read as a judgement
_REMARK = 8  # characters; a shorter remark tells nothing

_STATES = re.compile(
    r"(?:review_?)?(?:status|state|outcome|result|verdict|decision|judge?ment|grade|statut|état|décision|estado|resultado"
    r"|decisi[oó]n|decisão|ergebnis|urteil|entscheidung|uitslag|oordeel|besluit|状态|结果|结论|审核结果|状態|結果|判定)$",
    re.I,
)
_YES_KEYS = re.compile(
    r"(?:is_?)?(?:accepted|approved|passed|pass|valid|ok|success|acceptable|conform|akzeptiert|genehmigt|gültig|bestanden"
    r"|accepté|approuvé|valide|conforme|aceptado|aprobado|válido|conforme|aceito|aprovado|válido|goedgekeurd|geldig|akkoord"
    r"|通过|合格|有效|合格|承認|有効)$",
    re.I,
)
_NO = re.compile(
    r"(?:[\w-]{0,14}[ _-])?(?:fail(?:ed|ure)?|error|declined|rejected|refused|denied|returned|invalid|incomplete"
    r"|needs?[ _-](?:work|changes?|revision|fix\w*)|changes[ _-]requested|no"
    r"|not[ _-](?:accepted|approved|ok|valid|passed)"
    r"|abgelehnt|zurückgewiesen|fehlgeschlagen|ungültig|unvollständig|nicht (?:bestanden|akzeptiert|genehmigt)"
    r"|refusée?|rejetée?|échec|échoué|à (?:revoir|corriger|compléter)|incomplète?|non (?:valide|conforme|accepté)"
    r"|rechazad[oa]|denegad[oa]|fallid[oa]|devuelt[oa]|incomplet[oa]|no (?:válid[oa]|conforme|aprobad[oa]|aceptad[oa])"
    r"|recusad[oa]|rejeitad[oa]|negad[oa]|devolvid[oa]|falhou|inválid[oa]|não (?:aprovad[oa]|aceit[oa]|conforme)"
    r"|geweigerd|afgewezen|afgekeurd|mislukt|ongeldig|onvolledig|niet (?:goedgekeurd|akkoord|geldig)"
    r"|被拒绝?|拒绝|失败|不通过|未通过|不合格|驳回|退回|需修改|拒否|失敗|不合格|却下|差し戻し|要修正|不承認)",
    re.I,
)


LOOKS_UP = re.compile(  # by its name a tool tells of records; what state they are in is no answer to the call
    r"^(?:get|list|find|search|look|fetch|read|query|show|describe|check|retrieve|view|status|track|consult|obtener|obten"
    r"|buscar?|ver|listar|leer|mostrar|estado|abruf|hole?|zeige?|suche?|lies|lese|pr(?:ü|ue)fe?|cherch|voir|obtenir|lire"
    r"|affich|lister|zoek|toon|haal|lees|bekijk|consultar|procurar|mostrar|查|获取|查询|取得|検索|確認)|(?:status|state|estado"
    r"|statut|lookup)$",
    re.I,
)


def declined(name: str, result: str, data: Any = None) -> bool:
    """Whether an acting tool's answer is an object whose state is a no, with a remark or without."""
    text = result.strip()
    if len(text) > _LONGEST or LOOKS_UP.search(name):
        return False
    if data is None and text[:1] == "{":
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return False
    return isinstance(data, dict) and _says_no(_states_of(data))


def refusal(result: str, data: Any = None) -> str:
    """The remark with which a tool does not accept what it was given, "" where it accepts or judges nothing."""
    text = result.strip()
    if not text or len(text) > _LONGEST:
        return ""
    if text[:1] == "{" and data is None:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            data = None
    if isinstance(data, dict):
        return _of_object(data)
    first = re.match(r"[^\n:：.。!,，;—-]{2,30}", text)
    rest = text[first.end() :].strip(" :：.。!,，;—-\n") if first else ""
    return rest if first and len(rest) >= _REMARK and _NO.fullmatch(first[0].strip(" *#_[]")) else ""


def _states_of(data: dict[Any, Any]) -> dict[str, Any]:
    return {str(k): v for k, v in data.items() if _STATES.search(str(k)) or _YES_KEYS.match(str(k))}


def _says_no(states: dict[str, Any]) -> bool:
    return any(
        (v is False and _YES_KEYS.match(k)) or (isinstance(v, str) and _STATES.search(k) and _NO.fullmatch(v.strip()))
        for k, v in states.items()
    )


def _of_object(data: dict[Any, Any]) -> str:
    states = _states_of(data)
    if not _says_no(states):
        return ""
    rest = [v for k, v in data.items() if str(k) not in states]
    texts = [t for v in rest for t in (v if isinstance(v, list) else [v])]
    return max((t for t in texts if isinstance(t, str) and len(t) >= _REMARK), key=len, default="")
