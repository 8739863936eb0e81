"""Speeches with what is not the player's own words: names, fences, tokens, remarks, the words of others."""

from __future__ import annotations

from functools import partial

from parlour.errors import Unreadable
from tests.llm.quirks.quirk import Quirk
from tests.llm.quirks.served import SPEECH, THOUGHT, says

_NAMES, _OTHERS, _TOKENS = "JStepUX/CardShark#27", "Ikalus1988/MisakaNet#1815", "pytorch/torchchat#459"
_OPENERS = "imsks/Rajniti#171"


def _cleaned(name: str, source: str, text: str, *, speech: str = SPEECH) -> Quirk:
    return Quirk(
        name=name,
        source=source,
        server=partial(says, text),
        asks="draft",
        speech=speech,
    )


def _kept(name: str, text: str) -> Quirk:
    return Quirk(name=name, source=_NAMES, server=partial(says, text), asks="draft", speech=text)


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
    _cleaned("the own name and quotation marks", _NAMES, f'Anna: "{SPEECH}"'),
    _cleaned("a fence around the speech", "gettranslatebot/translatebot-django#31", f"```\n{SPEECH}\n```"),
    _cleaned("a fence with a language", "gettranslatebot/translatebot-django#31", f"```text\n{SPEECH}\n```"),
    _cleaned("the speech as an object", "langroid/langroid#597", f'{{"speech": "{SPEECH}"}}'),
    _cleaned(
        "the speech as a fenced object", "langroid/langroid#597", f'```json\n{{"speech": "{SPEECH}"}}\n```'
    ),
    _cleaned(
        "an object with the name of the speaker",
        "langroid/langroid#597",
        f'{{"player": "Anna", "speech": "{SPEECH}"}}',
    ),
    _cleaned("a remark before the speech", _OPENERS, f"Sure! Here is my speech:\n\n{SPEECH}"),
    _cleaned("another remark before the speech", _OPENERS, f"Here's what I would say as Anna:\n\n{SPEECH}"),
    _cleaned(
        "a remark before a quoted speech", _OPENERS, f'Certainly! Here is a possible response:\n\n"{SPEECH}"'
    ),
    Quirk(
        name="white space and lines around the speech",
        source=_NAMES,
        server=partial(says, f"\n\n {SPEECH} \n"),
        asks="draft",
        speech=SPEECH,
    ),
]

TOKENS = [
    _cleaned(f"the token {token} behind the speech", source, f"{SPEECH}{token}")
    for token, source in (
        ("<|im_end|>", _TOKENS),
        ("<|eot_id|>", _TOKENS),
        ("</s>", "imoneoi/openchat#104"),
        ("<|endoftext|>", "QwenLM/Qwen3#33"),
        ("<|end_of_turn|>", "imoneoi/openchat#104"),
        ("<end_of_turn>", "imoneoi/openchat#104"),
        ("<｜end▁of▁sentence｜>", "deepseek-ai/DeepSeek-Coder-V2#24"),
        ("<|EOT|><|EOT|>", "deepseek-ai/DeepSeek-Coder#136"),
    )
] + [
    _cleaned("the head of a turn before the speech", _TOKENS, f"<|im_start|>assistant\n{SPEECH}"),
    _cleaned("the next turn behind the speech", _TOKENS, f"{SPEECH}<|im_end|>\n<|im_start|>user\nAnd then?"),
]


def _others(name: str, text: str) -> Quirk:
    return Quirk(
        name=name,
        source=_OTHERS,
        server=partial(says, text),
        asks="draft",
        speech=SPEECH,
        faults=("spoke for others",),
    )


OTHERS = [
    _others("a line of another player", f"{SPEECH}\nBen: I was in the mill."),
    _others("lines of two other players", f"{SPEECH}\n\n**Ben:** I saw her.\n\n**Carl:** So did I."),
    _others("another player in the same line", f"{SPEECH} Ben: I was in the mill. Carl: And I saw you."),
    _others("its own name, then another player", f"Anna: {SPEECH}\nBen: I was in the mill."),
    Quirk(
        name="nothing but the line of another player",
        source=_OTHERS,
        server=partial(says, "Ben: I was in the mill."),
        asks="draft",
        error=Unreadable,
        words=("Ben",),
    ),
]

KEPT = [
    _kept("a player who is named in the speech", "I saw Ben: he was in the mill."),
    _kept("a question to another player", "Ben, where were you at nine?"),
    _kept("a stage direction", "*looks at Ben* I was in the mill."),
    _kept("a quotation of another player", 'Ben said "I was in the mill", and that is a lie.'),
    _kept("a list of times", "At nine: the mill. At ten: the garden."),
]

THOUGHTS = [
    Quirk(
        name="a thought and a name before the speech",
        source="skalesapp/skales#166",
        server=partial(says, f"<think>{THOUGHT}</think>\nAnna: {SPEECH}"),
        asks="draft",
        speech=SPEECH,
        thinks=True,
    ),
    Quirk(
        name="a thought without an opening tag before the speech",
        source="skalesapp/skales#166",
        server=partial(says, f"{THOUGHT}</think>\n{SPEECH}"),
        asks="draft",
        speech=SPEECH,
        thinks=True,
    ),
]

NOTHING = [
    Quirk(
        name="nothing but a name",
        source=_NAMES,
        server=partial(says, "Anna:"),
        asks="draft",
        error=Unreadable,
        words=("nothing is said",),
    ),
]

QUIRKS = [*NAMES, *AROUND, *TOKENS, *OTHERS, *KEPT, *THOUGHTS, *NOTHING]
