"""Every attribute name planscope reads or emits, once.

Standard names come from the OpenTelemetry GenAI conventions and from OpenInference; names under
``planscope.`` are ours (``gen_ai.plan.*`` and ``gen_ai.todo.*`` are reserved upstream and never used).
A test keeps these strings out of every other module.
"""

from typing import Final

# --- OpenTelemetry GenAI ------------------------------------------------------------------------
OPERATION: Final = "gen_ai.operation.name"
PROVIDER: Final = "gen_ai.provider.name"
SYSTEM: Final = "gen_ai.system"  # before 1.37
REQUEST_MODEL: Final = "gen_ai.request.model"
RESPONSE_MODEL: Final = "gen_ai.response.model"
RESPONSE_ID: Final = "gen_ai.response.id"
FINISH_REASONS: Final = "gen_ai.response.finish_reasons"
INPUT_TOKENS: Final = "gen_ai.usage.input_tokens"
OUTPUT_TOKENS: Final = "gen_ai.usage.output_tokens"
CACHE_READ_TOKENS: Final = "gen_ai.usage.cache_read.input_tokens"
CACHE_WRITE_TOKENS: Final = "gen_ai.usage.cache_write.input_tokens"
CACHE_CREATION_TOKENS: Final = "gen_ai.usage.cache_creation.input_tokens"  # old name of cache_write
OLD_CACHE_READ_TOKENS: Final = "gen_ai.usage.cache_read_input_tokens"  # of several exporters
PROMPT_TOKENS: Final = "gen_ai.usage.prompt_tokens"  # before 1.27
COMPLETION_TOKENS: Final = "gen_ai.usage.completion_tokens"  # before 1.27
CONVERSATION: Final = "gen_ai.conversation.id"
COMPACTED: Final = "gen_ai.conversation.compacted"
AGENT_NAME: Final = "gen_ai.agent.name"
AGENT_ID: Final = "gen_ai.agent.id"
TOOL_NAME: Final = "gen_ai.tool.name"
TOOL_CALL_ID: Final = "gen_ai.tool.call.id"
TOOL_ARGUMENTS: Final = "gen_ai.tool.call.arguments"
TOOL_RESULT: Final = "gen_ai.tool.call.result"
TOOL_TYPE: Final = "gen_ai.tool.type"
TOOL_DEFINITIONS: Final = "gen_ai.tool.definitions"
SYSTEM_INSTRUCTIONS: Final = "gen_ai.system_instructions"
INPUT_MESSAGES: Final = "gen_ai.input.messages"
OUTPUT_MESSAGES: Final = "gen_ai.output.messages"
EVALUATION_EVENT: Final = "gen_ai.evaluation.result"
EVALUATION_NAME: Final = "gen_ai.evaluation.name"
EVALUATION_SCORE: Final = "gen_ai.evaluation.score.value"
EVALUATION_LABEL: Final = "gen_ai.evaluation.score.label"
EVALUATION_EXPLANATION: Final = "gen_ai.evaluation.explanation"
OLD_PROMPT: Final = "gen_ai.prompt"  # also gen_ai.prompt.N.role / .content
OLD_COMPLETION: Final = "gen_ai.completion"
RESPONSE_CONTENT: Final = "gen_ai.response.content"  # private to some exporters, common in old data
ANY_OUTPUT: Final = "gen_ai.output"  # of any-agent: what a model or a tool gave back
ANY_TOOL_ARGS: Final = "gen_ai.tool.args"
OTHER_TOOL_ARGUMENTS: Final = ("gen_ai.tool.arguments", "gen_ai.tool.input", "input")  # private, met in the wild
OTHER_TOOL_RESULTS: Final = ("gen_ai.tool.result", "gen_ai.tool.output", "output")
OTHER_TOOL_ID: Final = "gen_ai.tool.call_id"
ERROR_TYPE: Final = "error.type"
WORKFLOW_NAME: Final = "gen_ai.workflow.name"
TASK_NAME: Final = "gen_ai.task.name"  # proposed; in use for nodes of graphs, not for items of lists
STEP_NAME: Final = "gen_ai.step.name"  # proposed
AGENT_TOOLS: Final = "gen_ai.agent.tools"  # names, as a list or as JSON
TOOL_SCHEMA: Final = "gen_ai.tool.json_schema"
TOOL_OUTCOME: Final = "gen_ai.tool.status"  # success, error
RETRIEVAL_QUERY: Final = "gen_ai.retrieval.query.text"
RETRIEVAL_DOCUMENTS: Final = "gen_ai.retrieval.documents"
DATA_SOURCE: Final = "gen_ai.data_source.id"
GUARDRAIL_NAME: Final = "gen_ai.guardrail.name"
GUARDRAIL_STATUS: Final = "gen_ai.guardrail.status"
GUARDRAIL_RESULT: Final = "gen_ai.guardrail.result.type"
GUARDRAIL_REASON: Final = "gen_ai.guardrail.result.reason"
DETAILS_EVENT: Final = "gen_ai.client.inference.operation.details"  # carries the message attributes
CHOICE_EVENT: Final = "gen_ai.choice"  # before 1.37
MESSAGE_EVENTS: Final = {  # before 1.37; event name -> role
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}
MESSAGE_EVENTS_TOOL: Final = "gen_ai.tool.message"
PROMPT_EVENT: Final = "gen_ai.content.prompt"  # before 1.28, with gen_ai.prompt
COMPLETION_EVENT: Final = "gen_ai.content.completion"
MCP_METHOD: Final = "mcp.method.name"
MCP_REQUEST_ID: Final = "jsonrpc.request.id"  # counts from 1 in every session: no id of a call
MCP_SESSION: Final = "mcp.session.id"  # of one client and server, not of the agent's work
MCP_ARGUMENTS: Final = "mcp.request.argument"  # of OpenLLMetry: the whole request
MCP_RESULT: Final = "mcp.response.value"
EVENT_NAME: Final = "event.name"  # of log records that have no field for it
EXCEPTION_EVENT: Final = "exception"
EXCEPTION_TYPE: Final = "exception.type"
EXCEPTION_MESSAGE: Final = "exception.message"
PENDING_TYPE: Final = "logfire.span_type"  # pending_span: sent when the span begins, under an id of its own
PENDING_PARENT: Final = "logfire.pending_parent_id"

