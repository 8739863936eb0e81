"""Servers that refuse something in a request: just that must be changed, and stay so only if it helped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from parlour.errors import ModelUnavailable, Unreadable
from tests.arena.replies import Replying
from tests.llm.loopback import Body
from tests.llm.quirks.quirk import Ask, Quirk, Way
from tests.llm.quirks.served import SPEECH, decides, in_turn, refuses, roles, says, unless

_VERBAL = '{"option_0": 75, "option_1": 25}'
_TEXTS: Mapping[Ask, str] = {"speech": SPEECH, "decision": decides(), "weights": _VERBAL}


def _refused(
    name: str,
    source: str,
    accepts: Callable[[Body], bool],
    refusal: Replying,
    changes: frozenset[str] | None,
    *,
    asks: Ask = "speech",
    ways: tuple[Way, ...] = (),
    calls: int = 2,
) -> Quirk:
    """A refusal of something that is left out or said otherwise in the next call, and in all that follow."""
    return Quirk(
        name,
        source,
        lambda: unless(accepts, refusal, says(_TEXTS[asks])),
        asks=asks,
        ways=ways,
        speech=SPEECH if asks == "speech" else None,
        choice="Ben" if asks == "decision" else None,
        weights={"yes": 0.75, "no": 0.25} if asks == "weights" else None,
        by="verbal",
        calls=calls,
        changes=changes,
        learned=True,
    )


def _lacks(*names: str) -> Callable[[Body], bool]:
    return lambda body: not body.keys() & set(names)


def _has_no_system(body: Body) -> bool:
    return "system" not in roles(body)


_LIMIT = (
    "Unsupported parameter: 'max_tokens' is not supported with this model. "
    "Use 'max_completion_tokens' instead."
)
_WARMTH = (
    "Unsupported value: 'temperature' does not support 0.7 with this model. "
    "Only the default (1) value is supported."
)
_RENAMED = frozenset({"max_tokens", "max_completion_tokens"})

PARAMETERS = [
    _refused(
        "max_tokens is refused by its name",
        "ITSpecialist111/ai_automation_suggester#38",
        _lacks("max_tokens"),
        refuses(400, _LIMIT, param="max_tokens", code="unsupported_parameter"),
        _RENAMED,
    ),
    _refused(
        "max_tokens is refused in words alone",
        "caozhiyuan/copilot-api#164",
        _lacks("max_tokens"),
        refuses(400, _LIMIT, code="invalid_request_body"),
        _RENAMED,
    ),
    _refused(
        "temperature must be 1",
        "johny-b/llmcomp#69",
        _lacks("temperature"),
        refuses(400, _WARMTH, param="temperature", code="unsupported_value"),
        frozenset({"temperature"}),
    ),
    _refused(
        "temperature must be 1, in words alone",
        "moona3k/macparakeet#1087",
        _lacks("temperature"),
        refuses(400, "invalid temperature: only 1 is allowed for this model"),
        frozenset({"temperature"}),
    ),
    _refused(
        "max_tokens and temperature are refused one after the other",
        "OpenHands/OpenHands#4131",
        _lacks("max_tokens", "temperature"),
        lambda body: (
            refuses(400, _LIMIT, param="max_tokens", code="unsupported_parameter")
            if "max_tokens" in body
            else refuses(400, _WARMTH, param="temperature", code="unsupported_value")
        )(body),
        _RENAMED | {"temperature"},
        calls=3,
    ),
]

SYSTEM = [
    _refused(
        "no system role",
        "arcee-ai/fastmlx#22",
        _has_no_system,
        refuses(400, "System role not supported"),
        frozenset({"messages"}),
    ),
    _refused(
        "no system role, as an error of the template with status 500",
        "sgl-project/sglang#892",
        _has_no_system,
        refuses(500, body={"object": "error", "message": "System role not supported", "code": 500}),
        frozenset({"messages"}),
    ),
    _refused(
        "a template whose roles must alternate",
        "infiniflow/ragflow#11021",
        _has_no_system,
        refuses(
            400,
            body={
                "object": "error",
                "message": "Conversation roles must alternate user/assistant/user/assistant/...",
                "type": "BadRequestError",
                "param": None,
                "code": 400,
            },
        ),
        frozenset({"messages"}),
    ),
]

_TOLD_IN_WORDS = frozenset({"response_format", "messages"})


def _no_schema(name: str, source: str, refusal: Replying) -> Quirk:
    return _refused(name, source, _lacks("response_format"), refusal, _TOLD_IN_WORDS, asks="decision")


SCHEMAS = [
    _no_schema(
        "no schemas, as an error of reading the request",
        "BerriAI/litellm#7580",
        refuses(
            422,
            body="Failed to deserialize the JSON body into the target type: response_format: "
            "response_format.type `json_schema` is unavailable now at line 1 column 1193",
        ),
    ),
    _no_schema(
        "schemas of other kinds alone",
        "vercel/ai#7808",
        refuses(
            400,
            body={"error": "'response_format.type' : value is not one of the allowed values ['json_object']"},
        ),
    ),
    _no_schema(
        "a refusal without a cause, which the schema was", "llm-exe/llm-exe#662", refuses(400, "Bad request")
    ),
    Quirk(
        "a refusal without a cause, which the schema was not",
        "vllm-project/vllm#33418",
        partial(refuses, 400, "Bad request"),
        asks="decision",
        error=ModelUnavailable,
        words=("rejects the request", "Bad request"),
        calls=2,
        learned=False,
    ),
]


def _no_logprobs(name: str, source: str, refusal: Replying) -> Quirk:
    return _refused(name, source, _lacks("logprobs"), refusal, None, asks="weights")


LOGPROBS = [
    _no_logprobs(
        "no log-probabilities, said by their name",
        "openai/openai-python#1080",
        refuses(400, "This model does not support the 'logprobs' parameter.", param="logprobs"),
    ),
    _no_logprobs(
        "no log-probabilities, in a list of errors",
        "GoogleCloudPlatform/generative-ai#2947",
        refuses(400, body=[{"error": {"code": 400, "message": "Logprobs is not supported for this model."}}]),
    ),
]

STREAMS = [
    _refused(
        "no stream_options",
        "FlowiseAI/Flowise#2866",
        _lacks("stream_options"),
        refuses(400, "Extra inputs are not permitted, field: 'stream_options'"),
        None,
        ways=("streamed",),
    )
]

_FILTERED = (
    "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. "
    "Please modify your prompt and retry."
)


def _filtered(name: str, source: str, refusal: Replying, words: str, asks: Ask = "speech") -> Quirk:
    return Quirk(name, source, lambda: refusal, asks=asks, error=Unreadable, words=(words,), learned=True)


FILTERS = [
    _filtered(
        "a filter refuses one prompt",
        "vibrantlabsai/ragas#649",
        refuses(
            400,
            _FILTERED,
            param="prompt",
            code="content_filter",
            innererror={"code": "ResponsibleAIPolicyViolation"},
        ),
        "content management policy",
    ),
    _filtered(
        "a filter that is told in words behind a gateway",
        "BerriAI/litellm#16231",
        refuses(400, f"litellm.ContentPolicyViolationError: {_FILTERED}", code="400"),
        "content management policy",
    ),
    _filtered(
        "a filter of DashScope",
        "camel-ai/owl#432",
        refuses(
            400,
            "Input data may contain inappropriate content.",
            type="data_inspection_failed",
            code="data_inspection_failed",
        ),
        "inappropriate content",
    ),
    _filtered(
        "a filter of DashScope behind a gateway",
        "QwenLM/qwen-code#2905",
        refuses(400, "<400> InternalError.Algo.DataInspectionFailed: Input text data is unfit."),
        "DataInspectionFailed",
    ),
]

PASSING = [
    Quirk(
        "a refusal that passes, and the schema stays",
        "thepersonalaicompany/amurex-backend#38",
        lambda: in_turn(
            refuses(400, "Failed to generate JSON. Please adjust your prompt.", code="json_validate_failed"),
            says(decides()),
        ),
        asks="decision",
        choice="Ben",
        calls=2,
        changes=frozenset(),
    )
]

QUIRKS = [*PARAMETERS, *SYSTEM, *SCHEMAS, *LOGPROBS, *STREAMS, *FILTERS, *PASSING]
