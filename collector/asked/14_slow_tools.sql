-- Where does the time go?
-- Seconds by tool, where the source has times for the beginning and the end of a call.
SELECT
    name AS tool,
    count(seconds) AS calls,
    round(sum(seconds), 2) AS seconds,
    round(median(seconds), 3) AS median,
    round(max(seconds), 3) AS slowest
FROM tool_calls
WHERE seconds IS NOT NULL
GROUP BY name
ORDER BY seconds DESC, tool
