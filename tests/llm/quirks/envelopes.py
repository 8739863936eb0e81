"""What stands around a reply: fields that are null or missing, errors in a body of status 200, streams."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from parlour.errors import ModelUnavailable, Unreadable
from tests.arena.replies import Replying
from tests.llm.loopback import Answer, Body
from tests.llm.quirks.quirk import ATTEMPTS, Quirk, Way
from tests.llm.quirks.served import ABSENT, DONE, SPEECH, USAGE, bodies, chunk, event, in_turn, says, streams

_NULLS = {"id": None, "choices": None, "created": None, "model": None, "object": None}


def _usable(
    name: str,
    source: str,
    server: Replying,
    *,
    ways: tuple[Way, ...] = (),
    usage: tuple[int, int] | None = None,
    calls: int = 1,
) -> Quirk:
    return Quirk(name, source, lambda: server, ways=ways, speech=SPEECH, usage=usage, calls=calls)


FIELDS = [
    _usable("an id of null", "pydantic/pydantic-ai#2996", says(id=None)),
    _usable("no id", "pydantic/pydantic-ai#2996", says(id=ABSENT)),
    _usable("no time", "pydantic/pydantic-ai#1764", says(created=ABSENT)),
    _usable("no model", "pydantic/pydantic-ai#3994", says(model=ABSENT)),
    _usable("an index of null", "mpfaffenberger/code_puppy#750", says(choice={"index": None})),
    _usable(
        "no id, object, index, time or model",
        "nomic-ai/gpt4all#1317",
        bodies(
            {"choices": [{"message": {"role": "assistant", "content": SPEECH}}]},
            [{"choices": [{"delta": {"content": SPEECH}}]}],
        ),
    ),
    _usable("a finish_reason of null", "openai/openai-openapi#20", says(finish=None)),
    _usable("a finish_reason of TGI", "CherryHQ/cherry-studio#16079", says(finish="eos_token")),
    _usable(
        "tool calls of null", "BerriAI/litellm#8953", says(message={"tool_calls": None, "refusal": None})
    ),
    _usable(
        "the reply within the field of the provider",
        "pydantic/pydantic-ai#3994",
        bodies(
            {
                **_NULLS,
                "provider": {
                    "id": "gen-1",
                    "choices": [
                        {"message": {"role": "assistant", "content": SPEECH}, "finish_reason": "stop"}
                    ],
                },
            }
        ),
        ways=("whole",),
    ),
]

USAGES = [
    _usable("usage of a reply", "janhq/cortex.llamacpp#265", says(), usage=(40, 9)),
    Quirk(
        "no usage", "openai/openai-agents-python#442", partial(says, usage=None), speech=SPEECH, counts=True
    ),
    Quirk(
        "usage of zeros",
        "nomic-ai/gpt4all#1317",
        partial(says, usage=dict.fromkeys(USAGE, 0)),
        speech=SPEECH,
        counts=True,
    ),
    Quirk(
        "a long prompt that is cut without a word",
        "ollama/ollama#17427",
        partial(says, usage={**USAGE, "prompt_tokens": 2050}),
        words_before=6000,
        error=Unreadable,
        words=("cut the prompt", "2050", "OLLAMA_CONTEXT_LENGTH"),
    ),
    Quirk(
        "a long prompt that is read as a whole",
        "esengine/DeepSeek-Reasonix#10245",
        partial(says, usage={**USAGE, "prompt_tokens": 6100}),
        words_before=6000,
        speech=SPEECH,
        usage=(6100, 9),
    ),
    _usable(
        "details of usage that are null",
        "BerriAI/litellm#14090",
        says(usage={**USAGE, "prompt_tokens_details": None, "completion_tokens_details": None}),
        usage=(40, 9),
    ),
    _usable(
        "usage of null until the last chunk",
        "janhq/cortex.llamacpp#265",
        streams(chunk({"content": SPEECH}, usage=None), event({"choices": [], "usage": USAGE}), DONE),
        ways=("streamed",),
        usage=(40, 9),
    ),
    _usable(
        "usage in the chunk that ends the text",
        "janhq/cortex.llamacpp#265",
        streams(chunk({"content": SPEECH}), chunk({}, "stop", usage=USAGE), DONE),
        ways=("streamed",),
        usage=(40, 9),
    ),
]


def _failing_then_good(name: str, source: str, failure: Replying, *, ways: tuple[Way, ...] = ()) -> Quirk:
    return Quirk(name, source, lambda: in_turn(failure, says()), ways=ways, speech=SPEECH, calls=2)


def _failing(name: str, source: str, failure: Replying, *words: str, calls: int = ATTEMPTS) -> Quirk:
    return Quirk(name, source, lambda: failure, error=ModelUnavailable, words=words, calls=calls)


_PROVIDER = {"message": "Provider returned error", "code": 502, "metadata": {"provider_name": "Chutes"}}
_CREDIT = {"message": "Insufficient credits", "code": 402}

ERRORS = [
    _failing_then_good(
        "no choice, once",
        "vercel/ai#20534",
        bodies({"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": []}),
    ),
    _failing(
        "no choice, ever",
        "promptfoo/promptfoo#10437",
        bodies({"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": []}),
        "no choices",
    ),
    _failing(
        "an error in a body of status 200",
        "pydantic/pydantic-ai#2323",
        bodies({"error": _PROVIDER, "user_id": "user_1"}),
        "Provider returned error",
    ),
    _failing(
        "an error as a string in a body of status 200",
        "AstrBotDevs/AstrBot#6313",
        bodies({"error": "upstream timeout"}),
        "upstream timeout",
    ),
    _failing(
        "an account without credit in a body of status 200",
        "openai/openai-agents-python#2850",
        bodies({"error": _CREDIT}),
        "nothing left to spend",
        "Insufficient credits",
        calls=1,
    ),
    _failing(
        "an error within the choice",
        "OleksandrChekhovskyi/hax#15",
        says("", finish="error", choice={"error": _PROVIDER}),
        "Provider returned error",
    ),
    _failing(
        "an error within the choice that has no words",
        "mastra-ai/mastra#20302",
        says("", finish="error"),
        "finish_reason 'error'",
    ),
    _failing_then_good(
        "an error in the middle of a stream",
        "damianvtran/local-operator#223",
        streams(chunk({"content": ""}), chunk({}, "error", error=_PROVIDER), DONE),
        ways=("streamed",),
    ),
]


def _mute(name: str, source: str, server: Replying, words: str, *, decided: bool = False) -> Quirk:
    return Quirk(
        name,
        source,
        lambda: server,
        asks="decision" if decided else "speech",
        error=Unreadable,
        words=(words,),
    )


EMPTY = [
    _mute("an empty text", "promptfoo/promptfoo#10437", says(""), "said nothing"),
    _mute("a text of null", "MiaAI-Lab/DeepSeek-v4-Flash-DSpark-2x-DGX-Spark#31", says(None), "said nothing"),
    _mute(
        "a filter ends the reply",
        "BerriAI/litellm#8953",
        says(None, finish="content_filter"),
        "content_filter",
    ),
    _mute(
        "a refusal in its own field",
        "pydantic/pydantic-ai#4315",
        says(None, message={"refusal": "I cannot help with that."}),
        "I cannot help with that.",
    ),
    _mute("a finish_reason of refusal", "BerriAI/litellm#24287", says("", finish="refusal"), "refusal"),
]


def _sent(name: str, source: str, *, calls: int = 1, **stream: bytes | tuple[bytes, ...]) -> Quirk:
    return _usable(name, source, streams(**stream), ways=("streamed",), calls=calls)  # pyright: ignore[reportArgumentType]


def _changed(change: Callable[[Sequence[bytes]], Sequence[bytes]], text: str = SPEECH) -> Replying:
    """Returns a server whose streams are changed on their way."""

    def reply(body: Body) -> Answer:
        answer = says(text)(body)
        return replace(answer, pieces=(*change(answer.pieces),)) if answer.pieces else answer

    return reply


def _in_sevens(pieces: Sequence[bytes]) -> Sequence[bytes]:
    data = b"".join(pieces)
    return [data[start : start + 7] for start in range(0, len(data), 7)]


def _each(old: bytes, new: bytes) -> Replying:
    return _changed(lambda pieces: [piece.replace(old, new) for piece in pieces])


def _streamed_anyway(body: Body) -> Answer:
    answer = says(message={"reasoning_content": "Hm."})({**body, "stream": True})
    return Answer(raw=b"".join(answer.pieces or ()).decode(), headers={"Content-Type": "text/event-stream"})


def _done_anyway(body: Body) -> Answer:
    return Answer(raw=f"{says()(body).raw}\n\ndata: [DONE]\n\n")


_SIGNS = "Ich war im Gärtchen, früh um fünf — 花园里。"
STREAMS = [
    _sent("comments before a stream", "deepnoodle-ai/dive#206", before=(b": OPENROUTER PROCESSING\n\n",) * 3),
    _sent(
        "a comment as the data of an event",
        "mnfst/llm-gateway#2053",
        before=(b"data: : OPENROUTER PROCESSING\n\n",),
        calls=2,
    ),
    _sent(
        "pings as events of their own", "justlovemaki/AIClient2API#695", between=b"event: ping\n\n", calls=2
    ),
    _usable(
        "events with names and numbers",
        "theopenco/llmgateway#2334",
        _each(b"data: ", b"event: message\nid: 7\ndata: "),
    ),
    _usable("lines that end as on Windows", "openai/openai-go#227", _each(b"\n", b"\r\n")),
    _usable("data without a space", "justlovemaki/AIClient2API#695", _each(b"data: ", b"data:")),
    _usable("a stream that is never done", "openai/openai-go#227", _changed(lambda pieces: pieces[:-1])),
    Quirk(
        "chunks that end within a character",
        "mattn/tensai#110",
        lambda: _changed(_in_sevens, _SIGNS),
        speech=_SIGNS,
    ),
    _usable(
        "a first chunk without choices, about filters",
        "thivy/azure-openai-js-stream#3",
        streams(
            event({"id": "", "choices": [], "prompt_filter_results": [{"prompt_index": 0}]}),
            chunk({"role": "assistant", "content": ""}),
            chunk({"content": SPEECH}),
            chunk({}, "stop"),
            DONE,
        ),
        ways=("streamed",),
    ),
    _usable(
        "chunks whose choices are null",
        "AstrBotDevs/AstrBot#6313",
        streams(event({"id": "1", "choices": None}), chunk({"content": SPEECH}), chunk({}, "stop"), DONE),
        ways=("streamed",),
    ),
    _usable(
        "a content of null in the last chunk",
        "openai/openai-openapi#20",
        streams(chunk({"content": SPEECH}), chunk({"content": None, "role": None}, "stop"), DONE),
        ways=("streamed",),
    ),
]

UNASKED = [
    _usable(
        "a stream in place of a whole body",
        "unslothai/unsloth#6570",
        _streamed_anyway,
        ways=("whole",),
        usage=(40, 9),
    ),
    _usable(
        "the end of a stream behind a whole body",
        "decolua/9router#3492",
        _done_anyway,
        ways=("whole",),
        usage=(40, 9),
    ),
]

TEXTS = [
    _usable(
        "a text in parts",
        "vercel/ai#4820",
        says(None, message={"content": [{"type": "text", "text": SPEECH}]}),
        ways=("whole",),
    )
]

QUIRKS = [*FIELDS, *USAGES, *ERRORS, *EMPTY, *STREAMS, *UNASKED, *TEXTS]
