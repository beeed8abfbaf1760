-- Which calls were made again, unchanged?
-- The same tool with the same arguments in one run, how often, and how many of these failed.
SELECT
    run_id,
    name AS tool,
    left(arguments, 80) AS arguments,
    count(*) AS calls,
    count(*) FILTER (status = 'error') AS failed,
    count(DISTINCT result) AS different_results
FROM tool_calls
GROUP BY run_id, name, tool_calls.arguments, arguments_ref
HAVING count(*) > 1
ORDER BY calls DESC, failed DESC, run_id, tool
