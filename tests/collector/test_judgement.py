"""What the words of a review say."""

import pytest

from planscope.collector.judgement import outcome_of


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("The step was successful. All prices are there.", "pass"),
        ("Proceeding with the plan.", "pass"),
        ("Approved", "pass"),
        ("The step was not successful.", "fail"),
        ("The agent was unable to open the page.", "fail"),
        ("It did not yield any prices.", "fail"),
        ("Nothing to say.", "unreadable"),
        ("", "unreadable"),
        ("Der Schritt war erfolgreich.", "pass"),
        ("Der Schritt war nicht erfolgreich.", "fail"),
        ("L'étape est réussie.", "pass"),
        ("Échec : la page n'existe pas.", "fail"),
        ("El paso fue completado con éxito.", "pass"),
        ("El paso fue realizado sin éxito.", "fail"),
        ("Etapa concluída com sucesso.", "pass"),
        ("A etapa falhou.", "fail"),
        ("De stap is geslaagd.", "pass"),
        ("De stap is niet geslaagd.", "fail"),
        ("该步骤已成功完成。", "pass"),
        ("该步骤未完成，页面无法打开。", "fail"),
        ("手順は完了しました。", "pass"),
        ("手順は失敗しました。", "fail"),
    ],
)
def test_outcome(text: str, outcome: str) -> None:
    assert outcome_of(text) == outcome


def test_where_words_are_half_and_half_the_act_decides() -> None:
    text = "The search was partially successful. Prices are missing."
    assert outcome_of(text) == "pass"
    assert outcome_of(text, redone=True) == "fail"
