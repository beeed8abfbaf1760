-- Checks: that a detector looked at a run, and how that went. "Nothing found" and "could not look" are never the same.
SELECT
    run_id,
    detector,
    kind,
    outcome,
    reason,
    make_timestamp_ns(checked_ns) AS checked  -- when, UTC
FROM current.checks
