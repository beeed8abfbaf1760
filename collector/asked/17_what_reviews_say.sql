-- How often are findings right, by those who looked at them?
-- Of each detector and form the findings that were confirmed and dismissed (`planscope review`).
SELECT
    detector,
    form,
    count(*) AS findings,
    count(*) FILTER (review = 'confirmed') AS confirmed,
    count(*) FILTER (review = 'dismissed') AS dismissed,
    round(count(*) FILTER (review = 'confirmed') / nullif(count(review), 0), 2) AS right_of_those
FROM findings
GROUP BY ALL
ORDER BY findings DESC, detector, form
