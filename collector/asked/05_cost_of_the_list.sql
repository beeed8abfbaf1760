-- What share of calls and tokens goes into keeping the list?
-- Tokens are those of answers after which the next step is an update of the plan.
WITH following AS (
    SELECT run_id, number, type, lead(type) OVER (PARTITION BY run_id ORDER BY number) AS next_type FROM steps
)
SELECT
    r.run_id,
    count(*) FILTER (f.type = 'plan_update') AS updates,
    count(*) FILTER (f.type = 'tool_call') AS other_calls,
    round(100.0 * count(*) FILTER (f.type = 'plan_update')
        / nullif(count(*) FILTER (f.type IN ('plan_update', 'tool_call')), 0), 1) AS percent_of_calls,
    sum(m.output_tokens) FILTER (f.next_type = 'plan_update') AS tokens_for_updates,
    round(100.0 * sum(m.output_tokens) FILTER (f.next_type = 'plan_update') / nullif(sum(m.output_tokens), 0), 1)
        AS percent_of_tokens
FROM runs AS r
JOIN following AS f USING (run_id)
LEFT JOIN model_calls AS m ON m.run_id = f.run_id AND m.number = f.number
GROUP BY r.run_id
HAVING updates > 0
ORDER BY percent_of_calls DESC, r.run_id
