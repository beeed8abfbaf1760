-- What could not be checked, and why?
-- "Not applicable" means that a run holds nothing of the kind; "abstained" that it could not be looked at.
SELECT detector, outcome, reason, count(*) AS runs
FROM checks
WHERE outcome IN ('abstained', 'not_applicable', 'failed')
GROUP BY ALL
ORDER BY list_position(['failed', 'abstained', 'not_applicable'], any_value(outcome)), runs DESC, detector, reason
