-- Steps: what happened in a run, in order. Of long texts only the beginning is here; full_text(text, text_ref) gives all.
SELECT
    run_id,
    number,
    turn,
    type,
    CASE WHEN started_ns BETWEEN -9223372036854775806 AND 9223372036854775806 THEN make_timestamp_ns(started_ns) END AS started,  -- when it began, UTC; NULL when the source has no times
    CASE WHEN ended_ns BETWEEN -9223372036854775806 AND 9223372036854775806 THEN make_timestamp_ns(ended_ns) END AS ended,  -- when it ended, UTC, where known
    name,
    status,
    text,
    text_ref,
    call_id,
    file,
    json_extract_string(item, '$') AS item,  -- which run of a file that holds several; NULL when it holds one
    position
FROM current.steps
