-- How long are items in progress, and how much happens meanwhile?
-- From the step that set an item in progress to the one that completed it.
WITH life AS (
    SELECT
        run_id, key, any_value(text) AS text,
        min(step) FILTER (status = 'in_progress') AS began,
        min(step) FILTER (status = 'completed') AS ended
    FROM plan_items
    WHERE source = 'list'
    GROUP BY run_id, key
)
SELECT
    l.run_id, l.text, l.began, l.ended,
    count(s.number) FILTER (s.type = 'tool_call') AS calls_meanwhile,
    count(s.number) FILTER (s.status = 'error') AS of_these_failed
FROM life AS l
LEFT JOIN steps AS s ON s.run_id = l.run_id AND s.number > l.began AND s.number < l.ended
WHERE l.began IS NOT NULL AND l.ended IS NOT NULL
GROUP BY ALL
ORDER BY calls_meanwhile DESC, l.run_id, l.began
