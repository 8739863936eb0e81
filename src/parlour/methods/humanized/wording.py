"""Roles, favor, judgement and strategy of an agent as parts of its prompts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from parlour.agents import Observation, SeatContext
from parlour.core import CHINESE_CHARACTERS_PER_WORD, Request
from parlour.core.language import read_yaml
from parlour.errors import SetupError
from parlour.language.wording import MethodTemplates, Vocabulary
from parlour.llm import Language, Part
from parlour.methods.humanized.attitudes import BEST_RATING, WORST_RATING, Favors, Judgement
from parlour.methods.humanized.reader import by_favor, by_judgement

_OPEN, _HIDDEN = "open", "hidden"
"""The roles in a game that deals none by name."""


class RoleWords(BaseModel):
    """A role's words in prompts."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str
    ideas: tuple[str, ...] = Field(min_length=1)


_FORM = TypeAdapter(Mapping[str, RoleWords])


def sides(seat: SeatContext) -> Mapping[str, str]:
    """Returns the side of each role; the ordinary role, the default for an unknown player, is first."""
    if seat.game.roles:
        return seat.game.roles
    hidden = {*seat.game.sought, _HIDDEN}
    dealt = sorted(seat.roles or (_OPEN, _HIDDEN), key=lambda role: role in hidden)
    return {role: _HIDDEN if role in hidden else _OPEN for role in dealt}


def roles_of(seat: SeatContext) -> tuple[str, ...]:
    """Returns every role that a player may have, the ordinary one first."""
    return tuple(role for role in sides(seat) if not seat.roles or role in seat.roles)


def own_role(observation: Observation, request: Request) -> str:
    """Returns an agent's role: the one dealt, or by its guilt in the case."""
    side_of = sides(observation.seat)
    if observation.role in side_of:
        return observation.role or ""
    victims = observation.own_victims
    is_guilty = request.case in victims if request.case else bool(victims)
    ordinary = next(iter(side_of))
    return (
        next((role for role in side_of if side_of[role] != side_of[ordinary]), ordinary)
        if is_guilty
        else ordinary
    )


def are_friends(seat: SeatContext, role: str, other: str) -> bool:
    """Returns True if two roles of a game are on the same side."""
    side_of = sides(seat)
    return side_of[role] == side_of[other]


def role_words(seat: SeatContext) -> Mapping[str, RoleWords]:
    """Returns names and ideas of a match's roles, from its game's `words/roles.LANGUAGE.yaml`.

    In a game that brings no such file a role has the game's word for it (`role_ROLE`) and the usual ideas.
    """
    brought = _brought(seat.game.package, seat.language, tuple(sides(seat)))
    if brought:
        return brought
    words = Vocabulary(game=seat.game, language=seat.language, given={})
    ideas = tuple(words["ideas"].splitlines())
    return {role: RoleWords(name=words.get(f"role_{role}", role), ideas=ideas) for role in sides(seat)}


@cache
def _brought(package: str, language: Language, roles: tuple[str, ...]) -> Mapping[str, RoleWords]:
    file = resources.files(package) / "words" / f"roles.{language}.yaml"
    if not file.is_file():
        return {}
    return read_role_words(file.read_text(encoding="utf-8"), roles, file.name)


def read_role_words(text: str, roles: tuple[str, ...], name: str) -> Mapping[str, RoleWords]:
    """Returns names and ideas in a file of one game.

    Raises:
        SetupError: if it lacks a role or has one that the game has not.
    """
    try:
        words = _FORM.validate_python(read_yaml(text))
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
        raise SetupError(f"{name}: {'.'.join(map(str, wrong['loc'])) or 'file'}: {wrong['msg']}") from error
    if differing := set(words) ^ set(roles):
        raise SetupError(f"{name}: the roles are {', '.join(roles)}: {sorted(differing)}")
    return words


WORDS = 80
"""The most words of a strategy in English (appendix D, table 14)."""
_TEMPLATES = MethodTemplates("parlour.methods.humanized")


def favors(observation: Observation, own_favors: Favors) -> Part:
    """Returns the favor statement: a phrase for the favor towards each other player."""
    bands = own_favors.bands(observation.others)
    likings = [(name, band.value) for name, band in bands.items()]
    return replace(_part(observation, "favor", likings=likings), purpose=by_favor(likings))


def rating(observation: Observation) -> Part:
    """Returns the task of the favor dynamics."""
    return _part(observation, "rate", others=list(observation.others), worst=WORST_RATING, best=BEST_RATING)


def judgement(observation: Observation, request: Request, matrix: Judgement) -> Part:
    """Returns R_i of eq. 9: the most probable role of each other player, and whether it is a friend's."""
    seat, role = observation.seat, own_role(observation, request)
    words = role_words(seat)
    guesses = [(name, matrix.likeliest(name)) for name in observation.others if name in matrix.rows]
    entries = [
        {
            "name": name,
            "role": words[guess.role].name,
            "percent": round(100 * guess.probability),
            "is_friend": are_friends(seat, role, guess.role),
        }
        for name, guess in guesses
    ]
    friends = {name: are_friends(seat, role, guess.role) for name, guess in guesses}
    beliefs = {name: (friends[name], guess.probability) for name, guess in guesses}
    return replace(_part(observation, "judgement", guesses=entries), purpose=by_judgement(beliefs))


def judging(observation: Observation, case: str) -> Part:
    """Returns the task of a judgement."""
    seat = observation.seat
    words = role_words(seat)
    roles = [(role, words[role].name) for role in roles_of(seat)]
    return _part(observation, "judge", others=list(observation.others), roles=roles, victim=case)


def strategy_words(seat: SeatContext) -> int:
    """Returns the most words of a strategy; a Chinese character counts as a word."""
    return round(WORDS * CHINESE_CHARACTERS_PER_WORD) if seat.language == "zh" else WORDS


def deciding(observation: Observation, request: Request) -> Part:
    """Returns the task of a strategy, with the ideas for the role."""
    seat = observation.seat
    own_words, words = role_words(seat)[own_role(observation, request)], strategy_words(seat)
    return _part(observation, "decide", role=own_words.name, ideas=list(own_words.ideas), words=words)


def strategy(observation: Observation, text: str) -> Part:
    """Returns the strategy, for the speech that follows it."""
    return _part(observation, "strategy", strategy=text)


def _part(observation: Observation, verb: str, **variables: object) -> Part:
    return observation.thought(_TEMPLATES, verb, **variables)
