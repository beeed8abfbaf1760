-- Which items were still open when the run ended?
-- Of the last version of each list; runs that were cut off or still grow are left out.
SELECT i.run_id, i.place, i.text, i.status, r.title
FROM plan_items AS i
JOIN runs AS r USING (run_id)
WHERE r.state IN ('ended', 'quiet')
    AND i.source = 'list'
    AND i.status IN ('pending', 'in_progress', 'blocked')
    AND i.version = (SELECT max(v.version) FROM plan_versions AS v WHERE v.run_id = i.run_id AND v.source = 'list')
ORDER BY i.run_id, i.place
