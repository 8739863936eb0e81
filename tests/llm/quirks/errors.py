"""Servers that fail: for a moment, for long, for good, or because the prompt is too long for them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import partial

from parlour.errors import ModelUnavailable, PromptTooLong
from tests.arena.replies import Replying
from tests.llm.loopback import Answer, Body
from tests.llm.quirks.quirk import ATTEMPTS, Quirk
from tests.llm.quirks.served import SPEECH, in_turn, refuses, says

_PAGE = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"


def _overflow(name: str, source: str, refusal: Replying) -> Quirk:
    return Quirk(
        f"a prompt that is too long for {name}",
        source,
        lambda: refusal,
        error=PromptTooLong,
        words=("does not fit",),
    )


def _object(status: int, message: str) -> Replying:
    told = {"object": "error", "message": message, "type": "BadRequestError", "param": None, "code": status}
    return refuses(status, body=told)


OVERFLOWS = [
    _overflow(
        "llama.cpp",
        "ggml-org/llama.cpp#15181",
        refuses(
            400,
            "the request exceeds the available context size, try increasing it",
            type="exceed_context_size_error",
            n_prompt_tokens=9000,
            n_ctx=4096,
        ),
    ),
    _overflow(
        "vLLM",
        "vllm-project/vllm#20409",
        _object(
            400,
            "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens "
            "(112946 in the messages, 10000 in the completion).",
        ),
    ),
    _overflow(
        "vLLM's decoder",
        "thu-coai/Glyph#9",
        _object(400, "The decoder prompt (length 163840) is longer than the maximum model length of 131072."),
    ),
    _overflow(
        "vLLM, which finds no room for a reply",
        "vllm-project/vllm#4667",
        _object(400, "max_tokens must be at least 1, got -186."),
    ),
    _overflow(
        "LM Studio",
        "lmstudio-ai/lmstudio-bug-tracker#546",
        refuses(
            400,
            body={
                "error": "Trying to keep the first 111490 tokens when context the overflows. However, the "
                "model is loaded with context length of only 32768 tokens, which is not enough."
            },
        ),
    ),
    _overflow(
        "SGLang",
        "QwenLM/Qwen3#1321",
        _object(400, "The input (61709 tokens) is longer than the model's context length (40960 tokens)."),
    ),
    _overflow(
        "SGLang's memory",
        "sgl-project/sglang#4048",
        _object(400, "Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens)."),
    ),
    _overflow(
        "Ollama",
        "ollama/ollama#17889",
        refuses(400, "the input length exceeds the context length", type="api_error"),
    ),
    _overflow(
        "TGI",
        "huggingface/huggingface_hub#2763",
        refuses(
            422,
            body={
                "error": "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. "
                "Given: 8740 `inputs` tokens and 500 `max_new_tokens`",
                "error_type": "validation",
            },
        ),
    ),
    _overflow(
        "Together",
        "stanford-crfm/helm#2079",
        refuses(
            400,
            "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 2048. "
            "Given: 2019 `inputs` tokens and 30 `max_new_tokens`",
        ),
    ),
    _overflow(
        "Groq",
        "OpenHands/OpenHands#1902",
        refuses(
            400,
            "Please reduce the length of the messages or completion.",
            param="messages",
            code="context_length_exceeded",
        ),
    ),
    _overflow(
        "Cerebras",
        "cline/cline#5140",
        refuses(
            400,
            "Please reduce the length of the messages or completion. "
            "Current length is 42328 while limit is 40000",
        ),
    ),
    _overflow(
        "Groq's tokens per minute",
        "continuedev/continue#10218",
        refuses(413, "Request too large for model: Limit 12000, Requested 14137", code="rate_limit_exceeded"),
    ),
    _overflow(
        "OpenRouter",
        "OpenHands/OpenHands#9937",
        refuses(
            400, "This endpoint's maximum context length is 131072 tokens. However, you requested 131134."
        ),
    ),
    _overflow(
        "an Anthropic-compatible server",
        "dcdpr/jp#978",
        refuses(400, body={"type": "error", "error": {"message": "prompt is too long: 1284668 tokens"}}),
    ),
]


def _fails(name: str, source: str, refusal: Callable[[], Replying], *words: str, calls: int = 1) -> Quirk:
    return Quirk(name, source, refusal, error=ModelUnavailable, words=words, calls=calls)


def _passes(name: str, source: str, *failures: Replying, calls: int = 2) -> Quirk:
    return Quirk(
        name, source, lambda: in_turn(*failures, says()), speech=SPEECH, calls=calls, changes=frozenset()
    )


_LOADING = refuses(503, "Loading model", type="unavailable_error", code=503)


def _cut(body: Body) -> Answer:
    return Answer(text="blood " * 40, breaks_after=0)


def _cut_in_the_middle(body: Body) -> Answer:
    return Answer(text=SPEECH, breaks_after=1)


PASSING = [
    _passes("too many requests", "CommandCodeAI/command-code#788", refuses(429, "Rate limit reached")),
    _passes("an overloaded server", "anthropics/claude-code#2912", refuses(529, "Overloaded")),
    _passes("a gateway that answers with a page", "stanford-crfm/helm#2079", refuses(502, body=_PAGE)),
    _passes("a connection that is cut", "chatchat-space/Langchain-Chatchat#4383", _cut),
    _passes("a model that is being loaded for long", "mostlygeek/llama-swap#146", *[_LOADING] * 8, calls=9),
    _passes(
        "a model that is being loaded, in the words of another server",
        "huggingface/huggingface_hub#2763",
        *[refuses(503, body={"error": "Model Qwen is currently loading", "estimated_time": 176.7})] * 8,
        calls=9,
    ),
    Quirk(
        "a whole reply that is cut",
        "chatchat-space/Langchain-Chatchat#3780",
        lambda: in_turn(_cut_in_the_middle, says()),
        ways=("whole",),
        speech=SPEECH,
        calls=2,
    ),
    _fails(
        "a server that stays out of order",
        "continuedev/continue#12713",
        partial(refuses, 500, "llama runner process has terminated"),
        "runner process has terminated",
        "gave up after",
        calls=ATTEMPTS,
    ),
]

_HOURS = timedelta(hours=12)


def _until(pause: str) -> Replying:
    return refuses(429, "tokens per day (TPD): Limit 100000", headers={"Retry-After": pause})


def _date() -> str:
    return format_datetime(datetime.now(UTC) + _HOURS, usegmt=True)


PAUSING = [
    _fails(
        f"a pause of hours, {form}",
        source,
        lambda pause=pause: _until(pause()),
        "tokens per day",
        "go on then",
    )
    for form, source, pause in (
        ("in seconds", "dhkts1/teamclaude-rs#319", lambda: str(int(_HOURS.total_seconds()))),
        ("as a date", "CommandCodeAI/command-code#788", _date),
    )
]

_NO_MONEY = "nothing left to spend"
LASTING = [
    _fails(name, source, lambda refusal=refusal: refusal, words)
    for name, source, refusal, words in (
        (
            "a key that may not",
            "pollinations/pollinations#10394",
            refuses(403, "Forbidden"),
            "refuses the key",
        ),
        (
            "an account without credit",
            "pydantic/pydantic-ai#2323",
            refuses(402, "Insufficient credits", code=402),
            _NO_MONEY,
        ),
        (
            "a quota that is used up, with the status of a moment",
            "langchain-ai/langchainjs#1929",
            refuses(429, "You exceeded your current quota", code="insufficient_quota"),
            _NO_MONEY,
        ),
    )
]

QUIRKS = [*OVERFLOWS, *PASSING, *PAUSING, *LASTING]