# --- OpenInference -----------------------------------------------------------------------------
OI_KIND: Final = "openinference.span.kind"
OI_INPUT: Final = "input.value"
OI_OUTPUT: Final = "output.value"
OI_TOOL_NAME: Final = "tool.name"
OI_TOOL_ID: Final = "tool.id"
OI_MODEL: Final = "llm.model_name"
OI_INPUT_MESSAGES: Final = "llm.input_messages"
OI_OUTPUT_MESSAGES: Final = "llm.output_messages"
OI_PROMPT_TOKENS: Final = "llm.token_count.prompt"
OI_COMPLETION_TOKENS: Final = "llm.token_count.completion"
OI_CACHE_READ: Final = "llm.token_count.prompt_details.cache_read"
OI_TOOLS: Final = "llm.tools"
OI_AGENT: Final = "agent.name"
OI_SESSION: Final = "session.id"
OI_INPUT_TYPE: Final = "input.mime_type"
OI_OUTPUT_TYPE: Final = "output.mime_type"
OI_TOOL_PARAMETERS: Final = "tool.parameters"
OI_TOOL_SCHEMA: Final = "tool.json_schema"
OI_RESPONSE_MODEL: Final = "llm.response.model_name"
OI_REQUEST_MODEL: Final = "llm.request.model_name"
OI_PROMPTS: Final = "llm.prompts"  # of completions: llm.prompts.N.prompt.text
OI_CHOICES: Final = "llm.choices"
OI_DOCUMENTS: Final = "retrieval.documents"
OI_NODE: Final = "graph.node.id"
OI_METADATA: Final = "metadata"
OI_EVALUATIONS: Final = "evaluations"
OI_ANNOTATIONS: Final = "annotations"

