"""Made-up names: places, products, firms, people, files; in the script of the language."""

import random

_LATIN = "al bra cor den el far gil hol is jor kel lun mar nor ol pin quin ros sel tor ul ver wen xan yor zel".split()  # noqa: SIM905
_ENDS = ("a", "ia", "on", "ik", "um", "eth", "o", "ard", "ine", "ea")
_ZH = "云 松 海 晨 竹 青 石 月 江 枫 明 兰 星 雪 溪 和 远 金 安 北".split()  # noqa: SIM905
_JA = "霧 松 川 海 月 桜 山 森 光 雪 青 空 風 泉 星 花 石 里 浜 丘".split()  # noqa: SIM905
_TAIL_ZH = {"hotel": "酒店", "train": "次", "museum": "馆", "catering": "餐饮", "venue": "会议室"}
_TAIL_JA = {"hotel": "旅館", "train": "号", "museum": "館", "catering": "亭", "venue": "会議室"}
_MODULES = (
    "orders invoice session ledger catalog notify profile search upload report queue cache audit scheduler export"
)
_MODULES += (
    " import_job billing webhook metrics router mailer tokens storage sync archive quota region tenant pricing stock"
)


def coined(rng: random.Random) -> str:
    """A name in Latin letters that means nothing."""
    return (rng.choice(_LATIN) + rng.choice(_LATIN) + rng.choice(_ENDS)).capitalize()


def offer(language: str, kind: str, rng: random.Random) -> str:
    """The name of something that can be bought or booked."""
    number = rng.randint(11, 989)
    if language == "zh":
        return rng.choice(_ZH) + rng.choice(_ZH) + (_TAIL_ZH.get(kind) or f" {rng.choice('ABHKMTX')}{number}")
    if language == "ja":
        return rng.choice(_JA) + rng.choice(_JA) + (_TAIL_JA.get(kind) or f" {rng.choice('ABHKMTX')}{number}")
    tail = {"hotel": ("Hotel", "Inn", "House"), "museum": ("Museum", "Gallery"), "train": (f"{number}",)}
    tail |= {"catering": ("Kitchen", "Catering"), "venue": ("Hall", "Room"), "technician": ("Services", "Works")}
    usual = (f"{rng.choice('ABHKMTX')}{number}", f"{number}", "Pro", "Basic")
    return f"{coined(rng)} {rng.choice(tail.get(kind, usual))}"


def offers(language: str, kind: str, count: int, rng: random.Random) -> list[str]:
    """Several names, all different."""
    out: dict[str, None] = {}
    while len(out) < count:
        out[offer(language, kind, rng)] = None
    return list(out)


def mail(rng: random.Random) -> str:
    """An address of nobody."""
    return f"{coined(rng).lower()}.{coined(rng).lower()}@example.{rng.choice(('com', 'org', 'net'))}"


def modules(count: int, rng: random.Random) -> list[str]:
    """Names of program modules."""
    words = _MODULES.split()
    rng.shuffle(words)
    return [words[i % len(words)] + ("" if i < len(words) else str(i // len(words) + 1)) for i in range(count)]


def reference(rng: random.Random) -> str:
    """A booking reference."""
    return "".join(rng.choice("ABCDEFGHJKLMNPQRSTUVWXYZ") for _ in range(3)) + str(rng.randint(1000, 9999))
