-- How long from a failure to another plan?
-- In tool calls, and in seconds where the source has times. Failures that nothing answered are not in the middle values.
SELECT
    t.event,
    count(*) AS events,
    count(t.delay) AS answered,
    median(t.delay) AS median_calls,
    max(t.delay) AS longest_calls,
    median(date_diff('millisecond', e.started, a.started) / 1000.0) AS median_seconds
FROM replan_triggers AS t
JOIN steps AS e ON e.run_id = t.run_id AND e.number = t.step
LEFT JOIN steps AS a ON a.run_id = t.run_id AND a.number = t.answer_step
GROUP BY t.event
ORDER BY t.event
