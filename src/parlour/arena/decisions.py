"""What was asked of whom and what they did, found by playing a record's actions through the rules again.

A record keeps the id of each request and not the request: it follows from the setup and the actions before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parlour.arena.entries import Act, items
from parlour.arena.record import Record
from parlour.arena.seating import start_state
from parlour.core import GAMES, Action, Player, Request
from parlour.errors import IllegalAction, RecordError


@dataclass(frozen=True, kw_only=True)
class TakenDecision:
    """A request of a match with what was done on it.

    Attributes:
        request: what was asked.
        act: what was done.
    """

    request: Request
    act: Act


@dataclass(frozen=True, kw_only=True)
class PlayedRules:
    """A record's actions, played through the rules once more.

    Attributes:
        decisions: everything that was decided, step by step, in the order of requests.
        undecided: what was asked next and is not decided; nothing where the match is over.
        teams: the side that each player was on when it ended, or as far as it went.
    """

    decisions: tuple[TakenDecision, ...]
    undecided: tuple[Request, ...]
    teams: Mapping[Player, str]

    @property
    def step(self) -> int:
        """The step that is to be decided next; of a match that is over, the one after its last."""
        decided = (each.request.step + 1 for each in self.decisions)
        return max((*decided, *(request.step for request in self.undecided)), default=0)

    def came_to(self, step: int) -> bool:
        """Whether anything was asked at that step or later."""
        asked = (*(each.request for each in self.decisions), *self.undecided)
        return any(request.step >= step for request in asked)

    def of(self, player: Player) -> Iterator[TakenDecision]:
        """What one player decided."""
        return (each for each in self.decisions if each.request.player == player)


def play_rules(record: Record) -> PlayedRules:
    """Plays what a record's players did through its game's rules, as far as it goes; nobody is asked.

    Raises:
        RecordError: if an action on record is not one that the rules allow there.
    """
    acts = {each.request: each for each in items(record) if isinstance(each, Act)}
    decisions: list[TakenDecision] = []
    undecided: tuple[Request, ...] = ()
    with GAMES.guarded(record.setup.game.name):
        state = start_state(record.setup)
        while not state.is_over:
            requests = state.requests()
            if any(request.id not in acts for request in requests):
                undecided = tuple(requests)
                break
            told = [TakenDecision(request=request, act=acts[request.id]) for request in requests]
            decisions += told
            try:
                state, _ = state.apply({each.request.id: _action(each.act) for each in told})
            except IllegalAction as error:
                raise RecordError(f"{record.match}: the rules do not allow its record: {error}") from error
        return PlayedRules(decisions=tuple(decisions), undecided=undecided, teams=dict(state.teams()))


def _action(act: Act) -> Action:
    return Action(chosen=act.chosen, speech=act.speech)
