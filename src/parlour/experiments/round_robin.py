"""A round robin as data: all pairs of entrants meet in one game, each deal from both camps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Self, cast

from pydantic import BaseModel

from parlour.arena import Seating
from parlour.core import Game, GameSetup, Player, find_game, read_setup
from parlour.experiments.arm import Arm, Place, Story, arm_form
from parlour.experiments.suite import Suite
from parlour.llm import Language

VERSUS = " vs "
"""The separator of both entrants in the name of a meeting."""
METRICS = ("win_rate", "fault_rate", "play.calls")
"""The metrics of the plain table of such a run; the league's own tables have more."""


def camps_of(game: Game[Any]) -> tuple[str, str]:
    """Returns the two camps in which entrants meet: a game's first side, and all others together."""
    first, *others = game.teams
    return first, " + ".join(others)


@dataclass(frozen=True, kw_only=True)
class Meeting(Arm):
    """Two entrants in the same matches, each deal twice, with their camps swapped.

    So each of the two sits once in every seat of a deal, and what a deal or a seat is worth falls out of the
    comparison. The names at the table move on by a seat from deal to deal, where a game has names of its own.

    Attributes:
        name: both entrants, as its table calls it.
        table: the arm whose rules hold; each entrant plays by them in place of its method.
        method: the first entrant; `rival` is the other.
        seeds: what deals the tables instead, in that order; none where each deal is its story's own.
    """

    table: Arm
    first: int
    seeds: tuple[int, ...] = ()

    @property
    def camps(self) -> tuple[str, str]:
        """The two camps; a match is called by the one that the first entrant holds."""
        return camps_of(find_game(self.game))

    def matches(self, evaluations: int) -> Iterator[Place]:
        yield from ((1, camp) for camp in self.camps)

    def evaluations(self, asked: int) -> int:
        return self.table.evaluations(asked)

    def with_method(self, name: str, method: str, note: str) -> Self | None:
        """Returns the same meeting with another first entrant; None where it would meet itself."""
        return None if method == self.rival else replace(self, name=name, method=method, note=note)

    def setup(self, story: Story, evaluations: int) -> GameSetup:
        """Returns the table's game, the names moved on by as many seats as deals came before."""
        setup = self.table.setup(story, evaluations)
        if not self.seeds:
            return setup
        told = cast("BaseModel", setup).model_dump()
        return read_setup({**told, "players": rotate(setup.players, self._deal(story))})

    def seed(self, story: Story, run: int) -> int:
        return self.seeds[self._deal(story)] if self.seeds else self.table.seed(story, run)

    def seating(self, game: GameSetup, seed: int, side: str | None, model: str, sought: str) -> Seating:
        """Returns a seating with one entrant in the first camp, the other in every other seat."""
        first, *others = find_game(self.game).teams
        home, away = (self.method, self.rival) if side == first else (self.rival, self.method)
        return Seating(method=home, model=model, teams=[f"{team}={away}" for team in others])

    def _deal(self, story: Story) -> int:
        return (story.seed or 0) - self.first


def rotate(players: tuple[Player, ...], seats: int) -> tuple[Player, ...]:
    """Returns the names, each moved on by a number of seats."""
    by = -seats % len(players)
    return (*players[by:], *players[:by])


class RoundRobin(BaseModel, frozen=True, extra="forbid"):
    """One game of a league with its entrants, as a run stores it.

    Attributes:
        entrants: `METHOD[:OPTIONS][@MODEL]` by name, each with its model where it uses one.
    """

    league: str
    name: str
    title: str
    game: str
    entrants: Mapping[str, str]
    table: Mapping[str, Any] = {}
    stories: str
    languages: tuple[Language, ...] = ()
    first: int
    deals: int
    seeds: tuple[int, ...] = ()

    @property
    def arm(self) -> Arm:
        """The arm whose rules hold in all meetings.

        Raises:
            ValidationError: if its fields are not those of the game's arms.
        """
        told = {**self.table, "name": self.name, "method": next(iter(self.entrants.values()))}
        return arm_form(self.game).model_validate(told).arm(self.game)

    @property
    def meetings(self) -> Mapping[tuple[str, str], Meeting]:
        """Every pair of entrants, called alike in whatever order the file names them."""
        table = self.arm
        return {
            (one, other): Meeting(
                name=f"{one}{VERSUS}{other}",
                game=self.game,
                table=table,
                method=self.entrants[one],
                rival=self.entrants[other],
                first=self.first,
                seeds=self.seeds,
            )
            for one, other in combinations(sorted(self.entrants), 2)
        }

    @property
    def suite(self) -> Suite:
        """The round robin as a suite, which is planned, played and gone on with as any other."""
        return Suite(
            name=f"{self.league}-{self.name}",
            title=f"{self.title}: {self.name}",
            source="a league of one's own",
            conditions=tuple(self.meetings.values()),
            metrics=METRICS,
            stories=self.stories,
            games=self.deals,
            languages=self.languages,
            published={},
        )

    def holds(self, other: RoundRobin) -> bool:
        """Returns whether another round robin differs only in its title, entrants and number of deals."""
        alike = {"entrants": self.entrants, "deals": self.deals, "seeds": self.seeds, "title": self.title}
        shared = min(len(self.seeds), len(other.seeds))
        return other.model_copy(update=alike) == self and self.seeds[:shared] == other.seeds[:shared]
