-- Which variant of an agent makes which mistakes?
-- Runs of an experiment say their variant; others stand under "(none)".
SELECT
    coalesce(nullif(r.variant, ''), '(none)') AS variant,
    count(DISTINCT r.run_id) AS runs,
    count(DISTINCT f.run_id) FILTER (f.severity = 'error') AS runs_with_an_error,
    round(100.0 * count(DISTINCT f.run_id) FILTER (f.severity = 'error') / count(DISTINCT r.run_id), 1) AS percent,
    count(f.kind) AS findings,
    mode(f.kind) AS most_often
FROM runs AS r
LEFT JOIN findings AS f ON f.run_id = r.run_id AND f.review IS DISTINCT FROM 'dismissed'
GROUP BY ALL
ORDER BY variant
