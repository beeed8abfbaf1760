-- Findings: what detectors found, with the primary evidence; `evidence` holds all of it as JSON.
SELECT
    run_id,
    number,
    detector,
    kind,
    form,
    severity,
    message,
    step,
    quote,
    file,
    json_extract_string(item, '$') AS item,  -- which run of a file that holds several; NULL when it holds one
    position,
    evidence
FROM current.findings
