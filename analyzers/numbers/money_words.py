"""The words around amounts of money, in the languages we read: what names an amount, what makes it a total, a
difference, a share, a price for one, an estimate or a bound. Lists of phrases (a trailing * stands for any ending)
and the patterns made of them; no rule is in here. `money.py` and `sums.py` apply them."""

import re
from functools import lru_cache

from planscope.analyzers.quick import quick

_LETTER = r"[^\W\d_]"


def _alternatives(phrases: str) -> str:
    """
    A comma-separated list of phrases as one pattern; Latin ones match whole words, others anywhere.
    """
    latin, other = [], []
    for phrase in sorted(
        {p.strip() for p in phrases.replace("\n", " ").split(",") if p.strip()}, key=len, reverse=True
    ):
        stem = phrase.rstrip("*")
        pattern = r"\s+".join(re.escape(w) for w in stem.split())
        if not ("a" <= stem[0].lower() <= "z" or stem[0] in "äöüéàùçñáíóúãõâêôÄÖÜ"):
            other.append(pattern)
        elif phrase.endswith("*"):
            latin.append(pattern + r"\w*")
        else:
            latin.append(pattern + (rf"(?!{_LETTER})" if stem[-1].isalpha() else ""))
    parts = ([rf"(?<!{_LETTER})(?:{'|'.join(latin)})"] if latin else []) + other
    return "|".join(parts)


def _pattern(phrases: str, before: str = "", after: str = "") -> re.Pattern[str]:
    return quick(f"{before}(?:{_alternatives(phrases)}){after}", re.I)


# --- what names an amount ------------------------------------------------------------------------------------------

