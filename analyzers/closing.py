"""What an agent's message says about the state of its work: done, not done, blocked, or a question handed back. Pure.

Every function gives the sentence it rests on ("" when there is none), so that a finding can quote it. Read in English,
Chinese, German, French, Spanish, Portuguese, Dutch and Japanese. What is denied ("not done yet"), conditional ("once
all is done") or announced ("I will finish") claims nothing. Code blocks and quoted lines are left out.
"""

import re
from functools import lru_cache

_LONG = 40_000  # characters of one message that are looked at, from its beginning and its end


def _words(*lists: str, cjk: str = "") -> re.Pattern[str]:
    """One pattern of several lists of alternatives; Chinese and Japanese have no spaces to bound a word by."""
    latin = "|".join(lists)
    return re.compile(rf"\b(?:{latin})\b" + (f"|(?:{cjk})" if cjk else ""), re.I)


_WHOLE = _words(
    r"all|everything|every|each|entire|whole|fully|both",
    r"alles|alle[nrs]?|sämtliche\w{0,2}|ganze\w?|vollständig\w{0,2}|beide\w?",
    r"tout|toutes|tous|toute|chaque|entièrement|l'ensemble",
    r"todo|todos|todas|toda|completamente|ambos|ambas",
    r"tudo|alles|volledig|beide|gehele",
    cjk=r"全部|所有|都|均|一切|整个|すべて|全て|全|ぜんぶ",
)
_DONE = _words(
    r"done|completed?|finished|implemented|addressed|resolved|fixed|in place|wrapped up|sorted|successfully|shipped",
    r"fertig\w{0,4}|erledigt\w{0,2}|abgeschlossen\w{0,2}|umgesetzt\w{0,2}|implementiert\w{0,2}|behoben\w{0,2}",
    r"terminée?s?|finie?s?|achevée?s?|faite?s?|implémentée?s?|corrigée?s?|accomplie?s?|résolue?s?|en place"
    r"|effectuée?s?",
    r"terminad[oa]s?|hech[oa]s?|completad[oa]s?|finalizad[oa]s?|implementad[oa]s?|corregid[oa]s?|resuelt[oa]s?",
    r"feit[oa]s?|concluíd[oa]s?|implementad[oa]s?|corrigid[oa]s?|resolvid[oa]s?|finalizei|terminei|concluí",
    r"klaar|afgerond|voltooid|gedaan|geïmplementeerd|opgelost|gereed",
    cjk=r"完成|做完|搞定|完毕|已实现|已修复|已解决|就绪|処理しました|完了|終わりました|終わった|終了しました|済み|済んだ"
    r"|できました|実装しました|修正しました|仕上がりました",
)
_WORK = _words(
    r"(?:the|this|that|my|your) (?:\w+ ){0,3}?(?:task|job|work|implementation|refactor(?:ing)?|migration|feature|fix"
    r"|setup|upgrade|change|conversion|rewrite|rename|cleanup|project|plan|list|report)",
    r"die (?:arbeit|aufgabe|umsetzung|umstellung|migration|implementierung)|das projekt|der auftrag|der umbau",
    r"le travail|la tâche|la migration|le projet|l'implémentation|la mission|la liste",
    r"el trabajo|la tarea|la migración|el proyecto|la implementación|la lista",
    r"o trabalho|a tarefa|a migração|o projeto|a implementação|a lista",
    r"het werk|de taak|de migratie|het project|de implementatie|de opdracht|de klus",
    cjk=r"任务|工作|项目|重构|迁移|作業|タスク|実装は|移行|プロジェクト",
)
_ALONE = re.compile(
    r"^(?:(?:great|perfect|excellent|ok(?:ay)?|all|it's|that's|and)[,!. ]*)?"
    r"(?:done|finished|completed?|all set|fertig|erledigt|geschafft|terminé|fini|c'est fait|voilà|listo|hecho"
    r"|terminado"
    r"|pronto|feito|concluído|klaar|gedaan|完成了?|搞定了?|好了|做完了|完了しました|完了です|完了|できました|終わりました)"
    r"\s*(?:[.!:,;。！：，、—–-]|$)",
    re.I,
)
_VOID = _words(  # denies, sets a condition, or announces
    r"not|never|no|none|nothing|cannot|\w+n['’]t|without|except|unless|once|when|if|after|until|before|will"
    r"|would|should"
    r"|can|could|let me|let's|i'll|going to|need to|needs to|to be|almost|nearly|half|partly|partially|want|remaining",
    r"nicht|kein\w{0,2}|nichts|noch|sobald|wenn|falls|nachdem|bis|bevor|werde\w?|wird|sollte\w?|fast|teilweise|außer",
    r"pas|jamais|aucune?|rien|dès que|quand|lorsque|après|avant|sera|seront|va|vais|presque|sauf|si",
    r"no|nunca|ningun[oa]?|nada|cuando|después|antes|será|serán|voy a|casi|excepto|salvo",
    r"não|nenhuma?|quando|depois|será|serão|vou|quase|exceto",
    r"niet|geen|niets|zodra|als|wanneer|nadat|voordat|zal|zullen|bijna|behalve",
    cjk=r"没有|未|还没|尚未|不能|无法|等.{0,12}后|之后|如果|一旦|将会|除了|まだ|ない|ません|たら|れば|後に|予定|以外",
)
_OPEN = _words(  # something remains, was left out, or went wrong
    r"remain(?:s|ing)?|still (?:to do|to be|open|pending|missing|needs?|need to|have to|in progress|failing"
    r"|fails|left)"
    r"|not yet|yet to|left (?:to do|open|for|out|over)|to be done"
    r"|next steps?|next up|up next|next (?:is|comes|phase|task|item|batch)|pending"
    r"|outstanding"
    r"|unfinished|incomplete|half[- ]done|partially|partly|skipped|deferred|postponed|on hold|later"
    r"|follow-?ups?|blocked"
    r"|(?:have|has|had|did|do|does|is|are|was|were|could)(?:n['’]t| not)|unable to|cannot|can['’]t|needs? (?:a"
    r"|an|the|your)"
    r"|waiting (?:for|on)|awaiting|in progress|will (?:be|do|need|continue)|moving on to|before moving|continue with",
    r"noch (?:nicht|offen|zu|aus|in arbeit)|offen\w{0,2}|ausstehend\w{0,2}|fehlt|fehlen|übrig|verbleib\w{1,5}"
    r"|nächste\w? schritte?|konnte\w? (?:\w+ ){0,4}nicht|übersprungen|blockiert|zurückgestellt|wartet|später"
    r"|teilweise",
    r"reste(?:nt)?|pas encore|en attente|prochaines? étapes?|n'ai pas|n'a pas|bloquée?s?|à faire|ignorée?s?"
    r"|plus tard|manque",
    r"queda[n]?|pendientes?|falta[n]?|todavía no|aún no|próximos pasos|no pude|no he|bloquead[oa]s?|por hacer"
    r"|más tarde",
    r"faltam?|pendentes?|ainda não|próximos passos|não consegui|restam?|bloquead[oa]s?|por fazer|mais tarde|resta",
    r"nog (?:niet|te doen|open|over|bezig)|resteert|resterende|openstaand\w?|volgende stap(?:pen)?|kon niet"
    r"|geblokkeerd"
    r"|overgeslagen|later|wacht op",
    cjk=r"剩余|剩下|还需|还要|还没|尚未|未完成|待办|待处理|待做|下一步|无法|没能|跳过|阻塞|暂缓|进行中|稍后|接下来"
    r"|まだ|残り|残って|未完了|未実装|未着手|これから|次のステップ|できません|できていません|保留|ブロック|後ほど|進行中",
)
_NOTHING_OPEN = _words(  # denials of something open: "nothing remains", "no open points"
    r"(?:nothing|none)(?: \w+){0,3} (?:remains?|left|pending|open|outstanding|missing|blocked)"
    r"|no(?: \w+){0,2} (?:remaining|pending|open|outstanding|unfinished|further|follow-?ups?|to-?dos?)(?: \w+){0,2}"
    r"|nothing remains|no longer \w+|not? (?:issues|problems|errors|failures)",
    r"nichts (?:mehr )?(?:ist )?(?:offen|übrig|ausstehend)|keine? (?:\w+ )?(?:offenen?|ausstehenden?)(?: \w+)?",
    r"(?:il ne )?reste (?:plus )?rien|rien ne reste|plus rien (?:à faire)?|aucune? (?:\w+ )?(?:en attente|à faire)",
    r"no queda[n]? nada|nada pendiente|ningun[oa]? \w+ pendiente|não (?:resta|falta) (?:mais )?nada|nada pendente",
    r"niets (?:meer )?(?:open|over|te doen)|geen openstaande \w+",
    cjk=r"没有(?:剩余|遗留|未完成|待办)|无(?:剩余|遗留|待办)|残り(?:は)?(?:あり|ござい)ません|残っていません|未完了.{0,6}ありません",
)
_BLOCKED = _words(  # work cannot go on, or did not happen
    r"blocked|stuck|(?:can|could)(?:n['’]t| not)|cannot|unable|failed|fails|failing|denied|refused|rejected|declined"
    r"|(?:am|is|are|was|were)(?:n['’]t| not)(?: been)? (?:able|possible|allowed|permitted|available|found)"
    r"|(?:do|did|does)(?:n['’]t| not) (?:have|work|exist|go through|succeed)|no (?:\w+ ){0,2}(?:access|permission|key"
    r"|token|rights?|credentials?)|unavailable|timed out|out of stock|impossible|not (?:possible|allowed|available"
    r"|found|permitted)",
    r"blockiert|fehlgeschlagen|verweigert|abgelehnt|gesperrt|unmöglich|nicht möglich|nicht verfügbar"
    r"|(?:kann|konnte|können|konnten|ließ|lässt)(?: \w+){0,5} nicht|kein\w{0,2} (?:\w+ )?(?:zugriff|zugang"
    r"|schlüssel|rechte)",
    r"bloquée?s?|échoué|échoue|échec|refusée?s?|impossible|indisponibles?|(?:n'ai|ne) (?:\w+ )?pas (?:pu|peux|peut)"
    r"|ne peu[tx] pas|pas (?:d'accès|possible|disponible)",
    r"bloquead[oa]s?|falló|fallado|falla|denegad[oa]s?|rechazad[oa]s?|imposible|no (?:he |se )?(?:pude|puedo"
    r"|podido|puede)"
    r"|no disponible|sin acceso",
    r"falhou|falha|negad[oa]s?|recusad[oa]s?|impossível|não (?:consegui|consigo|pude|posso|foi possível)|indisponível"
    r"|sem acesso",
    r"geblokkeerd|mislukt|geweigerd|afgewezen|onmogelijk|(?:kan|kon|kunnen|lukt|lukte)(?: \w+){0,4} niet"
    r"|niet (?:mogelijk"
    r"|beschikbaar|gelukt)|geen toegang",
    cjk=r"阻塞|被拒|拒绝|失败|无法|不能|没法|没有权限|无权限|不可用|卡住|受阻|失敗|ブロック|拒否|できません|できなかった"
    r"|できていません|権限が(?:なく|ない|ありません)|不可能|利用できない",
)
_OFFER = _words(
    r"let me know|would you like|do you want|want me to|shall i|should i|which (?:one|option|approach)"
    r"|how would you like"
    r"|ready for (?:your )?(?:feedback|review)|say the word|your call|waiting for your|tell me"
    r"|please (?:provide|share|send|confirm|tell|give|choose|pick|decide|specify|clarify|upload|paste|run|check)",
    r"soll ich|möchtest du|möchten sie|willst du|wollen sie|sag(?:en sie)? (?:mir )?bescheid|lass mich wissen",
    r"dois-je|veux-tu|voulez-vous|souhaitez-vous|souhaites-tu|dis-moi|dites-moi|faut-il",
    r"quieres que|quiere que|desea que|dime|dígame|debo|avísame|avíseme|prefieres",
    r"quer que|deseja que|devo|me avise|diga-me|prefere",
    r"zal ik|wil je|wilt u|moet ik|laat (?:me|het me) weten|zeg het maar",
    cjk=r"要我|需要我|是否|请告诉|请确认|吗[?？]?$|呢[?？]?$|しますか|ましょうか|よろしいですか|ください|いかがですか|教えて",
)
_GO_ON = _words(
    r"continue|proceed|go (?:on|ahead)|carry on|move on|next|remaining|rest|start",
    r"weiter\w*|fortfahren|restliche\w?|nächste\w?",
    r"continuer?|poursuiv\w+|suite|reste|suivante?s?|seguir|sigo|siga|continú\w+|resto|siguientes?|continuar|prosseguir",
    r"restantes?|próxim[oa]s?|verder|doorga\w*|volgende",
    cjk=r"继续|下一|剩|接着|开始|続け|次|残り|進め",
)
_WAITS = _words(
    r"needs?|requires?|approval|permission|depends on|waits?|waiting|awaiting|until|up to you|your turn|manually",
    r"brauch\w{0,3}|benötig\w{0,3}|freigabe|genehmigung|wart\w{1,3}|nécessite\w*|besoin|autorisation|attends?|attente",
    r"necesit\w+|requiere\w*|aprobación|permiso|espera\w*|precis\w+|requer\w*|aprovação|permissão|aguard\w+",
    r"nodig|vereist|goedkeuring|toestemming|wacht\w*",
    cjk=r"需要|等待|批准|审批|权限|手动|必要|承認|許可|待ち|お待ち",
)
_ANNOUNCES = _words(
    r"let me|let['’]s|i['’]ll|i will|going to|if|lass mich|ich werde|wenn|falls|je vais|si|voy a|déjame|vou|se",
    r"laat me|als",
    cjk=r"让我|我来|如果|もし|れば|たら",
)
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")


