"""What a fault is called by whoever labels runs, and the kind that it counts as: where two kinds could apply, this
decides. docs/detectors.md prints it."""

SUB_RULES: dict[str, dict[str, str]] = {
    "hallucinated_price": {
        "ungrounded_amount": "an amount that no result holds and nothing that the run holds comes to",
        "invented_amount": "an amount made up where there was no result at all to take it from",
        "invented_operand": "a sum that is right, over a part that no result holds",
        "contradicts_tool_result": "an amount of money other than the result has for the same thing",
        "wrong_total": "a total that is not its parts",
        "partial_leg_price": "the price of one part (a person, a night, a leg) given as that of the whole",
    },
    "rubber_stamp": {
        "review_without_evidence": "a review that passes, and saw nothing that could have told it so",
        "requirement_claimed_without_evidence": "a requirement said to be met that nothing in the run speaks of",
        "success_claimed_on_empty_result": "a success on a result that is empty, or a page that lets nobody in",
        "success_claimed_on_missing_input": "a success though what it was to work on was never there",
        "success_claimed_without_outcome": "a success of an action whose outcome nobody saw",
        "placeholders_accepted": "a review that passes with placeholders where content should be",
        "fabricated_input_accepted": "a review that passes on data that were made up",
        "fabricated_action_accepted": "a review that passes on an action that never took place",
        "verdict_flipped_on_identical_result": "a fail that becomes a pass on the very same result",
        "false_completion_claim": "work called done that the run shows is not, where there is no list to tick it on",
    },
    "plan_drift": {
        "planned_step_skipped": "a step of the plan that was never done, and nobody says so",
        "action_differs_from_stated_plan": "an action other than the one announced or agreed",
        "action_scope_exceeds_plan": "an action on more than was announced or agreed",
        "silently_dropped_items": "items that vanish from the plan undone, without a word",
        "claim_contradicts_tool_result": "a report that says other than the results, but for amounts of money",
    },
    "stale_todo": {
        "left_open_at_end": "items of the list open at the end, of work that is done",
        "not_updated_while_working": "a list untouched while several of its items are worked off",
    },
    "missed_replan": {
        "identical_call_same_error": "the same call again, and the same error",
        "identical_call_same_result": "the same calls again, and nothing new from them",
        "same_error_repeated": "other calls, and the same error for the same cause",
        "same_action_no_progress": "the same step again and again, and nothing moves",
        "same_feedback_no_change": "a reviewer that finds the same fault again, for nothing was changed",
        "known_constraint_ignored": "a rule that the run had learnt already, broken again",
    },
    "over_replan": {"plan_rewritten_every_step": "the plan written anew again and again with nothing new to go by"},
    "sort_error": {
        "wrong_extreme": "called the cheapest, earliest or best, and the results hold a better one",
        "wrong_comparison": "two values compared the wrong way round",
        "unavailable_item_ranked": "an option taken that could not be had, or that the conditions rule out",
    },
    "discipline": {
        "batch_completion": "several items ticked at one moment that were not worked on one by one",
        "two_in_progress": "two items in progress at a time",
        "completed_without_in_progress": "an item ticked that never was in progress",
        "completed_despite_error": "an item of the list ticked though its action failed or its checks are red",
    },
}
