"""WellPlay's twelve games as the papers count them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import yaml
from pydantic import TypeAdapter

from parlour.games.mystery.script import Category, Script
from parlour.llm import Language

_ROWS = TypeAdapter(list[tuple[str, list[str], int, int, int, int, int, int, int]])


@dataclass(frozen=True, kw_only=True)
class StoryFacts:
    """One game of Zhu et al. 2025, table 1.

    Attributes:
        name: as the published tables call it here.
        ids: what its scripts are called when they are imported, in any language.
        players: seats.
        victims: victims.
        questions: answers asked for, by category.
        tokens: of all characters' scripts together, by language; whose tokenizer counted them is not said.
    """

    name: str
    ids: tuple[str, ...]
    players: int
    victims: int
    questions: Mapping[Category, int]
    tokens: Mapping[Language, int]


@cache
def stories() -> Mapping[str, StoryFacts]:
    """The twelve games by name, in the order of the papers."""
    text = files("parlour.games.mystery").joinpath("wellplay.yaml").read_text("utf-8")
    rows = _ROWS.validate_python(yaml.safe_load(text))
    return {
        name: StoryFacts(
            name=name,
            ids=tuple(ids),
            players=players,
            victims=victims,
            questions=dict(zip(Category, asked, strict=True)),
            tokens={"zh": chinese, "en": english},
        )
        for name, ids, players, victims, *asked, chinese, english in rows
    }


def published_name(script: str) -> str | None:
    """The game that an imported script is, as published tables call it; None if it is none of them."""
    return next((name for name, facts in stories().items() if script in facts.ids), None)


def is_wellplays(script: Script) -> bool:
    """Whether a script is one of WellPlay's: by its id, and by its table, since a title may be anybody's."""
    facts = stories().get(published_name(script.id) or "")
    return facts is not None and (len(script.players), len(script.victims)) == (facts.players, facts.victims)
