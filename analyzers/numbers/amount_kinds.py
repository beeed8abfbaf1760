"""What an amount is, by the words of a key or of a sentence: a refund or what was paid, an adult's fare or a child's,
the first or the second. Kinds stand on axes; two kinds of one axis exclude each other. Eight languages. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from planscope.analyzers.numbers import money_words as words

# Words by axis and kind, as patterns. They begin at a letter's edge; one that begins with "~" is also the end of a
# compound ("Rückerstattung").
_WORDS: dict[str, dict[str, str]] = {
    "role": {
        "refund": "refund\\w* reimburse\\w* ~erstatt\\w* ~rückzahlung rembours\\w* reembols\\w* devolución devolver\\w*"
        " estorn\\w* terugbetaling terugbetaald teruggave 退款 退还 返金 払い戻し",
        "paid": "paid ~bezahlt ~gezahlt payée? pagad[oa] pagaste betaald 已付 实付 已支付 支払済み? 支払い済み",
        "fee": "fees? penalty penalties ~gebühr(?:en)? frais pénalités? comisión penalización recargo multa taxas?"
        " ~toeslag 手续费 服务费 违约金 手数料 違約金",
        "deposit": "deposits? down\\s?payment ~anzahlung ~kaution acompte arrhes caution depósito fianza anticipo señal"
        " caução sinal aanbetaling ~waarborgsom borg"
        " 押金 定金 订金 保証金 手付金 敷金 頭金",
        "discount": "discount\\w* rebates? coupons? vouchers? ~rabatt ~nachlass ~gutschein remise rabais descuento"
        " cupón desconto cupom korting 折扣 优惠券? 立减 割引 値引き? クーポン",
        "tax": "tax taxes vat gst ~steuern? mwst taxes? tva impuestos? iva impostos? btw belasting 税费? 税金",
        "shipping": "shipping postage freight delivery ~versand\\w* ~versandkosten ~lieferkosten livraison envío frete"
        " verzend\\w* bezorg\\w* 运费 邮费 配送费 送料 配送料",
        "total": "(?<!sub)(?<!sub-)(?<!sub\\s)(?<!sous-)totals? ~gesamt(?:preis|betrag|summe|kosten)? insgesamt"
        " gesamt\\w* totaal\\w* totale 总价 总计 总额 合计 总共 共计 合計 総額",
        "subtotal": "sub-?\\s?total ~zwischensumme sous-total subtotaal 小计 小計",
        "balance": "balance remaining outstanding ~restbetrag ~restzahlung solde saldo restante pendiente resterend\\w*"
        " openstaand 余额 尾款 待付 残高 残金",
        "insurance": "insurance ~versicherung assurance seguro verzekering 保险费? 保険料?",
        "baggage": "bags? baggage luggage ~gepäck ~koffer bagages? equipaje maleta bagagem 行李费? 手荷物 荷物",
        "cleaning": "cleaning ~reinigung ménage limpieza limpeza schoonmaak\\w* 清洁费? 清掃",
        "breakfast": "breakfast ~frühstück petit-déjeuner desayuno ontbijt 早餐 朝食",
        "parking": "parking ~parkplatz stationnement aparcamiento estacionamento parkeren 停车费? 駐車場?",
    },
    "person": {
        "adult": "adults? erwachsene\\w* adultes? adultos? volwassen\\w* 成人 大人",
        "child": "child children child's kids? kind kinder\\w* enfants? niñ[oa]s? crianças?"
        " kinderen 儿童 小孩 孩子 子供"
        " 子ども 小人",
        "senior": "seniors? pensioners? senioren aînés? jubilad[oa]s? idosos? 老人 长者 シニア",
        "student": "students? studierende\\w* studenten étudiante?s? estudiantes? estudantes? 学生",
        "infant": "infants? bab(?:y|ies) säuglinge? bébés? bebés? 婴儿 幼児",
    },
    "class": {
        "economy": "economy éco 经济舱 エコノミー",
        "business": "business 商务舱? ビジネス",
        "standard": "standard estándar padrão 标准 スタンダード",
        "express": "express expr[eé]s expreso expresso 特快 加急 速達",
        "deluxe": "deluxe 豪华 デラックス",
        "premium": "premium",
    },
    "room": {
        "single": "single ~einzelzimmer chambre simple individual eenpersoons\\w* 单人间?房? シングル",
        "double": "double ~doppelzimmer doble duplo tweepersoons\\w* 双人间?房? ダブル",
        "triple": "triple ~dreibettzimmer triplo driepersoons\\w* 三人间",
        "suite": "suite 套房 スイート",
    },
    "place": {
        "1": "first 1st erste[nrs]? première? premier primer[oa]? primeir[oa] eerste 第一 一等座? 1番目 一台目 1台目",
        "2": "second 2nd zweite[nrs]? deuxième segund[oa] tweede 第二 二等座? 二台目 2台目",
        "3": "third 3rd dritte[nrs]? troisième tercer[oa]? terceir[oa] derde 第三 三等座? 三台目 3台目",
        "4": "fourth 4th vierte[nrs]? quatrième cuart[oa] quart[oa] vierde 第四",
    },
    "period": {
        "hour": "(?:per|an|each)\\s?hour hourly /\\s?h(?:our)? pro\\sstunde par\\sheure (?:por|a\\sla)\\shora per\\suur"
        " 每小时 1時間あたり",
        "night": "(?:per|a|each)\\s?night nightly /\\s?night pro\\snacht par\\snuit por\\s(?:noche|noite) per\\snacht"
        " 每晚 1泊",
        "week": "(?:per|a|each)\\s?week weekly /\\s?week pro\\swoche wöchentlich par\\ssemaine (?:por|a\\sla)\\ssemana"
        " per\\sweek 每周 毎週 週額",
        "month": "(?:per|a|each)\\s?month monthly /\\s?mo(?:nth)? pro\\smonat monatlich\\w* par\\smois mensuel\\w*"
        " (?:por|al)\\smes mensual por\\smês mensal per\\smaand maandelijks 每月 月付 毎月 月額",
        "year": "(?:per|a|each)\\s?year yearly annual(?:ly)? /\\s?(?:yr|year) pro\\sjahr"
        " jährlich\\w* par\\san annuel\\w*"
        " (?:por|al)\\saño anual por\\sano per\\sjaar jaarlijks 每年 年付 毎年 年額",
    },
    "days": {
        "weekend": "weekends? wochenende fin\\sde\\ssemana fim\\sde\\ssemana 周末 週末",
        "weekday": "weekdays? wochentags? werktags? semaine laborables? úteis doordeweeks 平日 工作日",
    },
    "way": {
        "out": "outbound outward outgoing ~hinfahrt ~hinflug heenreis heenvlucht 去程 往路",
        "back": "inbound return\\s(?:leg|flight|trip|journey) ~rückfahrt ~rückflug terugreis"
        " terugvlucht 返程 回程 復路",
    },
}


@dataclass(frozen=True, slots=True)
class Kind:
    """One word that tells a kind, where it stands."""

    axis: str
    name: str
    start: int
    end: int


def _one(raw: str) -> str:
    if raw[0] == "~":
        return raw[1:] + r"(?![^\W\d_])" if not raw.endswith(r"\w*") else raw[1:]
    if raw[0] == "/" or ord(raw.lstrip("(?:")[0]) >= 0x3000 or (raw[0].isdecimal() and raw[-1] > "\u3000"):
        return raw
    return rf"(?<![^\W\d_]){raw}" + ("" if raw.endswith(r"\w*") else r"(?![^\W\d_])")


_KINDS = [(axis, name) for axis, kinds in _WORDS.items() for name in kinds]
_ANY = re.compile(
    "|".join(
        f"(?P<k{n}>{'|'.join(map(_one, sorted(_WORDS[axis][name].split(), key=len, reverse=True)))})"
        for n, (axis, name) in enumerate(_KINDS)
    ),
    re.I,
)


def kinds_in(text: str) -> Iterator[Kind]:
    """Every word of a text that tells a kind, in order."""
    for m in _ANY.finditer(text):
        axis, name = _KINDS[int((m.lastgroup or "k0")[1:])]
        yield Kind(axis, name, m.start(), m.end())


@lru_cache(maxsize=4096)  # the same few keys come in every record
def kinds_of_key(key: str) -> frozenset[tuple[str, str]]:
    """The kinds that a key tells, as (axis, name): "fares_per_person.child_6_14" a child."""
    plain = words.spaced(key[:200]).replace(".", " ").replace("-", " ")
    return frozenset((k.axis, k.name) for k in kinds_in(plain))


def on(axis: str, kinds: frozenset[tuple[str, str]]) -> frozenset[str]:
    """The kinds of one axis."""
    return frozenset(name for a, name in kinds if a == axis)