@lru_cache(maxsize=8192)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a message without code blocks, quoted lines and markup; a list line or table row is one."""
    if len(text) > 2 * _LONG:
        text = text[:_LONG] + "\n" + text[-_LONG:]
    found: list[str] = []
    code = False
    for line in text.splitlines():
        if _FENCE.match(line):
            code = not code
        elif not code and not line.lstrip().startswith(">"):
            bare = line.replace("**", "").replace("__", "").strip(" \t#*-•|✅☑✓✔🎉")
            found += [s.strip() for s in _END.split(bare) if s.strip()]
    return tuple(found)


def claims_whole(text: str, *, alone: bool = True) -> str:
    """The sentence that says that the whole of the work is done, not just a part of it. With `alone` = false a bare
    "Done." does not count: it may be about the last request only."""
    for s in sentences(text):
        if asks(s) or _VOID.search(_bare(s)):
            continue
        if (alone and _ALONE.match(s)) or (_DONE.search(s) and (_WHOLE.search(s) or _WORK.search(s))):
            return s
    return ""


def claims_done(text: str, about: str = "") -> str:
    """The first sentence that says that something is done; with `about` (a pattern), only where it names that too."""
    for s in sentences(text):
        if asks(s) or _VOID.search(_bare(s)) or (about and not re.search(about, s, re.I)):
            continue
        if _ALONE.match(s) or _DONE.search(s):
            return s
    return ""


def admits_open(text: str) -> str:
    """The sentence that says openly that something remains, was left out or did not work."""
    return next((s for s in sentences(text) if not asks(s) and _OPEN.search(_NOTHING_OPEN.sub(" ", s))), "")


@lru_cache(maxsize=8192)
def unfinished(sentence: str) -> bool:
    """Whether a sentence speaks of something as not done: denied, open, conditional, announced, or asked about."""
    bare = _bare(sentence)
    return asks(sentence) or bool(_VOID.search(bare) or _OPEN.search(bare) or _OFFER.search(bare))


@lru_cache(maxsize=8192)
def finished(sentence: str) -> bool:
    """Whether a sentence says that something is done."""
    return bool(_DONE.search(sentence)) and not asks(sentence) and not _VOID.search(_bare(sentence))


def says_blocked(text: str) -> str:
    """The sentence that says that work cannot go on or did not happen (not one that only announces a look at it)."""
    said = (s for s in sentences(text) if not asks(s) and not s.endswith((":", "：")) and not _ANNOUNCES.search(s))
    return next((s for s in said if _BLOCKED.search(_NOTHING_OPEN.sub(" ", s))), "")


def waits(text: str) -> str:
    """The sentence that says that something is needed from somebody, or waited for."""
    return next((s for s in sentences(text) if _WAITS.search(_bare(s))), "")


def asks_back(text: str) -> str:
    """The question or offer near the end of a message with which the decision is handed back to the user."""
    return next((s for s in reversed(sentences(text)[-6:]) if asks(s) or _OFFER.search(s)), "")


def asks_to_go_on(text: str) -> str:
    """The question or offer near the end of a message whether to go on with what is left."""
    return next((s for s in reversed(sentences(text)[-6:]) if (asks(s) or _OFFER.search(s)) and _GO_ON.search(s)), "")


def asks(sentence: str) -> bool:
    """Whether a sentence is a question."""
    return sentence.rstrip(" *)\"'”」").endswith(("?", "？"))


def _bare(sentence: str) -> str:
    """A sentence without the denials that confirm that all is done ("no errors", "nothing is left")."""
    return _NOTHING_OPEN.sub(" ", _NO_TROUBLE.sub(" ", sentence))


_NO_TROUBLE = _words(
    r"(?:with |without |and |has |have |are ){0,2}(?:no|any|zero|0)(?: \w+){0,2} (?:errors?|issues?|problems?|failures?"
    r"|warnings?|regressions?|changes)",
    r"(?:ohne|keine)(?: \w+)? (?:fehler|probleme|warnungen)|sans(?: \w+)? (?:erreurs?|problèmes?)|aucune erreur",
    r"sin(?: \w+)? (?:errores|problemas)|sem(?: \w+)? (?:erros|problemas)|zonder(?: \w+)? (?:fouten|problemen)",
    cjk=r"没有(?:错误|问题|报错)|无(?:错误|报错)|エラー(?:は|も)?(?:なし|ありません)|問題(?:は|も)?(?:なし|ありません)",
)
