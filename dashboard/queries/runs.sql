-- One page of the runs. $1 kind, $2 severity ('none': runs without findings), $3 format, $4 text in lower case, each ''
-- for any; $5 order; $6 rows; $7 rows passed over.
WITH counts AS (
    SELECT
        run_id,
        count(*) FILTER (severity = 'error') AS errors,
        count(*) FILTER (severity = 'warning') AS warnings,
        count(*) FILTER (severity = 'info') AS infos,
        string_agg(DISTINCT kind, ', ' ORDER BY kind) AS kinds
    FROM findings GROUP BY run_id
),
page AS (
    SELECT
        r.run_id, r.title, r.agent, r.format, r.state, r.steps, r.started, r.seconds, r.failed_calls, r.variant,
        coalesce(c.errors, 0) AS errors, coalesce(c.warnings, 0) AS warnings, coalesce(c.infos, 0) AS infos,
        coalesce(c.kinds, '') AS kinds,
        count(*) OVER () AS total,
        row_number() OVER (ORDER BY
            CASE WHEN $5 = 'findings' THEN coalesce(c.errors, 0) END DESC,
            CASE WHEN $5 = 'findings' THEN coalesce(c.warnings, 0) END DESC,
            CASE WHEN $5 = 'findings' THEN coalesce(c.infos, 0) END DESC,
            CASE WHEN $5 = 'steps' THEN r.steps END DESC,
            CASE WHEN $5 = 'title' THEN lower(r.title) END,
            CASE WHEN $5 = 'oldest' THEN r.started END NULLS LAST,
            r.started DESC NULLS LAST, r.run_id) AS place
    FROM runs AS r LEFT JOIN counts AS c USING (run_id)
    WHERE ($3 = '' OR r.format = $3)
      AND ($4 = '' OR contains(lower(concat_ws(' ', r.title, r.agent, r.service, r.task, r.variant, r.run_id, r.file)), $4)
           OR r.run_id IN (SELECT run_id FROM findings WHERE contains(lower(message), $4)))
      AND ($2 <> 'none' OR c.run_id IS NULL)
      AND (($1 = '' AND $2 IN ('', 'none'))
           OR r.run_id IN (SELECT run_id FROM findings
                           WHERE ($1 = '' OR kind = $1) AND ($2 IN ('', 'none') OR severity = $2)))
    QUALIFY place > $7 AND place <= $7 + $6
),
plans AS (
    SELECT run_id, arg_max(completed, version) AS done, arg_max(items - cancelled, version) AS items
    FROM plan_versions
    WHERE source = 'list' AND run_id IN (SELECT run_id FROM page)
    GROUP BY run_id
)
SELECT
    page.run_id, title, agent, format, state, steps, started, seconds, failed_calls, variant, errors, warnings,
    infos, kinds, plans.done, plans.items, total
FROM page LEFT JOIN plans USING (run_id)
ORDER BY place
