"""The words by which an action is said to be done, and the names of tools by which it is done. Data only.

Past participles in English, German, French, Spanish, Portuguese and Dutch; first-person pasts of Spanish and Portuguese
("1st"); Chinese verbs; Japanese verbal nouns.
"""

from typing import Final

ACTIONS: Final[dict[str, dict[str, str]]] = {
    "send": {
        "en": r"sent|e-?mailed|mailed|texted|messaged|forwarded|notified",
        "de": (
            r"gesendet|geschickt|\w{2,4}geschickt|verschickt|versendet|versandt|gemailt|weitergeleitet"
            r"|benachrichtigt"
        ),
        "fr": r"envoyée?s?|expédiée?s?|transmise?s?|transférée?s?",
        "es": r"enviad[oa]s?|mandad[oa]s?|remitid[oa]s?",
        "pt": r"enviad[oa]s?|mandad[oa]s?|encaminhad[oa]s?",
        "nl": r"verzonden|verstuurd|gestuurd|gemaild|opgestuurd|doorgestuurd",
        "1st": r"envié|mandé|remití|reenvié|enviei|mandei|encaminhei",
        "inf": r"envoyer|transmettre|expédier|enviar|mandar|encaminhar|remitir",
        "zh": r"发送|发出|寄出|发给|发到|转发",
        "ja": r"送信|送付|転送|お送り",
    },
    "book": {
        "en": r"booked|reserved",
        "de": r"gebucht|reserviert",
        "fr": r"réservée?s?",
        "es": r"reservad[oa]s?",
        "pt": r"reservad[oa]s?|marcad[oa]s?",
        "nl": r"geboekt|gereserveerd",
        "1st": r"reservé|reservei",
        "inf": r"réserver|reservar|marcar",
        "zh": r"预订|预定|订好|订了",
        "ja": r"予約",
    },
    "cancel": {
        "en": r"cancell?ed",
        "de": r"storniert|abgesagt|gekündigt",
        "fr": r"annulée?s?|résiliée?s?",
        "es": r"cancelad[oa]s?|anulad[oa]s?",
        "pt": r"cancelad[oa]s?",
        "nl": r"geannuleerd|opgezegd|afgezegd",
        "1st": r"cancelé|anulé|cancelei",
        "inf": r"annuler|cancelar|anular",
        "zh": r"取消|退订",
        "ja": r"キャンセル|取り消し|解約",
    },
    "order": {
        "en": r"ordered|purchased|bought",
        "de": r"bestellt|gekauft",
        "fr": r"commandée?s?|achetée?s?",
        "es": r"comprad[oa]s?|pedid[oa]s?",
        "pt": r"comprad[oa]s?|encomendad[oa]s?",
        "nl": r"besteld|gekocht",
        "1st": r"compré|comprei|encomendei",
        "inf": r"commander|acheter|comprar|pedir|encomendar",
        "zh": r"下单|购买|订购",
        "ja": r"注文|購入|発注",
    },
    "schedule": {
        "en": r"scheduled|rescheduled",
        "de": r"terminiert|eingeplant|in (?:den|Ihren|deinen) Kalender eingetragen",
        "fr": r"planifiée?s?|programmée?s?",
        "es": r"agendad[oa]s?|programad[oa]s?",
        "pt": r"agendad[oa]s?|reagendad[oa]s?",
        "nl": r"ingepland|gepland",
        "1st": r"agendé|programé|agendei|reagendei",
        "zh": r"安排好|添加到日历|加入日历",
        "ja": r"カレンダーに登録|カレンダーに追加",
    },
    "submit": {
        "en": r"submitted|filed",
        "de": r"eingereicht",
        "fr": r"soumise?s?|déposée?s?",
        "es": r"presentad[oa]s?",
        "pt": r"submetid[oa]s?|protocolad[oa]s?",
        "nl": r"ingediend|ingestuurd",
        "1st": r"presenté|submeti|protocolei",
        "inf": r"soumettre|déposer|presentar|submeter",
        "zh": r"提交",
        "ja": r"提出|申請",
    },
    "publish": {
        "en": r"published|posted|deployed|released|uploaded",
        "de": r"veröffentlicht|deployt|ausgerollt|hochgeladen",
        "fr": r"publiée?s?|déployée?s?|mise?s? en ligne|téléversée?s?",
        "es": r"publicad[oa]s?|desplegad[oa]s?|subid[oa]s?",
        "pt": r"publicad[oa]s?|implantad[oa]s?",
        "nl": r"gepubliceerd|uitgerold|geüpload|gedeployd",
        "1st": r"publiqué|desplegué|subí|publiquei|implantei",
        "inf": r"publier|déployer|publicar|desplegar|subir|implantar",
        "zh": r"发布|部署|上传",
        "ja": r"公開|デプロイ|アップロード",
    },
    "push": {
        "en": r"pushed",
        "de": r"gepusht",
        "fr": r"poussée?s?|pushée?s?",
        "es": r"pushead[oa]s?",
        "pt": r"empurrad[oa]s?",
        "nl": r"gepusht",
        "1st": r"pusheé",
        "zh": r"推送",
        "ja": r"プッシュ",
    },
    "commit": {
        "en": r"committed",
        "de": r"committet|commited|eingecheckt",
        "fr": r"commitée?s?|committée?s?",
        "es": r"commitead[oa]s?|confirmad[oa]s? en git",
        "pt": r"commitad[oa]s?",
        "nl": r"gecommit",
        "1st": r"commiteé|commitei",
        "zh": r"提交(?:代码|更改|到 ?git)",
        "ja": r"コミット",
    },
    "change": {  # of something that a system keeps: see KEPT
        "en": (
            r"updated|changed|modified|processed|refunded|exchanged|returned|upgraded|applied|transferred|removed"
            r"|added|registered|activated|deactivated|closed|unlocked|reset|credited|paid"
        ),
        "de": (
            r"aktualisiert|geändert|umgebucht|erstattet|umgetauscht|hinzugefügt|entfernt|überwiesen|bezahlt"
            r"|freigeschaltet|zurückgesetzt|gutgeschrieben|eingetragen"
        ),
        "fr": (
            r"mise?s? à jour|modifiée?s?|remboursée?s?|échangée?s?|ajoutée?s?|supprimée?s?|virée?s?|payée?s?"
            r"|créditée?s?"
        ),
        "es": (
            r"actualizad[oa]s?|modificad[oa]s?|cambiad[oa]s?|reembolsad[oa]s?|añadid[oa]s?|eliminad[oa]s?|pagad[oa]s?"
            r"|transferid[oa]s?"
        ),
        "pt": (
            r"atualizad[oa]s?|alterad[oa]s?|reembolsad[oa]s?|trocad[oa]s?|adicionad[oa]s?|removid[oa]s?|pag[oa]s?"
            r"|transferid[oa]s?"
        ),
        "nl": r"bijgewerkt|gewijzigd|terugbetaald|omgeruild|toegevoegd|verwijderd|overgemaakt|betaald",
        "1st": (
            r"actualicé|modifiqué|cambié|reembolsé|añadí|eliminé|pagué|atualizei|alterei|reembolsei|adicionei|removi"
            r"|paguei"
        ),
        "zh": r"更新|修改|更改|变更|退款|换货|添加|删除|支付|转账|改签|升级",
        "ja": r"更新|変更|修正|返金|交換|追加|削除|支払い|振込|アップグレード",
    },
    "write": {
        "en": r"created|written|wrote|saved|generated|added|updated",
        "de": r"erstellt|angelegt|geschrieben|gespeichert|aktualisiert|hinzugefügt|ergänzt",
        "fr": r"créée?s?|écrite?s?|enregistrée?s?|ajoutée?s?|mise?s? à jour",
        "es": r"cread[oa]s?|escrit[oa]s?|guardad[oa]s?|actualizad[oa]s?|añadid[oa]s?",
        "pt": r"criad[oa]s?|escrit[oa]s?|salv[oa]s?|atualizad[oa]s?|adicionad[oa]s?",
        "nl": r"aangemaakt|gemaakt|geschreven|opgeslagen|bijgewerkt|toegevoegd",
        "1st": r"creé|escribí|guardé|actualicé|añadí|criei|escrevi|salvei|atualizei|adicionei",
        "zh": r"创建|写入|生成|保存|更新|添加",
        "ja": r"作成|保存|更新|追加",
    },
}

