"""Answers of tools that judge a draft. All texts are made up."""

import pytest

from planscope.analyzers.actions.failures import outcome_key
from planscope.analyzers.actions.verdicts import refusal


@pytest.mark.parametrize(
    ("result", "remark"),
    [
        ('{"status": "needs_changes", "comments": ["Name the source."]}', "Name the source."),
        ('{"statut": "refusé", "remarque": "Il manque la date."}', "Il manque la date."),
        ('{"approved": false, "reason": "Too long for the column"}', "Too long for the column"),
        ('{"estado": "devuelto", "nota": "Falta la firma de la jefa"}', "Falta la firma de la jefa"),
        ('{"状态": "驳回", "意见": "缺少附件清单和签字页"}', "缺少附件清单和签字页"),
        ("Rejected: allergens are not declared", "allergens are not declared"),
        ('{"status": "accepted", "note": "shown at once"}', ""),
        ('{"status": "rejected"}', ""),
        ('{"approved": true, "reason": "fits the column"}', ""),
        ("Rejected items are kept for a week", ""),
        ("", ""),
        ("{", ""),
    ],
)
def test_refusals(result: str, remark: str) -> None:
    assert refusal(result) == remark


def test_moments_in_names_of_logs_do_not_count() -> None:
    one, two = (f"see /home/dev/.npm/_logs/2026-07-02T08_11_{s}-debug-0.log" for s in ("02_110Z", "31_874Z"))
    assert outcome_key(one) == outcome_key(two)
