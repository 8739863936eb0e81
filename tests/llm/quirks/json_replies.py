"""Decisions as models write them: in prose, in near-JSON, wrapped, and with options in other dressings."""

from __future__ import annotations

import json
from functools import partial

from tests.llm.loopback import Answer, Body
from tests.llm.quirks.quirk import Quirk
from tests.llm.quirks.served import decides, in_turn, says, unless

_PLAYERS = tuple(f"Player {number}" for number in range(1, 6))


def _decision(name: str, source: str, text: str) -> Quirk:
    return Quirk(name, source, partial(says, text), asks="decision", choice="Ben")


def _call_of_tool(body: Body) -> Answer:
    function = {"name": "Decision", "arguments": decides()}
    calls = [{"id": "call_1", "type": "function", "function": function}]
    return says(None, message={"tool_calls": calls}, finish="tool_calls")(body)


AROUND = [
    _decision("a fence around the object", "unclecode/crawl4ai#1787", f"```json\n{decides()}\n```"),
    _decision(
        "prose around the object",
        "imsks/Rajniti#171",
        f"Sure! Here is my decision:\n\n{decides()}\n\nI hope that helps.",
    ),
    _decision("an opening brace twice", "letta-ai/letta#1450", "{" + decides() + "}"),
    _decision("a special token behind the object", "pytorch/torchchat#459", f"{decides()}<|im_end|>"),
    _decision(
        "the schema echoed before the object",
        "langchain-ai/langchain#12417",
        '{"type": "object", "properties": {"choice": {"enum": ["Ben", "Carl"]}}}\n' + decides(),
    ),
]

NEAR_JSON = [
    _decision(name, source, text)
    for name, source, text in (
        ("a trailing comma", "bytedance/deer-flow#2368", '{"reason": "late", "choice": "Ben",}'),
        (
            "a comment of JavaScript",
            "mangiucugna/json_repair#49",
            '{"reason": "late", // so\n "choice": "Ben"}',
        ),
        ("an object encoded twice", "letta-ai/letta#269", json.dumps(decides())),
    )
]

FIELDS = [
    Quirk(
        "a decision as the call of a tool",
        "spinje/pflow#600",
        lambda: _call_of_tool,
        asks="decision",
        choice="Ben",
    ),
    Quirk(
        "a first reply that is prose, and a second that is JSON",
        "griptape-ai/griptape#1866",
        lambda: in_turn(says("I vote for Ben."), says(decides())),
        asks="decision",
        choice="Ben",
        calls=2,
    ),
]

OPTIONS = [
    Quirk(
        f"an option as {choice!r}",
        "ralphgrewe/TradingAgents#172",
        partial(says, decides(choice)),
        asks="decision",
        options=_PLAYERS,
        choice="Player 3",
    )
    for choice in (
        "Player 3",
        "player_3",
        "3",
        3,
        "Player3",
        "PLAYER 3",
        "**Player 3**",
        " Player 3 ",
        "Player 3.",
        "`Player 3`",
        "@Player 3",
        ["Player 3"],
    )
] + [
    Quirk(
        "an option alone, without an object",
        "ralphgrewe/TradingAgents#172",
        partial(says, "Player 3"),
        asks="decision",
        options=_PLAYERS,
        choice="Player 3",
    )
]


def _logprobs(*candidates: tuple[str, float], **content: object) -> dict[str, object]:
    listed = [{"token": token, "logprob": logprob, "bytes": None} for token, logprob in candidates]
    return {"logprobs": {"content": [{**listed[0], "top_logprobs": listed}], **content}}


_VERBAL = '{"option_0": 75, "option_1": 25}'
_YES = {"yes": 0.75, "no": 0.25}


def _estimated(name: str, source: str, choice: dict[str, object]) -> Quirk:
    return Quirk(
        name,
        source,
        lambda: unless(lambda body: not body.get("logprobs"), says("yes", choice=choice), says(_VERBAL)),
        asks="weights",
        weights=_YES,
        by="verbal",
        calls=2,
    )


WEIGHTS = [
    Quirk(
        "log-probabilities of the first token",
        "InternLM/lmdeploy#2802",
        partial(says, "yes", choice=_logprobs(("yes", -0.2876821), ("no", -1.3862944))),
        asks="weights",
        weights=_YES,
    ),
    Quirk(
        "candidates as the tokenizer spells them",
        "InternLM/lmdeploy#2802",
        partial(says, "yes", choice=_logprobs(("Ġyes", -0.2876821), ("▁no", -1.3862944))),
        asks="weights",
        weights=_YES,
    ),
    _estimated("log-probabilities of null", "ollama/ollama#13638", {"logprobs": None}),
    _estimated(
        "log-probabilities whose content is null", "ollama/ollama#13638", {"logprobs": {"content": None}}
    ),
    _estimated(
        "a first token without candidates",
        "InternLM/lmdeploy#2802",
        {"logprobs": {"content": [{"token": "yes", "logprob": -0.1, "bytes": None, "top_logprobs": []}]}},
    ),
    _estimated(
        "candidates of null",
        "InternLM/lmdeploy#2802",
        {"logprobs": {"content": [{"token": "yes", "logprob": -0.1, "bytes": None, "top_logprobs": None}]}},
    ),
    _estimated(
        "log-probabilities in the form of old completions",
        "InternLM/lmdeploy#2802",
        {"logprobs": {"tokens": ["yes"], "token_logprobs": [-0.1], "top_logprobs": [{"yes": -0.1}]}},
    ),
]

QUIRKS = [*AROUND, *NEAR_JSON, *FIELDS, *OPTIONS, *WEIGHTS]
