-- Checks: that a detector looked at a run, and how that went. "Nothing found" and "could not look" are never the same.
SELECT
    run_id,
    detector,
    kind,
    outcome,
    reason,
    CASE WHEN checked_ns BETWEEN -9223372036854775806 AND 9223372036854775806 THEN make_timestamp_ns(checked_ns) END AS checked  -- when, UTC
FROM current.checks
