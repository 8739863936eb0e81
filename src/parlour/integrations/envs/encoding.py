"""What a seat may know, as numbers of a fixed shape: read off the kinds that a game declares.

The vector is float32, every value from 0 to 1, in these blocks (P players; `Encoding.layout` says where):

- `request`: which kind of request is put, one of the kinds in the order in which the game declares them;
- `round`: the round over the most that are played;
- `me`, `partner`: one player each, the observer and whoever put the question that is to be replied to;
- `case`: which of the observer's hidden questions the request is about, of the first four;
- `chosen`: of a choice of several, what is chosen so far, numbered as in `choices` without 0;
- `gone`: the players who are out;
- `roles` (P, roles and sides): what players were shown to be, to the observer: dealt, checked, revealed;
- `told` (kinds of event, P + 1, P + 2): how often who did that to whom, over 8 and at most 1. The actor is a
  player or nobody; the other a player, something that is no player, or nobody.
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
from parlour.integrations.envs.choices import OTHERS, ChoiceNumbers

MOST_COUNTED, MOST_CASES = 8, 4
Vector = NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class Encoding:
    """The vector of one sort of table.

    Attributes:
        game: what is played.
        players: everybody, in seat order.
        rounds: how many are played, at most.
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
        """Where each block stands."""
        ends = list(accumulate(prod(shape) for shape in self.shapes.values()))
        return {
            name: slice(begin, end) for name, begin, end in zip(self.shapes, [0, *ends], ends, strict=False)
        }

    @cached_property
    def size(self) -> int:
        """How long the vector is."""
        return sum(prod(shape) for shape in self.shapes.values())

    @cached_property
    def labels(self) -> Mapping[str, int]:
        """The places of roles and sides."""
        told = dict.fromkeys((*map(str, self.game.roles), *map(str, self.game.teams)))
        return {label: number for number, label in enumerate(told)}

    @cached_property
    def seats(self) -> Mapping[str, int]:
        """The places of players."""
        return {player: number for number, player in enumerate(self.players)}

    def blank(self) -> Vector:
        """The vector of somebody who knows nothing."""
        return np.zeros(self.size, dtype=np.float32)

    def add(self, events: Iterable[Event], vector: Vector) -> None:
        """Adds what happened to what is known."""
        for event in events:
            self._count(event, vector)
            self._show(event, vector)

    def ask(
        self,
        vector: Vector,
        player: Player,
        request: Request | None,
        chosen: Sequence[str] = (),
        cases: Sequence[Case] = (),
    ) -> None:
        """Adds what is put to a player now, who has these hidden questions and has chosen so far."""
        start = {name: block.start for name, block in self.layout.items()}
        vector[start["me"] + self.seats[player]] = 1
        if request is None:
            return
        vector[start["request"] + self._requests[request.kind]] = 1
        vector[start["round"]] = min(1.0, request.round / max(1, self.rounds + 1))
        if request.partner in self.seats:
            vector[start["partner"] + self.seats[request.partner or ""]] = 1
        for number, case in enumerate(cases[:MOST_CASES]):
            vector[start["case"] + number] = case.name == request.case
        choices = ChoiceNumbers(players=self.players)
        for option in chosen:
            vector[start["chosen"] + choices.number(option, request) - 1] = 1

    @cached_property
    def _requests(self) -> Mapping[str, int]:
        return {kind: number for number, kind in enumerate(self.game.requests)}

    @cached_property
    def _events(self) -> Mapping[str, int]:
        return {kind: number for number, kind in enumerate(self.game.events)}

    def _count(self, event: Event, vector: Vector) -> None:
        """Of everybody who is named, once; where nobody is, once too."""
        _, actors, others = self.shapes["told"]
        actor = self.seats.get(event.actor or "", actors - 1)
        begin = self.layout["told"].start + (self._events[event.kind] * actors + actor) * others
        for name in (event.to,) if event.to else event.chosen or (None,):
            other = others - 1 if name is None else self.seats.get(name, others - 2)
            vector[begin + other] = min(1.0, vector[begin + other] + 1 / MOST_COUNTED)

    def _show(self, event: Event, vector: Vector) -> None:
        if event.kind.removes:
            for name in event.chosen:
                if name in self.seats:
                    vector[self.layout["gone"].start + self.seats[name]] = 1
        if event.role in self.labels:
            begin, width = self.layout["roles"].start, len(self.labels)
            for name in event.chosen or (event.actor or "",):
                if name in self.seats:
                    vector[begin + self.seats[name] * width + self.labels[event.role or ""]] = 1
