-- Log records as received; each once, also when it was sent twice.
SELECT
    CASE WHEN time_ns BETWEEN -9223372036854775806 AND 9223372036854775806 THEN make_timestamp_ns(time_ns) END AS time,  -- when it happened, else when it was observed, UTC; NULL when neither is said
    name,
    severity,
    severity_text,
    trace_id,
    span_id,
    service,
    scope,
    body,
    attributes,
    resource
FROM stored.logs
QUALIFY row_number() OVER (PARTITION BY digest ORDER BY received_ns) = 1
