"""A game as it registers itself (setup, rules, kinds, where its parts are found), and as it is asked for.

What a user may choose of a game are fields of a request for it, all optional: options of the command line,
fields of a form and the schema of the API are drawn from these models. Most games bring none: theirs follows
from their setup, with a number of players where the setup has their names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import zip_longest
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    Protocol,
    Self,
    TypeVar,
    cast,
    runtime_checkable,
)

from pydantic import BaseModel, Field, TypeAdapter, create_model
from pydantic.fields import FieldInfo

from parlour.core.dealing import check_size
from parlour.core.frozen import StrictModel
from parlour.core.kinds import DeclaredKinds, EventKind, RequestKind
from parlour.core.language import Language
from parlour.core.people import draw_names
from parlour.core.plugins import Registry, find_part
from parlour.core.request import Player
from parlour.core.role_words import roles_of
from parlour.core.state import Event, GameSetup, State
from parlour.errors import BrokenPlugin, FieldError, SetupError, UnknownGame

PROTOCOL = 1
"""The version of the contract between games and everything else."""
S = TypeVar("S", bound=GameSetup)
P = TypeVar("P")
_EVENT = TypeAdapter(Event)


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """A game as a plug-in. Its rules are pure; everything else is a part, found by its module's name.

    Attributes:
        protocol: the version of this contract for which it is written: a number, so that it stays what it was
            when Parlour goes on.
        name: as it is asked for, as its entry point calls it, and as its setup bears it.
        titles: what people call it, by language.
        package: the dotted name of the package in which its parts, prompts and words lie.
        setup: what its matches are dealt from.
        start: gives the state before the first step, from players, seed and setup.
        teams: the sides, whether or not somebody is on each.
        seats: the fewest and the most players.
        usual: how many players there are where nobody says.
        seat_names: so many names of seats in a language; None where players come with the story.
        requests: every kind of request that it makes.
        events: every kind of event that it tells.
        roles: the side of each role, the ordinary role first; none where roles are not dealt by name.
        sought: the roles whose holders the others look for: the answers to the first hidden question.
        hunted: the roles whose holders had better not be known.
        talk: the events that go into prompts as talk; everything that is not dealt where none is named.
    """

    protocol: int
    name: str
    titles: Mapping[Language, str]
    package: str
    setup: type[S]
    start: Callable[[Sequence[Player], int, S], State]
    teams: tuple[str, ...]
    seats: tuple[int, int]
    usual: int
    requests: tuple[RequestKind, ...]
    events: tuple[EventKind, ...]
    seat_names: Callable[[int, Language], tuple[Player, ...]] | None = None
    roles: Mapping[str, str] = field(default_factory=dict[str, str])
    sought: tuple[str, ...] = ()
    hunted: tuple[str, ...] = ()
    talk: tuple[EventKind, ...] = ()

    @cached_property
    def kinds(self) -> DeclaredKinds:
        return DeclaredKinds(
            requests={kind.name: kind for kind in self.requests},
            events={kind.name: kind for kind in self.events},
        )

    def is_talk(self, kind: EventKind) -> bool:
        """Returns whether events of this kind go into prompts as talk."""
        return kind in self.talk if self.talk else not kind.dealt

    def is_sought(self, side: str | None) -> bool:
        """Returns whether the other players look for this role or side."""
        return side in self.sought or side in (self.roles.get(role) for role in self.sought)

    def is_hidden(self, role: str | None) -> bool:
        """Returns whether a role is on another side than the ordinary one."""
        if role in self.sought:
            return True
        return role in self.roles and self.roles[role or ""] != next(iter(self.roles.values()))

    def has_side_alone(self, role: str | None) -> bool:
        return list(self.roles.values()).count(self.roles.get(role or "", "")) == 1

    def read_setup(self, source: object) -> S:
        """Returns the setup in a mapping; pydantic's error names the wrong field."""
        return cast("type[BaseModel]", self.setup).model_validate(source)  # pyright: ignore[reportReturnType]

    def read_event(self, json: str) -> Event:
        return _EVENT.validate_json(json, context=self.kinds)

    def begin(self, setup: GameSetup, seed: int) -> State:
        """Returns the state before the first step.

        Raises:
            SetupError: if it is another game's setup.
        """
        if not isinstance(setup, self.setup):
            raise SetupError(f"{self.name} cannot be dealt from a setup of {setup.name}")
        return self.start(setup.players, seed, setup)

    def part(self, part: str, kind: type[P]) -> P:
        """Returns a part of the game: a value of one of its modules (`find_part`).

        Raises:
            BrokenPlugin: if it has none, or one of another kind.
        """
        game_part = self.find_part(part, kind)
        if game_part is None:
            raise BrokenPlugin(f"the game {self.name!r} has no part {self.package}.{part}")
        return game_part

    def find_part(self, part: str, kind: type[P]) -> P | None:
        """Returns a part of the game, or None if it has none."""
        return find_part(self.package, part, kind)


def _registry(group: str, noun: str) -> Registry[Game[Any]]:
    return Registry(
        group=group,
        noun=noun,
        kind=Game,
        protocol=PROTOCOL,
        unknown=UnknownGame,
        check=lambda game: roles_of(game.package),
        is_named=True,
    )


GAMES = _registry("parlour.games", "game")
"""Every installed game."""
RECORDED_GAMES = _registry("parlour.games.recorded", "recorded game")
"""What is followed and not played, from the record of a table elsewhere: found by name, listed nowhere."""


def find_game(name: str) -> Game[Any]:
    """Returns the game of that name, a recorded game included.

    Raises:
        UnknownGame: naming the nearest ones.
        BrokenPlugin: naming its package, if it cannot be used.
    """
    return RECORDED_GAMES.find(name) if name in RECORDED_GAMES.names else GAMES.find(name)


