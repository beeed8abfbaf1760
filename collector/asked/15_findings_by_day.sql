-- How do findings move over time?
-- By day of the run's beginning, with the number of runs of that day; dismissed findings do not count.
WITH days AS (
    SELECT CAST(started AS DATE) AS day, count(*) AS runs FROM runs GROUP BY day
), found AS (
    SELECT CAST(r.started AS DATE) AS day, f.kind, f.severity
    FROM findings AS f
    JOIN runs AS r USING (run_id)
    WHERE f.review IS DISTINCT FROM 'dismissed'
)
SELECT
    d.day,
    any_value(d.runs) AS runs,
    f.kind,
    count(f.kind) AS findings,
    count(*) FILTER (f.severity = 'error') AS errors,
    round(count(f.kind) / any_value(d.runs), 2) AS per_run
FROM days AS d
LEFT JOIN found AS f ON f.day IS NOT DISTINCT FROM d.day
GROUP BY d.day, f.kind
ORDER BY d.day, f.kind
