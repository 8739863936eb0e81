"""What odd servers send: replies and refusals in the forms that are seen in the wild, whole and streamed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.arena.replies import Replying
from tests.llm.loopback import Answer, Body

SECRET = "my hidden role is werewolf"
THOUGHT = f"Let me think. Since {SECRET}, I must blame Ben before the vote."
SPEECH = "I was in the garden all evening."
USAGE: Mapping[str, Any] = {"prompt_tokens": 40, "completion_tokens": 9, "total_tokens": 49}
DONE = b"data: [DONE]\n\n"
ABSENT = object()
"""In place of a field that the server leaves out."""
_STEP = 5
"""So many characters come in one chunk of a stream: no tag comes in one."""


def says(
    text: str | None = SPEECH,
    *,
    chunks: Sequence[str] | None = None,
    finish: object = "stop",
    usage: Mapping[str, Any] | None = USAGE,
    message: Mapping[str, Any] | None = None,
    choice: Mapping[str, Any] | None = None,
    **envelope: object,
) -> Replying:
    """Returns a server that says a text, as a body or a stream."""
    pieces = _split(text) if chunks is None else chunks

    def whole(body: Body) -> Answer:
        content = {"role": "assistant", "content": text, **(message or {})}
        first = {"index": 0, "message": content, "finish_reason": finish, **(choice or {})}
        said = {**_head(body, "chat.completion"), "choices": [first], "usage": usage, **envelope}
        return Answer(raw=json.dumps(_present({**said, "choices": _choices(said["choices"])})))

    def streamed(body: Body) -> Answer:
        head = _head(body, "chat.completion.chunk")
        thoughts = [{name: part} for name, value in (message or {}).items() for part in _parts(value)]
        deltas = [{"role": "assistant"}, *thoughts, *({"content": piece} for piece in pieces)]
        ends = [None] * len(deltas) + [finish]
        choices = [
            {"index": 0, "delta": delta, "finish_reason": end, **(choice or {})}
            for delta, end in zip([*deltas, {}], ends, strict=True)
        ]
        events = [{**head, "choices": [each], **envelope} for each in choices]
        events.append({**head, "choices": [], "usage": usage, **envelope})
        return Answer(
            pieces=(
                *(event(_present({**each, "choices": _choices(each["choices"])})) for each in events),
                DONE,
            )
        )

    return lambda body: streamed(body) if body.get("stream") else whole(body)


def streams(
    *pieces: bytes, before: Sequence[bytes] = (), between: bytes = b"", text: str = SPEECH
) -> Replying:
    """Returns a server that says a text, with other bytes in its stream."""
    usual = says(text)

    def reply(body: Body) -> Answer:
        answer = usual(body)
        if not body.get("stream"):
            return answer
        sent = pieces or tuple(piece + between for piece in answer.pieces or ())
        return Answer(pieces=(*before, *sent))

    return reply


def bodies(whole: object, streamed: Sequence[object] | None = None) -> Replying:
    def reply(body: Body) -> Answer:
        if not body.get("stream"):
            return Answer(raw=whole if isinstance(whole, str) else json.dumps(whole))
        return Answer(pieces=(*(event(each) for each in ([whole] if streamed is None else streamed)), DONE))

    return reply


def refuses(
    status: int,
    message: str = "",
    *,
    body: object = None,
    headers: Mapping[str, str] | None = None,
    **fields: object,
) -> Replying:
    """Returns a server that refuses, in OpenAI's form of an error unless a body is given."""
    error = {"message": message, "type": "invalid_request_error", "param": None, "code": None, **fields}
    told = {"error": error} if body is None else body
    raw = told if isinstance(told, str) else json.dumps(told)
    return lambda _: Answer(status=status, raw=raw, headers=headers or {})


def unless(accepts: Callable[[Body], bool], refusal: Replying, good: Replying) -> Replying:
    return lambda body: good(body) if accepts(body) else refusal(body)


def in_turn(*replies: Replying) -> Replying:
    left = list(replies)

    def reply(body: Body) -> Answer:
        return (left.pop(0) if len(left) > 1 else left[0])(body)

    return reply


def decides(choice: object = "Ben", reason: object = "She was late.") -> str:
    return json.dumps({"reason": reason, "choice": choice})


def event(told: object) -> bytes:
    return f"data: {told if isinstance(told, str) else json.dumps(told, ensure_ascii=False)}\n\n".encode()


def chunk(delta: Mapping[str, object], finish: str | None = None, **envelope: object) -> bytes:
    """Returns the event of one choice, which ends the reply if it has a reason."""
    end = {"finish_reason": finish} if finish else {}
    return event({"choices": [{"index": 0, "delta": delta, **end}], **envelope})


def roles(body: Body) -> list[str]:
    return [message["role"] for message in body["messages"]]


def _split(text: str | None) -> list[str]:
    return [text[start : start + _STEP] for start in range(0, len(text), _STEP)] if text else []


def _parts(value: object) -> Sequence[object]:
    return _split(value) if isinstance(value, str) else [value]


def _head(body: Body, kind: str) -> Body:
    return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": body["model"]}


def _present(fields: Mapping[str, object]) -> Body:
    return {name: value for name, value in fields.items() if value is not ABSENT}


def _choices(choices: object) -> object:
    return [_present(each) for each in choices] if isinstance(choices, list) else choices  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
