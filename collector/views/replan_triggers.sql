-- Replan triggers: events that ask for another plan, and what the plan did about them.
SELECT
    run_id,
    number,
    event,
    step,
    words,
    response,
    delay,
    answer_step,
    file,
    json_extract_string(item, '$') AS item,  -- which run of a file that holds several; NULL when it holds one
    position
FROM current.replan_triggers
