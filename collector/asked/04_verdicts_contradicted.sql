-- Which verdicts were contradicted later?
-- The same check passed, and failed at a later step of the same run.
SELECT
    p.run_id,
    p.name AS "check",
    p.subject,
    p.number AS passed_at,
    min(f.number) AS failed_at,
    arg_min(f.explanation, f.number) AS why
FROM verdicts AS p
JOIN verdicts AS f
    ON f.run_id = p.run_id AND f.name = p.name AND f.subject IS NOT DISTINCT FROM p.subject AND f.number > p.number
WHERE p.outcome = 'pass' AND f.outcome = 'fail'
GROUP BY p.run_id, p.name, p.subject, p.number
ORDER BY p.run_id, passed_at
