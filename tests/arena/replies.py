"""Replies for the loopback server that fill whatever form a request has, the same for the same request."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from random import Random
from typing import Any

from tests.llm.loopback import Answer, Body

Replying = Callable[[Body], Answer]
CANARY = "canary under the old stairs of the mill"
_AMONG_WOLVES = ("only the other werewolves hear you", "只有其他狼人听得见你说话")


def plain(body: Body) -> Answer:
    """The first of whatever may be chosen, and one sentence, whatever the prompt says."""
    return _answer(body, None)


def varied(body: Body) -> Answer:
    """Choices and sentences that differ from prompt to prompt."""
    words = json.dumps([body["messages"], body.get("response_format")], sort_keys=True)
    return _answer(body, Random(hashlib.sha256(words.encode()).hexdigest()))


def conspiring(body: Body) -> Answer:
    """What werewolves say among themselves is a canary; all else differs from prompt to prompt."""
    is_secret = any(mark in texts(body).rpartition("\n\n")[0][-2000:] for mark in _AMONG_WOLVES)
    return Answer(text=CANARY) if is_secret and "response_format" not in body else varied(body)


def nonsense(body: Body) -> Answer:
    """Words that no form can be read from."""
    return Answer(text="The moon is made of {cheese")


def failing_after(count: int, replying: Replying = plain) -> Replying:
    """A server that goes on well and then knows the key no more: nothing that waiting would mend."""
    left = count

    def reply(body: Body) -> Answer:
        nonlocal left
        left -= 1
        return replying(body) if left >= 0 else Answer(status=401, error="the key is void")

    return reply


def texts(body: Body) -> str:
    """Everything that a request says, in order."""
    return "\n".join(str(message["content"]) for message in body["messages"])


def reply_schema(body: Body) -> dict[str, Any] | None:
    """The form that a request wants its reply in."""
    form = body.get("response_format")
    return form["json_schema"]["schema"] if form else None


def filled(schema: dict[str, Any], rng: Random | None = None) -> Any:
    """A value of that JSON schema: the first of its kind, or by lot."""
    return _filled(schema, schema.get("$defs", {}), rng)


def _answer(body: Body, rng: Random | None) -> Answer:
    schema = reply_schema(body)
    if schema:
        return Answer(text=json.dumps(filled(schema, rng), ensure_ascii=False))
    if body.get("logprobs"):
        yes = rng.uniform(0.1, 0.9) if rng else 0.7
        return Answer(text="yes", probabilities=_odds(yes))
    number = rng.randint(1, 99) if rng else 9
    is_chinese = any(word in texts(body) for word in ("凶手", "狼人"))
    return Answer(text=f"我{number}点在厨房。" if is_chinese else f"I was in the kitchen at {number}.")


def _odds(yes: float) -> dict[str, float]:
    return {"yes": yes / 2, "是": yes / 2, "no": (1 - yes) / 2, "否": (1 - yes) / 2}


def _filled(schema: dict[str, Any], defs: dict[str, Any], rng: Random | None) -> Any:
    match schema:
        case {"$ref": reference}:
            return _filled(defs[str(reference).rpartition("/")[2]], defs, rng)
        case {"const": value}:
            return value
        case {"enum": values}:
            return rng.choice(values) if rng else values[0]
        case {"type": "object", "properties": properties}:
            return {name: _filled(each, defs, rng) for name, each in properties.items()}
        case {"type": "array", "items": {"enum": values}}:
            least, most = schema.get("minItems", 1), min(len(values), schema.get("maxItems", len(values)))
            return rng.sample(values, rng.randint(least, most)) if rng else values[:least]
        case {"type": "array", "items": items}:
            return [_filled(items, defs, rng)]
        case {"anyOf": choices}:
            return _filled(rng.choice(choices) if rng else choices[0], defs, rng)
        case {"type": "null"}:
            return None
        case {"type": "integer" | "number"}:
            return schema.get("maximum", 1)
        case {"type": "string"}:
            return (f"Because of {rng.randint(1, 99)}." if rng else "Because.")[: schema.get("maxLength", 80)]
        case _:
            raise AssertionError(f"no reply is known for {schema}")