# Actions known by what they are about: a noun, and a tool that has it in its name. Only where such a tool is at hand.
TOPICS: Final[
    dict[str, tuple[str, str, str]]
] = {  # (noun in a sentence, in the name of a tool for it, in what may do it)
    "coupon": (
        r"coupons?|vouchers?|promo(?:tional|tion)? ?codes?|discount codes?|gift ?cards?|gutschein\w*"
        r"|rabattcodes?|bons?"
        r" de réduction|codes? promo|chèques?-cadeaux?|cup[oó]n(?:es)?|vales?|código promocional|cupo(?:m|ns)"
        r"|kortingscodes?|cadeaubon\w*|waardebon\w*|优惠券|代金券|优惠码|クーポン|割引券",
        r"coupon|voucher|promo|redeem|gutschein|cup[oó]n|cupom|korting|优惠券|クーポン",
        r"coupon|voucher|promo|discount|redeem|gift|code|gutschein|rabatt|cup[oó]n|cupom|vale|korting|优惠|クーポン|割引",
    ),
    "exchange": (
        r"exchanges?|swaps?|umtausch\w*|échanges?|cambios? de (?:producto|artículo|talla)|canjes?|trocas?"
        r"|omruil\w*|ruil"
        r"|换货|调换|交換",
        r"exchange(?!_?rate)|swap|umtausch|échang|echang|canje|troca|omruil|换货|交換",
        r"exchang|swap|replac|switch|umtausch|tausch|échang|echang|cambi|canje|troca|ruil|换|交換|modify|update"
        r"|change|edit",
    ),
    "complaint": (
        r"complaints?|beschwerden?|réclamations?|plaintes?|quejas?|reclamaci(?:ón|ones)|reclamaç(?:ão|ões)|klachten?"
        r"|投诉|苦情|クレーム",
        r"complain|beschwer|r[eé]clam|plainte|queja|klacht|投诉|苦情",
        r"complain|beschwer|r[eé]clam|plainte|queja|klacht|ticket|case|issue|feedback|escalat|投诉|苦情|クレーム",
    ),
    "reminder": (
        r"reminders?|erinnerung(?:en)?|rappels?|recordatorios?|lembretes?|herinnering(?:en)?|提醒|リマインダー",
        r"remind|erinner|rappel|recordat|lembr|herinner|提醒|リマイン",
        r"remind|alarm|erinner|rappel|recordat|lembr|herinner|notif|schedul|calendar|event|sms|提醒|リマイン",
    ),
}
_SET_UP: Final = (  # that it was done with
    r"(?:(?:has|have) (?:also |now |already )?been|is (?:now |also )?|was (?:also )?|are now ) ?"
    r"(?:registered|used|applied|redeemed|set(?: up)?|created|opened|placed|arranged|recorded|filed|submitted"
    r"|scheduled)"
    r"|(?:ist|sind|wurde|wurden)\b[^.;!?]{0,40}\b(?:registriert|eingelöst|angewendet|verwendet|eingerichtet"
    r"|angelegt|erstellt"
    r"|veranlasst|gesetzt|erfasst|eröffnet)"
    r"|(?:a|ont) (?:aussi |également |bien )?été (?:enregistrée?s?|utilisée?s?|appliquée?s?|créée?s?|ouverte?s?"
    r"|programmée?s?)"
    r"|(?:est|sont) (?:bien |aussi )?(?:enregistrée?s?|appliquée?s?|créée?s?|ouverte?s?|programmée?s?)"
    r"|(?:ha sido|han sido|se ha|quedó|queda|fue|está)(?: también| ya)? (?:registrad|aplicad|usad|utilizad"
    r"|canjead|cread|abiert"
    r"|programad|activad)[oa]s?"
    r"|(?:foi|foram|ficou|está)(?: também| já)? (?:registrad|aplicad|usad|utilizad|resgatad|criad|abert|agendad"
    r"|programad)[oa]s?"
    r"|(?:is|zijn|werd)\b[^.;!?]{0,30}\b(?:geregistreerd|gebruikt|toegepast|ingewisseld|aangemaakt|ingesteld|geopend)"
    r"|也?已(?:经)?(?:为您)?(?:也)?(?:使用|应用|抵扣|登记|创建|提交|设置|设好|办理|申请)"
    r"|(?:適用|使用|登録|作成|設定|申請|手配)(?:し|され|いたし)(?:ました|ています)"
)
TOPIC_DONE: Final[dict[str, str]] = {
    sort: rf"\b(?:{noun})[^.;!?。；！？\n]{{0,50}}?(?:{_SET_UP})|(?:已(?:经)?(?:为您)?|帮您)(?:使用|应用|设置|创建"
    rf"|提交)了?[^，。；]{{0,8}}?(?:{noun})"
    for sort, (noun, _, _) in TOPICS.items()
}

