"""Outcomes of checks, in the forms in which they travel: gen_ai.evaluation.result (as an event, or on a span of its
own), OpenInference annotations and evaluations, spans of evaluators and guardrails, and models asked for a verdict.
Pure; no dialect of its own.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects.content import dumped, first, flattened, loaded, result
from planscope.collector.judgement import Outcome, outcome_of
from planscope.collector.run import Verdict
from planscope.collector.span import Span

# One word that decides: English, German, French, Spanish, Portuguese, Italian, Dutch, Chinese, Japanese.
_PASS = (
    "yes|y|pass(?:ed|es)?|approved?|accept(?:ed|able)?|valid|correct|true|ok|okay|satisf(?:ied|actory)"
    "|success(?:ful)?|good|met|lgtm|safe|ja|bestanden|genehmigt|akzeptiert|gültig|richtig|erfüllt|oui|validée?"
    "|approuvée?|acceptée?|réussie?|sí|si|aprobad[oa]|aceptad[oa]|válid[oa]|correct[oa]|sim|aprovad[oa]|aceit[oa]"
    "|corret[oa]|superat[oa]|goedgekeurd|geslaagd|akkoord|geldig"
    "|是|通过|合格|批准|接受|有效|正确|はい|承認|可|有効"
)
_FAIL = (
    "no|n|fail(?:ed|s|ure)?|reject(?:ed)?|denied|invalid|incorrect|false|unsatisf(?:ied|actory)"
    "|not[ _-](?:met|approved|passed|valid|satisfied|accepted|ok)|needs?[ _-](?:revision|work|changes|improvement)"
    "|revise|bad|unsafe|nein|nicht bestanden|abgelehnt|ungültig|falsch|non|refusée?|rejetée?|échec|échoué"
    "|rechazad[oa]|reprobad[oa]|inválid[oa]|incorrect[oa]|não|reprovad[oa]|rejeitad[oa]|respint[oa]|nee|afgekeurd"
    "|gezakt|ongeldig|fout|否|不通过|未通过|不合格|驳回|拒绝|无效|错误|いいえ|却下|不可|無効|失敗"
)
_WORD = re.compile(rf"(?:(?P<fail>{_FAIL})|(?P<pass>{_PASS}))(?!\w)", re.I)
_BEFORE = re.compile(r"[\s*_#>\"'`(\[【「✅❌]*")
_AFTER = re.compile(r"[\s*_\"'`)\]】」]*(?:[-–—:.!;,\n|。：！，]|$)|[*_\"'`)\]】」]*\s*\n")
_LABEL = re.compile(
    r"\b(?:verdict|decision|outcome|judge?ment|final (?:answer|decision)|result|status|assessment|urteil|ergebnis"
    r"|décision|résultat|veredicto|resultado|decisão|oordeel|resultaat)\b[\s*_\"'`]*[:=][\s*_\"'`]*"
    r"|(?:结论|结果|判定|判断|評価)[\s*]*[:：][\s*]*",
    re.I,
)
_FLAGS = ("passed", "pass", "valid", "is_valid", "approved", "accepted", "satisfied", "correct", "is_correct")
_WORDS = ("verdict", "label", "decision", "outcome", "judgment", "judgement", "evaluation", "result", "status", "grade")
_REASONS = ("explanation", "reason", "reasoning", "rationale", "feedback", "critique", "comment", "comments", "issues")
_SCORES = ("score", "binary_score")
_JUDGE = re.compile(
    r"verdicts?|judge(?:s|ments?)?|judgments?|evaluat(?:e|or|ion)s?|critics?|critiques?|review(?:er)?s?"
    r"|verif(?:y|ier|ication)|validat(?:e|or|ion)|checker|grade[rs]?|audit(?:or)?|assess(?:or|ment)?|approv(?:er?|al)"
    r"|guardrails?|reflect(?:or|ion)?|inspector|prüfer|gutachter|vérificat(?:eur|ion)|verificador|revisor|controleur"
)


def decision(text: str) -> Outcome | None:
    """The outcome that a text gives in one word: the word at its beginning, standing for itself ("NO - the dates are
    wrong", not "No issues found"), or after a label ("Verdict: approved"). None when no such word stands there."""
    at = _BEFORE.match(text[:200])
    starts = [at.end() if at else 0, *(m.end() for m in _LABEL.finditer(text[:2000]))]
    for start in starts:
        word = _WORD.match(text, start)
        if word and _AFTER.match(text, word.end()):
            if word["fail"]:  # "No, all is well" answers another question
                return None if text[word.end() : word.end() + 1] in (",", "，") else "fail"
            return "pass"
    return None


def of_mapping(data: Mapping[str, Any]) -> tuple[Outcome, str] | None:
    """The outcome and explanation that a checker's structured answer gives; None when it gives none."""
    low = {str(k).lower(): v for k, v in data.items()}
    reason = next((dumped(low[k]) for k in _REASONS if low.get(k)), "")
    for key in _FLAGS:
        if isinstance(low.get(key), bool):
            return ("pass" if low[key] else "fail"), reason
    for key in (*_WORDS, *_FLAGS, *_SCORES):
        if isinstance(low.get(key), str) and (found := decision(low[key])):
            return found, reason
    for key in _SCORES:
        if (found := _scored(low.get(key))) is not None:
            return found, reason
    return None


def _scored(score: Any) -> Outcome | None:
    """Only the ends of the scale speak for themselves: where between them a check passes is not in the trace."""
    if not isinstance(score, int | float) or score not in (0, 1):
        return None
    return "pass" if score else "fail"


def judged(text: str) -> tuple[Outcome, str] | None:
    """Outcome and explanation of a model's or checker's answer, structured or not."""
    bare = re.sub(r"\A\s*```\w*\n|\n```\s*\Z", "", text)
    data = loaded(bare)
    if isinstance(data, Mapping):
        return of_mapping(data)
    found = decision(text)
    return (found, text) if found else None


@lru_cache(4096)
def is_judge(name: str) -> bool:
    """Whether a name (of a span, agent or node) is that of a checker."""
    return any(map(_JUDGE.fullmatch, words_of(name)))


def words_of(name: str) -> list[str]:
    """The words of an identifier: `RevisionVerdict`, `revision_verdict` and `revision-verdict` give the same two."""
    return re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name[:200]).lower())


