-- How long does a plan stay valid?
-- From one version to the next one that adds, drops or rewords items; a change of states alone is no new plan.
WITH shapes AS (
    SELECT run_id, source, version, step, string_agg(text, chr(10) ORDER BY place) AS shape
    FROM plan_items
    GROUP BY ALL
), changes AS (
    SELECT *, lag(shape) OVER w AS before FROM shapes WINDOW w AS (PARTITION BY run_id, source ORDER BY version)
), plans AS (
    SELECT *, lead(step) OVER (PARTITION BY run_id, source ORDER BY version) AS until
    FROM changes
    WHERE before IS DISTINCT FROM shape
)
SELECT
    p.source,
    count(*) AS plans,
    count(*) FILTER (p.until IS NULL) AS still_valid_at_the_end,
    median(coalesce(p.until, r.steps) - p.step) AS median_steps,
    min(coalesce(p.until, r.steps) - p.step) AS shortest,
    max(coalesce(p.until, r.steps) - p.step) AS longest
FROM plans AS p
JOIN runs AS r USING (run_id)
GROUP BY p.source
ORDER BY p.source
