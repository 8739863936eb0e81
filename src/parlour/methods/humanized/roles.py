"""The roles of each game: which side they are on, what they are called, and what they could try."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from parlour.agents import Observation, SeatContext
from parlour.core import Request
from parlour.errors import SetupError
from parlour.games.werewolf import Role
from parlour.llm import Language

MURDERER, CIVILIAN = "murderer", "civilian"
_SIDES: Mapping[str, Mapping[str, str]] = {
    "mystery": {CIVILIAN: "civilians", MURDERER: "murderers"},
    "werewolf": {role.value: role.team.value for role in (Role.VILLAGER, *Role)},
    "onenight": {
        "villager": "village",
        "seer": "village",
        "mason": "village",
        "werewolf": "werewolves",
        "minion": "werewolves",
        "tanner": "tanner",
    },
}
"""Who is with whom; the role that somebody is taken for of whom nothing is known stands first."""


class RoleWords(BaseModel):
    """A role as an agent is told of it.

    Attributes:
        name: in the language of the table.
        ideas: what whoever has the role could try, S*_r of the paper.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str
    ideas: tuple[str, ...] = Field(min_length=1)


_FORM = TypeAdapter(Mapping[str, RoleWords])


def roles_of(place: SeatContext) -> tuple[str, ...]:
    """Every role that somebody at the table may have, the ordinary one first."""
    known = _SIDES[place.game.name]
    return tuple(role for role in known if not place.roles or role in place.roles)


def own_role(observation: Observation, request: Request) -> str:
    """What an agent is: the role that it was dealt, or in a mystery whether it is guilty in the case."""
    if observation.role in _SIDES[observation.place.game.name]:
        return observation.role or ""
    killed = observation.killed
    is_guilty = request.case in killed if request.case else bool(killed)
    return MURDERER if is_guilty else CIVILIAN


def are_friends(game: str, one: str, other: str) -> bool:
    """Whether two roles of a game are on the same side."""
    return _SIDES[game][one] == _SIDES[game][other]


@cache
def role_words(game: str, language: Language) -> Mapping[str, RoleWords]:
    """Names and ideas of a game's roles, from `ideas/GAME.LANGUAGE.yaml`, which may be edited.

    Raises:
        SetupError: if the file lacks a role or has one that the game has not.
    """
    name = f"{game}.{language}.yaml"
    file = resources.files("parlour.methods.humanized") / "ideas" / name
    return read_role_words(file.read_text(encoding="utf-8"), game, name)


def read_role_words(text: str, game: str, name: str) -> Mapping[str, RoleWords]:
    """Names and ideas in a file of one game.

    Raises:
        SetupError: if it lacks a role or has one that the game has not.
    """
    try:
        found = _FORM.validate_python(yaml.safe_load(text))
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
        raise SetupError(f"{name}: {'.'.join(map(str, wrong['loc'])) or 'file'}: {wrong['msg']}") from error
    if differing := set(found) ^ set(_SIDES[game]):
        raise SetupError(f"{name}: the roles of {game} are {', '.join(_SIDES[game])}: {sorted(differing)}")
    return found
