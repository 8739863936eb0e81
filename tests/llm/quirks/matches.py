"""Odd servers behind whole matches of Werewolf: what is private stays so, and one refusal stops nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import cast

from tests.arena.replies import Replying, reply_schema, varied
from tests.llm.loopback import Answer, Body
from tests.llm.quirks.served import THOUGHT, refuses, says

SEATS = 5


@dataclass(frozen=True)
class MatchQuirk:
    """A server's behaviour in a match of five seats; `faults` are words that one of its faults holds."""

    name: str
    source: str
    server: Callable[[], Replying]
    faults: str = ""


def _thinking(reply: Callable[[str], Replying]) -> Replying:
    return lambda body: reply(varied(body).text)(body)


def _filtering() -> Replying:
    decisions = count(1)
    refusal = refuses(400, "Input data may contain inappropriate content.", code="content_filter")

    def reply(body: Body) -> Answer:
        return refusal(body) if reply_schema(body) and next(decisions) % 3 == 0 else varied(body)

    return reply


def _dressed(body: Body) -> Answer:
    answer = varied(body)
    if not reply_schema(body):
        return answer
    told = json.loads(answer.text)
    dressed = {name: _identifier(value) if name != "reason" else value for name, value in told.items()}
    return says(json.dumps(dressed))(body)


def _identifier(value: object) -> object:
    if isinstance(value, list):
        return [_identifier(each) for each in cast("list[object]", value)]
    return value.lower().replace(" ", "_") if isinstance(value, str) else value


def _speaking_for_others(body: Body) -> Answer:
    text = varied(body).text
    return says(text if reply_schema(body) else f"{text}\nPlayer 2: And I am the seer.")(body)


QUIRKS = [
    MatchQuirk(
        "thoughts in a field",
        "ggml-org/llama.cpp#15181",
        lambda: _thinking(lambda text: says(text, message={"reasoning_content": THOUGHT})),
    ),
    MatchQuirk(
        "thoughts in tags",
        "sigoden/aichat#1140",
        lambda: _thinking(lambda text: says(f"<think>\n{THOUGHT}\n</think>\n\n{text}")),
    ),
    MatchQuirk(
        "thoughts without an opening tag",
        "perplexityai/api-discussion#177",
        lambda: _thinking(lambda text: says(f"{THOUGHT}\n</think>\n\n{text}")),
    ),
    MatchQuirk(
        "a filter that refuses some prompts", "camel-ai/owl#432", _filtering, faults="inappropriate content"
    ),
    MatchQuirk("players named as identifiers", "ralphgrewe/TradingAgents#172", lambda: _dressed),
    MatchQuirk(
        "a model that speaks for another player",
        "Ikalus1988/MisakaNet#1815",
        lambda: _speaking_for_others,
        faults="spoke for others",
    ),
]