def default_game() -> Game[Any]:
    """Returns the game that is played by default."""
    return find_game(GAMES.default)


def read_setup(source: object) -> GameSetup:
    """Returns the setup of the game that a mapping names; a setup is returned as it is.

    Raises:
        ValueError: if it names none that is installed and works, or is not in that game's form.
    """
    if isinstance(source, BaseModel):
        return cast("GameSetup", source)
    if not isinstance(source, Mapping):
        raise ValueError(f"no game's setup: {source!r}")  # noqa: TRY004 - what pydantic takes for a fault
    fields = cast("Mapping[str, object]", source)
    try:
        game = find_game(str(fields.get("name", "")))
    except (UnknownGame, BrokenPlugin) as error:
        raise ValueError(str(error)) from error
    return game.read_setup(fields)


DEALT_OTHERWISE = frozenset({"name", "language", "players", "deal"})
"""The fields of a setup that are no option of their own: they follow from what is asked, or from today."""


class GameAsked(StrictModel):
    """A game as it is asked for; what is left out is as usual."""

    game: ClassVar[str] = ""

    @classmethod
    def from_user(cls, fields: Mapping[str, object], /) -> Self:
        """Returns the input of a user on this machine; a game may read a named file here.

        Raises:
            UsageError: if there is no such file, or it is not what the game reads.
            ValidationError: if a field is not of its form.
        """
        return cls.model_validate(fields)

    @classmethod
    def again(cls, setup: GameSetup) -> Self:
        """Returns the request for another match like a played one, with a new seed."""
        fields: dict[str, object] = {
            name: getattr(setup, name) for name in cls.model_fields if hasattr(setup, name)
        }
        if "players" in cls.model_fields:
            fields["players"] = len(setup.players)
        return cls.model_validate(fields)

    def for_person(self, seat: int) -> Self:
        """Returns the request for a match of one person among agents, in the seat of that number, from 1.

        A game may deal so that the person's actions matter.
        """
        del seat
        return self

    def questioning_everybody(self) -> Self:
        """Returns the request for a method that questions all other players each round.

        A game with a number of questions allows as many, unless a number is asked for.
        """
        return self

    def deal(self, seed: int, language: Language | None) -> GameSetup:
        """Returns the requested setup.

        Args:
            seed: the seed of all random choices.
            language: the language of the table; None for that of the game.

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


_MOST_CALLED = 1000
"""The characters of all own names together."""


def _split_names(names: str) -> list[str]:
    return [name.strip() for name in re.split("[,，、]", names)] if names.strip() else []


def _words(row: str) -> list[str]:
    """Returns the words of a row of the lexicon, without those of its grammar."""
    return [word for word in re.findall(r"\w+", row) if word not in ("a", "an", "the", "not", "no", "of")]


class SeatsAsked(GameAsked):
    """A table that is dealt from a number of players.

    Attributes:
        players: how many; as many as there are roles, or as usual, where nothing is said.
        names: how players are called: as the game calls its *seats*, or by *people*'s names, drawn by seed.
        called: own names instead, in seat order, separated by commas; an empty one leaves the seat its name.
    """

    players: int | None = None
    names: Literal["seats", "people"] = Field(default="seats", json_schema_extra={"at_once": "people"})
    called: str = Field(default="", max_length=_MOST_CALLED)

    @classmethod
    def again(cls, setup: GameSetup) -> Self:
        called = ",".join(setup.players)
        own = _split_names(called) == list(setup.players)
        return super().again(setup).model_copy(update={"called": called} if own else {})

    def deal(self, seed: int, language: Language | None) -> GameSetup:
        """The table, of which a seed draws people's names alone before its roles are dealt."""
        game, spoken = find_game(self.game), language or "en"
        if game.seat_names is None:
            raise SetupError(f"{game.name} does not say how its seats are called")
        fields = {
            name: value
            for name, value in dict(self).items()
            if value is not None and name not in SeatsAsked.model_fields
        }
        count = self._count(fields, game)
        check_size(game.titles["en"], count, *game.seats)  # before so many names are made
        names = self._players(count, game, game.seat_names(count, spoken), seed, spoken)
        return game.read_setup({"name": game.name, "language": spoken, "players": names, **fields})

    def _players(
        self, count: int, game: Game[Any], seats: Sequence[Player], seed: int, language: Language
    ) -> tuple[Player, ...]:
        own = _split_names(self.called)
        if len(own) > count:
            raise FieldError(f"{len(own)} names for {count} players", field="called")
        if self.names == "people":
            words = [word for row in roles_of(game.package).values() for word in _words(row[language])]
            seats = draw_names(count, language, seed, [*words, *own])
        return tuple(name or seat for name, seat in zip_longest(own, seats, fillvalue=""))

    def _count(self, fields: Mapping[str, object], game: Game[Any]) -> int:
        if self.players is not None:
            return self.players
        counts = fields.get("roles")
        if not isinstance(counts, RoleCounts):
            return game.usual
        # A setup says for how many players so many roles are, where not every role goes to a player.
        seats_for: Callable[[int, Mapping[str, object]], int] | None = getattr(game.setup, "seats_for", None)
        return seats_for(len(counts.roles), fields) if seats_for else len(counts.roles)


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


def read_asked(source: object) -> GameAsked:
    """Returns the request for the game that a mapping names."""
    if isinstance(source, GameAsked):
        return source
    rest = dict(cast("dict[str, object]", source)) if isinstance(source, dict) else {}
    return asked_model(str(rest.pop("name", ""))).model_validate(rest)