# --- conventions of single products --------------------------------------------------------------
LF_TYPE: Final = "langfuse.observation.type"
LF_INPUT: Final = "langfuse.observation.input"
LF_OUTPUT: Final = "langfuse.observation.output"
LF_LEVEL: Final = "langfuse.observation.level"
LF_STATUS: Final = "langfuse.observation.status_message"
LF_MODEL: Final = "langfuse.observation.model.name"
LF_USAGE: Final = "langfuse.observation.usage_details"  # JSON: input, output, ...
TL_KIND: Final = "traceloop.span.kind"  # workflow, agent, task, tool
TL_NAME: Final = "traceloop.entity.name"
TL_INPUT: Final = "traceloop.entity.input"
TL_OUTPUT: Final = "traceloop.entity.output"
TL_WORKFLOW: Final = "traceloop.workflow.name"
TL_SESSION: Final = "traceloop.association.properties.session_id"
TL_THREAD: Final = "traceloop.association.properties.thread_id"
TL_TASK_INPUT: Final = "gen_ai.task.input"
TL_TASK_OUTPUT: Final = "gen_ai.task.output"
TL_TASK_OUTCOME: Final = "gen_ai.task.status"  # success, failure
TL_REQUEST: Final = "llm.request.type"  # chat, completion, ...: what old versions have in place of the operation
TL_TOOLS: Final = "llm.request.functions"  # llm.request.functions.N.name
TL_SCOPES: Final = ("traceloop.", "opentelemetry.instrumentation.")  # of the latter only packages named by its dialect
TL_FLAT: Final = "opentelemetry.instrumentation.openai_agents"  # has sub-agents beside their caller
LS_KIND: Final = "langsmith.span.kind"  # llm, tool, chain, retriever, embedding, prompt, parser
LS_NAME: Final = "langsmith.trace.name"
LS_AGENT: Final = "langsmith.metadata.lc_agent_name"
LS_NODE: Final = "langsmith.metadata.langgraph_node"
LS_MODEL: Final = "langsmith.metadata.ls_model_name"
LS_THREAD: Final = "langsmith.metadata.thread_id"
LS_SESSION: Final = "langsmith.metadata.session_id"  # langsmith.trace.session_id is the project
ADK_SCOPE: Final = "gcp.vertex.agent"
ADK_SESSION: Final = "gcp.vertex.agent.session_id"
ADK_REQUEST: Final = "gcp.vertex.agent.llm_request"
ADK_RESPONSE: Final = "gcp.vertex.agent.llm_response"
ADK_ARGUMENTS: Final = "gcp.vertex.agent.tool_call_args"
ADK_RESULT: Final = "gcp.vertex.agent.tool_response"
ADK_IDS: Final = ("gcp.vertex.agent.event_id", "gcp.vertex.agent.invocation_id")
STRANDS_SCOPE: Final = "strands.telemetry.tracer"
STRANDS_SYSTEM: Final = "strands-agents"
STRANDS_PROMPT: Final = "system_prompt"
ANTHROPIC_SCOPE: Final = "com.anthropic.sdk"
ANTHROPIC_RESULT: Final = "anthropic.tool_result.content"  # content blocks
PYDANTIC_SCOPE: Final = "pydantic-ai"
PYDANTIC_ARGUMENTS: Final = "tool_arguments"
PYDANTIC_RESULT: Final = "tool_response"
PYDANTIC_AGENT: Final = "agent_name"
PYDANTIC_MODEL: Final = "model_name"
PYDANTIC_MESSAGES: Final = "pydantic_ai.all_messages"
PYDANTIC_EVENTS: Final = ("all_messages_events", "events")  # version 1: events as JSON
PYDANTIC_FINAL: Final = "final_result"
LOGFIRE_MARKS: Final = ("logfire.msg", "logfire.msg_template", "logfire.json_schema")  # on every span of it
LOGFIRE_REQUEST: Final = "request_data"  # of its own instrumentation of providers' clients
LOGFIRE_RESPONSE: Final = "response_data"
AI_OPERATION: Final = "ai.operationId"
AI_OLD_OPERATION: Final = "operation.name"  # operation and function, before there was the id
AI_FUNCTION: Final = "ai.telemetry.functionId"
AI_SESSION: Final = "ai.telemetry.metadata.sessionId"
AI_PROMPT: Final = "ai.prompt"
AI_MESSAGES: Final = "ai.prompt.messages"
AI_TOOLS: Final = "ai.prompt.tools"
AI_TEXT: Final = "ai.response.text"
AI_REASONING: Final = "ai.response.reasoning"
AI_OBJECT: Final = "ai.response.object"
AI_CALLS: Final = "ai.response.toolCalls"
AI_RESPONSE_ID: Final = "ai.response.id"
AI_RESPONSE_MODEL: Final = "ai.response.model"
AI_MODEL: Final = "ai.model.id"
AI_INPUT_TOKENS: Final = ("ai.usage.inputTokens", "ai.usage.promptTokens")
AI_OUTPUT_TOKENS: Final = ("ai.usage.outputTokens", "ai.usage.completionTokens")
AI_CACHED_TOKENS: Final = "ai.usage.cachedInputTokens"
AI_TOOL_NAME: Final = "ai.toolCall.name"
AI_TOOL_ID: Final = "ai.toolCall.id"
AI_TOOL_ARGUMENTS: Final = "ai.toolCall.args"
AI_TOOL_RESULT: Final = "ai.toolCall.result"
CC_PREFIX: Final = "claude_code."  # begin of the names of spans and events
CC_SCOPE: Final = "com.anthropic.claude_code"
CC_PROMPT: Final = "user_prompt"
CC_MODEL: Final = "model"
CC_SOURCE: Final = "query_source"  # what a model was asked for
CC_REQUEST_ID: Final = "request_id"
CC_INPUT_TOKENS: Final = "input_tokens"  # without those of the cache
CC_OUTPUT_TOKENS: Final = "output_tokens"
CC_CACHE_READ: Final = "cache_read_tokens"
CC_CACHE_WRITE: Final = "cache_creation_tokens"
CC_TOOL_NAME: Final = "tool_name"
CC_CALL_ID: Final = "tool_use_id"
CC_SUCCESS: Final = "success"
CC_ERROR: Final = "error"
CC_ERROR_TYPE: Final = "error_type"
CC_DECISION: Final = ("decision", "decision_type")  # accept, reject
CC_OUTPUT_EVENT: Final = "tool.output"
CC_OUTPUT: Final = "output"
CC_DETAILS: Final = {  # what a call was given, in part -> the argument that it is
    "full_command": "command",
    "file_path": "file_path",
    "skill_name": "skill",
    "subagent_type": "subagent_type",
}
CC_LOGGED_PROMPT: Final = "prompt"
CC_LOGGED_ANSWER: Final = "response"
CC_LOGGED_INPUT: Final = "tool_input"  # JSON
CC_LOGGED_PARAMETERS: Final = "tool_parameters"  # JSON, in part
CC_LOGGED_BODY: Final = "body"  # of a raw response of the interface
LOG_DURATION: Final = "duration_ms"
LOG_SEQUENCE: Final = "event.sequence"
CC_LOGGED_SERVER: Final = ("mcp_server_name", "mcp_tool_name")  # in the parameters of a call of `mcp_tool`
CC_EVENTS: Final = (  # log events that tell of the agent's work
    "claude_code.user_prompt", "claude_code.assistant_response", "claude_code.api_request",
    "claude_code.api_response_body", "claude_code.tool_result", "claude_code.tool_decision", "claude_code.compaction",
)  # fmt: skip
CODEX_EVENTS: Final = (
    "codex.user_prompt", "codex.sse_event", "codex.tool_result", "codex.tool_decision", "codex.agent_response",
)  # fmt: skip
GEMINI_EVENTS: Final = (
    "gemini_cli.user_prompt", "gemini_cli.api_response", "gemini_cli.tool_call", "gemini_cli.chat_compression",
)  # fmt: skip
CODEX_PREFIX: Final = "codex."
CODEX_SESSION: Final = "conversation.id"
CODEX_KIND: Final = "event.kind"
CODEX_MODEL: Final = "model"
CODEX_CALL_ID: Final = "call_id"
CODEX_ARGUMENTS: Final = "arguments"
CODEX_PARENT: Final = "parent.conversation.id"
CODEX_INPUT_TOKENS: Final = "input_token_count"
CODEX_OUTPUT_TOKENS: Final = "output_token_count"
CODEX_CACHED_TOKENS: Final = "cached_token_count"
GEMINI_PREFIX: Final = "gemini_cli."
GEMINI_SCOPE: Final = "gemini-cli"
GEMINI_TOOL: Final = "function_name"
GEMINI_ARGUMENTS: Final = "function_args"
GEMINI_CACHED_TOKENS: Final = "cached_content_token_count"
GEMINI_ANSWER: Final = "response_text"
GEMINI_ROLE: Final = "role"  # main, subagent, utility_*
GEMINI_PROMPT_ID: Final = "prompt_id"
GEMINI_SPAN_INPUT: Final = ("gen_ai.input.messages", "input-json")
GEMINI_SPAN_OUTPUT: Final = ("gen_ai.output.messages", "output-json")

