-- Which items were completed without having been in progress?
-- Not a fault by itself; where it is one, the detector discipline says so.
SELECT c.run_id, c.text, min(c.step) AS completed_at
FROM plan_items AS c
WHERE c.source = 'list' AND c.status = 'completed'
    AND NOT EXISTS (
        FROM plan_items AS b
        WHERE b.run_id = c.run_id AND b.key = c.key AND b.source = 'list' AND b.status = 'in_progress'
    )
GROUP BY c.run_id, c.text
ORDER BY c.run_id, completed_at
