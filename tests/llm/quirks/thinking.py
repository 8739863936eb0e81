"""Models that think before they speak: in fields of their own, in tags of every family, in channels."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.arena.replies import Replying
from tests.llm.loopback import Answer, Body
from tests.llm.quirks.quirk import Quirk
from tests.llm.quirks.served import SPEECH, THOUGHT, USAGE, decides, says, unless

_ROOM = 1500


def _needs_room(lost: Replying, text: str = SPEECH, field: str = "reasoning_content") -> Replying:
    return unless(
        lambda body: body.get("max_tokens", body.get("max_completion_tokens", 0)) > _ROOM,
        lost,
        says(text, message={field: THOUGHT}),
    )


def _lost_in(field: str) -> Replying:
    return says("", finish="length", message={field: THOUGHT})


def _hidden() -> Replying:
    details = {**USAGE, "completion_tokens_details": {"reasoning_tokens": 400}}
    return unless(
        lambda body: body.get("max_tokens", body.get("max_completion_tokens", 0)) > _ROOM,
        says("", finish="length", usage=details),
        says(usage=details),
    )


def _tagged(opening: str, closing: str) -> Replying:
    return says(f"{opening}{THOUGHT}{closing}\n\n{SPEECH}")


def _parts(body: Body) -> Answer:
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": THOUGHT}], "closed": True}
    parts = [thought, {"type": "text", "text": SPEECH}]
    return says(None, message={"content": parts})(body)


def _thinks(name: str, source: str, server: Callable[[], Replying], **expected: Any) -> Quirk:
    """A model whose thoughts are kept, and whose answer is the speech unless another is expected."""
    outcome: dict[str, Any] = {"speech": SPEECH, "thinks": True, **expected}
    return Quirk(name, source, server, **outcome)


_DECISION: dict[str, Any] = {"asks": "decision", "choice": "Ben", "speech": None}
_LIMIT = frozenset({"max_tokens"})
_LEARNED: dict[str, Any] = {"calls": 2, "learned": True}

FIELDS = [
    _thinks(f"thoughts in {field}", source, partial(says, message={field: THOUGHT}))
    for field, source in (
        ("reasoning_content", "ggml-org/llama.cpp#15181"),
        ("reasoning", "llama-farm/llamafarm#753"),
        ("thinking", "sipeed/picoclaw#1858"),
    )
] + [
    Quirk(
        "thoughts in a list of reasoning_details",
        "UKGovernmentBEIS/inspect_ai#2954",
        partial(says, message={"reasoning_details": [{"type": "reasoning.text", "text": THOUGHT}]}),
        speech=SPEECH,
    ),
    _thinks(
        "thoughts as a part of the content", "microsoft/agent-framework#6978", lambda: _parts, ways=("whole",)
    ),
    _thinks(
        "a decision after thoughts in a field",
        "MiaAI-Lab/DeepSeek-v4-Flash-DSpark-2x-DGX-Spark#56",
        partial(says, decides(), message={"reasoning_content": THOUGHT}),
        **_DECISION,
    ),
]

BUDGET = [
    _thinks(
        f"all tokens go to {field}",
        source,
        lambda field=field: _needs_room(_lost_in(field), field=field),
        changes=_LIMIT,
        **_LEARNED,
    )
    for field, source in (("reasoning_content", "BerriAI/litellm-docs#559"),)
] + [
    _thinks(
        "all tokens of a decision go to thoughts",
        "nashsu/llm_wiki#743",
        lambda: _needs_room(_lost_in("reasoning_content"), decides()),
        **_DECISION,
        changes=_LIMIT,
        **_LEARNED,
    ),
    Quirk(
        "all tokens go to thoughts that are never shown",
        "lenneTech/nest-server#607",
        _hidden,
        speech=SPEECH,
        calls=2,
        changes=_LIMIT,
        learned=True,
    ),
    _thinks(
        "thoughts end for nothing, with finish_reason stop",
        "kekzl/imp#1442",
        lambda: _needs_room(says("", message={"reasoning_content": THOUGHT})),
        **_LEARNED,
    ),
]

TAGS = [
    _thinks(
        f"thoughts between {opening} and {closing}",
        source,
        lambda opening=opening, closing=closing: _tagged(opening, closing),
    )
    for opening, closing, source in (
        ("<think>\n", "\n</think>", "xerrors/Yuxi#168"),
        ("[THINK]", "[/THINK]", "RooCodeInc/Roo-Code#8522"),
        ("◁think▷", "◁/think▷", "skalesapp/skales#166"),
        ("<|START_THINKING|>", "<|END_THINKING|>", "smg-project/smg#317"),
    )
] + [
    _thinks(
        "the closing tag alone, since the template opens the thought",
        "perplexityai/api-discussion#177",
        partial(says, f"{THOUGHT}\n</think>\n\n{SPEECH}"),
    ),
    _thinks(
        "the closing tag alone before a decision",
        "cubist38/mlx-openai-server#179",
        partial(says, f"{THOUGHT} Perhaps {decides('Carl')}?\n</think>\n\n{decides()}"),
        **_DECISION,
    ),
    _thinks(
        "a tag that is never closed",
        "langgenius/dify-plugin-sdks#213",
        lambda: _needs_room(says(f"<think>{THOUGHT}")),
        calls=2,
    ),
    _thinks(
        "two thoughts, one after the first words",
        "ggml-org/llama.cpp#27661",
        partial(says, f"<think>{THOUGHT}</think>I was in <think>{THOUGHT}</think>the garden all evening."),
    ),
    _thinks(
        "tags that come as chunks of their own",
        "langgenius/dify-plugin-sdks#213",
        partial(says, f"<think>{THOUGHT}</think>{SPEECH}", chunks=("<think>", THOUGHT, "</think>", SPEECH)),
    ),
]

CHANNELS = [
    _thinks(
        "gpt-oss channels that end in <|return|>",
        "cubist38/mlx-openai-server#45",
        partial(
            says,
            f"<|start|>assistant<|channel|>analysis<|message|>{THOUGHT}<|end|>"
            f"<|start|>assistant<|channel|>final<|message|>{SPEECH}<|return|>",
        ),
    ),
    _thinks(
        "a decision in the final channel with a constraint",
        "waybarrios/vllm-mlx#50",
        partial(
            says,
            f"<|channel|>analysis<|message|>{THOUGHT} {decides('Carl')}<|end|>"
            f"<|start|>assistant<|channel|>final <|constrain|>json<|message|>{decides()}",
        ),
        **_DECISION,
    ),
    _thinks(
        "the analysis channel alone, cut by the limit of tokens",
        "vllm-project/vllm#41902",
        lambda: _needs_room(says(f"<|channel|>analysis<|message|>{THOUGHT}", finish="length")),
        **_LEARNED,
    ),
]

STREAMED = [
    _thinks(
        "thoughts in a stream whose first chunk has empty content",
        "diegosouzapw/OmniRoute#8721",
        partial(says, message={"reasoning_content": THOUGHT}, chunks=("", SPEECH)),
        ways=("streamed",),
    )
]

QUIRKS = [*FIELDS, *BUDGET, *TAGS, *CHANNELS, *STREAMED]