# What is so when an action was done ("the receipt is on its way"): of a message, or of something put up for all to see.
MESSAGE: Final = (
    r"(?:e-?mail|mail|message|receipt|confirmation|invitation|invoice|notification|letter|sms|link|nachricht|beleg"
    r"|bestätigung|einladung|rechnung|quittung|courriel|justificatif|reçu|facture|lettre|correo|mensaje|recibo"
    r"|confirmación|factura|carta|e-mail|mensagem|comprovante|confirmação|fatura|bericht|bevestiging|bon|factuur"
    r"|uitnodiging)\w{0,2}"
)
PARTY: Final = (
    r"(?:team|colleagues?|manager|lead|staff|customer|client|owner|supplier|channel|kolleg\w+|kund\w+|leitung|équipe"
    r"|responsable|collègues?|equipo|encargad[oa]|cliente|equipe|gerente|klant|leidinggevende|collega\w*)"
)
_IS: Final = (
    r"(?:is|are|has been|have been|was|were|ist|sind|wurden?|est|sont|a été|ont été|está|están|estão|ha sido|fue|foi)"
)
_YOURS: Final = r"\b(?:your|the|both|all|la|le|les|votre|vos|el|los|las|su|sus|tu|a|o|as|os|sua|seu)"
STATES: Final[dict[str, str]] = {
    "send": (
        rf"\b{MESSAGE}\b[^.;:!?\n]{{0,40}}?\b(?:(?:is|are) (?:already |now )?(?:on (?:its|the|their) way|out)"
        r"|(?:has|have)(?: just| already)? gone out|just went out|(?:ist|sind)\b[^.;:!?\n]{0,40}\b(?:raus|unterwegs"
        r"|rausgegangen)|vient de partir|est (?:bien |déjà )?partie?|est en route|acaba de salir|va en camino"
        r"|ya salió"
        r"|está (?:ya )?enviad[oa]|acabou de sair|já saiu|está a caminho|is (?:al )?(?:onderweg|de deur uit))\b"
        rf"|\b{PARTY}\b[^.;!?\n]{{0,20}}?\b{_IS} (?:now |already |bereits |bien |ya |já )?(?:informed|notified"
        rf"|told|alerted"
        r"|informiert|benachrichtigt|verständigt|prévenue?s?|informée?s?|avertie?s?|avisad[oa]s?|informad[oa]s?"
        r"|notificad[oa]s?|ingelicht|geïnformeerd)\b"
        rf"|\b(?:I|we)(?:['’]ve| have)? (?:informed|notified|told|alerted) (?:the|your|my|our) (?:\w+ )?{PARTY}\b"
        rf"|\bj['’]ai (?:prévenu|informé|averti) (?:l['’]|le |la |les |votre )?{PARTY}\b"
        rf"|\b(?:he (?:avisado|informado|notificado) al?|avisé al?|avisei [oa]|informei [oa]"
        rf"|notifiquei [oa]) (?:la )?{PARTY}\b"
        rf"|\bik heb (?:het |de |uw )?{PARTY} (?:ingelicht|geïnformeerd)|\bich habe (?:das |die |den )?{PARTY}"
        r" (?:informiert|benachrichtigt|verständigt)|已(?:经)?通知(?!您|你)"
        r"|(?:チーム|担当者?|上司)に(?:連絡|通知|報告)(?:し|いたし)ました"
    ),
    "book": (
        rf"{_YOURS} (?:[\w-]+ ){{1,3}}{_IS} (?:now |also |bien |ya |já )?(?:booked|reserved|réservée?s?"
        rf"|reservad[oa]s?)\b"
    ),
    "cancel": (
        rf"{_YOURS} (?:[\w-]+ ){{1,3}}{_IS} (?:now |also |bien |ya |já )?(?:cancell?ed|annulée?s?"
        rf"|cancelad[oa]s?|anulad[oa]s?)\b"
    ),
    "publish": (
        r"\b(?:is|are|went) (?:now |all )*(?:live|online|deployed|rolled out)\b(?! in )|\b(?:now "
        r"|up and )running (?:on|in)"
        r" (?:staging|production)\b|\b(?:ist|sind) (?:jetzt |nun )?(?:live|online)\b|\bläuft (?:jetzt|nun) (?:auf|in)"
        r" (?:staging|produktion)\b|\b(?:est|sont) (?:désormais |maintenant )?en (?:ligne|production)\b"
        r"|\bestán? (?:ya )?"
        r"(?:en (?:línea|producción)|desplegad[oa]s?)\b|\b(?:já )?está(?:o)? (?:no ar|em produção|implantad[oa])\b"
        r"|\bstaat (?:nu )?(?:live|online)\b|已经?上线|本番環境に(?:反映|公開)され"
    ),
}

