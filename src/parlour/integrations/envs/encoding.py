"""Observations and choices as numbers of a fixed shape, derived from the kinds that a game declares.

**Choices** have the same numbers at every request of a game, with a mask of the allowed ones. Number 0
chooses no one, or ends a choice of several. Numbers 1 to P choose the players in seat order. Numbers P + 1
to P + 8 choose other options (a letter of a question, approve or reject), in the order of the request.
Several options are chosen one after another.

**Observations** are float32 vectors with values from 0 to 1, in these blocks (P players; `Encoding.layout`
has their positions):

- `request`: the kind of the request, one of the kinds in the order in which the game declares them;
- `round`: the round over the greatest number of rounds;
- `me`, `partner`: one player each, the observer and the player who asked the question to reply to;
- `case`: the observer's hidden question that the request is about, of the first four;
- `chosen`: in a choice of several, the options chosen so far, numbered as choices without 0;
- `gone`: the players who are out;
- `roles` (P, roles and sides): the roles and sides shown to the observer: dealt, checked, revealed;
- `told` (kinds of event, P + 1, P + 2): the counts of actor, kind and target, over 8 and at most 1. The actor
  is a player or none; the target a player, another option, or none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core import Case, Event, Game, Player, Request
from parlour.errors import IllegalAction, SetupError

OTHERS = 8
"""The greatest number of options of a request that are no players."""
NO_CHOICE = 0
Mask = NDArray[np.int8]


@dataclass(frozen=True, kw_only=True)
class ChoiceNumbers:
    """The numbers of the choices at one table."""

    players: tuple[Player, ...]

    @cached_property
    def seats(self) -> Mapping[Player, int]:
        return {player: seat for seat, player in enumerate(self.players)}

    @cached_property
    def count(self) -> int:
        """The number of numbers."""
        return 1 + len(self.players) + OTHERS

    def number(self, option: str, request: Request) -> int:
        """Returns the number of an option.

        Raises:
            SetupError: if the request offers more options than can be numbered.
        """
        seat = self.seats.get(option)
        if seat is not None:
            return 1 + seat
        others = [option for option in request.options if option not in self.seats]
        if len(others) > OTHERS:
            raise SetupError(
                f"{request.kind} offers {len(others)} options that are no players; {OTHERS} can be numbered"
            )
        return 1 + len(self.players) + others.index(option)

    def option(self, number: int, request: Request) -> str | None:
        """Returns the option of a number; None for no choice.

        Raises:
            IllegalAction: if the request has no option of that number.
        """
        if number == NO_CHOICE:
            return None
        options = [option for option in request.options if self.number(option, request) == number]
        if not options:
            raise IllegalAction(f"{request.kind} offers no option of number {number}")
        return options[0]

    def mask(self, request: Request | None, chosen: Sequence[str] = ()) -> Mask:
        """Returns the mask of the allowed numbers after some choices; only 0 without a request."""
        mask = np.zeros(self.count, dtype=np.int8)
        if request is None:
            mask[NO_CHOICE] = 1
            return mask
        for option in request.options:
            if option not in chosen:
                mask[self.number(option, request)] = 1
        mask[NO_CHOICE] = is_enough(request, chosen) or not mask.any()
        return mask


def is_enough(request: Request, chosen: Sequence[str]) -> bool:
    """Tests whether a choice may end after these options."""
    return len(chosen) >= request.least or (request.or_none and not chosen)


def is_full(request: Request, chosen: Sequence[str]) -> bool:
    """Tests whether a choice must end after these options."""
    return len(chosen) >= request.most


MOST_COUNTED, MOST_CASES = 8, 4
Vector = NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class Encoding:
    """The observation vector of one kind of table.

    Attributes:
        game: the game.
        players: all players, in seat order.
        rounds: the greatest number of rounds.
    """

    game: Game[Any]
    players: tuple[Player, ...]
    rounds: int

    @cached_property
    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """The shape of each block, in order."""
        players = len(self.players)
        return {
            "request": (len(self.game.requests),),
            "round": (1,),
            "me": (players,),
            "partner": (players,),
            "case": (MOST_CASES,),
            "chosen": (players + OTHERS,),
            "gone": (players,),
            "roles": (players, len(self.labels)),
            "told": (len(self.game.events), players + 1, players + 2),
        }

    @cached_property
    def layout(self) -> Mapping[str, slice]:
        """The position of each block."""
        ends = list(accumulate(prod(shape) for shape in self.shapes.values()))
        return {
            name: slice(begin, end) for name, begin, end in zip(self.shapes, [0, *ends], ends, strict=False)
        }

    @cached_property
    def size(self) -> int:
        return sum(prod(shape) for shape in self.shapes.values())

    @cached_property
    def labels(self) -> Mapping[str, int]:
        """The indices of roles and sides."""
        names = dict.fromkeys((*map(str, self.game.roles), *map(str, self.game.teams)))
        return {label: number for number, label in enumerate(names)}

    @cached_property
    def choices(self) -> ChoiceNumbers:
        return ChoiceNumbers(players=self.players)

    @property
    def seats(self) -> Mapping[Player, int]:
        return self.choices.seats

    def blank(self) -> Vector:
        """Returns the vector of a player without any observation."""
        return np.zeros(self.size, dtype=np.float32)

    def add(self, events: Iterable[Event], vector: Vector) -> None:
        """Adds events to a vector."""
        for event in events:
            self._count(event, vector)
            if event.role or event.kind.removes:
                self._show(event, vector)

    def ask(
        self,
        vector: Vector,
        player: Player,
        request: Request | None,
        chosen: Sequence[str] = (),
        cases: Sequence[Case] = (),
    ) -> None:
        """Adds a player's open request to a vector, with its hidden questions and its choices so far."""
        start = self._starts
        vector[start["me"] + self.seats[player]] = 1
        if request is None:
            return
        vector[start["request"] + self._requests[request.kind]] = 1
        vector[start["round"]] = min(1.0, request.round / max(1, self.rounds + 1))
        if request.partner in self.seats:
            vector[start["partner"] + self.seats[request.partner or ""]] = 1
        for number, case in enumerate(cases[:MOST_CASES]):
            vector[start["case"] + number] = case.name == request.case
        if chosen:
            for option in chosen:
                vector[start["chosen"] + self.choices.number(option, request) - 1] = 1

    @cached_property
    def _starts(self) -> Mapping[str, int]:
        return {name: block.start for name, block in self.layout.items()}

    @cached_property
    def _requests(self) -> Mapping[str, int]:
        return {kind: number for number, kind in enumerate(self.game.requests)}

    @cached_property
    def _events(self) -> Mapping[str, int]:
        return {kind: number for number, kind in enumerate(self.game.events)}

    def _count(self, event: Event, vector: Vector) -> None:
        _, actors, others = self.shapes["told"]
        actor = self.seats.get(event.actor or "", actors - 1)
        begin = self._starts["told"] + (self._events[event.kind] * actors + actor) * others
        for name in (event.to,) if event.to else event.chosen or (None,):
            other = others - 1 if name is None else self.seats.get(name, others - 2)
            vector[begin + other] = min(1.0, vector[begin + other] + 1 / MOST_COUNTED)

    def _show(self, event: Event, vector: Vector) -> None:
        if event.kind.removes:
            for name in event.chosen:
                if name in self.seats:
                    vector[self._starts["gone"] + self.seats[name]] = 1
        if event.role in self.labels:
            begin, width = self._starts["roles"], len(self.labels)
            for name in event.chosen or (event.actor or "",):
                if name in self.seats:
                    vector[begin + self.seats[name] * width + self.labels[event.role or ""]] = 1
