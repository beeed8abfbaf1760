"""Secrets drawn by seed, of vendors, in the shapes that they document."""

import random
import string
import uuid
from collections.abc import Callable

LOWER, UPPER, DIGITS = string.ascii_lowercase, string.ascii_uppercase, string.digits
LETTERS = LOWER + UPPER
WORD = LETTERS + DIGITS
HEX = DIGITS + "abcdef"
URL = WORD + "-_"

Draw = Callable[[random.Random], str]


def _of(alphabet: str, size: int) -> Draw:
    return lambda dice: "".join(dice.choices(alphabet, k=size))


def _shape(*parts: str | Draw) -> Draw:
    return lambda dice: "".join(p if isinstance(p, str) else p(dice) for p in parts)


def _uuid(dice: random.Random) -> str:
    return str(uuid.UUID(int=dice.getrandbits(128), version=4))


VENDORS: dict[str, Draw] = {
    "openai": _shape("sk-proj-", _of(URL, 74), "T3BlbkFJ", _of(URL, 74)),
    "openai, old": _shape("sk-", _of(WORD, 20), "T3BlbkFJ", _of(WORD, 20)),
    "anthropic": _shape("sk-ant-api03-", _of(URL, 93), "AA"),
    "aws": _shape("AKIA", _of(UPPER + "234567", 16)),
    "github": _shape("ghp_", _of(WORD, 36)),
    "github, fine-grained": _shape("github_pat_", _of(WORD, 22), "_", _of(WORD, 59)),
    "gitlab": _shape("glpat-", _of(URL, 20)),
    "google": _shape("AIza", _of(URL, 35)),
    "slack": _shape("xoxb-", _of(DIGITS, 12), "-", _of(DIGITS, 12), "-", _of(WORD, 24)),
    "stripe": _shape("sk_live_", _of(WORD, 24)),
    "twilio": _shape("SK", _of(HEX, 32)),
    "sendgrid": _shape("SG.", _of(URL, 22), ".", _of(URL, 43)),
    "mailgun": _shape("key-", _of(HEX, 32)),
    "mailchimp": _shape(_of(HEX, 32), "-us12"),
    "npm": _shape("npm_", _of(WORD, 36)),
    "pypi": _shape("pypi-AgEIcHlwaS5vcmc", _of(URL, 120)),
    "docker": _shape("dckr_pat_", _of(URL, 27)),
    "hugging-face": _shape("hf_", _of(LETTERS, 34)),
    "replicate": _shape("r8_", _of(WORD, 37)),
    "groq": _shape("gsk_", _of(WORD, 52)),
    "tavily": _shape("tvly-", _of(WORD, 32)),
    "langsmith": _shape("lsv2_pt_", _of(HEX, 32), "_", _of(HEX, 10)),
    "langfuse": _shape("sk-lf-", _uuid),
    "digitalocean": _shape("dop_v1_", _of(HEX, 64)),
    "shopify": _shape("shpat_", _of(HEX, 32)),
    "databricks": _shape("dapi", _of(HEX, 32)),
    "atlassian": _shape("ATATT3", _of(URL, 180)),
    "notion": _shape("ntn_", _of(WORD, 46)),
    "telegram": _shape(_of("123456789", 10), ":AA", _of(URL, 33)),
    "grafana": _shape("glsa_", _of(WORD, 32), "_", _of(HEX, 8)),
    "jwt": _shape("eyJ", _of(URL, 30), ".eyJ", _of(URL, 60), ".", _of(URL, 43)),
    "random": _of(WORD, 40),
}

LOOK_ALIKES: dict[str, Draw] = {
    "git commit": _of(HEX, 40),
    "sha256": _shape("sha256:", _of(HEX, 64)),
    "uuid": _uuid,
    "image": _shape("data:image/png;base64,iVBORw0KGgo", _of(WORD + "+/", 900), "=="),
    "lock file": _shape('"integrity": "sha512-', _of(WORD + "+/", 86), '=="'),
    "go.sum": _shape("golang.org/x/net v0.17.0 h1:", _of(WORD + "+/", 43), "="),
    "order number": _shape("W", _of(DIGITS, 7)),
    "booking": _of(UPPER + DIGITS, 6),
    "long number": _of(DIGITS, 30),
    "id of a call": _shape("toolu_01", _of(WORD, 22)),
    "id of a message": _shape("msg_", _of(HEX, 48)),
    "address of a page": _shape("https://example.com/s/", _of(WORD, 30)),
    "identifier": lambda dice: "".join(
        dice.choice(("get", "User", "Token", "Count", "For", "Page2", "Async")) for _ in range(7)
    ),
    "path": lambda dice: "/" + "/".join("".join(dice.choices(LOWER, k=7)) for _ in range(6)) + "/Main2Test.java",
    "public key": _shape("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI", _of(WORD + "+/", 43)),
    "variable": lambda dice: dice.choice(
        ("$OPENAI_API_KEY", "${DB_PASSWORD}", "%API_TOKEN%", "process.env.SECRET_KEY")
    ),
}