NAMES = _pattern("""
    price, prices, cost, costs, fare, fares, fee, fees, charge, charges, refund, refunds, payment, payments,
    deposit, surcharge, balance, savings, subtotal, sub-total, expense, expenses, amount, airfare, tuition,
    rent, salary, wage, preis, preise, kosten, betrag, gebühr, gebühren, endpreis, gesamtpreis, gesamtkosten,
    gesamtsumme, gesamtbetrag, endsumme, zwischensumme, fahrpreis, ticketpreis, zimmerpreis, miete, erstattung,
    anzahlung, zahlung, rechnungsbetrag, kaution, prix, coût, coûts, tarif, tarifs, montant, frais,
    remboursement, acompte, solde, sous-total, precio, precios, coste, costes, costo, costos, tarifa, tarifas,
    importe, monto, reembolso, saldo, depósito, preço, preços, custo, custos, valor, montante, prijs, prijzen,
    bedrag, tarief, totaalbedrag, totaalprijs, terugbetaling, prezzo, prezzi, costi, tariffa, importo, rimborso,
    pris, priser, kostnad, 价格, 价钱, 单价, 总价, 票价, 房价, 售价, 原价, 现价, 费用, 金额, 总额, 花费, 花销,
    余额, 退款, 押金, 定金, 运费, 价, 價格, 總價, 費用, 金額, 総額, 料金, 運賃, 代金, 価格, 値段, 税込, 税抜,
    返金, 残高, 送料, 가격, 요금, 금액, 비용, 총액
""")
COSTS = _pattern(
    """
    costs, cost, is priced at, priced at, price, kostet, kosten, preis, coûte, coûtent, prix, cuesta, cuestan, precio,
    custa, custam, preço, kost, kosten, prijs, costa, kostar, 售价, 价格, 票价, 价格为, 价格是, 料金, 価格, 値段, 가격
""",
    after=r"[\s*_\"'`]{0,4}$",
)
TOTALS = _pattern("""
    that's, that is, that makes, makes, worth, blir, comes to, come to, amounts to, adds up to, add up to,
    works out at, works out to, the lot, le tout, das ganze, todo junto, tudo junto, het geheel, 全部で, 合わせて,
    macht, kommt auf, ergibt, revient à, asciende a, suman, fica em, somam, komt op,
    komt neer op, total, totals, overall, altogether, together, sum, in all, grand total, gesamt*, summe, insgesamt,
    endsumme, zusammen, somme, ensemble, suma, soma, totaal*, samen, totale, somma, totalt, razem, celkem,
    итого, 合计, 总计, 总价, 总额, 总共, 共计, 总费用, 总花费, 一共, 共需, 共, 總計, 總價, 合計, 総額, 総計, 計,
    합계, 총액
""")
DIFFERENCE = _pattern("""
    to go, short, shortfall, missing, drop, drops, dropped, decrease*, increase*, rise, rose, fell, higher,
    lower, rückgang, fehl*, hausse, baisse, manque*, falta*, subida, bajada, aumento, queda, stijging, daling,
    涨, 跌, 降, 返, 缺, differen*, refund*, remain*, left, balance, save, saves, saved, saving*, additional,
    extra, over, under, more, less, cheaper, charge*, owe*, due, change, leave*, leaving, rest, cover*, credit*,
    deduct*, paid, pay*, minus, differenz, erstatt*, bleib*, übrig, ersparnis, spar*, zusätzlich, günstiger,
    teurer, aufpreis, abzüglich, über, unter, zahl*, rembours*, reste*, écart, différence, économ*, supplément,
    sous, dessus, moins, payer, diferencia, reembols*, queda*, ahorr*, adicional, menos, pagar, diferença,
    sobra*, restante*, economi*, acima, abaixo, verschil, terugbetal*, bespa*, goedkoper, duurder, boven, onder,
    betaal*, 差额, 差价, 退款, 退还, 剩, 余额, 少, 多, 节省, 省, 补, 超, 差, 低, 付, 返金, 残, 差額, 節約, 追加,
    支払
""")
WORKED_OUT = _pattern("""
    differen*, saves, saved, saving*, remain*, left, leaves, leaving, cheaper, short, shortfall, drop*,
    decrease*, increase*, extra, additional, more, less, differenz, bleib*, übrig, ersparnis, spar*, günstiger,
    teurer, aufpreis, différence, reste*, écart, économ*, supplément, diferencia, queda*, ahorr*, adicional,
    diferença, sobra*, restante*, economi*, verschil, bespa*, goedkoper, duurder, 差额, 差价, 剩, 节省, 省, 补,
    差, 残り, 差額, 節約
""")
FEES = _pattern("""
    fee*, insurance, insured, bag*, luggage, shipping, delivery, postage, surcharge*, service, tax*, vat,
    includ*, incl, plus, with, extra*, gebühr*, versicherung, gepäck, versand*, inkl*, zuzüglich, mit, frais,
    assurance, bagage*, livraison, avec, inclus*, seguro, equipaje, envío, incluid*, con, taxa*, frete, bagagem,
    com, incluíd*, verzekering, verzend*, bezorg*, inclusief, met, 含, 加, 税, 保险, 行李, 运费, 服务费, 込,
    保険, 送料, 手数料
""")
THRESHOLD = _pattern("""
    free, minimum, threshold, qualif*, until, short of, another, more for, kostenlos, gratis, mindest*, fehlen,
    gratuit*, il manque, faltan, faltam, nog, 包邮, 满, 还差, 起送, あと, 送料無料
""")
DEDUCTION = _pattern("""
    discount, coupon, rebate, voucher, credit applied, gift card applied, minus, rabatt, nachlass, gutschein,
    abzüglich, remise, réduction, descuento, cupón, desconto, cupom, korting, 优惠, 折扣, 减免, 立减, 优惠券,
    割引, クーポン, 値引
""")
SHARE = quick(
    r"[%％折]|"
    + _alternatives("""
    discount*, tax*, vat, tip, gratuity, coupon*, off, surcharge, commission, interest, deposit, convert*,
    exchange, service charge, rabatt*, steuer, mwst*, nachlass, trinkgeld, remise*, taxe*, tva, réduction,
    pourboire, descuento*, impuesto*, iva, propina, desconto*, imposto*, gorjeta, korting*, btw, fooi, 税, 优惠,
    小费, 折合, 換算, 割引, 消費税, mehrwertsteuer*, umsatzsteuer*, brutto*, netto*, gross, net, bruto*, neto*, ttc
"""),
    re.I,
)
FOR_ONE = quick(
    r"p\.\s?p\.|/\s?(?:person|pax|passenger|adult|pers\.?|guest|人|位|名)|"
    + _alternatives("""
    per person, per passenger, per adult, per traveler, per traveller, per guest, per head, per capita,
    per ticket, each person, each passenger, each adult, each traveler, each traveller, for one person,
    for one passenger, apiece, a head, pp, person price, pro person, pro kopf, je person, pro erwachsene*,
    pro passagier, par personne, par passager, par adulte, par tête, por persona, por pasajero, por adulto,
    por pessoa, por passageiro, per persoon, per reiziger, p.p., 每人, 每位, 人均, 每名, 一人あたり, 一人当たり,
    1人あたり, お一人, 1名, 单人, 1인당
"""),
    re.I,
)
TO_SHARE = quick(
    r"/\s?(?:night|day|room|month|mo|week|year|yr|晚|天|夜|日|月|年)|"
    + _alternatives("""
    instal*, rate, raten, mensualité*, cuota*, parcela*, termijn*, 分期, 回払い, apiece, hour, hourly, each,
    split, average*, mean, monthly, per month, a month, per week, weekly, per year, annually, mensuel*,
    mensual*, mensal*, pro monat, monatlich, par mois, por mes, por mês, per maand, maandelijks, durchschnitt*,
    moyenne, promedio, média, gemiddeld*, per night, per day, per room, per item, per piece, per unit, a night,
    jeder, jede, jeweils, pro nacht, pro tag, chacun*, par nuit, par jour, cada, por noche, por noite, por día,
    por dia, ieder, elk, per nacht, per dag, daily, 平均, 每月, 毎月, 各, 均, ずつ, 每晚, 每天, 一晚, 1泊,
    あたり, 当たり, 等分, divided, geteilt, aufgeteilt, verteilt, réparti*, partagé*, divisé*, dividid*,
    repartid*, verdeeld*, gedeeld, 分摊, 平摊
"""),
    re.I,
)

