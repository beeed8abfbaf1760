"""Acting on a plan that was put up for approval and refused, or not yet answered. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import Work, works
from planscope.analyzers.assertions.backing import is_change, name_words, went_wrong
from planscope.analyzers.assertions.closing import asks, asks_back, sentences
from planscope.analyzers.quick import quick
from planscope.collector.plan_tools import bare_name
from planscope.collector.run import ModelCall, PlanUpdate, Run, ToolCall, UserMessage

ASKING = frozenset({"exitplanmode"})  # tools whose result is the user's answer to a plan


@dataclass(frozen=True, slots=True)
class Unapproved:
    """Calls that changed something while the last plan was refused (or unanswered). `lasting`: one that cannot be taken
    back."""

    plan: PlanUpdate
    calls: tuple[ToolCall, ...]
    lasting: bool

    @property
    def refused(self) -> bool:
        """The plan was refused, not merely left unanswered."""
        return self.plan.version.decision == "rejected"


_LASTING = quick(
    r"(?:^|_)(?:delete|remove|send|post|push|deploy|publish|merge|cancel|book|reserve|pay|transfer|order|buy"
    r"|submit|release)(?:_|$)"
)
_LASTING_COMMAND = quick(
    r"\bgit\b[^|;&\n]{0,60}?\b(?:push|reset --hard|clean -\w*f)|\brm\s+-\w*r|\b(?:npm|cargo|twine"
    r"|gh) (?:publish|upload|release)|\bkubectl (?:apply|delete)"
    r"|\bterraform (?:apply|destroy)|\bdocker push|\bdrop (?:table|database)\b",
    re.I,
)
_GO = quick(
    r"\b(?:go ahead|go for it|just (?:do|start|implement|build|fix|make|go|code|write)|proceed|start (?:coding"
    r"|implementing|building|now|with|on)|do it"
    r"|implement (?:it|this|that|the)|you (?:can|may) (?:start|begin|code)|no need (?:for|to) (?:a )?plan\w*"
    r"|skip the plan\w*|begin (?:now|with|coding)"
    r"|approved|leg los|fang an|mach einfach|setz\w* (?:es|das) um|vas-y|allez-y|commence\w*|fais-le|adelante"
    r"|hazlo|empieza|procede|pode (?:começar|seguir|fazer)"
    r"|faça isso|comece|ga je gang|begin maar|doe het maar|voer het uit)\b|直接(?:做|开始|实现|改|写)|开始(?:吧"
    r"|实现|做|写)|可以(?:开始|动手)|进めて|始めて|やってください|実装して",
    re.I,
)
_NO_GO = quick(
    r"\b(?:not|n['’]t|don['’]t|do not|never|wait|yet|before|stop|after|until|unless|only|once|when"
    r"|if|nicht|noch|erst|warte|pas|n['’]|attends|no"
    r"|aún|todavía|espera|não|ainda|espere|niet|nog"
    r"|wacht|eerst)\b|不要|别|先不|不准|等|まだ|しないで|待って",
    re.I,
)
_REASON = quick(r"(?:reason for the rejection|the user said|user feedback|feedback|grund)\s*:?\s*(.+)", re.I | re.S)
_PLAN_FILE = re.compile(r"plan[^/]*\.(?:md|txt)$|/plans?/", re.I)


def unapproved(run: Run) -> list[Unapproved]:
    """What was done without an approved plan: the lasting calls one by one, the others of one refusal together."""
    found: list[Unapproved] = []
    for plan, calls in _without_approval(run):
        lasting = [c for c, w in calls if _lasts(c, w)]
        others = tuple(c for c, w in calls if not _lasts(c, w))
        found += [Unapproved(plan, (c,), True) for c in lasting]
        found += [Unapproved(plan, others, False)] if others else []
    return sorted(found, key=lambda u: not u.lasting)


def _without_approval(run: Run) -> Iterator[tuple[PlanUpdate, list[tuple[ToolCall, Work]]]]:
    """Each plan that was not approved, with the changes made before the user said anything more."""
    table = run.memo(works)
    plan: PlanUpdate | None = None
    calls: list[tuple[ToolCall, Work]] = []
    for step in run.steps:
        if (isinstance(step, PlanUpdate) and step.version.source == "document") or isinstance(step, UserMessage):
            if plan is not None and calls:
                yield plan, calls
            if isinstance(step, UserMessage):
                plan = plan if step.system else None
                calls = calls if step.system else []
            else:
                plan, calls = (step if _stands_refused(step) else None), []
        elif isinstance(step, ToolCall) and plan is not None and step.number in table:
            work = table[step.number]
            if _changed(step, work):
                calls.append((step, work))
    if plan is not None and calls:
        yield plan, calls


_REFUSAL = quick(
    r"\W*(?:no|nope|not yet|wait|stop|hold on|don['’]t|do not(?: do (?:it|that))?|nein|noch nicht|warte|stopp"
    r"|halt|non|pas encore|attends|attendez|todavía no|aún no"
    r"|espera|não|ainda não|espere|nee|nog niet|wacht|不|不要|先别|等一下|先不要|いいえ|まだ"
    r"|待って)(?:[ ,.!]{1,3}(?:no|please|thanks?|thank you|bitte|danke|merci|gracias|obrigad[oa]"
    r"|bedankt|yet|do that|do it|proceed|that|it|yet please|cancel it|send it|book it|谢谢|ください)){0,3}\W*",
    re.I,
)


_DEFERS = quick(
    r"\b(?:let me (?:first |just )?(?:think|ask|check|talk|speak|discuss|sleep|see)"
    r"|I['’]ll (?:first )?(?:tell you|let you know"
    r"|get back|think|ask|decide|come back|confirm (?:later|tomorrow|tonight))|I (?:need|have"
    r"|want) to (?:think|ask|check"
    r"|talk|discuss)|hold (?:on|off)|(?:please )?wait (?:until|till|for my)|give me (?:a|some|until)"
    r"|ich (?:überlege|überleg|frage|frag|melde mich|kläre|bespreche|sage (?:dir|ihnen|euch)|muss (?:erst|noch))"
    r"|je (?:vais (?:y )?(?:réfléchir|demander)|dois (?:d['’]abord )?(?:réfléchir|demander|voir)|(?:vous|te) (?:dirai"
    r"|redis|tiens au courant)|reviens vers)|(?:lo|la) (?:pienso|consulto)|(?:te|le|les) (?:aviso"
    r"|digo (?:luego|mañana))"
    r"|tengo que (?:pensar|preguntar|consultar)|déjame (?:pensar|preguntar|consultar)|vou (?:pensar"
    r"|perguntar|confirmar"
    r"|consultar|ver com)|deixa(?:-me)? (?:pensar|perguntar|ver)|depois (?:digo|aviso)|ik (?:denk er"
    r"|vraag het|overleg"
    r"|laat het (?:je|u) weten|moet (?:eerst|nog)))\b|我(?:再|先|得|要|需要)?(?:想想|考虑|问问|商量|问一下"
    r"|确认一下)|等我|回头告诉"
    r"|考えさせて|考えます|相談し(?:ます|てから|て)|確認してから|(?:後|あと)で(?:連絡|お知らせ|返事)",
    re.I,
)


def against_a_no(run: Run) -> Iterator[tuple[UserMessage, ToolCall]]:
    """A question of the agent, an answer that is nothing but a no, or that puts the decision off, and a call that
    changes something all the same."""
    table = run.memo(works)
    for n, step in enumerate(run.steps):
        if not isinstance(step, UserMessage) or step.system or len(step.text) > 200:
            continue
        refused = len(step.text) <= 80 and _REFUSAL.fullmatch(step.text)
        if not refused and (not _DEFERS.search(step.text) or _grants(step.text)):
            continue
        before = next((s for s in reversed(run.steps[:n]) if not (isinstance(s, UserMessage) and s.system)), None)
        if not isinstance(before, ModelCall) or (refused and not _one_offer(before.text)):
            continue  # of several questions, or two choices, the "no" may mean another
        if not refused and not asks_back(before.text):
            continue
        for later in run.steps[n + 1 :]:
            if isinstance(later, UserMessage) and not later.system:
                break
            if isinstance(later, ToolCall) and later.number in table and _changed(later, table[later.number]):
                yield step, later
                break


_GRANTS = quick(
    r"\b(?:yes|yep|ok(?:ay)?|fine|sure|go|book|buy|take|order|ja|gerne|gut|oui|d['’]accord|sí|vale|claro"
    r"|sim|prima|graag"
    r"|goed)\b|好的|行|はい|お願い",
    re.I,
)


def _grants(text: str) -> bool:
    """Whether an answer that puts something off may also let something be done, or asks."""
    return bool(_GO.search(text) or _GRANTS.search(text)) or any(map(asks, sentences(text)))


def _one_offer(text: str) -> bool:
    questions = [s for s in sentences(text) if asks(s)]
    return len(questions) == 1 and bool(_OFFERS.search(questions[0])) and not _EITHER.search(questions[0])


_EITHER = re.compile(r"\b(?:or|oder|ou|o|of)\b|还是|それとも", re.I)
_OFFERS = quick(
    r"\b(?:shall|should|may|can|could) I\b|\bdo you want me to\b|\bwould you like me to\b|\bwant me to\b"
    r"|\b(?:proceed|go ahead|confirm|okay)\b[^.?]{0,60}\?|\bsoll ich\b|\bdarf ich\b"
    r"|\bdois-je\b|\bpuis-je\b|\b(?:debo|puedo|quieres que|posso|devo|quer que)\b|\b(?:zal|mag|moet) ik\b|要我"
    r"|需要我|可以.{0,20}吗|(?:しますか|ましょうか|よろしいですか)",
    re.I,
)


def _stands_refused(update: PlanUpdate) -> bool:
    """The plan was refused without telling the agent to start all the same; or asked about and never answered."""
    if update.version.decision == "rejected":
        return not _told_to_start(update.result)
    asked = bare_name(update.version.origin) in ASKING
    return asked and not update.version.decision and not update.result and update.result_place is None


def _told_to_start(answer: str) -> bool:
    m = _REASON.search(answer)
    said = m[1] if m else answer
    return any(_GO.search(s) and not _NO_GO.search(s) for s in re.split(r"[.!?,;:。！？，；\n]+", said[:4000]))


def _changed(call: ToolCall, work: Work) -> bool:
    if went_wrong(call) or work.exit not in (None, 0) or call.status == "unknown":
        return False
    if work.sort == "edit":
        return not (work.paths and all(_PLAN_FILE.search(p) for p in work.paths))
    if work.sort == "act":
        return is_change(call.name)
    return work.sort == "commit" or bool(work.command and _LASTING_COMMAND.search(work.command))


def _lasts(call: ToolCall, work: Work) -> bool:
    if work.command:
        return work.sort == "commit" or bool(_LASTING_COMMAND.search(work.command))
    return work.sort == "commit" or (work.sort == "act" and bool(_LASTING.search(name_words(call.name))))
