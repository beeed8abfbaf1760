-- Answers of models. full_text(text, text_ref) gives the whole of a long one.
SELECT
    run_id,
    number,
    turn,
    name AS model,  -- model that answered, '' when unknown
    text,
    text_ref,
    thinking,
    thinking_ref,
    calls,
    input_tokens,
    output_tokens,
    cached_tokens,
    response_id,
    CASE WHEN started_ns BETWEEN -9223372036854775806 AND 9223372036854775806 THEN make_timestamp_ns(started_ns) END AS started,  -- when it began, UTC; NULL when the source has no times
    file,
    json_extract_string(item, '$') AS item,  -- which run of a file that holds several; NULL when it holds one
    position
FROM current.steps
WHERE type = 'model_call'
