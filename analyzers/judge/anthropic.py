"""The judge that asks a model of Anthropic, by the Messages API. The only file that knows the client.

Key and address are the client's own business (ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, a profile): nothing of them is
read or printed here but the host. The client does not retry by itself: it would wait for as long as a server says.
There is no temperature to set any more; the same question gets the same answer by the cache.
"""

from typing import TYPE_CHECKING

from planscope.analyzers.judge.ask import PAUSE, NoReply, Refused, Reply
from planscope.analyzers.judge.cost import Usage
from planscope.analyzers.judge.question import Question
from planscope.errors import PlanscopeError, UsageError

if TYPE_CHECKING:
    from anthropic import APIStatusError, OpenTelemetryOptions
    from anthropic.types import Message

DEFAULT_MODEL = "claude-haiku-5-5"
MOST = 1024  # tokens of a reply: an answer takes 100, the rest is for models that think first
_NO_KEY = (
    "--judge anthropic needs a key: set ANTHROPIC_API_KEY, or leave --judge out; all that is computed works without it"
)
_CLOSED = {  # no other question would fare better
    401: "the key was not accepted",
    402: "the account has no credit left",
    403: "the key has no right to this",
    404: "there is no such model or address",
}


class AnthropicJudge:
    """Asks one model. Raises UsageError when the client is not installed, PlanscopeError when it has no key."""

    def __init__(self, model: str = DEFAULT_MODEL, *, timeout: float = 60.0) -> None:
        try:
            import anthropic
        except ImportError as e:
            raise UsageError(
                "--judge anthropic needs the client of Anthropic: pip install 'anthropic>=2,<3' (the extra: judge)"
            ) from e
        try:
            # never spans: they would hold the text of traces, and go wherever the environment says
            quiet: OpenTelemetryOptions = {"traces": {"enabled": False}, "propagation": False}
            # and never on to a host that was not named
            http = anthropic.DefaultHttpxClient(follow_redirects=False)
            self._client = anthropic.Anthropic(max_retries=0, timeout=timeout, open_telemetry=quiet, http_client=http)
        except (anthropic.AnthropicError, ValueError, TypeError, OSError) as e:
            raise PlanscopeError(f"{_NO_KEY} (the client says: {type(e).__name__}: {e})") from e
        client = self._client
        if not (client.api_key or client.auth_token or client.credentials):
            raise PlanscopeError(_NO_KEY)
        self.model, self.name, self.most = model, f"anthropic:{model}", MOST

    @property
    def goes_to(self) -> str:
        """The host that content is sent to."""
        url = self._client.base_url
        return f"{url.host}:{url.port}" if url.port else url.host

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def reply(self, system: str, message: str, question: Question) -> Reply:
        """One request, in a context of its own. Raises NoReply and Refused."""
        import anthropic

        try:
            made = self._client.messages.create(
                model=self.model,
                max_tokens=self.most,
                system=system,
                messages=[{"role": "user", "content": message}],
                output_config={"format": {"type": "json_schema", "schema": question.schema()}},
            )
            return _read(made)
        except anthropic.APIStatusError as e:
            raise _status(e) from e
        except anthropic.APITimeoutError as e:
            raise NoReply("no reply came in time", 0.0) from e
        except anthropic.APIConnectionError as e:
            raise NoReply("the connection failed", PAUSE) from e
        except anthropic.AnthropicError as e:
            raise NoReply(f"the client gave up ({type(e).__name__})") from e
        except (ValueError, TypeError, AttributeError, LookupError) as e:  # a body that is no message at all
            raise NoReply("what came back is no reply of this protocol", 0.0) from e


def _read(message: "Message") -> Reply:
    """A message as a reply: its text, whether it is whole, what it took."""
    u = message.usage
    sent = (u.input_tokens, u.cache_creation_input_tokens, u.cache_read_input_tokens)
    usage = Usage(sum(max(0, n or 0) for n in sent), max(0, u.output_tokens or 0))
    text = "".join(block.text for block in message.content if block.type == "text")
    cut = message.stop_reason in ("max_tokens", "pause_turn", "model_context_window_exceeded")
    return Reply(text, usage, cut, message.stop_reason == "refusal")


def _status(error: "APIStatusError") -> NoReply | Refused:
    """What an error of the service means. Its own words are left out: they may hold parts of the request."""
    code = error.status_code
    if code in _CLOSED:
        return Refused(f"{_CLOSED[code]} (HTTP {code})")
    if code == 429:
        return NoReply("the service asked for a pause (HTTP 429)", _wait(error))
    if code in (408, 409) or code >= 500:
        return NoReply(f"the service had trouble (HTTP {code})", _wait(error))
    return NoReply(f"the service did not take the question (HTTP {code})")


def _wait(error: "APIStatusError") -> float:
    """Seconds that the service asks to wait for; a date is taken for too long."""
    given = error.response.headers.get("retry-after")
    if given is None:
        return PAUSE
    try:
        seconds = float(given)
    except ValueError:
        return float("inf")
    return max(0.0, seconds) if seconds == seconds else PAUSE
