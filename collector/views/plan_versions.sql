-- Plan versions: the whole plan as it stood after one update.
SELECT
    run_id,
    step,
    source,
    version,
    origin,
    decision,
    items,
    completed,
    cancelled,
    open,
    text,
    text_ref
FROM current.plan_versions
