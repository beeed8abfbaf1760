import json
import random
import re

import pytest

from planscope.collector import semconv as s
from planscope.collector.logs import LogRecord
from planscope.collector.redact import Redaction, Redactor
from planscope.collector.span import Place, Span, SpanEvent, SpanLink
from tests.collector.redaction.vendors import LOOK_ALIKES, VENDORS

SEED = 20261130


def redactor(**rules: bool) -> Redactor:
    return Redactor(Redaction(b"a key", **rules))


@pytest.mark.parametrize("vendor", VENDORS)
def test_secrets_of_vendors_are_masked_wherever_they_stand(vendor: str) -> None:
    dice = random.Random(f"{SEED} {vendor}")
    for _ in range(10):
        secret = VENDORS[vendor](dice)
        around = [
            f"use {secret} for it",
            f"TOKEN={secret}\n",
            f'{{"key": "{secret}"}}',
            json.dumps(json.dumps({"k": secret})),
            f"curl -H 'X-Auth: {secret}' https://example.com",
            f"密钥是{secret}。",
            secret,
        ]
        for text in around:
            assert secret not in redactor().value(text), text
        assert secret not in json.dumps(redactor().value({"a": [{"b": ("x", secret)}], secret: 1}))


@pytest.mark.parametrize("kind", LOOK_ALIKES)
def test_what_only_looks_like_a_secret_stays(kind: str) -> None:
    dice = random.Random(f"{SEED} {kind}")
    touched = 0
    for _ in range(200):
        text = f"see {LOOK_ALIKES[kind](dice)} there"
        touched += redactor().value(text) != text
    assert touched <= 2


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("PASSWORD=hunter2xx", "hunter2xx"),
        ("password: 'Hunter!'", "Hunter!"),
        ('{"db_password": "s3cret"}', "s3cret"),
        ('{\\"clientSecret\\": \\"abc-123-def\\"}', "abc-123-def"),
        ("my password is tulip99x, thanks", "tulip99x"),
        ("postgres://bob:tul1p@db.example.com/x", "tul1p"),
        ("https://x:0123abcd@git.example.com/r.git", "0123abcd"),
        ("Authorization: Bearer abcdef0123456789abcd", "abcdef0123456789abcd"),
        ("authorization: basic Ym9iOnR1bGlw", "Ym9iOnR1bGlw"),
        ("export AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYKEY", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYKEY"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nq83v\n-----END RSA PRIVATE KEY-----", "MIIEpAIBAAKCAQEA"),
        ("-----BEGIN PRIVATE KEY-----\\nMIIEpAIBAAKCAQEA\\n-----END", "MIIEpAIBAAKCAQEA"),
        ("https://hooks.slack.com/services/T0123ABCD/B0123ABCD/abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwx"),
    ],
)
def test_values_behind_the_name_of_a_secret_are_masked(text: str, secret: str) -> None:
    assert secret not in redactor().value(text)


@pytest.mark.parametrize(
    "text",
    [
        "$OPENAI_API_KEY",
        "api_key = os.environ['OPENAI_API_KEY']",
        "api_key: ${{ secrets.API_KEY2 }}",
        "password = get_password2()",
        "password: str | None = None",
        "def login(user, password): ...",
        "max_tokens: 40960000",
        "input_tokens=12345678a",
        "the secret of success is work",
        "password: required",
        '{"token_type": "bearer", "credentials": "include"}',
        "see https://example.com:8080/a@b",
        "mailto:bob@example.com",
        "ratio 3:4 @ noon",
        "api_key=YOUR_API_KEY_1",
        "api_key: <key1>",
        "secret_name: my-secret-2",
        "order #W2378156 for $1,208.10",
        "call +49 30 1234567",
        "git@github.com:org/repo.git",
    ],
)
def test_names_variables_and_programs_stay(text: str) -> None:
    assert redactor().value(text) == text


