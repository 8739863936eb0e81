"""Speeches with what is not the player's own words: names, fences, tokens, remarks, the words of others."""

from __future__ import annotations

from functools import partial

from parlour.errors import Unreadable
from tests.llm.quirks.quirk import Quirk
from tests.llm.quirks.served import SPEECH, THOUGHT, says

_NAMES, _OTHERS, _TOKENS = "JStepUX/CardShark#27", "Ikalus1988/MisakaNet#1815", "pytorch/torchchat#459"
_OPENERS = "imsks/Rajniti#171"


def _cleaned(name: str, source: str, text: str, *, speech: str = SPEECH) -> Quirk:
    return Quirk(name, source, partial(says, text), asks="draft", speech=speech)


def _kept(name: str, text: str) -> Quirk:
    return Quirk(name, _NAMES, partial(says, text), asks="draft", speech=text)


NAMES = [
    _cleaned(f"the own name as {before!r}", _NAMES, f"{before}{SPEECH}")
    for before in (
        "Anna: ",
        "**Anna:** ",
        "**Anna**: ",
        "anna: ",
        "[Anna] ",
        "[Anna]: ",
        "<Anna> ",
        "Anna (calmly): ",
        "Anna says: ",
        "*Anna*: ",
        "### Anna\n",
        "Anna -> Ben: ",
        "Anna: Anna: ",
        "Me: ",
    )
]

AROUND = [
    _cleaned("quotation marks around the speech", _NAMES, f'"{SPEECH}"'),
    _cleaned("a fence around the speech", "gettranslatebot/translatebot-django#31", f"```\n{SPEECH}\n```"),
    _cleaned("the speech as an object", "langroid/langroid#597", f'{{"speech": "{SPEECH}"}}'),
    _cleaned(
        "an object with the name of the speaker",
        "langroid/langroid#597",
        f'{{"player": "Anna", "speech": "{SPEECH}"}}',
    ),
    _cleaned("a remark before the speech", _OPENERS, f"Sure! Here is my speech:\n\n{SPEECH}"),
    _cleaned(
        "a remark before a quoted speech", _OPENERS, f'Certainly! Here is a possible response:\n\n"{SPEECH}"'
    ),
]

TOKENS = [
    _cleaned(f"the token {token} behind the speech", source, f"{SPEECH}{token}")
    for token, source in (
        ("<|im_end|>", _TOKENS),
        ("<|endoftext|>", "QwenLM/Qwen3#33"),
        ("<｜end▁of▁sentence｜>", "deepseek-ai/DeepSeek-Coder-V2#24"),
        ("<|EOT|><|EOT|>", "deepseek-ai/DeepSeek-Coder#136"),
    )
] + [
    _cleaned("the head of a turn before the speech", _TOKENS, f"<|im_start|>assistant\n{SPEECH}"),
    _cleaned("the next turn behind the speech", _TOKENS, f"{SPEECH}<|im_end|>\n<|im_start|>user\nAnd then?"),
]


def _others(name: str, text: str) -> Quirk:
    return Quirk(
        name, _OTHERS, partial(says, text), asks="draft", speech=SPEECH, faults=("spoke for others",)
    )


OTHERS = [
    _others("a line of another player", f"{SPEECH}\nBen: I was in the mill."),
    _others("another player in the same line", f"{SPEECH} Ben: I was in the mill. Carl: And I saw you."),
    _others("its own name, then another player", f"Anna: {SPEECH}\nBen: I was in the mill."),
    Quirk(
        "nothing but the line of another player",
        _OTHERS,
        partial(says, "Ben: I was in the mill."),
        asks="draft",
        error=Unreadable,
        words=("Ben",),
    ),
]

KEPT = [
    _kept("a player who is named in the speech", "I saw Ben: he was in the mill."),
    _kept("a stage direction", "*looks at Ben* I was in the mill."),
    _kept("a list of times", "At nine: the mill. At ten: the garden."),
]

THOUGHTS = [
    Quirk(
        "a thought and a name before the speech",
        "skalesapp/skales#166",
        partial(says, f"<think>{THOUGHT}</think>\nAnna: {SPEECH}"),
        asks="draft",
        speech=SPEECH,
        thinks=True,
    )
]

NOTHING = [
    Quirk(
        "nothing but a name",
        _NAMES,
        partial(says, "Anna:"),
        asks="draft",
        error=Unreadable,
        words=("nothing is said",),
    )
]

QUIRKS = [*NAMES, *AROUND, *TOKENS, *OTHERS, *KEPT, *THOUGHTS, *NOTHING]
