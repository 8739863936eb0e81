"""A table as it is asked for, by a form or by a program: outside bytes, until they are a setup."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from parlour import library
from parlour.arena import (
    DEFAULT_METHOD,
    GENERATED,
    MOST_SEED,
    GameSetup,
    Seat,
    SeatAssignment,
    Setup,
    Window,
    any_seed,
    deal_roles,
    find_player,
    hold,
    lay_table,
    pick_script,
)
from parlour.core import Player
from parlour.errors import (
    FieldError,
    MissingExtra,
    MissingKey,
    ModelUnavailable,
    ScriptError,
    UnknownModel,
    UsageError,
)
from parlour.games import onenight, werewolf
from parlour.games.mystery import MysterySetup, Script
from parlour.llm import Language, default_model
from parlour.web.hosting import MOST_SECONDS
from parlour.web.preview import Preview, preview

MOST_SCRIPT = 1_000_000
"""Characters of a script that is sent along."""
_NAME, _MODEL = 200, 500
_ABOUT_THE_MODEL = UnknownModel, MissingKey, MissingExtra, ModelUnavailable


class Part(BaseModel):
    """What every part of a form is: taken as it is, and nothing in it unread."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class MysteryAsked(Part):
    """A murder mystery.

    Attributes:
        script: an id or a story of the library, or `generated`: one made by the seed.
        yaml: a script of one's own in the YAML form; it goes before `script`.
        players: of a generated one; 6 where nothing is said.
        victims: likewise; 1 where nothing is said.
        rounds: of questions.
        questions: per victim and round.
        self_votes: whether civilians may vote for themselves.
        answers: whether the script's questions are put after the verdict.
    """

    name: Literal["mystery"] = "mystery"
    script: str = Field(default=GENERATED, max_length=_NAME)
    yaml: str = Field(default="", max_length=MOST_SCRIPT)
    players: int | None = Field(default=None, ge=3, le=12)
    victims: int | None = Field(default=None, ge=1, le=4)
    rounds: int = Field(default=3, ge=0, le=20)
    questions: int = Field(default=1, ge=1, le=11)
    self_votes: bool = False
    answers: bool = True

    def deal(self, seed: int, language: Language | None) -> GameSetup:
        """The mystery of that seed."""
        return MysterySetup(
            script=self._script(seed, language),
            rounds=self.rounds,
            questions=self.questions,
            self_votes=self.self_votes,
            answers=self.answers,
        )

    def _script(self, seed: int, language: Language | None) -> Script:
        if self.yaml:
            with _about("game.yaml"):
                return library.loads(self.yaml)
        if self.script.endswith(library.SUFFIXES):
            raise FieldError("name a script of the library, or send its YAML", field="game.script")
        with _about("game.players" if self.script == GENERATED else "game.script"):
            return pick_script(
                self.script, seed, language=language, players=self.players, victims=self.victims
            )


class WerewolfAsked(Part):
    """A game of Werewolf; what is left out is as usual (`WerewolfSetup` says what each means)."""

    name: Literal["werewolf"] = "werewolf"
    players: int | None = None
    roles: werewolf.RoleTable | None = None
    confers: int | None = None
    self_save: bool | None = None
    doubly_saved: Literal["dies", "lives"] | None = None
    discussions: int | None = None
    opens: Literal["first", "next", "lot"] | None = None
    words: int | None = None
    ties: Literal["nobody", "lot", "runoff"] | None = None
    reveal: Literal["none", "eliminated", "all"] | None = None
    days: int | None = None

    def deal(self, seed: int, language: Language | None) -> GameSetup:
        """The table, which a seed changes nothing of."""
        del seed
        return _circle(self, language)


class OneNightAsked(Part):
    """A game of One Night; what is left out is as usual (`OneNightSetup` says what each means)."""

    name: Literal["onenight"] = "onenight"
    players: int | None = None
    roles: onenight.RoleTable | None = None
    rounds: int | None = None
    words: int | None = None
    minion_knows_wolf: bool | None = None

    def deal(self, seed: int, language: Language | None) -> GameSetup:
        """The table, which a seed changes nothing of."""
        del seed
        return _circle(self, language)