def test_equal_secrets_stay_equal_and_the_key_decides_how() -> None:
    one, two = redactor(), Redactor(Redaction(b"another key"))
    first = one.value("use AKIAABCDEFGHIJKLMNOP")
    assert first == one.value("use AKIAABCDEFGHIJKLMNOP") != one.value("use AKIAABCDEFGHIJKLMNOQ")
    assert re.fullmatch(r"use \[redacted:aws:[0-9a-f]{8}\]", first)
    assert first != two.value("use AKIAABCDEFGHIJKLMNOP")
    assert one.counts == {"aws": 3}


def test_a_mask_is_not_masked_again() -> None:
    once = redactor().value({"password": "hunter2xx", "text": "key AKIAABCDEFGHIJKLMNOP, PASSWORD=hunter2xx"})
    again = redactor()
    assert again.value(once) == once
    assert not again.counts


@pytest.mark.parametrize(
    ("name", "value", "hidden"),
    [
        ("password", "two words", True),
        ("user.passphrase", "abcd", True),
        ("http.request.header.authorization", "Bearer xyz12345", True),
        ("http.request.header.set-cookie", "a=b; c", True),
        ("langsmith.metadata.LANGSMITH_API_KEY", "abcd12345678", True),
        ("apiKey", "abc123def456", True),
        ("clientSecret[0]", "abc123def456", True),
        ("access_token", "abc123def456", True),
        ("token", "abc123def456", True),
        ("next_page_token", "abc123def456", False),
        ("token", "word", False),
        ("api_key_name", "abc123def456", False),
        ("secret", "the king's daughter", False),
        ("password", "$DB_PASSWORD", False),
        ("gen_ai.usage.input_tokens", 512, False),
        ("password_reset", "true", False),
        ("tokenizer", "cl100k_base_v2x", False),
    ],
)
def test_values_under_the_name_of_a_secret(name: str, value: object, hidden: bool) -> None:
    assert ("[redacted:" in str(redactor().value({name: value}))) is hidden


def test_email_and_phone_only_when_asked_for() -> None:
    text = "write bob@example.com or call +1 415 555 0100 or (415) 555-0101"
    assert redactor().value(text) == text
    assert "bob@" not in redactor(email=True).value(text)
    masked = redactor(phone=True).value(text)
    assert "555" not in masked
    assert "bob@example.com" in masked


def test_all_of_a_span_is_looked_at_and_told_on_it() -> None:
    secret = "ghp_" + "aB3" * 12
    span = Span(
        "t",
        "s",
        None,
        f"run {secret}",
        1,
        2,
        Place("f", "0"),
        {"a": secret},
        {"r": secret},
        status_message=f"bad {secret}",
        events=(SpanEvent("e", 1, {"x": [secret]}),),
        links=(SpanLink("t", "u", {"y": secret}),),
    )
    made = redactor().span(span)
    assert secret not in repr(made)
    assert made.attributes[s.REDACTED] == 6
    assert redactor().span(made) == made


def test_a_span_without_secrets_is_handed_on_as_it_is_and_off_means_off() -> None:
    clean = Span("t", "s", None, "n", 1, 2, Place("f", "0"), {"a": {"b": ["c", 1, None, True, 2.5]}})
    assert redactor().span(clean) is clean
    told = Span("t", "s", None, "n", 1, 2, Place("f", "0"), {"password": "hunter2xx"})
    assert redactor(off=True).span(told) is told


def test_log_records_too() -> None:
    record = LogRecord(1, "n", 0, "", "", "", {"password": "hunter2xx"}, {"a": "AKIAABCDEFGHIJKLMNOP"})
    made = repr(redactor().record(record))
    assert "hunter2xx" not in made
    assert "AKIAABC" not in made


def test_what_cannot_be_looked_at_costs_that_value_alone() -> None:
    deep: object = "x"
    for _ in range(5000):
        deep = [deep]
    made = redactor().value({"deep": deep, "a": "b", "odd": "\ud800 AKIAABCDEFGHIJKLMNOP"})
    assert made["a"] == "b"
    assert "[redacted:unreadable]" in str(made["deep"])[:500]
    assert made["odd"].startswith("\ud800 [redacted:aws")
