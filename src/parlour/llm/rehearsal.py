"""A provider of short fixed replies, with which a match is rehearsed to estimate its cost.

No model string names it: it has the window and the prices of the model that will really play, and a match
that is played with it is never stored.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from parlour.llm.backend import Call, Completion, OnChunk, Provider, Usage
from parlour.llm.texts import count_tokens

SPEECH = (
    "I was in my room for most of the evening and heard somebody on the stairs a little before ten. When I"
    " looked out there was nobody, but a lamp stood on the floor that had not been there at dinner. I did not"
    " touch it. Ask the others where they were then, and who had oil on their hands."
)
WORDS, NUMBER = "a lamp on the stairs", 50

Schema = Mapping[str, Any]
"""A JSON schema, or a part of one."""

Choose = Callable[[Sequence[str]], Sequence[str]]
"""Chooses from the words that a list may hold."""


def half(words: Sequence[str]) -> Sequence[str]:
    """Returns the first half of the words, so that a list of suspects shrinks as in a match."""
    return words[: (len(words) + 1) // 2]


def fill_form(form: Schema, choose: Choose = half) -> JsonValue:
    """Returns a short value that a JSON schema allows."""
    return _fill(form, form.get("$defs", {}), choose)


class Rehearsal:
    """A provider of short fixed replies with the window and the prices of another."""

    def __init__(self, model: Provider, share: Callable[[Call], float] = lambda _: 1.0) -> None:
        self._model, self._share = model, share
        self.name, self.context, self.slots = model.name, model.context, model.slots

    def price(self, input_tokens: int, output_tokens: int) -> float | None:
        return self._model.price(input_tokens, output_tokens)

    def worst_price(self, call: Call) -> float:
        return self._model.worst_price(call)

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Returns a speech of some 60 tokens or the shortest reply of the form, with equal weights."""
        text = json.dumps(fill_form(call.reply.model_json_schema())) if call.reply else SPEECH
        input_tokens = sum(count_tokens(part.text) for part in call.prompt.parts)
        output_tokens = 1 if call.options else count_tokens(text)
        price = self.price(input_tokens, output_tokens)
        return Completion(
            text=text,
            logprobs=tuple((word, -math.log(len(call.options))) for word in call.options),
            usage=Usage(
                input_tokens=input_tokens,
                output_tokens=output_tokens,
                dollars=None if price is None else price * self._share(call),
            ),
        )

    async def close(self) -> None:
        await self._model.close()


def _fill(form: Schema, shared: Schema, choose: Choose) -> JsonValue:
    match form:
        case {"$ref": str(name)}:
            return _fill(shared[name.rsplit("/", 1)[-1]], shared, choose)
        case {"anyOf": [first, *_]}:
            return _fill(first, shared, choose)
        case {"const": value}:
            return value
        case {"enum": [first, *_]}:
            return first
        case {"properties": fields}:
            return {name: _fill(field, shared, choose) for name, field in fields.items()}
        case {"type": "array"}:
            return _list(form, shared, choose)
        case {"type": "boolean"}:
            return False
        case {"type": "integer" | "number"}:
            return max(form.get("minimum", NUMBER), min(form.get("maximum", NUMBER), NUMBER))
        case _:
            return WORDS


def _list(form: Schema, shared: Schema, choose: Choose) -> JsonValue:
    items, least = form.get("items", {}), form.get("minItems", 0)
    options: list[str] = items.get("enum", [])
    if not options:
        return [_fill(items, shared, choose) for _ in range(max(1, least))]
    chosen = [*choose(options)]
    chosen += [word for word in options if word not in chosen][: max(0, least - len(chosen))]
    return [*chosen[: form.get("maxItems")]]
