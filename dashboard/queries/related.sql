-- Runs that this one started, or that started it: $1 its id, $2 the id of the run that started it or ''.
SELECT run_id, title, agent, run_id = $2 AS parent FROM runs
WHERE run_id = $2 OR parent_id = $1
ORDER BY parent DESC, started, run_id LIMIT 50
