-- Verdicts: one check's outcome each, as the trace holds it.
SELECT
    run_id,
    number,
    turn,
    name,  -- name of the check
    status AS outcome,  -- pass, fail or unreadable
    text AS explanation,  -- why, in the checker's words
    text_ref AS explanation_ref,  -- where the whole explanation is
    subject,
    seen,
    seen_ref,
    CASE WHEN started_ns BETWEEN -9223372036854775806 AND 9223372036854775806 THEN make_timestamp_ns(started_ns) END AS started,  -- when, UTC; NULL when the source has no times
    file,
    json_extract_string(item, '$') AS item,  -- which run of a file that holds several; NULL when it holds one
    position
FROM current.steps
WHERE type = 'verdict'
