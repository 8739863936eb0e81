"""What an environment is of: a game as it is asked for, who learns in it, and who sits in the other seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import ValidationError

from parlour.arena import SeatAssignment, hold, start_state
from parlour.arena import Setup as MatchSetup
from parlour.core import Game, GameAsked, GameSetup, Player, State, asked_model, find_game
from parlour.errors import SetupError
from parlour.llm import Language, ModelPool, default_model

USUAL_OTHERS = "random"


@dataclass(frozen=True, kw_only=True)
class EnvTask:
    """A game from which every seed deals an episode.

    Attributes:
        game: its name.
        asked: what is asked of it, as `parlour play` takes it: players, rules, a script.
        language: of the table; as the game has it where nothing is said.
        seats: who learns: positions at the table from 0, or a side of the game; everybody if empty.
        others: the method of every other seat, and its model: `METHOD[:OPTIONS][@MODEL]`.
        voice: likewise what speaks for a learner that chooses without words; silence where it is empty.
        decides: the kinds of request that a learner decides itself; all where none is named. The voice does
            the others, or the game's fallback where there is none.
    """

    game: str
    asked: Mapping[str, object] = field(default_factory=dict[str, object])
    language: Language | None = None
    seats: tuple[int, ...] | str = ()
    others: str = USUAL_OTHERS
    voice: str = ""
    decides: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuses what no episode can be dealt from.

        Raises:
            UsageError: saying what is wrong, before anything is played.
        """
        strange = [name for name in self.decides if name not in self.kind.kinds.requests]
        if strange:
            raise SetupError(f"{self.game} asks for no {strange[0]!r}: {', '.join(self.kind.kinds.requests)}")
        players, sides = len(self.sample.players), self.kind.teams
        if isinstance(self.seats, str) and self.seats not in sides:
            raise SetupError(f"seats={self.seats!r}: the sides of {self.game} are {', '.join(sides)}")
        outside = [seat for seat in self.seats if isinstance(seat, int) and not 0 <= seat < players]
        if outside:
            raise SetupError(f"seats: there is no seat {outside[0]}; they go from 0 to {players - 1}")

    @property
    def kind(self) -> Game[Any]:
        """The game."""
        return find_game(self.game)

    @cached_property
    def form(self) -> GameAsked:
        """What is asked, checked.

        Raises:
            SetupError: naming the first thing that the game does not take.
        """
        try:
            return asked_model(self.game).model_validate(dict(self.asked))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or self.game
            known = ", ".join(asked_model(self.game).model_fields)
            raise SetupError(f"{where}: {first['msg']} ({self.game} takes {known})") from None

    @cached_property
    def sample(self) -> State:
        """A table of this sort at its beginning, for what is the same at all of them."""
        return start_state(self.setup(0))

    def deal(self, seed: int) -> GameSetup:
        """The table of a seed.

        Raises:
            UsageError: if it cannot be dealt so.
        """
        return self.form.deal(seed, self.language)

    def setup(self, seed: int) -> MatchSetup:
        """The match of a seed, before anybody sits down."""
        game = self.deal(seed)
        return MatchSetup(game=game, seed=seed, language=game.language, seats=())

    def learners(self, state: State) -> tuple[Player, ...]:
        """Who learns at a table, in seat order."""
        if isinstance(self.seats, str):
            return tuple(player for player, side in state.teams().items() if side == self.seats)
        return tuple(state.players[seat] for seat in sorted(set(self.seats))) or state.players


def holders(
    task: EnvTask, players: Sequence[Player], learners: Sequence[Player], models: ModelPool
) -> dict[Player, SeatAssignment]:
    """Which method sits in each seat that one sits in: the others', and the voices of learners.

    Raises:
        UsageError: if a method, an option or a model is unknown.
    """
    told = {player: task.voice if player in learners else task.others for player in players}
    return {player: _held(player, method, models) for player, method in told.items() if method}


def _held(player: Player, told: str, models: ModelPool) -> SeatAssignment:
    method, _, model = told.partition("@")
    return hold(player, method, model or default_model(), models.window)