# --- on spans ------------------------------------------------------------------------------------------------------


def evaluations(span: Span) -> Iterator[Verdict]:
    """Every check whose outcome stands on a span or in one of its events, whatever else the span is."""
    a = span.attributes
    if s.EVALUATION_NAME in a or s.EVALUATION_LABEL in a or s.EVALUATION_SCORE in a:
        yield _standard(a, span, span.end or span.start)
    for event in span.events:
        if event.name == s.EVALUATION_EVENT:
            yield _standard(event.attributes, span, event.time or span.end or span.start)
    if any(k.startswith(_PREFIXES) for k in a):
        for prefix, member in ((s.OI_EVALUATIONS, "evaluation"), (s.OI_ANNOTATIONS, "annotation")):
            for scope in ("", "trace.", "session."):
                for entry in flattened(a, scope + prefix):
                    yield _annotated(entry.get(member, entry), span)


_PREFIXES = tuple(scope + x + "." for scope in ("", "trace.", "session.") for x in (s.OI_EVALUATIONS, s.OI_ANNOTATIONS))


def _standard(a: Mapping[str, Any], span: Span, at: int | None) -> Verdict:
    return Verdict(
        name=str(a.get(s.EVALUATION_NAME) or "evaluation"),
        outcome=outcome(a.get(s.EVALUATION_LABEL), a.get(s.EVALUATION_SCORE)),
        explanation=str(a.get(s.EVALUATION_EXPLANATION) or ""),
        subject=dumped(a.get(s.VERDICT_SUBJECT)),
        seen=dumped(a.get(s.VERDICT_SEEN)),
        place=span.place,
        started=at,
    )


def _annotated(entry: Mapping[str, Any], span: Span) -> Verdict:
    return Verdict(
        name=str(entry.get("name") or "annotation"),
        outcome=outcome(entry.get("label"), entry.get("score")),
        explanation=str(entry.get("explanation") or ""),
        place=span.place,
        started=span.end or span.start,
    )


def outcome(label: Any, score: Any) -> Outcome:
    """The outcome of a label (a word, a boolean), else of a score."""
    if isinstance(label, bool):
        return "pass" if label else "fail"
    if isinstance(label, str) and label.strip():
        return decision(label.strip()) or "unreadable"
    return _scored(score) or "unreadable"


def of_checker(span: Span, seen: Any, output: Any, name: str = "") -> Verdict | None:
    """The verdict of a span that is a check by its kind (evaluator, guardrail). None when its output was not captured:
    some instrumentations give only the span."""
    a = span.attributes
    given = first(a, s.GUARDRAIL_STATUS, s.GUARDRAIL_RESULT)
    text, data = result(output)
    found = of_mapping(data) if isinstance(data, Mapping) else None
    if given is not None:
        found = (outcome(str(given), None), str(a.get(s.GUARDRAIL_REASON) or text))
    if found is None and isinstance(output, bool):
        found = ("pass" if output else "fail", "")
    if found is None and not text.strip():
        return None
    return Verdict(
        name=name or span.name,
        outcome=found[0] if found else decision(text) or outcome_of(text),
        explanation=found[1] if found else text,
        seen=result(seen)[0],
        place=span.place,
        started=span.end or span.start,
    )


def of_task(span: Span, name: str, seen: Any, output: Any) -> Verdict | None:
    """The verdict of a step that is a check by its name alone: only a structured outcome counts."""
    data = loaded(output)
    if not is_judge(name) or not isinstance(data, Mapping) or of_mapping(data) is None:
        return None
    return of_checker(span, seen, data, name)
