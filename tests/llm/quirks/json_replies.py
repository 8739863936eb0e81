"""Decisions as models write them: in prose, in near-JSON, wrapped, and with options in other dressings."""

from __future__ import annotations

import json
from functools import partial

from parlour.errors import Unreadable
from tests.llm.loopback import Answer, Body
from tests.llm.quirks.quirk import Quirk
from tests.llm.quirks.served import decides, in_turn, says, unless

_PLAYERS = tuple(f"Player {number}" for number in range(1, 6))
_LONG = "Ben was late. " * 40


def _decision(name: str, source: str, text: str) -> Quirk:
    return Quirk(
        name=name,
        source=source,
        server=partial(says, text),
        asks="decision",
        choice="Ben",
    )


def _call_of_tool(body: Body) -> Answer:
    function = {"name": "Decision", "arguments": decides()}
    calls = [{"id": "call_1", "type": "function", "function": function}]
    return says(None, message={"tool_calls": calls}, finish="tool_calls")(body)


AROUND = [
    _decision("a fence around the object", "unclecode/crawl4ai#1787", f"```json\n{decides()}\n```"),
    _decision("a fence without a language", "microsoft/essex-toolkit#438", f"```\n{decides()}\n```"),
    _decision(
        "prose around the object",
        "imsks/Rajniti#171",
        f"Sure! Here is my decision:\n\n{decides()}\n\nI hope that helps.",
    ),
    _decision(
        "keys that nobody asked for",
        "llm4s/llm4s#393",
        json.dumps({"thoughts": "late", "reason": "late", "choice": "Ben", "confidence": 0.9}),
    ),
    _decision(
        "line breaks within a string", "letta-ai/letta#269", '{"reason": "late\nat night", "choice": "Ben"}'
    ),
    _decision(
        "braces in the prose before the object",
        "letta-ai/letta#269",
        f"The options {{Ben, Carl, Dora}} are few. {decides()}",
    ),
    _decision("an object in a list of one", "unclecode/crawl4ai#1787", f"[{decides()}]"),
    _decision("an opening brace twice", "letta-ai/letta#1450", "{" + decides() + "}"),
    _decision("a special token behind the object", "pytorch/torchchat#459", f"{decides()}<|im_end|>"),
    _decision(
        "a draft in the prose before the object",
        "nbramia/LifeOS#568",
        f"At first I thought {decides('Carl')}, but then:\n{decides()}",
    ),
    _decision(
        "a small object of another form first",
        "letta-ai/letta#269",
        f'{{"confidence": 0.9}}\n{decides()}',
    ),
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
        ("a Python dictionary", "mangiucugna/json_repair#10", "{'reason': 'late', 'choice': 'Ben'}"),
        ("typographic quotes", "konklone/json#158", "{“reason”: “late”, “choice”: “Ben”}"),
        ("a missing brace at the end", "mangiucugna/json_repair#73", '{"reason": "late", "choice": "Ben"'),
        ("keys without quotes", "ducroo/SICTIC-AI#37", '{reason: "late", choice: "Ben"}'),
        (
            "a comment of JavaScript",
            "mangiucugna/json_repair#49",
            '{"reason": "late", // so\n "choice": "Ben"}',
        ),
        ("no comma between fields", "mangiucugna/json_repair#49", '{"reason": "late"\n "choice": "Ben"}'),
        ("an object encoded twice", "letta-ai/letta#269", json.dumps(decides())),
        (
            "an object under a key of its own",
            "lennartpollvogt/ollama-instructor#6",
            f'{{"Decision": {decides()}}}',
        ),
        (
            "quotes that are not escaped",
            "mangiucugna/json_repair#94",
            '{"reason": "a "late" man", "choice": "Ben"}',
        ),
    )
]