# What a system keeps, so that a change of it needs a tool (a plan or a list in the chat itself needs none).
KEPT: Final = (
    r"\b(?:reservations?|bookings?|(?<!in )orders?(?! of| by| in)|accounts?|address(?:es)?|payments?"
    r"|subscriptions?|tickets?|profiles?|passwords?|cards?|balance|refunds?|returns?|exchanges?|flights?|seats?"
    r"|insurance|bags?|appointments?|invoices?|deliver(?:y|ies)"
    r"|shipments?|memberships?|settings|preferences|buchung\w*|reservierung\w*|bestellung\w*|konto|adresse|zahlung\w*"
    r"|rückerstattung|termin\w*|rechnung\w*|lieferung\w*|réservations?|commandes?|comptes?|adresses?|paiements?"
    r"|remboursements?|vols?|rendez-vous|factures?|livraisons?|reservas?|pedidos?|cuentas?|dirección|pagos?"
    r"|reembolsos?"
    r"|vuelos?|citas?|facturas?|contas?|endereço|pagamentos?|voos?|consultas?|faturas?|boeking\w*|reservering\w*"
    r"|bestelling\w*|rekening\w*|adres|betaling\w*|terugbetaling|vlucht\w*|afspra\w+|factu\w+)\b"
    r"|预订|订单|账户|地址|付款|退款|航班|座位|预约|发票|予約|注文|アカウント|住所|支払い|返金|便|座席|請求書"
)

