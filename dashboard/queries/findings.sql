-- The findings of one run, the most serious first: $1 its id.
SELECT detector, kind, form, severity, message, evidence
FROM findings WHERE run_id = $1
ORDER BY list_position(['error', 'warning', 'info'], severity), step, number
