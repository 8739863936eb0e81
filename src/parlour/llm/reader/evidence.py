"""What a statement says of others, read off its facts as items of evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from parlour.facts import (
    Accusation,
    Check,
    Fact,
    Found,
    Killing,
    Level,
    Means,
    Motive,
    Name,
    NoMeans,
    NoMotive,
    Suspicion,
    Trust,
    VoteFor,
    read,
)
from parlour.llm.prompt import Prompt
from parlour.llm.reader.frames import find_table
from parlour.llm.wants import Observed

MOST = 8
"""How many items are given at most."""

Does = Literal["attack", "defend"]

_LEVELS = {Level.LITTLE: 3, Level.SOME: 6, Level.STRONG: 9}
_RELATIONS = {"attack": "adversary", "defend": "ally"}
_REASON_CHARACTERS = 160


def items(prompt: Prompt, want: Observed) -> list[dict[str, str | int]]:
    """Every item that the statement of a prompt gives about one of the targets.

    The statement is the last line of what the user says first; its words stand after who says it to whom.
    Whoever reads it is left out of account: it and the rules, which name a victim, are enough.
    """
    table = find_table(prompt.system_text, prompt.language)
    people = dict.fromkeys((want.by, *want.targets, *(table.victims if table else ())))
    told = prompt.user[0].text.splitlines()[-1]
    words = re.split("[:：]", told, maxsplit=1)[-1]
    said = read(words, prompt.language, speaker=want.by, reader=want.to, names=tuple(people))
    found = [item for each in said.found for item in _items(each) if item["target"] in want.targets]
    return found[:MOST]


def _items(found: Found) -> Iterator[dict[str, str | int]]:
    meant = _meant(found.fact)
    if meant:
        target, type_, score = meant
        yield {
            "target": target,
            "reason": found.sentence[:_REASON_CHARACTERS],
            "type": type_,
            "relation": _RELATIONS[type_],
            "score": score,
        }


def _meant(fact: Fact) -> tuple[Name, Does, int] | None:
    """Whom a fact is brought up for or against, and how much that counts, 0 to 10 (ours).

    A circumstance weighs less than a judgement: a motive 5, a weapon within reach 3.
    """
    match fact:
        case Accusation(whom=who) | Killing(who=who):
            return who, "attack", 10
        case Suspicion(whom=who, level=level):
            return who, "attack", _LEVELS[level]
        case Trust(whom=who, level=level):
            return who, "defend", _LEVELS[level]
        case VoteFor(whom=who):
            return who, "attack", 8
        case Check(whom=who, role=role):
            return who, "attack" if role == "werewolf" else "defend", 9
        case Motive(who=who):
            return who, "attack", 5
        case NoMotive(who=who):
            return who, "defend", 5
        case Means(who=who):
            return who, "attack", 3
        case NoMeans(who=who):
            return who, "defend", 3
        case _:
            return None
