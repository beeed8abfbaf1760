-- How often was the plan revised, and what asked for it?
-- Every event that asks for another plan is in replan_triggers, with what the plan did about it.
SELECT
    run_id,
    any_value(r.plan_versions) AS versions,
    count(t.event) AS triggers,
    count(*) FILTER (t.event = 'failure') AS failures,
    count(*) FILTER (t.event = 'check_failed') AS failed_checks,
    count(*) FILTER (t.event = 'user') AS user_spoke,
    count(*) FILTER (t.response IN ('micro_revision', 'rewrite')) AS answered,
    count(*) FILTER (t.response = 'none') AS unanswered
FROM runs AS r
LEFT JOIN replan_triggers AS t USING (run_id)
GROUP BY run_id
ORDER BY versions DESC, run_id