# What names the session or conversation of a span, the first that says something.
SESSIONS: Final = (CONVERSATION, OI_SESSION, TL_SESSION, TL_THREAD, LS_THREAD, LS_SESSION, ADK_SESSION, AI_SESSION,
                   CODEX_SESSION)  # fmt: skip

# --- resource ----------------------------------------------------------------------------------
SERVICE_NAME: Final = "service.name"

# --- ours --------------------------------------------------------------------------------------
SCOPE: Final = "planscope"
STEP: Final = "planscope.step"  # which Step a span of our own dialect is, one of the values below
STEP_USER: Final = "user_message"
STEP_MODEL: Final = "model_call"
STEP_TOOL: Final = "tool_call"
STEP_PLAN: Final = "plan_update"
STEP_VERDICT: Final = "verdict"
STEP_FINAL: Final = "final_answer"
STEP_COMPACTION: Final = "compaction"
STEP_INTERRUPTION: Final = "interruption"
STEP_RUN: Final = "run"  # a span that only says things about the run as a whole
STEP_RESULT: Final = "tool_result"  # the result of a call that stands in another file

RUN_KEY: Final = "planscope.run.key"  # which run this span belongs to, when a reader knows
RUN_PARENT: Final = "planscope.run.parent"  # the key of the run that started this one
RUN_TOOLS: Final = "planscope.run.tools"  # names of the tools offered, when the file lists them
RUN_CUT: Final = "planscope.run.cut"  # a new conversation begins with this span, whatever the key says
RUN_CUT_OFF: Final = "planscope.run.cut_off"  # the file ends in the middle of a record
TEXT: Final = "planscope.text"
PARTS: Final = "planscope.parts"  # [[text, position], ...] of a model's message, in order
THINKING: Final = "planscope.thinking"
SYSTEM_TEXT: Final = "planscope.system"
TOOL_STATUS: Final = "planscope.tool.status"  # ok, error, rejected, unknown
RESULT_POSITION: Final = "planscope.result.position"
CALL_IDS: Final = "planscope.call_ids"  # ids of the tools a model's message asks for
REDACTED: Final = "planscope.redacted"  # values of this span that were replaced because they are secrets
SOURCE: Final = "planscope.source"  # JSON: file, position, index, order; in exports of spans that have them
CONTENT: Final = "planscope.content"  # present, truncated, redacted, not_captured
RESULT_DATA: Final = "planscope.result.data"  # the structured result beside the text, when a file has both
PLAN_ITEMS: Final = "planscope.plan.items"
PLAN_TEXT: Final = "planscope.plan.text"
PLAN_SOURCE: Final = "planscope.plan.source"
PLAN_ORIGIN: Final = "planscope.plan.origin"  # what wrote it: a tool's name, a planner's name
VERDICT_SUBJECT: Final = "planscope.verdict.subject"
VERDICT_SEEN: Final = "planscope.verdict.seen"
CLOSED: Final = "planscope.closed"  # the run said itself that it is over
TASK: Final = "planscope.task.id"
VARIANT: Final = "planscope.variant"
TRIAL: Final = "planscope.trial"
PROJECT: Final = "planscope.project"

# emitted by the harness, which emits what any agent would and these besides
SCHEMA_URL: Final = "https://opentelemetry.io/schemas/gen-ai/1.42.0"  # an identifier, nothing that is fetched
OP_AGENT: Final = "invoke_agent"
OP_CHAT: Final = "chat"
OP_TOOL: Final = "execute_tool"
OP_PLAN: Final = "plan"
OP_EVALUATION: Final = "evaluation"
PLAN_ID: Final = "planscope.plan.id"
PLAN_VERSION: Final = "planscope.plan.version"
PLAN_TRIGGER: Final = "planscope.plan.trigger"  # initial, validator_fail, ...; left out when it is not known
PLAN_PARENT: Final = "planscope.plan.parent_version"
TODO_EVENT: Final = "planscope.todo.updated"
TODO_ITEMS: Final = "planscope.todo.items"
TODO_COUNTS: Final = "planscope.todo.counts."  # and a status
TODO_VERSION: Final = "planscope.todo.version"
EVALUATOR_TYPE: Final = "planscope.evaluation.evaluator_type"  # code, llm, human
MODE: Final = "planscope.mode"  # the planning mode of the harness
