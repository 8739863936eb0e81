"""Models that think before they speak: in fields of their own, in tags of every family, in channels."""

from __future__ import annotations

from functools import partial

from tests.arena.replies import Replying
from tests.llm.loopback import Answer, Body
from tests.llm.quirks.quirk import Quirk
from tests.llm.quirks.served import SPEECH, THOUGHT, USAGE, decides, says, streams, unless

_ROOM = 1500


def _needs_room(lost: Replying, text: str = SPEECH, field: str = "reasoning_content") -> Replying:
    """A model whose thoughts take all tokens of a short limit."""
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


FIELDS = [
    Quirk(
        name=f"thoughts in {field}",
        source=source,
        server=partial(says, message={field: THOUGHT}),
        speech=SPEECH,
        thinks=True,
    )
    for field, source in (
        ("reasoning_content", "ggml-org/llama.cpp#15181"),
        ("reasoning", "llama-farm/llamafarm#753"),
    )
] + [
    Quirk(
        name="thoughts in a list of reasoning_details",
        source="UKGovernmentBEIS/inspect_ai#2954",
        server=partial(says, message={"reasoning_details": [{"type": "reasoning.text", "text": THOUGHT}]}),
        speech=SPEECH,
    ),
    Quirk(
        name="thoughts in thinking",
        source="langgenius/dify-official-plugins#2117",
        server=partial(says, message={"thinking": THOUGHT}),
        speech=SPEECH,
    ),
    Quirk(
        name="thoughts as a part of the content",
        source="microsoft/agent-framework#6978",
        server=lambda: _parts,
        ways=("whole",),
        speech=SPEECH,
        thinks=True,
    ),
    Quirk(
        name="a decision after thoughts in a field",
        source="MiaAI-Lab/DeepSeek-v4-Flash-DSpark-2x-DGX-Spark#56",
        server=partial(says, decides(), message={"reasoning_content": THOUGHT}),
        asks="decision",
        choice="Ben",
        thinks=True,
    ),
]

BUDGET = [
    Quirk(
        name=f"all tokens go to {field}",
        source=source,
        server=lambda field=field: _needs_room(_lost_in(field), field=field),
        speech=SPEECH,
        calls=2,
        changes=frozenset({"max_tokens"}),
        learned=True,
        thinks=True,
    )
    for field, source in (
        ("reasoning_content", "BerriAI/litellm-docs#559"),
        ("reasoning", "MiaAI-Lab/DeepSeek-v4-Flash-DSpark-2x-DGX-Spark#31"),
    )
] + [
    Quirk(
        name="all tokens of a decision go to thoughts",
        source="nashsu/llm_wiki#743",
        server=lambda: _needs_room(_lost_in("reasoning_content"), decides()),
        asks="decision",
        choice="Ben",
        calls=2,
        changes=frozenset({"max_tokens"}),
        learned=True,
        thinks=True,
    ),
    Quirk(
        name="all tokens go to thoughts that are never shown",
        source="lenneTech/nest-server#607",
        server=_hidden,
        speech=SPEECH,
        calls=2,
        changes=frozenset({"max_tokens"}),
        learned=True,
    ),
    Quirk(
        name="a think tag is cut by the limit of tokens",
        source="NousResearch/hermes-agent#3444",
        server=lambda: _needs_room(says(f"<think>\n{THOUGHT}", finish="length")),
        speech=SPEECH,
        calls=2,
        learned=True,
        thinks=True,
    ),
    Quirk(
        name="thoughts end for nothing, with finish_reason stop",
        source="kekzl/imp#1442",
        server=lambda: _needs_room(says("", message={"reasoning_content": THOUGHT})),
        speech=SPEECH,
        calls=2,
        learned=True,
        thinks=True,
    ),
]

