"""A published way to play: a method fills a seat, with the context that the match gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, runtime_checkable

from parlour.agents.agent import Agent
from parlour.agents.memory import Budgets, LookUp, Ranking
from parlour.core import Case, Event, Game, GameSetup, Player, Request, chance
from parlour.errors import SetupError
from parlour.llm import Language, LanguageModel

GainOracle = Callable[[Sequence[Event], str], Mapping[Player, float]]
"""From the events of a seat and a case to the gain of a question to each other player."""


@runtime_checkable
class ExactGains(Protocol):
    """A game's part `exact_gains`: the exact gain of a question to each player, if it is known."""

    def gains(
        self, setup: GameSetup, player: Player, events: Sequence[Event], case: str
    ) -> Mapping[Player, float]:
        """The true drop of entropy, in nats, by the best question to each of the others."""
        ...


@dataclass(frozen=True, kw_only=True)
class SeatContext:
    """A seat in a match, with nothing that another player may not see.

    Attributes:
        context: the window of its model in tokens, as the record holds it.
        model: what the seat thinks with; None where its method needs none.
        look_up: what looks things up by vectors and keeps what was found; None where nothing is.
        roles: how many of each role were dealt, as the rules say; none in a game that names none.
        truth: the side of each player, for a control of an experiment alone (`ControlMethod`); None else.
        oracle: what each answer would be worth (`ExactGains`), for a control likewise; None else.
    """

    game: Game[Any]
    player: Player
    players: tuple[Player, ...]
    cases: tuple[Case, ...]
    rules: str
    rounds: int
    language: Language
    seed: int
    ranking: Ranking
    budgets: Budgets = field(default_factory=Budgets)
    context: int = 0
    model: LanguageModel | None = None
    look_up: LookUp | None = None
    roles: Mapping[str, int] = field(default_factory=dict[str, int])
    truth: Mapping[Player, str] | None = None
    discusses_freely: bool = False
    oracle: GainOracle | None = None

    def mind(self) -> LanguageModel:
        """The seat's model.

        Raises:
            SetupError: if it was given none.
        """
        if self.model is None:
            raise SetupError(f"{self.player} needs a model")
        return self.model

    def vectors(self) -> LookUp:
        """The look-up by vectors.

        Raises:
            SetupError: if there is none.
        """
        if self.look_up is None:
            raise SetupError(f"{self.player} has nothing to look things up with")
        return self.look_up

    def chance(self, request: Request, purpose: str) -> Random:
        """This player's own draws for one request and purpose."""
        return chance(self.seed, self.player, request.id, purpose)


@runtime_checkable
class Method(Protocol):
    """A published way to play, or a bot: how to fill a seat.

    Attributes:
        protocol: the version of the contract for which it is written (`core.PROTOCOL`): a number, so that it
            stays what it was when Parlour goes on.
    """

    @property
    def protocol(self) -> int: ...

    @property
    def name(self) -> str: ...

    @property
    def summary(self) -> str: ...

    @property
    def wants_model(self) -> bool: ...

    def seat(self, place: SeatContext, options: Mapping[str, str]) -> Agent:
        """An agent for that seat."""
        ...
