"""A request for a game: the fields of its setup that a user may choose, all optional.

Options of the command line, fields of a form and the schema of the API are drawn from these models. Most
games bring none: theirs follows from their setup, with a number of players where the setup has their names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Protocol, Self, cast, runtime_checkable

from pydantic import BaseModel, Field, create_model
from pydantic.fields import FieldInfo

from parlour.core.dealing import check_size
from parlour.core.frozen import StrictModel
from parlour.core.game import Game, find_game
from parlour.core.language import Language
from parlour.core.state import GameSetup
from parlour.errors import SetupError

DEALT_OTHERWISE = frozenset({"name", "language", "players", "deal"})
"""The fields of a setup that are no option of their own: they follow from what is asked, or from today."""


class GameAsked(StrictModel):
    """A game as it is asked for; what is left out is as usual."""

    game: ClassVar[str] = ""

    @classmethod
    def from_user(cls, told: Mapping[str, object]) -> Self:
        """Returns the input of a user on this machine; a game may read a named file here.

        Raises:
            UsageError: if there is no such file, or it is not what the game reads.
            ValidationError: if a field is not of its form.
        """
        return cls.model_validate(told)

    @classmethod
    def again(cls, setup: GameSetup) -> Self:
        """Returns the request for another match like a played one, with a new seed."""
        told: dict[str, object] = {
            name: getattr(setup, name) for name in cls.model_fields if hasattr(setup, name)
        }
        if "players" in cls.model_fields:
            told["players"] = len(setup.players)
        return cls.model_validate(told)

    def for_person(self, seat: int) -> Self:
        """The same where one person sits among agents, in the seat of that number from 1.

        A game may deal so that what the person does matters.
        """
        del seat
        return self

    def questioning_everybody(self) -> Self:
        """Returns the request for a method that questions all other players each round.

        A game with a number of questions allows as many, unless a number is asked for.
        """
        return self

    def deal(self, seed: int, language: Language | None) -> GameSetup:
        """The setup that is asked for.

        Args:
            seed: of what is made by chance.
            language: of the table; as the game has it where nothing is said.

        Raises:
            UsageError: if it cannot be dealt so; a `FieldError` names the field.
            ValidationError: if a field is not what the setup takes.
        """
        raise NotImplementedError


@runtime_checkable
class RoleCounts(Protocol):
    """The number of cards dealt of each role."""

    @property
    def roles(self) -> list[Any]: ...


class SeatsAsked(GameAsked):
    """A table that is dealt from a number of players.

    Attributes:
        players: how many; as many as there are roles, or as usual, where nothing is said.
    """

    players: int | None = None

    def deal(self, seed: int, language: Language | None) -> GameSetup:
        """The table, of which a seed changes nothing before its roles are dealt."""
        del seed
        game, spoken = find_game(self.game), language or "en"
        if game.seat_names is None:
            raise SetupError(f"{game.name} does not say how its seats are called")
        told = {name: value for name, value in dict(self).items() if value is not None and name != "players"}
        count = self._count(told, game)
        check_size(game.titles["en"], count, *game.seats)  # before so many names are made
        names = game.seat_names(count, spoken)
        return game.read_setup({"name": game.name, "language": spoken, "players": names, **told})

    def _count(self, told: Mapping[str, object], game: Game[Any]) -> int:
        if self.players is not None:
            return self.players
        counts = told.get("roles")
        if not isinstance(counts, RoleCounts):
            return game.usual
        # A setup says for how many players so many roles are, where not every role goes to a player.
        seats_for: Callable[[int, Mapping[str, object]], int] | None = getattr(game.setup, "seats_for", None)
        return seats_for(len(counts.roles), told) if seats_for else len(counts.roles)


@cache
def asked_model(name: str) -> type[GameAsked]:
    """Returns the fields that a user may choose: the part `asking`, or a model derived from the setup."""
    game = find_game(name)
    part = game.find_part("asking", type)
    return cast("type[GameAsked]", part) if part else _derive_model(game)


def _derive_model(game: Game[Any]) -> type[GameAsked]:
    setup = cast("type[BaseModel]", game.setup)
    fields: dict[str, Any] = {
        name: _optional(info) for name, info in setup.model_fields.items() if name not in DEALT_OTHERWISE
    }
    model = create_model(f"{setup.__name__.removesuffix('Setup')}Asked", __base__=SeatsAsked, **fields)
    model.game = game.name
    return model


def _optional(info: FieldInfo) -> tuple[Any, Any]:
    bounded: Any = Annotated[(info.annotation, *info.metadata)] if info.metadata else info.annotation
    words: Any = info.json_schema_extra
    return bounded | None, Field(
        default=None, title=info.title, description=info.description, json_schema_extra=words
    )


def read_asked(told: object) -> GameAsked:
    """The game that a mapping asks for by its `name`."""
    if isinstance(told, GameAsked):
        return told
    rest = dict(cast("dict[str, object]", told)) if isinstance(told, dict) else {}
    return asked_model(str(rest.pop("name", ""))).model_validate(rest)