# A call with one of these in its name, or in what a shell or another agent is told, could have done the action.
COULD: Final[dict[str, str]] = {
    "send": (
        r"send|sent|mail|notif|messag|sms|whatsapp|text_|reply|forward|slack|receipt|invite|inform|tell|alert"
        r"|post|comment"
        r"|contact|chat|channel|call_|phone|avis|envia|enviar"
        r"|mandar|envoi|envoy|schick|versand|versend|benachricht|stuur|verzend|发送|邮|通知|短信|送信"
        r"|メール|送付"
    ),
    "book": (
        r"book|reserv|rebook|appointment|buch|reserva|réserv|boek|agend|marcar|预[订定约]|訂|予約|checkout"
        r"|order|purchase|create"
    ),
    "cancel": (
        r"cancel|annul|storn|refund|return|delete|remove|absag|kündig|kuendig|anular|opzeg|取消|退"
        r"|キャンセル|解約|modify|update|change|exchange"
    ),
    "order": (
        r"order|purchas|buy|checkout|cart|pay|place|bestell|kauf|command|achat|achet|compr|pedido|encomend"
        r"|koop|购|买|下单|注文|購入|発注|book|create|exchange|modify"
    ),
    "schedule": (
        r"schedul|calendar|event|meeting|appointment|remind|kalender|termin|agend|plan|cron|日历|日程|安排"
        r"|カレンダー|予定|book|create|invite"
    ),
    "submit": (
        r"submit|file|send|post|apply|request|claim|einreich|soum|dépos|present|submet|protocol|indien"
        r"|提交|申请|提出|申請|create|return|exchange|ticket|report|open|push|pr_|pull|gh "
    ),
    "publish": (
        r"publish|post|deploy|release|upload|push|ship|rollout|veröff|publi|déploy|subir|desple|implant"
        r"|uitrol|发布|部署|上传|公開|アップ|デプロイ|send|put|create|write|apply|kubectl|rsync|scp"
    ),
    "push": r"push|sync|publish|release|deploy|\bgh\b|ship|submit|推送",
    "commit": r"commit|checkpoint|release|merge|rebase|amend|cherry|\bgh\b|提交",
    "change": r"(?s:.)",
    "write": (
        r"write|create|edit|update|save|add|modify|change|upgrade|set_|put|patch|insert|append|replace"
        r"|apply|generat|upload|download|export|convert|mkdir|touch|cp |mv |tee|>"
    ),
}