# --- how it is meant -----------------------------------------------------------------------------------------------

_MARK = r"[\s:：*_(（]*(?:[A-Z]{0,2}[$€£¥]|[A-Z]{3})?\s?$"  # nothing but a currency between the words and the number
ABOUT_BEFORE = _pattern(
    """
    about, approximately, approx., around, roughly, nearly, almost, estimated at, estimated, circa, ca., ~, ≈,
    ∼, from, starting at, some, ungefähr, in etwa, à peu près,
    más o menos, mais ou menos, zowat, etwa, rund, ab, environ, près de, à partir de, aproximadamente,
    alrededor de, unos, unas, cerca de, desde, por volta de, a partir de, ongeveer, zo'n, vanaf, rond, 大约,
    大概, 约, 約, 近, だいたい, 大体, ざっと, おおよそ, およそ, 概算, 左右
""",
    after=_MARK,
)
ABOUT_AFTER = quick(
    r"\+(?!\s*[\d$€£¥])|[\s*_)]*(?:"
    + _alternatives("左右, 上下, 前后, 前後, ほど, 程度, くらい, ぐらい, 起, から, or so, ish")
    + ")",
    re.I,
)
BOUND_BEFORE = _pattern(
    """
    under, below, less than, fewer than, up to, at most, at least, no more than, not more than, within, over,
    above, more than, exceed*, minimum, minimum of, maximum, maximum of, max, max., min, min., limit, limit of,
    cap of, between, <, >, ≤, ≥, <=, >=, unter, bis zu, bis, höchstens, mindestens, über, maximal, mehr als,
    weniger als, moins de, jusqu'à, au plus, au moins, plus de, menos de, hasta, como máximo, al menos, más de,
    até, no máximo, pelo menos, mais de, onder, acima de, por encima de, au-dessus de, au-delà de,
    maximaal, hoogstens, minstens, meer dan, minder dan, 不超过,
    低于, 高于, 不到, 最多, 至少, 超过, 上限, 最大
""",
    after=_MARK,
)
BUDGET_BEFORE = _pattern(
    """
    budget, budget of, budget is, presupuesto, presupuesto de, presupuesto es de, orçamento, orçamento de,
    begroting, 预算, 预算为, 预算是, 預算, 予算, 予算は, budget de, budget von
""",
    after=_MARK,
)
BOUND_AFTER = _pattern(
    "以内, 以下, 以上, 之内, 未満, まで, max, maximum, or less, or more, oder weniger", before=r"^[\s*_)]*"
)
EXAMPLE = _pattern(
    "e.g., for example, for instance, such as, z. B., z.B., zum Beispiel, par exemple, p. ex., por ejemplo, "
    "por exemplo, bijvoorbeeld, bijv., 例如, 比如, 例えば, たとえば",
    after=r"(?:[^.;!?\n。；]|\.(?=\d)){0,80}$",
)
CONDITION = _pattern(
    "if, suppose, supposing, assuming, imagine, wenn, falls, angenommen, si, se, als, indien, stel, "
    "如果, 假如, 假设, 若, もし",
    before=r"(?:^|[.;!?\n。；])\s*[-*•]?\s*",
    after=r"[^.,;\n。，；]*$",
)
ESTIMATE = _pattern("""
    estimat*, approximat*, ballpark, simulat*, hypothetical*, illustrative, typical, typically, assume*,
    assuming, assumption*, placeholder*, rough, roughly, schätz*, geschätzt*, angenommen*, estim*, hypoth*,
    supuest*, estimad*, estimativa*, presum*, geschat*, schatting*, aanname*, 估算, 估计, 预估, 预计, 假设,
    大致, 概算, 見積, 推定, 仮定, 目安
""")

