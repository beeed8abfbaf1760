"""The optional judge: narrow questions, put to a model one by one, about what computation leaves open. It only ever
adds findings, and none that it cannot quote; everything works without it."""

FORMS = {  # forms of judged findings, with the detector that each belongs to
    "left-open-judged": "stale-todo",
    "same-error-varied-call-judged": "missed-replan",
    "check-without-look-judged": "rubber-stamp",
    "claimed-action-not-executed-judged": "plan-drift",
    "planned-step-skipped-judged": "plan-drift",
    "request-passed-over-judged": "requirement-gap",
}
