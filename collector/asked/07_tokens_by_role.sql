-- Who uses the tokens: which agents, which models?
-- A sub-agent's run has a parent. NULL means that no tokens are known.
SELECT
    CASE WHEN r.parent_id IS NULL THEN 'agent' ELSE 'sub-agent' END AS role,
    coalesce(nullif(r.agent, ''), '(no name)') AS agent,
    m.model,
    count(*) AS answers,
    sum(m.input_tokens) AS input_tokens,
    sum(m.cached_tokens) AS of_these_cached,
    sum(m.output_tokens) AS output_tokens
FROM model_calls AS m
JOIN runs AS r USING (run_id)
GROUP BY ALL
ORDER BY input_tokens DESC NULLS LAST, role, agent, m.model
