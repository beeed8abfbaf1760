"""A schedule in a formal language (cron, calendar rules) that does not run when the user asked. Pure.

Read are days of the week and steps of minutes: what a shift between time zones cannot explain.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import stated, works
from planscope.analyzers.requirements import openly, words
from planscope.analyzers.requirements.clauses import LONG
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class Misscheduled:
    """What was asked in which words, the call that holds the schedule, the schedule and when it runs."""

    asked: str
    words: str
    message: UserMessage
    call: ToolCall
    schedule: str
    runs: str
    report: ModelCall | FinalAnswer


_WORKDAYS, _WEEKEND = frozenset({1, 2, 3, 4, 5}), frozenset({0, 6})
_DAYS = (
    "sunday sonntag dimanche domingo zondag 周日 星期日 星期天 日曜",
    "monday montag lundi lunes segunda maandag 周一 星期一 月曜",
    "tuesday dienstag mardi martes terça dinsdag 周二 星期二 火曜",
    "wednesday mittwoch mercredi miércoles quarta woensdag 周三 星期三 水曜",
    "thursday donnerstag jeudi jueves quinta donderdag 周四 星期四 木曜",
    "friday freitag vendredi viernes sexta vrijdag 周五 星期五 金曜",
    "saturday samstag samedi sábado zaterdag 周六 星期六 土曜",
)
_DAY = re.compile(
    "|".join(
        rf"(?P<d{n}>(?<![^\W_])(?:{'|'.join(w for w in names.split() if w[0] < '⺀')})s?(?![^\W_])"
        rf"|{'|'.join(w for w in names.split() if w[0] >= '⺀')})"
        for n, names in enumerate(_DAYS)
    ),
    re.I,
)
_WEEKDAYS = words.words(
    r"(?:every |on |only )?(?:week|work|working|business)[- ]?days?|mon(?:day)?s?(?: ?[-–] ?| to | through "
    r"| till )fri(?:day)?s?"
    r"|(?:not|never|except)(?: on)?(?: the)? weekends?",
    r"werktags|werktage?n?|montags? bis freitags?|mo[-–]fr|nicht am wochenende|wochentags",
    r"jours? (?:ouvrés?|ouvrables?)|en semaine|du lundi au vendredi|pas le week-?end",
    r"días? (?:laborables?|hábil(?:es)?)|entre semana|de lunes a viernes|dias? úte?i[sl]|de segunda a sexta",
    r"werkdagen|weekdagen|doordeweeks|maandag (?:tot en met|t/m) vrijdag",
    cjk="工作日|周一(?:到|至)周五|平日|月曜?(?:から|〜|～)金曜?",
)
_WEEKENDS = words.words(
    r"(?:only )?(?:on |at |every )(?:the )?weekends?",
    r"(?:nur )?am wochenende",
    r"le week-?end",
    r"los fines de semana|nos fins de semana",
    r"in het weekend",
    cjk="(?:每个?|只在)周末|週末(?:だけ|のみ|に)",
)
_EVERY = re.compile(
    r"(?<![^\W_])(?:every|alle|toutes les|cada|a cada|elke|om de)\s(\d{1,2})\s(?:(min)\w*|(?:hours?|stunden"
    r"|heures|horas|uur))(?![^\W_])"
    r"|每(?:隔)?(\d{1,2})(?:(分)钟?|个?小时)|(\d{1,2})(?:(分)|時間)(?:ごと|おき|毎)",
    re.I,
)
_CRON = re.compile(
    r"(?<![\w*/.,:-])(?:(?P<sec>0)\s+)?(?P<min>[\d*/,-]{1,40})\s+(?P<hour>[\d*/,-]{1,40})\s+(?P<dom>[\d*/,?LW-]{1,40})"
    r"\s+(?P<mon>[\d*/,-]{1,40}|[A-Za-z]{3})\s+(?P<dow>[\d*/,?#L-]{1,40}"
    r"|[A-Za-z]{3}(?:[-,][A-Za-z]{3}){0,6})(?![\w*/,:.])"
)
_RULE = re.compile(r"FREQ=(DAILY|WEEKLY|HOURLY|MINUTELY|MONTHLY)(?P<rest>[;A-Z0-9=,+-]{0,200})")
_NAMES = dict(zip(("sun", "mon", "tue", "wed", "thu", "fri", "sat"), range(7), strict=True))


def misscheduled(run: Run) -> Iterator[Misscheduled]:
    """At most one: the last schedule that was written, against the last message that asks for one."""
    if run.closing is None:
        return
    asked = next(((m, a) for m in reversed(run.requests[-60:]) if len(m.text) <= LONG and (a := _asked(m.text))), None)
    if asked is None:
        return
    message, (days, step, piece) = asked
    written = [(c, s) for c in openly.calls_after(run, message) if (s := _written(run, c))]
    if not written or any(_CHANGED.search(r.text) for r in run.requests if r.number > message.number):
        return
    call, schedules = written[-1]
    report = next((a for a in run.answers if a.number > call.number), None)
    if report is None or openly.handed_back(report.text):
        return
    verdicts = [_against(s, days, step) for s in schedules]
    if len(schedules) != 1 or not verdicts[0] or _told(run, message):
        return
    what = f"every {step[0]} {step[1]}" if step else _shown(days)
    yield Misscheduled(what, piece, message, call, schedules[0][0], verdicts[0], report)


_CHANGED = words.words(
    "daily|every day|weekends?|täglich|tous les jours|todos los días|todos os dias|dagelijks", cjk="每天|毎日|周末|週末"
)


def _told(run: Run, message: UserMessage) -> bool:
    """Whether the agent tells openly that it runs on other days."""
    spoken = re.compile(
        r"week-?ends?|wochenende\w*|fin(?:es)? de semana|fins de semana|every day|daily|täglich|tous les jours"
        r"|cada día|dagelijks"
        r"|周末|每天|週末|毎日", re.I,
    )  # fmt: skip
    return openly.admitted(run, message.number, _never, lambda t: bool(spoken.search(t)), None)


def _never(_: str) -> bool:
    return False


def _asked(text: str) -> tuple[frozenset[int], tuple[int, str] | None, str] | None:
    """(days of the week, step of minutes or hours, the words) that a message asks a schedule for."""
    if not _SCHEDULES.search(text):
        return None
    for sentence in re.split(r"\n|(?<=[.!?;])\s|[。！？；]", text):
        if words.IF.search(sentence) or words.SOFT.search(sentence) or sentence.rstrip().endswith(("?", "？")):
            continue
        every = list(_EVERY.finditer(sentence))
        on = _days(sentence)
        if len(every) == 1 and not on and not words.NOT.search(sentence):
            m = every[0]
            number = int(m[1] or m[3] or m[5])
            return frozenset(), (number, "minutes" if m[2] or m[4] or m[6] else "hours"), m[0]
        if on and not every:
            return on, None, sentence.strip()[:200]
    return None


_SCHEDULES = words.words(
    r"run|runs|cron\w*|schedul\w*|job|jobs|timer|trigger\w*|nightly|backup|task|workflow|pipeline|report"
    r"|sync\w*|send|automation|every"
    r"|läuft|laufen|zeitplan\w*|geplant\w*|ausführ\w*|planifi\w*|exécut\w*|tâche|programa\w*|ejecut\w*|tarea"
    r"|agend\w*|execut\w*|tarefa"
    r"|plan\w*|uitvoer\w*|draai\w*|taak",
    cjk="定时|计划|任务|运行|执行|备份|推送|定期|実行|スケジュール|ジョブ|バッチ|配信",
)


def _days(sentence: str) -> frozenset[int]:
    if _WEEKDAYS.search(sentence):
        return _WORKDAYS
    if _WEEKENDS.search(sentence) and not words.NOT.search(sentence):
        return _WEEKEND
    named = {int(str(m.lastgroup)[1:]) for m in _DAY.finditer(sentence)}
    weekly = re.search(
        r"(?<![^\W_])(?:every|each|on|weekly|jeden|jede|immer|tous les|chaque|cada|todos? (?:los|os)|toda|elke"
        r"|iedere|\w+days|\w+tags)"
        r"(?![^\W_])|每|毎|毎週", sentence, re.I,
    )  # fmt: skip
    return (
        frozenset(named)
        if named and weekly and not words.NOT.search(sentence) and _EACH.search(sentence)
        else frozenset()
    )


_EACH = words.words(
    r"every|each|weekly|\w+days|jeden|\w+tags|wöchentlich|tous les|chaque|cada|todos? (?:los|os)|todas? as"
    r"|toda|elke|iedere",
    cjk="每|毎",
)


def _written(run: Run, call: ToolCall) -> list[tuple[str, frozenset[int] | None, tuple[int, str] | None]]:
    """The schedules that a call that changes something was given: (text, days or None, step)."""
    table = run.memo(works)
    if call.number not in table or not table[call.number].changes or call.status in ("error", "rejected"):
        return []
    text = stated(call.arguments, 200_000)
    old = (
        call.arguments.get("old_string") or call.arguments.get("old_str") if isinstance(call.arguments, dict) else None
    )
    if isinstance(old, str) and old:
        text = text.replace(old, " ")
    text = "\n".join(x for x in text.split("\n") if not x.startswith("-"))
    found: dict[str, tuple[str, frozenset[int] | None, tuple[int, str] | None]] = {}
    for m in _CRON.finditer(text):
        if _is_cron(m):
            found[m[0]] = (m[0], _of_week(m), _step(m))
    for m in _RULE.finditer(text):
        found[m[0]] = (m[0], _of_rule(m), None)
    return list(found.values())


def _is_cron(m: re.Match[str]) -> bool:
    """Whether five fields are a schedule: one of them holds a star, none is a number out of range."""
    fields = (m["min"], m["hour"], m["dom"], m["mon"], m["dow"])
    numbers = [[int(x) for x in re.findall(r"\d+", f)] for f in fields]
    most = (59, 59, 31, 12, 7)
    return any(f in ("*", "?") for f in fields) and all(
        all(x <= limit for x in ns) for ns, limit in zip(numbers, most, strict=True)
    )


def _of_week(m: re.Match[str]) -> frozenset[int] | None:
    """The days of the week (0 is Sunday); None where days of the month narrow it, or the form is another one."""
    dow, dom = m["dow"].lower(), m["dom"]
    if dom not in ("*", "?") or m["mon"] != "*":
        return None
    if dow in ("*", "?", "*/1"):
        return frozenset(range(7))
    days: set[int] = set()
    for part in dow.split(","):
        ends = [_NAMES.get(x, int(x) if x.isdecimal() else -1) for x in part.split("-")]
        if len(ends) > 2 or -1 in ends:
            return None
        first, last = ends[0], ends[-1]
        days |= {d % 7 for d in range(first, last + 1 if last >= first else last + 8)}
    named = not re.search(r"\d", dow)
    six = m["sec"] is not None or "?" in (dom, dow)  # in these forms Sunday is 1
    return None if six and not named else frozenset(days)


def _step(m: re.Match[str]) -> tuple[int, str] | None:
    if (s := re.fullmatch(r"(?:\*|0)/(\d{1,2})", m["min"])) and m["hour"] == "*":
        return int(s[1]), "minutes"
    if m["min"] == "*" and m["hour"] == "*":
        return 1, "minutes"
    if (s := re.fullmatch(r"(?:\*|0)/(\d{1,2})", m["hour"])) and m["min"].isdecimal():
        return int(s[1]), "hours"
    if m["hour"] == "*" and m["min"].isdecimal():
        return 1, "hours"
    return None


def _of_rule(m: re.Match[str]) -> frozenset[int] | None:
    by = re.search(r"BYDAY=([A-Z,]+)", m["rest"])
    if by:
        days = [d for d in by[1].split(",") if d]
        short = {"SU": 0, "MO": 1, "TU": 2, "WE": 3, "TH": 4, "FR": 5, "SA": 6}
        return frozenset(short[d] for d in days if d in short)
    plain = (
        m[1] == "DAILY"
        and "INTERVAL" not in m["rest"].replace("INTERVAL=1", "")
        and "BY" not in m["rest"].replace("BYHOUR", "").replace("BYMINUTE", "")
    )
    return frozenset(range(7)) if plain else None


def _against(
    schedule: tuple[str, frozenset[int] | None, tuple[int, str] | None],
    days: frozenset[int],
    step: tuple[int, str] | None,
) -> str:
    """When the schedule runs, where that cannot be what was asked; "" where it may be."""
    _, held, every = schedule
    if step:
        return f"every {every[0]} {every[1]}" if every and every != step and _minutes(every) != _minutes(step) else ""
    if held is None or held == days:
        return ""
    shifted = any(frozenset((d + k) % 7 for d in held) == days for k in (-1, 1))  # another zone may begin a day earlier
    return "" if shifted and held != days and len(held) == len(days) else _shown(held)


def _minutes(step: tuple[int, str]) -> int:
    return step[0] * (60 if step[1] == "hours" else 1)


def _shown(days: frozenset[int]) -> str:
    if len(days) == 7:
        return "every day"
    return ", ".join(n.title() for n, i in sorted(_NAMES.items(), key=lambda x: (x[1] - 1) % 7) if i in days)
