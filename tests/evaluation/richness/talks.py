"""Games of One Night as the measures of richness see them, made by hand."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.evaluation.richness import TableTalk, TableUtterance
from parlour.llm import Language

ROLES = ("seer", "villager", "villager", "mason", "mason", "minion", "tanner", "werewolf")
NAMES: tuple[str, ...] = ("Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal")
ROLE_OF: dict[str, str] = dict(zip(NAMES, ROLES, strict=True))


def talk(
    match: str = "m1",
    *,
    said: Sequence[tuple[int, str, str]] = ((1, "Ann", "I am the seer."),),
    votes: Sequence[str] = (),
    roles: Sequence[str] = ROLES,
    language: Language = "en",
) -> TableTalk:
    """A game of the paper's eight, who may be dealt otherwise."""
    return TableTalk(
        match=match,
        language=language,
        players=NAMES[: len(roles)] if roles else NAMES,
        roles=tuple(roles),
        utterances=tuple(TableUtterance(round=number, player=name, text=text) for number, name, text in said),
        votes=tuple(votes),
    )


def speech(name: str) -> TableUtterance:
    """Something that this player said."""
    return TableUtterance(round=1, player=name, text=f"{name} speaks.")