# --- what is no amount ---------------------------------------------------------------------------------------------

# What follows a bare number and makes it a count, a share or a measure.
OTHER_UNIT = re.compile(
    r"\s?(?:[%％‰]|m²|人|晚|夜|天|间|間|张|張|件|个|個|名|位|次|分|点|小时|时间|時間|公里|岁|月|日|年|号|泊|枚|室|台|本|(?:"
    + _alternatives("""
    percent, per cent, km, mi, mile*, kg, g, mg, ml, l, cl, dl, oz, tsp, tbsp, cup*, mah, w, kw, kwh, v, hz,
    mhz, px, lb, lbs, m2, m, cm, mm, min, mins, minute*, h, hr, hrs, hour*, day*, night*, week*, month*, year*,
    people, person*, passenger*, adult*, item*, piece*, pcs, unit*, bag*, room*, seat*, star*, point*, token*,
    line*, file*, test*, step*, times, ms, s, kb, mb, gb, option*, result*, ticket*, nächte, personen, tage,
    stunden, zimmer, stück, nuit*, personne*, jour*, heure*, noche*, persona*, día*, noite*, pessoa*, dia*,
    nachten, dagen
""")
    + "))",
    re.I,
)
CURRENCY_HINT = quick(r"[$€£¥￥₹₩元円]|\b(?:USD|EUR|GBP|CNY|RMB|JPY|INR|CHF|SEK|NOK|DKK|CZK|PLN|BRL)\b")
LIMITS = _pattern(
    "max, min, maximum, minimum, limit, budget, threshold, upper, lower, at most, at least, range, filter, 预算, 上限"
)


def spaced(key: str) -> str:
    """A key as words: camelCase and underscores parted."""
    return _short(key) if len(key) <= KEY else _parted(key)


def _parted(key: str) -> str:
    return _HUMP.sub(" ", key.replace("_", " "))


KEY = 60  # characters of a usual key
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_short = lru_cache(maxsize=4096)(_parted)  # the same few keys come in every record


def named(text: str) -> bool:
    """Whether a key or a heading names an amount of money ("totalPrice", "price_per_person", "金额（元）")."""
    plain = spaced(text)
    return bool(NAMES.search(plain) or (TOTALS.search(plain) and CURRENCY_HINT.search(text)))


def is_limit(key: str) -> bool:
    """Whether a key names a bound to search by ("max_price", "budget"), not an amount that is stated."""
    return bool(LIMITS.search(spaced(key)))
