"""What counts as said to be done, in eight languages, and what does not."""

import pytest

from planscope.analyzers.assertions.said import assertions

SAID = [
    ("I've sent the receipt to ana@example.com.", "send", True),
    ("I have booked the table and sent the confirmation.", "send", True),
    ("Booked the table for you.", "book", True),
    ("Your order has been successfully cancelled.", "cancel", False),
    ("Both reservations have been cancelled.", "cancel", False),
    ("I committed and pushed the branch.", "push", True),
    ("I've written NOTES.md.", "write", True),
    ("All 212 tests pass.", "tests", True),
    ("The full suite ran clean.", "tests", True),
    ("Everything compiles without errors.", "build", True),
    ("I verified it in the browser.", "browser", True),
    ("I've tested it and it works.", "works", True),
    ("I looked up the date on Wikipedia.", "source", True),
    ("Ich habe Ihnen die Rechnung per E-Mail geschickt.", "send", True),
    ("Die Bestellung wurde storniert.", "cancel", False),
    ("Außerdem laufen nach der letzten Änderung alle Tests grün.", "tests", True),
    ("Ich habe es im Browser ausprobiert.", "browser", True),
    ("Je vous ai envoyé le reçu.", "send", True),
    ("La réservation a été annulée.", "cancel", False),
    ("Les 12 tests passent.", "tests", True),
    ("He enviado el recibo.", "send", True),
    ("Reservé la mesa para las nueve.", "book", True),
    ("La reserva ha sido cancelada.", "cancel", False),
    ("Todas las pruebas pasan.", "tests", True),
    ("Também já enviei o comprovante para lia.t@example.com.", "send", True),
    ("A reserva R-5521 foi cancelada.", "cancel", False),
    ("Todos os testes passaram.", "tests", True),
    ("Ik heb de bon gemaild.", "send", True),
    ("De boeking is geannuleerd.", "cancel", False),
    ("Alle tests slagen.", "tests", True),
    ("我已发送邮件给您。", "send", True),
    ("订单已取消。", "cancel", False),
    ("所有测试均已通过。", "tests", True),
    ("領収書をメールで送信しました。", "send", True),
    ("予約がキャンセルされました。", "cancel", False),
    ("すべてのテストが通りました。", "tests", True),
]
NOT_SAID = [
    "I will send the receipt.",
    "Shall I send the receipt?",
    "I could not send the receipt.",
    "I haven't sent the receipt yet.",
    "Once I have sent the receipt, you get a mail.",
    "You have sent the receipt.",
    "I see that you have sent the receipt.",
    "The flight was cancelled by the airline.",
    "Scheduled departure: May 20",
    "Let me make sure that all tests pass.",
    "All tests should pass.",
    "If all tests pass, we can release.",
    "The tests were not run, so nothing is verified.",
    "I have not tested it in the browser.",
    "> All tests pass.",
    "```\nAll tests pass.\n```",
    "Ich werde die Rechnung schicken.",
    "Ich habe die Rechnung noch nicht geschickt.",
    "Sobald alle Tests grün sind, geht es weiter.",
    "Je n'ai pas envoyé le reçu.",
    "Je vais envoyer le reçu.",
    "Todavía no he enviado el recibo.",
    "Voy a enviar el recibo.",
    "Ainda não enviei o comprovante.",
    "Ik heb de bon nog niet gemaild.",
    "我还没有发送邮件。",
    "我会发送邮件。",
    "まだ領収書を送信していません。",
    "すべてのテストが通ったら公開します。",
]


@pytest.mark.parametrize(("text", "sort", "own"), SAID)
def test_said(text: str, sort: str, own: bool) -> None:
    assert (sort, own) in {(a.sort, a.own) for a in assertions(text)}


@pytest.mark.parametrize("text", NOT_SAID)
def test_not_said(text: str) -> None:
    assert assertions(text) == ()


def test_denial_of_one_clause_leaves_the_other() -> None:
    found = assertions("I sent the invoice, but I could not cancel the order.")
    assert [a.sort for a in found] == ["send"]


def test_the_words_and_their_sentence_are_given() -> None:
    (found,) = assertions("It is late. I've sent the invoice to Ana. Good night.")
    assert found.words == "I've sent"
    assert found.sentence == "I've sent the invoice to Ana."
