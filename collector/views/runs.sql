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
    make_timestamp_ns(started_ns) AS started,  -- first time known, UTC; NULL when the source has no times
    make_timestamp_ns(ended_ns) AS ended,  -- last time known, UTC
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
