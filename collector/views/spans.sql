-- Spans as received, or as made from a transcript; each once, also when it was sent twice.
SELECT
    trace_id,
    span_id,
    parent_id,
    session,
    name,
    CASE WHEN start_ns BETWEEN -9223372036854775806 AND 9223372036854775806 THEN make_timestamp_ns(start_ns) END AS started,  -- start, UTC
    CASE WHEN end_ns BETWEEN -9223372036854775806 AND 9223372036854775806 THEN make_timestamp_ns(end_ns) END AS ended,  -- end, UTC; NULL when unknown
    CASE WHEN end_ns >= start_ns THEN (end_ns - start_ns) / 1e9 END AS seconds,  -- duration; NULL when odd or unknown
    kind,
    status,
    status_message,
    scope,
    service,
    step,
    operation,
    provider,
    request_model,
    response_model,
    agent,
    tool,
    call_id,
    tool_status,
    input_tokens,
    output_tokens,
    cached_tokens,
    error_type,
    task,
    variant,
    trial,
    project,
    file,
    json_extract_string(item, '$') AS item,  -- which run of a file that holds several; NULL when it holds one
    position,
    arguments,
    substr(json_extract_string(large, '$."#arguments"'), 3) AS arguments_ref,  -- where all of the arguments are
    result,
    substr(json_extract_string(large, '$."#result"'), 3) AS result_ref,  -- where the whole result is
    attributes,
    resource,
    events,
    links,
    large  -- other large values: attribute -> "t" for text or "j" for JSON, a space, and what full_text takes
FROM once.spans
