"""Words by which agents say that work is done, open, blocked, waited for, or handed back; in English, German, French,
Spanish, Portuguese, Dutch, Chinese and Japanese. Patterns only; `closing` says how they are read."""

import re

from planscope.analyzers.quick import quick


def _words(*lists: str, cjk: str = "") -> re.Pattern[str]:
    """One pattern of several lists of alternatives; Chinese and Japanese have no spaces to bound a word by."""
    latin = "|".join(lists)
    return quick(rf"\b(?:{latin})\b" + (f"|(?:{cjk})" if cjk else ""), re.I)


WHOLE = _words(  # the whole, not all of something: "all steps", not "all tests of the parser"
    r"everything|all (?:done|set|finished|complete|in place|implemented)|fully (?:done|complete|implemented|finished)"
    r"|(?:all|both)(?: of)?(?: (?:the|these|those|my|your|our))?(?: (?:\d+|two|three|four|five|six|seven|eight"
    r"|nine|ten"
    r"|planned|requested|remaining|listed|other|required))? (?:tasks|items|steps|to-?dos|jobs|work|parts"
    r"|points|phases"
    r"|changes|features|requirements|pieces|stages|goals|objectives|requests)"
    r"|(?:the |this )?(?:whole|entire|full|complete) (?:\w+ )?(?:task|job|work|implementation|project|migration|list"
    r"|plan|thing|refactoring|feature|request|change)",
    r"alles|(?:alle|sämtliche|beide)n? (?:\w+ )?(?:schritte|aufgaben|punkte|arbeiten|teile|änderungen"
    r"|anforderungen)n?",
    r"tout (?:est|a été)|toutes les (?:\w+ )?(?:tâches|étapes|modifications|parties)",
    r"tous les (?:\w+ )?(?:points|éléments|travaux|objectifs)|todo (?:está|ha|quedó)",
    r"tod[oa]s l[oa]s (?:\w+ )?(?:tareas|etapas|partes|pasos|puntos|cambios|elementos|requisitos)",
    r"tudo|tod[oa]s [oa]s (?:\w+ )?(?:tarefas|etapas|partes|passos|pontos|itens|requisitos|mudanças)",
    r"alle (?:\w+ )?(?:taken|stappen|punten|onderdelen|wijzigingen)|de hele (?:klus|opdracht|lijst)",
    cjk=r"(?:所有|全部)的?(?:任务|步骤|工作|项目|事项|内容|修改|功能|需求|待办|要求)?(?:都|均)?(?:已|完成|做完|搞定|实现|处理)|一切"
    r"|(?:^|[，,。：:]\s?|[事项务骤作目容些们个件])都(?:已经?)?(?:完成|做完|搞定|好了)|すべて|全て|全部"
    r"|全(?:タスク|作業|項目|工程|ステップ)",
)
PART = _words(  # a part of it by its number: that one is done says nothing of the whole
    r"(?:first|second|third|last|next|one) (?:part|half|phase|stage|step|batch|section|milestone|of (?:the"
    r"|these|them))"
    r"|(?:part|phase|stage|step|batch|milestone) (?:one|two|three|four|[ivx]{1,4}|\d{1,2})",
    r"(?:erste|zweite|dritte|letzte|nächste)[nrms]? (?:teil|hälfte|phase|schritt|etappe|abschnitt)|halbzeit",
    r"(?:premi[eè]re?|deuxième|seconde?|troisième|dernière?) (?:partie|moitié|phase|étape)",
    r"(?:primera?|segund[ao]|tercera?|última?) (?:parte|mitad|fase|etapa|paso)",
    r"(?:primeir[ao]|segund[ao]|terceir[ao]|última?) (?:parte|metade|fase|etapa|passo)",
    r"(?:eerste|tweede|derde|laatste) (?:deel|helft|fase|stap)",
    cjk=r"第[一二三四五六七八九十\d]{1,3}(?:个|個)?(?:阶段|部分|步|批|段階|部|ステップ|フェーズ)|[前后後]半|上半|下半",
)
DONE = _words(
    r"done|completed?|finished|implemented|addressed|resolved|fixed|in place|wrapped up|sorted|successfully|shipped"
    r"|prepared|ready(?! (?:to|for|when|once|if|and)\b)",
    r"fertig\w{0,4}|erledigt\w{0,2}|abgeschlossen\w{0,2}|umgesetzt\w{0,2}|implementiert\w{0,2}|behoben\w{0,2}"
    r"|vorbereitet\w{0,2}|startklar|bereit(?! (?:zu|für|zum|zur)\b)",
    r"terminée?s?|finie?s?|achevée?s?|faite?s?|implémentée?s?|corrigée?s?|accomplie?s?|résolue?s?|en place"
    r"|effectuée?s?|préparée?s?|prête?s?(?! (?:à|a|pour)\b)",
    r"terminad[oa]s?|hech[oa]s?|completad[oa]s?|están? complet[oa]s?|finalizad[oa]s?|implementad[oa]s?"
    r"|corregid[oa]s?|resuelt[oa]s?"
    r"|preparad[oa]s?|tod[oa]s? list[oa]s?|están? list[oa]s?(?! para\b)",
    r"feit[oa]s?|concluíd[oa]s?|implementad[oa]s?|corrigid[oa]s?|resolvid[oa]s?|finalizei|terminei|concluí"
    r"|tudo pronto|est(?:á|ão|á tudo) pront[oa]s?(?! (?:para|a)\b)",
    r"klaar|afgerond|voltooid|gedaan|geïmplementeerd|opgelost|gereed|voorbereid",
    cjk=r"完成|做完|搞定|完毕|已实现|已修复|已解决|就绪|准备好|备好|準備ができ|整いました|処理しました|完了"
    r"|終わりました|終わった|終了しました|済み|済んだ|できました|実装しました|修正しました|仕上がりました",
)
WORK = _words(  # the work as such, where the sentence begins
    r"(?:the|this|my|your) (?:task|job|work|implementation|refactor(?:ing)?|migration|feature|setup|upgrade"
    r"|conversion"
    r"|rewrite|cleanup|project|list|request)(?! (?:of|for|in|on))",
    r"i(?: have|['’]ve)?(?: now| successfully)? (?:completed|finished) (?:the|this|your) (?:task|job|work|project)",
    r"ich habe (?:die|den|das|ihre?n?) (?:arbeit|aufgabe|auftrag|projekt|liste)",
    r"j'ai terminé (?:le|la) (?:travail|tâche)|he (?:terminado|completado) (?:el|la) (?:trabajo|tarea|proyecto)",
    r"(?:terminei|concluí) [oa] (?:trabalho|tarefa|projeto)",
    r"(?:die|der|das) (?:arbeit|aufgabe|umsetzung|umstellung|migration|implementierung|projekt|auftrag|umbau)",
    r"l[ea] (?:travail|tâche|migration|projet|mission|liste)|l'implémentation",
    r"(?:el|la) (?:trabajo|tarea|migración|proyecto|implementación|lista)",
    r"[oa] (?:trabalho|tarefa|migração|projeto|implementação|lista)",
    r"(?:het|de) (?:werk|taak|migratie|project|implementatie|opdracht|klus)",
    cjk=r"我?已(?:经)?完成了?(?:本次|这项|该|您的)?(?:任务|工作|项目)|(?:任务|工作|项目)(?=(?:已经?|都|全部|现已)?(?:完成|结束|做完))|(?:作業|タスク|移行作業|プロジェクト)(?=は|が)",
)
ALONE = quick(
    r"^(?:(?:great|perfect|excellent|super|ok(?:ay)?|all|it's|it is|that's|that is|and|so|alles|das ist|es ist"
    r"|damit ist alles|tout est|c['’]est|c['’]est tout|voilà|todo está|ya está(?: todo)?|está todo|está tudo|tudo"
    r"|isso está|alles is|dat is|het is|これで(?:すべて|全部)?|すべて|全部|全て|都|一切|任务|任務)[,!. ]*)?"
    r"(?:done|finished|completed?|all set|fertig|erledigt|geschafft|abgeschlossen|terminée?|finie?|fait"
    r"|bouclée?|voilà|listo|hecho|terminado|completado|pronto|feito|concluído|klaar|gedaan|afgerond"
    r"|(?:已经?)?完成了?|搞定了?|好了|做完了|办好了|完了しました|完了です|完了|できました|終わりました|終了しました)"
    r"\s*(?:[.!:,;。！：，、—–-](?!\w)|$)",
    re.I,
)
APART = _words(  # in the rest of a sentence: something is not so
    r"except|apart from|other than|save for|aside|only|but|though|although|however|yet to",
    r"außer|bis auf|nur|aber|jedoch|allerdings|sauf|hormis|mais|cependant|toutefois|seulement|excepto|salvo|menos"
    r"|pero|sin embargo|solo|sólo|exceto|mas|porém|apenas|behalve|alleen|maar|echter",
    cjk=r"除了|以外|只|但|不过|ただし|だけ|のみ|しかし|けど|ものの",
)
VOID = _words(  # denies, sets a condition, or announces
    r"not|never|no|none|nothing|cannot|\w+n['’]t|without|except|unless|once|when|if|until|before|will"
    r"|would|should"
    r"|can|could|let me|let's|i'll|going to|need to|needs to|to be|almost|nearly|half|partly|partially|want"
    r"|remaining",
    r"nicht|kein\w{0,2}|nichts|noch|sobald|wenn|falls|nachdem|bis|bevor|werde\w?|wird|sollte\w?|fast|teilweise|außer",
    r"pas|jamais|aucune?|rien|dès que|quand|lorsque|après|avant|sera|seront"
    r"|(?:vais|va|vont|allons) (?:\w{1,4} ){0,2}\w{2,14}(?:er|ir|re)|presque|sauf|si",
    r"no|nunca|ningun[oa]?|nada|cuando|después|antes|será|serán|voy a|casi|excepto|salvo",
    r"não|nenhuma?|quando|depois|será|serão|vou|quase|exceto",
    r"niet|geen|niets|zodra|als|wanneer|nadat|voordat|zal|zullen|bijna|behalve",
    cjk=r"没有|未|还没|尚未|不能|无法|等.{0,12}后|之后|后(?:我|我们)?(?:再|会|就)|如果|一旦|将会|除了|まだ|ない|ません|たら|れば|後に|予定|以外",
)
OPEN = _words(  # something remains, was left out, or went wrong
    r"remain(?:s|ing)?|still (?:to do|to be|open|pending|missing|needs?|need to|have to|in progress|failing"
    r"|fails|left)"
    r"|not yet|yet to|left (?:to do|open|for|out|over)|to be done"
    r"|next steps?|next up|up next|next (?:is|comes|phase|task|item|batch)|pending"
    r"|outstanding"
    r"|unfinished|incomplete|half[- ]done|partially|partly|skipped|deferred|postponed|on hold|later"
    r"|follow-?ups?|blocked"
    r"|(?:have|has|had|did|do|does|is|are|was|were|could)(?:n['’]t| not)|unable to|cannot|can['’]t|needs? (?:a"
    r"|an|the|your)"
    r"|waiting (?:for|on)|awaiting|in progress|will (?:be|do|need|continue)|moving on to|before moving|continue with"
    r"|before i (?:finish|finalize|finali[sz]e|continue|go on|proceed)|(?:only|still) a (?:first |rough )?draft",
    r"bevor ich (?:\w+ ){0,4}(?:fertig|weiter|abschließ\w+|fortfahr\w*)"
    r"|avant que je (?:ne )?(?:\w+ )?(?:termine|continue|finalise)"
    r"|antes de (?:que )?(?:terminar?|continuar|seguir|termine)"
    r"|voordat ik (?:\w+ ){0,4}(?:afrond|verder|afmaak)",
    r"noch (?:nicht|offen|zu|aus|in arbeit)|offen\w{0,2}|ausstehend\w{0,2}|fehlt|fehlen|übrig|verbleib\w{1,5}"
    r"|nächste\w? schritte?|konnte\w? (?:\w+ ){0,4}nicht|übersprungen|blockiert|zurückgestellt|wartet|später"
    r"|teilweise",
    r"reste(?:nt)?|pas encore|en attente|prochaines? étapes?|n'ai pas|n'a pas|bloquée?s?|à faire|ignorée?s?"
    r"|plus tard|manque",
    r"quedan? (?:por|algo|un|una|dos|tres|varias?|varios?)"
    r"|pendientes?|falta[n]?|todavía no|aún no|próximos pasos|no pude|no he|bloquead[oa]s?|por hacer"
    r"|más tarde",
    r"faltam?|pendentes?|ainda não|próximos passos|não consegui|restam?|bloquead[oa]s?|por fazer|mais tarde|resta",
    r"nog (?:niet|te doen|open|over|bezig)|resteert|resterende|openstaand\w?|volgende stap(?:pen)?|kon niet"
    r"|geblokkeerd"
    r"|overgeslagen|later|wacht op",
    cjk=r"(?:明天|稍后|以后|之后|回头)再|剩余|剩下|还需|还要|还没|尚未|未完成|待办|待处理|待做|下一步|无法|没能|跳过|阻塞|暂缓|进行中|稍后|接下来"
    r"|まだ|残り|残って|未完了|未実装|未着手|これから|次のステップ|できません|できていません|保留|ブロック"
    r"|後ほど|進行中",
)
NOTHING_OPEN = _words(  # denials of something open: "nothing remains", "no open points"
    r"(?:nothing|none)(?: \w+){0,3} (?:remains?|left|pending|open|outstanding|missing|blocked)"
    r"|no(?: \w+){0,2} (?:remaining|pending|open|outstanding|unfinished|further|follow-?ups?|to-?dos?)(?: \w+){0,2}"
    r"|nothing remains|no longer \w+|not? (?:issues|problems|errors|failures)",
    r"nichts (?:mehr )?(?:ist )?(?:offen|übrig|ausstehend)|keine? (?:\w+ )?(?:offenen?|ausstehenden?)(?: \w+)?",
    r"(?:il ne )?reste (?:plus )?rien|rien ne reste|plus rien (?:à faire)?|aucune? (?:\w+ )?(?:en attente|à faire)",
    r"no queda[n]? nada|nada pendiente|ningun[oa]? \w+ pendiente|não (?:resta|falta) (?:mais )?nada|nada pendente",
    r"niets (?:meer )?(?:open|over|te doen)|geen openstaande \w+",
    cjk=r"没有(?:剩余|遗留|未完成|待办)|无(?:剩余|遗留|待办)|残り(?:は)?(?:あり|ござい)ません|残っていません|未完了.{0,6}ありません",
)
BLOCKED = _words(  # work cannot go on, or did not happen
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
OFFER = _words(
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
GO_ON = _words(
    r"continue|proceed|go (?:on|ahead)|carry on|move on|next|remaining|rest|start",
    r"weiter\w*|fortfahren|restliche\w?|nächste\w?",
    r"continuer?|poursuiv\w+|suite|reste|suivante?s?|seguir|sigo|siga|continú\w+|resto|siguientes?|continuar"
    r"|prosseguir",
    r"restantes?|próxim[oa]s?|verder|doorga\w*|volgende",
    cjk=r"继续|下一|剩|接着|开始|続け|次|残り|進め",
)
WAITS = _words(
    r"needs?|requires?|approval|permission|depends on|waits?|waiting|awaiting|until|up to you|your turn|manually"
    r"|approved?|confirm(?:ed|ation)?|(?:when|once|after|if|unless) you|as soon as|go-ahead",
    r"brauch\w{0,3}|benötig\w{0,3}|freigabe|genehmigung|wart\w{1,3}|nécessite\w*|besoin|autorisation|attends?|attente"
    r"|sobald|wenn (?:du|sie|ihr)|freigegeben|bestätig\w+|zustimm\w+|dès que|une fois que|quand vous|accord|validez",
    r"necesit\w+|requiere\w*|aprobación|permiso|espera\w*|precis\w+|requer\w*|aprovação|permissão|aguard\w+"
    r"|en cuanto|cuando (?:me|usted|lo)|visto bueno|confirm\w+|assim que|quando (?:você|o senhor|a senhora)|aprov\w+",
    r"nodig|vereist|goedkeuring|toestemming|wacht\w*|zodra|wanneer (?:je|u)|akkoord|bevestig\w+",
    cjk=r"需要|等待|批准|审批|权限|手动|确认后|同意后|必要|ご確認|確認後|承認|許可|待ち|お待ち",
)
ANNOUNCES = _words(
    r"let me|let['’]s|i['’]ll|i will|going to|if|lass mich|ich werde|wenn|falls|je vais|si|voy a|déjame|vou|se",
    r"laat me|als",
    cjk=r"让我|我来|如果|もし|れば|たら",
)
NO_TROUBLE = _words(
    r"(?:with |without |and |has |have |are ){0,2}(?:no|any|zero|0)(?: \w+){0,2} (?:errors?|issues?|problems?"
    r"|failures?"
    r"|warnings?|regressions?|changes)",
    r"without (?:a |an |any |a single |one )?(?:\w+ )?(?:hitch|bounces?|conflicts?|complaints?|loss|losses|gaps?"
    r"|duplicates?|incidents?|delays?|trouble|faults?|glitch\w*|hiccups?|surprises?|overlaps?|objections?|clash\w*)",
    r"(?:ohne|keine)(?: \w+)? (?:rückläufer|konflikte?|zwischenfälle?|verluste?|lücken|dubletten|einwände)"
    r"|sans(?: \w+)? (?:accroc|incidents?|conflits?|perte|retard|doublons?)|sin(?: \w+)? (?:rebotes?|conflictos?"
    r"|incidencias?|pérdidas?|duplicados)|sem(?: \w+)? (?:conflitos?|perdas?|duplicados|falhas?)"
    r"|zonder(?: \w+)? (?:conflicten|verlies|dubbelen|haperen)",
    r"(?:ohne|keine)(?: \w+)? (?:fehler|probleme|warnungen)|sans(?: \w+)? (?:erreurs?|problèmes?)|aucune erreur",
    r"sin(?: \w+)? (?:errores|problemas)|sem(?: \w+)? (?:erros|problemas)|zonder(?: \w+)? (?:fouten|problemen)",
    cjk=r"没有(?:错误|问题|报错)|无(?:错误|报错)|エラー(?:は|も)?(?:なし|ありません)|問題(?:は|も)?(?:なし|ありません)",
)
YET_TO_BE = _words(  # beside a participle: it is wanted, allowed or coming, not done
    r"must|may|might|should|shall|will|would|can|could|being|gets?|get|to be|if|once|when|until|tomorrow|soon"
    r"|ready to",
    r"muss|müssen|soll|sollen|sollte\w?|kann|können|wird|werden|dürf\w+|morgen|bald",
    r"doit|doivent|peut|peuvent|faut|sera|seront|demain|bientôt",
    r"debe|deben|puede|pueden|será|serán|hay que|va a|van a|mañana|pronto|deve|devem|pode|podem|serão|vai|vão|amanhã",
    r"moet|moeten|kan|kunnen|wordt|worden|zal|zullen|mag|mogen|straks",
    cjk=r"将(?!来)|应该|应当|需要|可以|打算|明天|予定|必要|べき|明日",
)
