-- Findings: what detectors found, with the primary evidence; `evidence` holds all of it as JSON.
SELECT
    f.run_id,
    f.number,
    f.detector,
    f.kind,
    f.form,
    f.severity,
    f.message,
    f.step,
    f.quote,
    f.file,
    json_extract_string(f.item, '$') AS item,  -- which run of a file that holds several; NULL when it holds one
    f.position,
    f.evidence,
    f.fingerprint,
    r.review,  -- dismissed or confirmed, as the last review of it says; NULL while it is open
    r.reason AS review_reason  -- what the review says
FROM current.findings AS f
LEFT JOIN (
    SELECT run_id, fingerprint, digest, review, reason FROM stored.reviews
    QUALIFY row_number() OVER (PARTITION BY run_id, fingerprint ORDER BY reviewed_ns DESC) = 1
) AS r
ON r.run_id = f.run_id AND r.fingerprint = f.fingerprint AND r.digest = f.digest AND r.review <> 'undone'
