"""Reviews that passed what they should not have: what a verdict approved, held against what the reviewer saw. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from planscope.analyzers.actions import acceptance as seen_in
from planscope.analyzers.actions.failures import fruitless
from planscope.analyzers.numbers.money import amounts
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, Step, ToolCall, Verdict


@dataclass(frozen=True, slots=True)
class Flaw:
    """A verdict that passed something, with what is wrong with that: the form, a clause that says why, the words that
    show it, other verdicts that belong to it; `sure` when the run itself proves it."""

    verdict: Verdict
    form: str
    why: str
    words: str = ""
    others: tuple[Verdict, ...] = ()
    sure: bool = False


_GATHER = quick(
    r"\b(?:search|find|gather|research|look (?:up|for)|collect|get|fetch|retrieve|list|identify|compile|create"
    r"|write|develop|produce|draft|build|book"
    r"|such\w*|finde\w*|recherchier\w*|samm\w+|erstell\w*|schreib\w*|trouve\w*|cherche\w*|rechercher?"
    r"|collecte\w*|crée\w*|créer|rédige\w*"
    r"|busca\w*|encontr\w+|investig\w+|reún\w*|crea\w*|redact\w+|procur\w+|pesquis\w+|reun\w+|cri(?:e|ar)"
    r"|escrev\w+|zoek\w*|vind\w*|verzamel\w*|maak\w*|schrijf\w*)\b"
    r"|搜索|查找|收集|查询|获取|研究|撰写|创建|制作|検索|探|収集|調べ|調査|作成",
    re.I,
)
_LINKS_WANTED = quick(
    r"\b(?:links?|urls?|sources?|websites?|web pages|references|bookmarks|quellen|liens?|sources|enlaces|fuentes"
    r"|fontes|bronnen)\b|链接|网址|来源|リンク",
    re.I,
)
_TEMPLATE_WANTED = quick(
    r"\b(?:templates?|forms?|skeletons?|boilerplate|placeholders?|outlines?|scaffold\w*|phrases?|vorlagen?"
    r"|muster|formular\w*|modèles?|gabarits?|plantillas?"
    r"|modelos?|formulários?|sjablon\w*)\b|模板|表单|占位|テンプレート|雛形|フォーム",
    re.I,
)
_RESERVE = quick(
    r"\b(?:however|but|although|though|only|lack(?:s|ed|ing)?|missing|incomplete|insufficient|further|still"
    r"|need(?:s|ed)? (?:to|more)|did not|does not|not yet"
    r"|no (?:prices?|details?|specific\w*|content)|unable|could not|jedoch|aber|allerdings|nur"
    r"|fehl\w+|noch|nicht|mais|cependant|manque\w*|seulement|pas"
    r"|pero|sin embargo|falta\w*|solo|sólo|mas|porém|apenas|não|maar|echter|ontbre\w+|alleen|niet)\b|但|然而|缺"
    r"|仅|只有|没有|しかし|ただし|不足|のみ|ません",
    re.I,
)
_EXPECTED_ERROR = quick(
    r"\b(?:as (?:expected|intended|required)|expected (?:error|failure)|correctly (?:fails|failed|rejects"
    r"|rejected|raises)|wie erwartet|comme prévu|como se esperaba"
    r"|como esperado|zoals verwacht)\b|符合预期|预期|想定どおり|期待通り",
    re.I,
)
_ABOUT_ERRORS = quick(
    r"\b(?:errors?|fail\w*|exception\w*|invalid|reject\w*|fehler\w*|erreurs?|fallos?|erros?|fout\w*)\b|错误"
    r"|失败|异常|エラー|失敗",
    re.I,
)
_REVIEW = quick(
    r"\b(?:review|verify|check|double-check|validate|proofread|inspect|audit|confirm|cross-check|prüf\w*"
    r"|überprüf\w*|kontrollier\w*|validier\w*|vérifie\w*"
    r"|contrôle\w*|relis\w*|valide\w*|revis\w+|verifi\w+|comprueb\w*|comprob\w+|valid\w+|confir\w+"
    r"|controleer\w*|nakijken|verifieer\w*)\b|审查|检查|核对|复核|验证|校对|审核"
    r"|確認|検証|見直|レビュー|点検",
    re.I,
)
_PRAISE = quick(
    r"\b(?:thorough\w*|verified|accurate\w*|complete\w*|comprehensive\w*|confirm\w+|detailed|well[- ]\w+"
    r"|all (?:\w+ ){0,2}(?:elements|aspects|items|points|parts|details)"
    r"|gründlich\w*|vollständig\w*|geprüft|korrekt\w*|rigoureu\w+|complète?\w*|vérifiée?s?|exhaustiv\w+"
    r"|complet[oa]s?|verificad[oa]s?|exact[oa]s?|minucios\w+|complet[oa]s?"
    r"|grondig\w*|volledig\w*|gecontroleerd|nauwkeurig\w*)\b|全面|彻底|完整|准确|详尽|已核实|徹底|完全|正確|網羅",
    re.I,
)


def flaws(run: Run) -> list[Flaw]:
    """One flaw at most for each verdict that passed; the same seen again belongs to the first."""
    verdicts = [s for s in run.steps if isinstance(s, Verdict)]
    found: dict[tuple[str, str], Flaw] = {}
    for verdict in verdicts:
        flaw = _flipped(verdict, verdicts) or (
            _flaw(run, verdict) if verdict.outcome == "pass" and verdict.seen else None
        )
        if flaw is None:
            continue
        key = (flaw.form, verdict.seen)
        first = found.get(key)
        found[key] = flaw if first is None else replace(first, others=(*first.others, verdict))
    return list(found.values())


def _flaw(run: Run, v: Verdict) -> Flaw | None:
    asked = "\n".join(r.text for r in run.requests[:3])
    worthless = _made_up(v, asked) or _fruitless(v) or _placeholders(v, asked) or _error(v)
    return worthless or _undecided(v) or _unread(run, v) or _budget(run, v)


def _made_up(v: Verdict, asked: str) -> Flaw | None:
    words = seen_in.made_up(v.seen, f"{v.subject}\n{asked}")
    if not words or seen_in.admits_made_up(v.explanation):
        return None
    return Flaw(v, "made-up-accepted", f"what it passed says of itself {words!r}", words)


def _fruitless(v: Verdict) -> Flaw | None:
    """Nothing was seen, or a gate, or a list of links, and it is passed as if it were the thing asked for."""
    if not _GATHER.search(v.subject) or _RESERVE.search(v.explanation):
        return None
    if kind := fruitless(v.seen):
        return Flaw(
            v, "success-on-empty", f"what it saw is {kind}: {v.seen.strip()[:120]!r}", v.seen.strip()[:120], sure=True
        )
    links = "" if _LINKS_WANTED.search(v.subject) else seen_in.only_links(v.seen)
    return Flaw(v, "success-on-empty", f"all that it saw is {links}") if links else None


def _placeholders(v: Verdict, asked: str) -> Flaw | None:
    slots = seen_in.placeholders(v.seen)
    if len(slots) < 3 or _TEMPLATE_WANTED.search(f"{v.subject}\n{asked}") or _names_slots(v.explanation):
        return None
    return Flaw(
        v, "placeholders-accepted", f"what it passed still holds {', '.join(slots[:4])} ({len(slots)} in all)", slots[0]
    )


def _names_slots(words: str) -> bool:
    return bool(
        re.search(
            r"placeholder|platzhalter|espaces? réservés?|marcador|sjabloon|plaatshouder|占位|プレースホルダ"
            r"|fill(?:ed)? in|to be filled",
            words,
            re.I,
        )
    )


def _error(v: Verdict) -> Flaw | None:
    line = seen_in.error_at_end(v.seen)
    if not line or _EXPECTED_ERROR.search(v.explanation) or _ABOUT_ERRORS.search(v.subject):
        return None
    return Flaw(v, "success-on-error", f"what it saw ends with {line!r}", line)


def _unread(run: Run, v: Verdict) -> Flaw | None:
    """A review praised although it neither called a tool nor quotes what it reviewed."""
    if not _REVIEW.search(v.subject) or not _REVIEW.search(v.seen[:600]) or not _PRAISE.search(v.explanation):
        return None  # what was seen has to be the review itself: seeing the thing is evidence
    made = _maker(run, v)
    if not isinstance(made, ModelCall | FinalAnswer) or _quotes(run, v, made):
        return None
    return Flaw(
        v, "review-without-evidence", "the review it passed called no tool and quotes nothing of what it reviewed"
    )


_DECIDE = quick(
    r"\b(?:determine|decide|select|choose|pick|settle on|entscheide\w*|wähle\w*|bestimm\w+|festleg\w+|choisi\w+"
    r"|décide\w*"
    r"|détermine\w*|sélectionne\w*|decid\w+|elegir|elija|elige|determin\w+|seleccion\w+|escolh\w+|selecion\w+"
    r"|kies\w*|kiezen|bepaal\w*"
    r"|beslis\w*)\b|确定|选择|决定|選定|選択|決定|選ぶ",
    re.I,
)
_INTENDS = quick(
    r"\b(?:I (?:need|have) to|I will|I['’]ll|I am going to|here['’]s how I will|ich werde|ich muss|je vais"
    r"|je dois|voy a|necesito|vou|preciso|ik zal|ik moet)\b"
    r"|我(?:将|会|需要)|します|する必要",
    re.I,
)
_APPROACH = quick(
    r"\b(?:approach\w*|outlin\w+|framework|methodolog\w+|structured plan|vorgehen\w*|ansatz|démarche|approche"
    r"|enfoque|abordagem|aanpak)\b|方法|思路|框架|アプローチ|方針",
    re.I,
)


def _undecided(v: Verdict) -> Flaw | None:
    """A decision was asked for; what was seen tells how it will be made, and the review praises the approach."""
    if not _DECIDE.search(v.subject[:200]) or not _INTENDS.search(v.seen[:400]) or not _APPROACH.search(v.explanation):
        return None
    still = next(
        (x.strip() for x in v.seen.splitlines() if re.match(r"\s*(?:\d{1,2}[.)]|[-*])", x) and _DECIDE.search(x)), ""
    )
    if not still:
        return None
    return Flaw(v, "success-without-outcome", f"what it saw still lists {still[:140]!r} as a step to come", still[:60])


def _maker(run: Run, v: Verdict) -> Step | None:
    """The step whose text or result is what was seen."""
    for step in reversed(run.steps[: v.number]):
        if (text := _text(step)) and text.strip() == v.seen.strip():
            return step
    return None


_SHINGLE = 8  # words; so many alike in a row are a quotation


def _quotes(run: Run, v: Verdict, made: Step) -> bool:
    """Whether what was seen repeats a stretch of something earlier that is not merely the task itself."""
    told = _stretches("\n".join([v.subject, *(r.text for r in run.requests)]))
    here = _stretches(v.seen) - told
    return any(here & _stretches(text) for text in _told_before(run, made))


def _stretches(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\d_]+|\d+", text[:100_000].casefold())
    return {tuple(words[n : n + _SHINGLE]) for n in range(len(words) - _SHINGLE + 1)}


def _budget(run: Run, v: Verdict) -> Flaw | None:
    sentence = seen_in.says_within_budget(v.explanation)
    given = _values([v.subject, *(r.text for r in run.requests)])
    if not sentence or _values([v.seen]) - given:
        return None
    if any(values - given for n, values in run.memo(_values_by_step).items() if n < v.number):
        return None  # it may have been reckoned in an earlier step
    return Flaw(
        v,
        "requirement-unbacked",
        f"says {sentence[:140]!r}; what it saw holds no amount but the limit itself",
        sentence,
    )


def _told_before(run: Run, end: Step) -> Iterator[str]:
    """What agents and tools said before a step."""
    for step in run.steps[: end.number]:
        if text := _text(step):
            yield text


def _text(step: Step) -> str:
    if isinstance(step, ModelCall | FinalAnswer):
        return step.text
    return step.result if isinstance(step, ToolCall) else ""


def _values_by_step(run: Run) -> dict[int, set[str]]:
    return {s.number: found for s in run.steps if (text := _text(s)) and (found := _values([text]))}


def _values(texts: Iterable[str]) -> set[str]:
    return {str(reading.normalize()) for t in texts for a in amounts(t[:200_000]) for reading in a.readings}


def _flipped(v: Verdict, verdicts: Sequence[Verdict]) -> Flaw | None:
    """The same thing seen, byte for byte, judged the other way by the same review."""
    if v.outcome != "pass" or len(v.seen.strip()) < 20:
        return None
    for other in _same(v, verdicts):
        if other.outcome == "fail":
            when = "before" if other.number < v.number else "later"
            why = (
                f"the same input, byte for byte ({len(v.seen)} characters), failed {when}: {other.explanation[:140]!r}"
            )
            return Flaw(v, "verdict-flipped", why, v.explanation[:60], (other,), sure=other.number < v.number)
    return None


def _same(v: Verdict, verdicts: Sequence[Verdict]) -> Iterator[Verdict]:
    for other in verdicts:
        alike = other is not v and other.seen == v.seen and other.name == v.name
        if alike and (other.subject == v.subject or fuzz.token_sort_ratio(other.subject, v.subject) >= 90):
            yield other
