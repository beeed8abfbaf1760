"""What an agent says of its work, in eight languages, with the near-misses: denied, conditional, announced, asked."""

import pytest

from planscope.analyzers.assertions.closing import (
    admits_open,
    asks_back,
    asks_to_go_on,
    claims_done,
    claims_whole,
    finished,
    says_blocked,
    sentences,
    unfinished,
    waits,
)


@pytest.mark.parametrize(
    "text",
    [
        "All four items are addressed. Here is a summary.",
        "Done! The command now lists every branch.",
        "Everything is in place and no errors are left.",
        "The migration is complete.",
        "✅ **The whole refactoring is finished.**",
        "所有任务已完成。",
        "全部做完，没有报错。",
        "Alle Schritte sind erledigt.",
        "Die Umstellung ist abgeschlossen.",
        "Toutes les étapes sont terminées.",
        "Le travail est terminé.",
        "Todas las tareas están terminadas.",
        "A migração está concluída.",
        "Alles is klaar.",
        "すべて完了しました。",
        "移行作業は完了しました。",
        "I have completed the project!",
        "我已经完成了任务。",
        "Ich habe die Arbeit abgeschlossen.",
    ],
)
def test_claims_the_whole(text: str) -> None:
    assert claims_whole(text)


@pytest.mark.parametrize(
    "text",
    [
        "Not all steps are done.",
        "Once all steps are done I will push.",
        "I will finish everything tomorrow.",
        "Is everything done?",
        "All tests of the parser pass and it is fixed.",
        "The migration of module a is done.",
        "模块甲已迁移完成。",
        "Alle Tests des Parsers sind umgesetzt.",
        "The parser is fixed.",
        "```\nall tests done\n```",
        "> everything is done, said the old note",
        "任务还没有全部完成。",
        "如果所有任务完成,就可以发布。",
        "Es sind noch nicht alle Schritte erledigt.",
        "Le travail n'est pas terminé.",
        "No todas las tareas están terminadas.",
        "A migração ainda não está concluída.",
        "Nog niet alles is klaar.",
        "まだすべて完了していません。",
        "",
    ],
)
def test_does_not_claim_the_whole(text: str) -> None:
    assert claims_whole(text) == ""


def test_gives_the_sentence_to_quote() -> None:
    assert claims_whole("I looked at it. All items are done. Bye.") == "All items are done."


def test_claims_about_something_named() -> None:
    text = "The parser is fixed. The docs are not."
    assert claims_done(text, r"parser") == "The parser is fixed."
    assert claims_done(text, r"docs") == ""


@pytest.mark.parametrize(
    "text",
    [
        "Two tasks remain.",
        "The upload is still to do.",
        "Next steps: write the docs.",
        "还有两项未完成。",
        "Die Doku steht noch aus.",
        "Il reste deux étapes.",
        "Queda pendiente la documentación.",
        "Ainda não atualizei a documentação.",
        "De documentatie is nog niet bijgewerkt.",
        "残りは二つです。",
    ],
)
def test_admits_that_something_is_open(text: str) -> None:
    assert admits_open(text)


def test_a_bare_done_counts_only_where_it_is_asked_for() -> None:
    assert claims_whole("Done.") == "Done."
    assert claims_whole("Done.", alone=False) == ""


@pytest.mark.parametrize(
    "sentence",
    [
        "The docs are not done.",
        "Once the docs are done, push.",
        "Shall I do the docs?",
        "文档还没有写。",
        "Die Doku fehlt noch.",
    ],
)
def test_unfinished(sentence: str) -> None:
    assert unfinished(sentence)
    assert not finished(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The docs are done.",
        "文档已完成。",
        "Die Doku ist fertig.",
        "La documentation est terminée.",
        "文書は完了しました。",
    ],
)
def test_finished(sentence: str) -> None:
    assert finished(sentence)
    assert not unfinished(sentence)


def test_waits_for_somebody() -> None:
    assert waits("Deployment needs approval from an admin.")
    assert waits("部署需要管理员审批。")
    assert not waits("The deployment went through.")


def test_asks_whether_to_go_on() -> None:
    assert asks_to_go_on("Part 1 is done. Shall I continue with part 2?")
    assert not asks_to_go_on("All is done. Do you like the colour?")


@pytest.mark.parametrize(
    "text",
    ["Nothing remains.", "There are no open points.", "没有遗留。", "Es ist nichts mehr offen.", "残りはありません。"],
)
def test_saying_that_nothing_is_open_is_no_admission(text: str) -> None:
    assert admits_open(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "The upload is blocked until somebody gives me a key.",
        "I was not able to open the page.",
        "上传失败，没有权限。",
        "Das Hochladen ist fehlgeschlagen.",
        "L'envoi est bloqué.",
        "La subida falló.",
        "Não consegui enviar o arquivo.",
        "Het uploaden is mislukt.",
        "アップロードできませんでした。",
    ],
)
def test_says_blocked(text: str) -> None:
    assert says_blocked(text)


def test_success_is_not_blocked() -> None:
    assert says_blocked("The upload went through. 24 tests pass.") == ""


@pytest.mark.parametrize(
    "text",
    [
        "The first task is done. Shall I go on with the second?",
        "Let me know which one you prefer.",
        "第一项完成。要继续第二项吗？",
        "Soll ich weitermachen?",
        "Voulez-vous que je continue ?",
        "¿Quieres que siga?",
        "Devo continuar?",
        "Zal ik doorgaan?",
        "続けてもよろしいですか。",
    ],
)
def test_asks_back(text: str) -> None:
    assert asks_back(text)


def test_a_question_long_before_the_end_is_not_handed_back() -> None:
    text = "Why did it fail? " + " ".join(f"Point {n} was checked." for n in range(8))
    assert asks_back(text) == ""


def test_a_table_row_and_a_list_line_are_a_sentence_each() -> None:
    assert sentences("| a | done |\n- one\n- two. three") == ("a | done", "one", "two.", "three")


def test_a_huge_message_is_read_at_both_ends() -> None:
    text = "Start.\n" + "x " * 3_000_000 + "\nAll tasks are done."
    assert claims_whole(text) == "All tasks are done."
