-- Reviews: what people said of findings, in order. The last one about a finding counts.
SELECT
    run_id,
    fingerprint,
    review,
    reason,
    who,
    rule,
    message,
    CASE WHEN reviewed_ns BETWEEN -9223372036854775806 AND 9223372036854775806 THEN make_timestamp_ns(reviewed_ns) END AS reviewed  -- when, UTC
FROM stored.reviews
ORDER BY reviewed_ns
