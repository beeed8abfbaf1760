"""What the words of a review say of the thing reviewed: pass, fail or unreadable. Pure.

Reviews that are plain text say it in many ways; only words that leave no doubt are read, sentence by sentence, and a
review that says both is unreadable unless it plainly denies success.
"""

import re
from typing import Literal

Outcome = Literal["pass", "fail", "unreadable"]

# English, German, French, Spanish, Portuguese, Italian, Dutch; then Chinese and Japanese, which have no word limits.
_DENIED = re.compile(
    r"\b(?:unsuccessful\w*|not (?:\w+ )?(?:successful|completed|complete|met|meet|sufficient|acceptable|approved)"
    r"|without success"
    r"|nicht (?:\w+ )?(?:erfolgreich|erfüllt|bestanden|ausreichend)|erfolglos|gescheitert"
    r"|sans succès|(?:pas|non) (?:réussie?|conforme|validée?)|échec|échoué\w*"
    r"|sin éxito|no (?:se )?(?:cumple|cumplió|superad[oa]|aprobad[oa])|fallid[oa]|fracas\w+"
    r"|sem sucesso|não (?:foi )?(?:cumprid[oa]|aprovad[oa])|falhou"
    r"|senza successo|non (?:riuscit[oa]|superat[oa])|niet (?:\w+ )?(?:geslaagd|gelukt|voldoende)|mislukt)\b"
    r"|失败|未(?:能|成功|完成|通过|达到)|没有(?:成功|完成|通过)|不(?:合格|通过|充分)|失敗|未完了|不合格|成功しません|できません",
    re.I,
)
_TROUBLE = re.compile(
    r"\b(?:fail(?:ed|s|ure)?|unable|(?:could|did|does|do|has|have|was|were|can) ?not|couldn't|didn't|wasn't|can't"
    r"|inadequate|insufficient|incomplete|blocked|prevent(?:ed|ing)|hindered|lack(?:s|ed|ing)?|rejected|missing|error"
    r"|needs? (?:work|revision)|captcha|konnte nicht|fehlgeschlagen|unvollständig|fehlt|fehler|abgelehnt"
    r"|incomplète?|impossible|erreur|manque|rejetée?|no (?:pudo|se pudo)|incomplet[oa]|rechazad[oa]"
    r"|não (?:pôde|conseguiu)|recusad[oa]|incompleto|kon niet|onvolledig|fout|afgekeurd)\b"
    r"|无法|不完整|缺(?:少|失)|错误|被拒|驳回|不足|エラー|却下|足りな",
    re.I,
)
_GOOD = re.compile(
    r"\b(?:success(?:ful|fully)?|succeeded|thorough(?:ly)?|well[- ](?:\w+)|comprehensive|accurate(?:ly)?|approved?"
    r"|pass(?:e[sd])?|lgtm|looks good|all good|correct|complete[d]?|meets|satisf(?:ies|ied|actory)|proceed(?:ing)?"
    r"|erfolgreich|bestanden|erfüllt|gelungen|vollständig|in ordnung|réussie?|succès|validée?|conforme|avec succès"
    r"|éxito|exitosa?(?:mente)?|aprobad[oa]|correct[oa]|cumple|sucesso|aprovad[oa]|corret[oa]|riuscit[oa]|superat[oa]"
    r"|geslaagd|gelukt|goedgekeurd|voldoet)\b"
    r"|成功|通过|完成|合格|符合|批准|完了|承認|問題なし|満たし",
    re.I,
)
_PARTLY = re.compile(
    r"\b(?:partial(?:ly)?|partly|in part|teilweise|partiel(?:le|lement)?|en partie|parcial(?:mente)?|em parte|in parte"
    r"|gedeeltelijk|deels)\b|部分|一部",
    re.I,
)
_SENTENCE = re.compile(r"[^.!?。！？\n]+")
_LONGEST = 4000  # characters; the judgement stands at the beginning or not at all


def outcome_of(text: str, *, redone: bool = False) -> Outcome:
    """The outcome that a review's words give. `redone` says that the reviewer had it done again, which decides where
    the words are half and half."""
    sentences = _SENTENCE.findall(text[:_LONGEST])
    if any(map(_DENIED.search, sentences)):
        return "fail"
    good = any(_GOOD.search(x) and not _TROUBLE.search(x) for x in sentences)
    bad = any(_TROUBLE.search(x) and not _GOOD.search(x) for x in sentences)
    half = any(_PARTLY.search(x) and _GOOD.search(x) for x in sentences)
    if half or (good and bad):
        return "fail" if redone else "pass"
    return "pass" if good else "fail" if bad else "unreadable"