# A tool of such a name is plainly for the action.
PLAINLY: Final[dict[str, str]] = {
    "send": (
        r"(?:^|_)(?:send|resend|forward|notify)(?:_|$)|e?mail|sms|enviar|mandar|envoyer|senden|verstu"
        r"|verzend|发送|邮件|送信|メール"
    ),
    "book": (
        r""
        r"(?:^|_)(?:book|reserve|reservar|buchen|reservieren|réserver|reserver|boek|boeken|agendar|marcar)(?:_|$)"
        r"|预订|予約"
    ),
    "cancel": r"(?:^|_)(?:cancel|cancelar|annuler|stornieren|annuleren|absagen|anular)(?:_|$)|取消|キャンセル",
    "order": (
        r"(?:^|_)(?:order|purchase|buy|checkout|comprar|bestellen|kaufen|commander|acheter|kopen)(?:_|$)"
        r"|下单|购买|注文|購入"
    ),
    "schedule": (
        r"schedule|calendar|create_event|agendar|kalender|termin|calendrier|calendario|agenda|日历"
        r"|カレンダー"
    ),
    "submit": r"(?:^|_)(?:submit|einreichen|soumettre|presentar|submeter|indienen)(?:_|$)|提交|提出",
    "publish": (
        r"(?:^|_)(?:publish|deploy|release|upload|publicar|veröffentlichen|publier|publiceren)(?:_|$)|发布"
        r"|部署|公開"
    ),
    "push": r"(?:^|_)push(?:_|$)",
    "commit": r"(?:^|_)commit(?:_|$)",
    "change": (
        r"(?:^|_)(?:update|modify|change|exchange|return|refund|upgrade|apply|transfer|remove|add|pay|close"
        r"|reset)(?:_|$)"
        r"|(?:actualiz|modific|cambi|reembols|atualiz|alter|änder|aender|aktualisier|erstatt|wijzig|bijwerk)"
    ),
    "write": r"(?:^|_)(?:write|create|edit|save)_?file(?:_|$)|^write$|^edit$",
}