FIELDS = [
    _decision(
        "keys in another case",
        "llm4s/llm4s#393",
        '{"Reason": "late", "Choice": "Ben"}',
    ),
    _decision("no reason", "llm4s/llm4s#393", '{"choice": "Ben"}'),
    _decision("a reason of null", "llm4s/llm4s#393", decides(reason=None)),
    _decision(
        "a reason over its limit",
        "llm4s/llm4s#393",
        decides(reason=_LONG),
    ),
    _decision("a reason that is a list", "llm4s/llm4s#393", decides(reason=["late"])),
    Quirk(
        name="a decision as the call of a tool",
        source="spinje/pflow#600",
        server=lambda: _call_of_tool,
        asks="decision",
        choice="Ben",
    ),
    Quirk(
        name="a first reply that is prose, and a second that is JSON",
        source="griptape-ai/griptape#1866",
        server=lambda: in_turn(says("I vote for Ben."), says(decides())),
        asks="decision",
        choice="Ben",
        calls=2,
    ),
    Quirk(
        name="nothing but prose",
        source="griptape-ai/griptape#1866",
        server=partial(says, "Either Ben or Carl, I cannot tell."),
        asks="decision",
        error=Unreadable,
        words=("no JSON object",),
        calls=3,
    ),
    Quirk(
        name="a choice that fits two options",
        source="ralphgrewe/TradingAgents#172",
        server=partial(says, decides("Ben or Carl")),
        asks="decision",
        error=Unreadable,
        calls=3,
    ),
]

OPTIONS = [
    Quirk(
        name=f"an option as {choice!r}",
        source="ralphgrewe/TradingAgents#172",
        server=partial(says, decides(choice)),
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
        name="an option that is no player's",
        source="ralphgrewe/TradingAgents#172",
        server=partial(says, decides("Player 33")),
        asks="decision",
        options=_PLAYERS,
        error=Unreadable,
        calls=3,
    ),
    Quirk(
        name="an option alone, without an object",
        source="ralphgrewe/TradingAgents#172",
        server=partial(says, "Player 3"),
        asks="decision",
        options=_PLAYERS,
        choice="Player 3",
    ),
]


def _logprobs(*candidates: tuple[str, float], **content: object) -> dict[str, object]:
    listed = [{"token": token, "logprob": logprob, "bytes": None} for token, logprob in candidates]
    return {"logprobs": {"content": [{**listed[0], "top_logprobs": listed}], **content}}


_VERBAL = '{"option_0": 75, "option_1": 25}'
_YES = {"yes": 0.75, "no": 0.25}


def _estimated(name: str, source: str, choice: dict[str, object]) -> Quirk:
    return Quirk(
        name=name,
        source=source,
        server=lambda: unless(
            lambda body: not body.get("logprobs"), says("yes", choice=choice), says(_VERBAL)
        ),
        asks="weights",
        weights=_YES,
        by="verbal",
        calls=2,
    )


WEIGHTS = [
    Quirk(
        name="log-probabilities of the first token",
        source="InternLM/lmdeploy#2802",
        server=partial(says, "yes", choice=_logprobs(("yes", -0.2876821), ("no", -1.3862944))),
        asks="weights",
        weights=_YES,
    ),
    Quirk(
        name="candidates in another case and with a space",
        source="InternLM/lmdeploy#2802",
        server=partial(says, "Yes", choice=_logprobs((" Yes", -0.2876821), (" No", -1.3862944))),
        asks="weights",
        weights=_YES,
    ),
    Quirk(
        name="candidates as the tokenizer spells them",
        source="InternLM/lmdeploy#2802",
        server=partial(says, "yes", choice=_logprobs(("Ġyes", -0.2876821), ("▁no", -1.3862944))),
        asks="weights",
        weights=_YES,
    ),
    _estimated("log-probabilities of null", "ollama/ollama#13638", {"logprobs": None}),
    _estimated("log-probabilities left out", "OpenRouterArchived/openrouter-runner#97", {}),
    _estimated("an empty list of log-probabilities", "InternLM/lmdeploy#2802", {"logprobs": {"content": []}}),
    _estimated(
        "log-probabilities whose content is null", "ollama/ollama#13638", {"logprobs": {"content": None}}
    ),
    _estimated("log-probabilities as an empty object", "InternLM/lmdeploy#2802", {"logprobs": {}}),
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
    Quirk(
        name="a model that names neither option",
        source="UKGovernmentBEIS/inspect_ai#2739",
        server=lambda: unless(
            lambda body: not body.get("logprobs"),
            says("The", choice=_logprobs(("The", -0.1), ("I", -3.0))),
            says(_VERBAL),
        ),
        asks="weights",
        weights=_YES,
        by="verbal",
        calls=2,
    ),
]

QUIRKS = [*AROUND, *NEAR_JSON, *FIELDS, *OPTIONS, *WEIGHTS]
