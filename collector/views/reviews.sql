-- Reviews: what people said of findings, in order. The last one about a finding counts.
SELECT
    run_id,
    fingerprint,
    review,
    reason,
    who,
    rule,
    message,
    make_timestamp_ns(reviewed_ns) AS reviewed  -- when, UTC
FROM stored.reviews
ORDER BY reviewed_ns
