"""Signs, codes and words of currencies, and how they stand beside a number. Pure."""

import re

from planscope.analyzers.quick import quick

CODES = (
    "USD|EUR|GBP|CNY|RMB|JPY|CHF|SEK|NOK|DKK|CZK|PLN|HUF|BRL|INR|KRW|AUD|CAD|NZD|SGD|HKD|TWD|MXN|ZAR|TRY|RUB|THB|ILS|AED"
    "|VND|IDR|MYR|PHP|RON|UAH|COP|ARS|CLP"
)
SIGNS = r"US\$|CA\$|AU\$|NZ\$|HK\$|NT\$|MX\$|R\$|C\$|A\$|S\$|[$€£¥₹₩₽₺₫₴₪฿₱]"
SPACES = "\u00a0\u202f\u2009"  # that may part a number's groups, or a number from its currency

_UNITS = {
    "$": "$",
    "dollar": "$",
    "US$": "USD",
    "美元": "USD",
    "€": "EUR",
    "euro": "EUR",
    "欧元": "EUR",
    "£": "GBP",
    "英镑": "GBP",
    "CN¥": "CNY",
    "RMB": "CNY",
    "元": "CNY",
    "块": "CNY",
    "人民币": "CNY",
    "yuan": "CNY",
    "円": "JPY",
    "日元": "JPY",
    "yen": "JPY",
    "₩": "KRW",
    "원": "KRW",
    "HK$": "HKD",
    "港币": "HKD",
    "港元": "HKD",
    "₹": "INR",
    "Rs": "INR",
    "rupee": "INR",
    "R$": "BRL",
    "reai": "BRL",
    "real": "BRL",
    "zł": "PLN",
    "Kč": "CZK",
}
_WORDS = "dollar|euro|yuan|renminbi|yen|rupee|peso|franc|krona|kronor|kroner|koruna|złoty|złotych|reais|real"
_ASIAN = "人民币|美元|欧元|日元|港币|港元|英镑|元(?![旦素年月])|块(?!头|地)|円|圓|圆|원"  # 元旦 is New Year
BEFORE = quick(
    rf"(?:({SIGNS}|CN¥)|(?<![A-Za-z])({CODES}|Rs|kr|Kč|人民币)\.?)[ {SPACES}]?[-−+]?[ {SPACES}]?$"
)  # the currency in front of a number, at the end of a text
AFTER = re.compile(
    rf"[ {SPACES}]?(?:,[-–—]|\.[–—])?[ {SPACES}]?"
    rf"((?:{SIGNS})(?![\d{{(A-Za-z])|(?:{CODES})(?![A-Za-z])|{_ASIAN}|Kč|zł|(?-i:kr)(?![A-Za-z])\.?|(?-i:Ft)(?![A-Za-z])"
    rf"|(?:{_WORDS})s?(?![A-Za-z]))",
    re.I,
)  # the currency behind a number, at the beginning of a text


def unit_of(mark: str) -> str:
    """A currency's code where one is known, its sign where several countries share it."""
    bare = mark.strip(" .")
    known = _UNITS.get(bare) or _UNITS.get(bare.lower().rstrip("s"))
    return known or (bare.upper() if bare.isascii() and bare.isalpha() else bare)