class SeatAsked(Part):
    """Who sits in one seat.

    Attributes:
        player: the seat by its name, by what only its name begins with, or by its number from 1.
        method: with its options, or `human` or `remote`; empty for that of the table.
        model: what it thinks with; empty for that of the table.
    """

    player: str = Field(min_length=1, max_length=_NAME)
    method: str = Field(default="", max_length=_NAME)
    model: str = Field(default="", max_length=_MODEL)


class TableAsked(Part):
    """A table as it is asked for; an empty one is a mystery that six agents play.

    Attributes:
        game: which, and how it is dealt.
        language: of the table; where nothing is said, the script's, or English.
        method: of every seat of which nothing else is said, with its options.
        model: likewise; empty for the server's default.
        seats: the seats of which something else is said, each once.
        seconds: how long people and remote programs have for each request; None for ever.
        seed: of every draw; None for any.
    """

    game: Annotated[MysteryAsked | WerewolfAsked | OneNightAsked, Field(discriminator="name")] = (
        MysteryAsked()
    )
    language: Language | None = None
    method: str = Field(default=DEFAULT_METHOD, min_length=1, max_length=_NAME)
    model: str = Field(default="", max_length=_MODEL)
    seats: tuple[SeatAsked, ...] = Field(default=(), max_length=werewolf.MOST)
    seconds: int | None = Field(default=None, ge=5, le=MOST_SECONDS)
    seed: int | None = Field(default=None, ge=0, lt=MOST_SEED)

    def setup(self, window: Window) -> Setup:
        """What the match is dealt from, with every model opened.

        Args:
            window: how many tokens a model's window holds.

        Raises:
            FieldError: naming the first field that cannot be as it is.
        """
        seed, game = self._dealt()
        return lay_table(game, seed, self._seats(game, window))

    def preview(self) -> Preview:
        """What everybody may know of the table before it is opened; nothing is kept.

        Raises:
            FieldError: as `setup` does, but of the seats nothing is read.
        """
        return preview(*self._dealt())

    def _dealt(self) -> tuple[int, GameSetup]:
        seed = any_seed() if self.seed is None else self.seed
        return seed, self.game.deal(seed, self.language)

    def _seats(self, game: GameSetup, window: Window) -> tuple[Seat, ...]:
        wanted = dict.fromkeys(game.players, SeatAsked(player="*"))
        places = dict.fromkeys(game.players, "")
        for number, told in enumerate(self.seats):
            with _about(f"seats.{number}.player"):
                player = _seat(told.player, game)
            if places[player]:
                raise FieldError(f"{player} is seated twice", field=f"seats.{number}.player")
            wanted[player], places[player] = told, f"seats.{number}."
        return tuple(
            Seat(player=player, **vars(self._holder(player, told, places[player], window)))
            for player, told in wanted.items()
        )

    def _holder(self, player: Player, told: SeatAsked, place: str, window: Window) -> SeatAssignment:
        model = told.model or self.model or default_model()
        try:
            return hold(player, told.method or self.method, model, window)
        except _ABOUT_THE_MODEL as error:
            field = f"{place if told.model else ''}model"
            raise FieldError(str(error), field=field) from error
        except UsageError as error:
            field = f"{place if told.method else ''}method"
            raise FieldError(str(error), field=field) from error


def _circle(asked: WerewolfAsked | OneNightAsked, language: Language | None) -> GameSetup:
    options = asked.model_dump(exclude={"name", "players", "roles"})
    with _about("game.roles" if asked.roles else "game.players"):
        return deal_roles(
            asked.name, language=language, players=asked.players, roles=asked.roles, options=options
        )


def _seat(told: str, game: GameSetup) -> Player:
    if told.isdecimal() and told not in game.players and 1 <= int(told) <= len(game.players):
        return game.players[int(told) - 1]
    return find_player(told, game)


@contextmanager
def _about(field: str) -> Generator[None]:
    """Names the field that an error is about."""
    try:
        yield
    except ScriptError as error:
        where = f"line {error.line}: " if error.line else ""
        what = f"{error.field}: " if error.field else ""
        raise FieldError(f"{where}{what}{error.message}", field=field) from error
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
        place = ".".join(map(str, wrong["loc"]))
        raise FieldError(wrong["msg"], field=f"game.{place}") from error
    except UsageError as error:
        raise FieldError(str(error), field=field) from error