TAGS = [
    Quirk(
        name=f"thoughts between {opening} and {closing}",
        source=source,
        server=lambda opening=opening, closing=closing: _tagged(opening, closing),
        speech=SPEECH,
        thinks=True,
    )
    for opening, closing, source in (
        ("<think>", "</think>", "sigoden/aichat#1140"),
        ("<think>\n", "\n</think>", "xerrors/Yuxi#168"),
        ("<thinking>", "</thinking>", "madroidmaq/mlx-omni-server#79"),
        ("<thought>", "</thought>", "Infinitix-LLC/gpt_markdown#42"),
        ("<Thought>", "</Thought>", "Infinitix-LLC/gpt_markdown#42"),
        ("<reasoning>", "</reasoning>", "oobabooga/textgen#7102"),
        ("[THINK]", "[/THINK]", "RooCodeInc/Roo-Code#8522"),
        ("<seed:think>", "</seed:think>", "CherryHQ/cherry-studio#9498"),
        ("<mm:think>", "</mm:think>", "getkimchi/kimchi#598"),
        ("◁think▷", "◁/think▷", "skalesapp/skales#166"),
        ("<|begin_of_thought|>", "<|end_of_thought|>", "Infinitix-LLC/gpt_markdown#42"),
        ("<|START_THINKING|>", "<|END_THINKING|>", "smg-project/smg#317"),
    )
] + [
    Quirk(
        name="the closing tag alone, since the template opens the thought",
        source="perplexityai/api-discussion#177",
        server=partial(says, f"{THOUGHT}\n</think>\n\n{SPEECH}"),
        speech=SPEECH,
        thinks=True,
    ),
    Quirk(
        name="the closing tag alone before a decision",
        source="cubist38/mlx-openai-server#179",
        server=partial(says, f"{THOUGHT} Perhaps {decides('Carl')}?\n</think>\n\n{decides()}"),
        asks="decision",
        choice="Ben",
        thinks=True,
    ),
    Quirk(
        name="a tag that is never closed",
        source="langgenius/dify-plugin-sdks#213",
        server=lambda: _needs_room(says(f"<think>{THOUGHT}")),
        speech=SPEECH,
        calls=2,
        thinks=True,
    ),
    Quirk(
        name="an empty pair of tags before the text",
        source="SillyTavern/SillyTavern#4932",
        server=partial(says, f"<think>\n\n</think>\n\n{SPEECH}"),
        speech=SPEECH,
    ),
    Quirk(
        name="two thoughts, one after the first words",
        source="ggml-org/llama.cpp#27661",
        server=partial(
            says, f"<think>{THOUGHT}</think>I was in <think>{THOUGHT}</think>the garden all evening."
        ),
        speech=SPEECH,
        thinks=True,
    ),
    Quirk(
        name="tags that come as chunks of their own",
        source="langgenius/dify-plugin-sdks#213",
        server=partial(
            says,
            f"<think>{THOUGHT}</think>{SPEECH}",
            chunks=("<think>", THOUGHT, "</think>", SPEECH),
        ),
        speech=SPEECH,
        thinks=True,
    ),
    Quirk(
        name="a tag with a newline in its chunk",
        source="diegosouzapw/OmniRoute#8721",
        server=partial(
            says,
            f"<think>\n{THOUGHT}\n</think>\n\n{SPEECH}",
            chunks=("<think>\n", THOUGHT, "\n</think>\n\n", SPEECH),
        ),
        speech=SPEECH,
        thinks=True,
    ),
    Quirk(
        name="a JSON draft in tagged thoughts before the decision",
        source="nbramia/LifeOS#568",
        server=partial(says, f"<think>{THOUGHT} So {decides('Carl')}. No.</think>{decides()}"),
        asks="decision",
        choice="Ben",
        thinks=True,
    ),
    Quirk(
        name="a less-than sign that begins no tag",
        source="nbramia/LifeOS#568",
        server=partial(says, "I <3 this village, and 2 < 3 of us lie."),
        speech="I <3 this village, and 2 < 3 of us lie.",
    ),
]

CHANNELS = [
    Quirk(
        name="gpt-oss channels in the text",
        source="kekzl/imp#768",
        server=partial(
            says,
            f"<|channel|>analysis<|message|>{THOUGHT}<|end|>"
            f"<|start|>assistant<|channel|>final<|message|>{SPEECH}",
        ),
        speech=SPEECH,
        thinks=True,
    ),
    Quirk(
        name="gpt-oss channels that end in <|return|>",
        source="cubist38/mlx-openai-server#45",
        server=partial(
            says,
            f"<|start|>assistant<|channel|>analysis<|message|>{THOUGHT}<|end|>"
            f"<|start|>assistant<|channel|>final<|message|>{SPEECH}<|return|>",
        ),
        speech=SPEECH,
        thinks=True,
    ),
    Quirk(
        name="a decision in the final channel with a constraint",
        source="waybarrios/vllm-mlx#50",
        server=partial(
            says,
            f"<|channel|>analysis<|message|>{THOUGHT} {decides('Carl')}<|end|>"
            f"<|start|>assistant<|channel|>final <|constrain|>json<|message|>{decides()}",
        ),
        asks="decision",
        choice="Ben",
        thinks=True,
    ),
    Quirk(
        name="the analysis channel alone, cut by the limit of tokens",
        source="vllm-project/vllm#41902",
        server=lambda: _needs_room(says(f"<|channel|>analysis<|message|>{THOUGHT}", finish="length")),
        speech=SPEECH,
        calls=2,
        learned=True,
        thinks=True,
    ),
]

STREAMED = [
    Quirk(
        name="thoughts in a stream whose first chunk has empty content",
        source="diegosouzapw/OmniRoute#8721",
        server=partial(says, message={"reasoning_content": THOUGHT}, chunks=("", SPEECH)),
        ways=("streamed",),
        speech=SPEECH,
        thinks=True,
    ),
    Quirk(
        name="keep-alive comments while it thinks",
        source="coder/coder#28185",
        server=lambda: streams(between=b":\n\n"),
        ways=("streamed",),
        speech=SPEECH,
    ),
]

WEIGHED = [
    Quirk(
        name="the log-probabilities are those of a thought",
        source="UKGovernmentBEIS/inspect_ai#2739",
        server=lambda: unless(
            lambda body: "logprobs" not in body,
            says(
                "<think>",
                choice={
                    "logprobs": {
                        "content": [
                            {
                                "token": "<think>",
                                "logprob": -0.01,
                                "bytes": None,
                                "top_logprobs": [{"token": "<think>", "logprob": -0.01, "bytes": None}],
                            }
                        ]
                    }
                },
            ),
            says('{"option_0": 75, "option_1": 25}', message={"reasoning_content": THOUGHT}),
        ),
        asks="weights",
        weights={"yes": 0.75, "no": 0.25},
        by="verbal",
        calls=2,
    ),
]

QUIRKS = [*FIELDS, *BUDGET, *TAGS, *CHANNELS, *STREAMED, *WEIGHED]
