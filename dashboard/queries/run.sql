-- The head of one run: $1 its id.
SELECT
    run_id, parent_id, format, agent, service, task, variant, trial, state, started, ended, seconds, title, steps,
    model_calls, tool_calls, plan_versions, failed_calls, input_tokens, output_tokens, file, troubles
FROM runs WHERE run_id = $1
