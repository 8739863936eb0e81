"""The task of an environment: the game, its learners, the other seats, and the rewards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

from pydantic import ValidationError

from parlour.arena import SeatAssignment, hold, start_state
from parlour.arena import Setup as MatchSetup
from parlour.core import Event, Game, GameAsked, GameSetup, Player, SeatsAsked, State, asked_model, find_game
from parlour.errors import SetupError
from parlour.llm import Language, ModelPool, default_model

USUAL_OTHERS = "random"


@dataclass(frozen=True, kw_only=True)
class EnvTask:
    """A game, its learners and its other seats; every seed deals an episode of it."""

    game: str
    asked: Mapping[str, object] = field(default_factory=dict[str, object])
    language: Language | None = None
    seats: tuple[int, ...] | str = ()
    others: str = USUAL_OTHERS
    voice: str = ""
    decides: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        unknown = [name for name in self.decides if name not in self.kind.kinds.requests]
        if unknown:
            raise SetupError(f"{self.game} asks for no {unknown[0]!r}: {', '.join(self.kind.kinds.requests)}")
        players, sides = len(self.sample.players), self.kind.teams
        if isinstance(self.seats, str) and self.seats not in sides:
            raise SetupError(f"seats={self.seats!r}: the sides of {self.game} are {', '.join(sides)}")
        outside = [seat for seat in self.seats if isinstance(seat, int) and not 0 <= seat < players]
        if outside:
            raise SetupError(f"seats: there is no seat {outside[0]}; they go from 0 to {players - 1}")

    @property
    def kind(self) -> Game[Any]:
        return find_game(self.game)

    @cached_property
    def form(self) -> GameAsked:
        """The checked options of the game.

        Raises:
            SetupError: if the game does not accept an option; the message names the first one.
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
        """The first state of one table; its players and sides are those of every episode."""
        return start_state(self.setup(0))

    def deal(self, seed: int) -> GameSetup:
        """Returns the table of a seed.

        Raises:
            UsageError: if it cannot be dealt.
        """
        return self._table or self.form.deal(seed, self.language)

    @cached_property
    def _table(self) -> GameSetup | None:
        """The table of all seeds, if a seed changes nothing before its roles are dealt."""
        is_fixed = type(self.form).deal is SeatsAsked.deal
        return self.form.deal(0, self.language) if is_fixed else None

    def setup(self, seed: int) -> MatchSetup:
        """Returns the setup of a seed's match, without seats."""
        game = self.deal(seed)
        return MatchSetup(game=game, seed=seed, language=game.language, seats=())

    def learners(self, state: State) -> tuple[Player, ...]:
        """Returns the learners at a table, in seat order."""
        if isinstance(self.seats, str):
            return tuple(player for player, side in state.teams().items() if side == self.seats)
        return tuple(state.players[seat] for seat in sorted(set(self.seats))) or state.players


def holders(
    task: EnvTask, players: Sequence[Player], learners: Sequence[Player], models: ModelPool
) -> dict[Player, SeatAssignment]:
    """Returns the methods of a table by seat: those of the other seats, and the learners' voices.

    Raises:
        UsageError: if a method, an option or a model is unknown.
    """
    methods = {player: task.voice if player in learners else task.others for player in players}
    return {player: _assign(player, method, models) for player, method in methods.items() if method}


def _assign(player: Player, text: str, models: ModelPool) -> SeatAssignment:
    method, _, model = text.partition("@")
    return hold(player, method, model or default_model(), models.window)


@runtime_checkable
class Potential(Protocol):
    """A game's optional part `gains.POTENTIAL`: the bits that a seat can prove."""

    def bits(self, setup: GameSetup, player: Player, events: Sequence[Event]) -> float:
        """Returns the bits that a player's events and the public setup prove; negative for who hides them."""
        ...


def potential_of(game: str) -> Potential:
    """Returns the part of a game that computes the bits a seat can prove.

    Raises:
        SetupError: if the game has no such part.
    """
    part = find_game(game).find_part("gains.POTENTIAL", Potential)
    if part is None:
        raise SetupError(f"{game} has no reward in bits; leave bits=True out")
    return part


def camp_reward(state: State, player: Player) -> float:
    """Returns the reward of a player at the end of a match, from -1 to 1.

    The mean over the hidden questions of +1 if the player's side won, alone or with another, -1 if only other
    sides did, and 0 if no side did or the question is not scored. The side is the one at the end, where roles
    change. In a game of two sides their rewards add up to 0.
    """
    outcome = state.outcome
    if outcome is None or not outcome.cases:
        return 0.0
    side = state.teams()[player]
    won = [0 if case.winner is None else 1 if case.is_won_by(side) else -1 for case in outcome.cases]
    return sum(won) / len(won)
