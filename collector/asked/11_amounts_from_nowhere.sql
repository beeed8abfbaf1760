-- Which amounts rest on nothing in the run?
-- Every amount that the agent states is in claims, with the step that holds its source.
SELECT run_id, step, raw, unit, verdict, how, line, file, position
FROM claims
WHERE verdict = 'nowhere' AND stance = 'stated'
ORDER BY run_id, step, number
