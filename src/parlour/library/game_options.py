"""What is said of a game in options, whichever door they came through."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pydantic import ValidationError

from parlour.core import GAMES, GameAsked, asked_model, find_game
from parlour.errors import UnknownOption, UsageError
from parlour.library.asked_fields import asked_fields
from parlour.library.spelling import Spelling, as_keyword, refused


def read_game(game: str, told: Mapping[str, object], spelled: Spelling = as_keyword) -> GameAsked:
    """A game as it is asked for.

    Args:
        game: its name.
        told: what is said of its fields, by field.
        spelled: how the option for a field is called.

    Raises:
        UsageError: if a field is not of its form.
    """
    fields = {field.name: field for field in asked_fields(game)}
    read = {
        name: fields[name].read(value, spelled(name)) if name in fields else value
        for name, value in told.items()
    }
    try:
        return asked_model(game).typed(read)
    except ValidationError as error:
        raise refused(error, spelled) from error


def not_of(option: str, owners: Collection[str], game: str) -> UnknownOption:
    """What is said of an option that other games have."""
    return UnknownOption(f"{option} is an option of {' and '.join(sorted(owners))}, not of {game}")


@dataclass(frozen=True, kw_only=True)
class GameKeywords:
    """Keywords of a game, told apart.

    Attributes:
        fields: what is said of its setup.
        sides: how its sides play, as METHOD[@MODEL].
    """

    fields: Mapping[str, object]
    sides: Mapping[str, str]


def read_keywords(game: str, told: Mapping[str, object], taken: Collection[str]) -> GameKeywords:
    """The keywords of a game: its fields and its sides, each by its own name.

    Args:
        game: its name.
        told: what was said.
        taken: keywords that every game has; a field of such a name is called GAME_FIELD.

    Raises:
        UnknownOption: naming the nearest, if it is neither.
    """
    known = {f"{game}_{name}" if name in taken else name: name for name in asked_model(game).model_fields}
    sides = find_game(game).teams
    fields, filled = dict[str, object](), dict[str, str]()
    for name, value in told.items():
        if name in known:
            fields[known[name]] = value
        elif name not in sides:
            raise _unknown(name, game, [*known, *sides, *taken])
        elif not isinstance(value, str):
            raise UsageError(f"{name}: write how that side plays as 'METHOD' or 'METHOD@MODEL'")
        else:
            filled[name] = value
    return GameKeywords(fields=fields, sides=filled)


def _unknown(name: str, game: str, known: Collection[str]) -> UnknownOption:
    owners = [each for each in GAMES.installed() if name in asked_model(each).model_fields]
    if owners:
        return not_of(name, owners, game)
    near = difflib.get_close_matches(name, known, n=1)
    meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
    return UnknownOption(f"{game} takes no option {name!r}: {meant}")
