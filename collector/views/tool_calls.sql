-- Tool calls that were no plan updates. full_text(result, result_ref) gives the whole of a long result.
SELECT
    run_id,
    number,
    turn,
    name,  -- name of the tool
    status,
    arguments,
    arguments_ref,
    result,
    result_ref,
    content,
    planning,
    call_id,
    CASE WHEN started_ns BETWEEN -9223372036854775806 AND 9223372036854775806 THEN make_timestamp_ns(started_ns) END AS started,  -- when it began, UTC; NULL when the source has no times
    CASE WHEN ended_ns BETWEEN -9223372036854775806 AND 9223372036854775806 THEN make_timestamp_ns(ended_ns) END AS ended,  -- when it ended, UTC, where known
    (ended_ns - started_ns) / 1e9 AS seconds,  -- how long it took, where known
    file,
    json_extract_string(item, '$') AS item,  -- which run of a file that holds several; NULL when it holds one
    position,
    result_position
FROM current.steps
WHERE type = 'tool_call'
