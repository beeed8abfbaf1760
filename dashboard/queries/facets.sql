-- What there is to choose from: kinds of findings and formats of runs, each with the number of runs.
SELECT 'kind' AS what, kind AS value, count(DISTINCT run_id) AS runs FROM findings GROUP BY kind
UNION ALL
SELECT 'format', format, count(*) FROM runs GROUP BY format
ORDER BY ALL
