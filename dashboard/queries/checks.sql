-- The checks of one run: $1 its id.
SELECT detector, kind, outcome, reason FROM checks WHERE run_id = $1 ORDER BY detector
