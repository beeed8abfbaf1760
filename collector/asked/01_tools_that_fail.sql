-- Which tools fail most?
-- A call that the user rejected is no failure.
SELECT
    name AS tool,
    count(*) AS calls,
    count(*) FILTER (status = 'error') AS failed,
    round(100.0 * count(*) FILTER (status = 'error') / count(*), 1) AS percent,
    count(DISTINCT run_id) AS runs
FROM tool_calls
GROUP BY name
ORDER BY failed DESC, calls DESC, tool
