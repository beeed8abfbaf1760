-- Claims: every amount of money that the agent states, and what in the run it rests on.
SELECT
    run_id,
    number,
    step,
    value,
    unit,
    raw,
    stance,
    argument,
    verdict,
    how,
    line,
    source_step,
    source_value,
    source_key,
    file,
    json_extract_string(item, '$') AS item,  -- which run of a file that holds several; NULL when it holds one
    position
FROM current.claims
