-- Runs: one agent's work on one task each. Runs that are still growing are not here yet.
SELECT
    run_id,
    parent_id,
    format,
    agent,
    service,
    task,
    variant,
    trial,
    state,
    CASE WHEN started_ns BETWEEN -9223372036854775806 AND 9223372036854775806 THEN make_timestamp_ns(started_ns) END AS started,  -- first time known, UTC; NULL when the source has no times
    CASE WHEN ended_ns BETWEEN -9223372036854775806 AND 9223372036854775806 THEN make_timestamp_ns(ended_ns) END AS ended,  -- last time known, UTC
    (ended_ns - started_ns) / 1e9 AS seconds,  -- from the first time known to the last
    title,
    steps,
    model_calls,
    tool_calls,
    plan_versions,
    failed_calls,
    input_tokens,
    output_tokens,
    file,
    json_extract_string(item, '$') AS item,  -- which run of a file that holds several; NULL when it holds one
    position,
    tools,
    troubles
FROM current.runs
