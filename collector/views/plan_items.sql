-- Items of plan versions; `key` is the identity of an item across the versions of one plan.
SELECT
    run_id,
    step,
    source,
    version,
    place,
    key,
    text,
    status,
    owner,
    uncertain
FROM current.plan_items
