"""Tables of Avalon for the tests, and games on them that go as one says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from parlour.core import PASS, Action, Event, EventKind, Player, Request, RequestKind

from parlour_avalon import AvalonSetup, AvalonState, Role, kinds, start
from parlour_avalon.quests import APPROVE, FAIL, REJECT, SUCCESS

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo")
LETTERS = {
    "M": Role.MERLIN,
    "P": Role.PERCIVAL,
    "s": Role.SERVANT,
    "A": Role.ASSASSIN,
    "G": Role.MORGANA,
    "D": Role.MORDRED,
    "O": Role.OBERON,
    "m": Role.MINION,
}
Answer = Callable[[Request], Action]


def table(deal: str = "MPsAG", **options: Any) -> AvalonSetup:
    """A table where the first seat leads, with one role per letter, in seat order."""
    roles = tuple(LETTERS[letter] for letter in deal)
    options.setdefault("leads", "first")
    return AvalonSetup(players=NAMES[: len(deal)], deal=roles, **options)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How everybody decides: by default the first seats go, all approve, all succeed, nobody is named.

    Attributes:
        teams: who is proposed for a quest, where it is not the first seats.
        against: who rejects every team.
        abstaining: who never votes.
        fails: who plays fail on a quest.
        named: whom the assassin names and is advised to name.
    """

    teams: Mapping[int, Sequence[Player]] = field(default_factory=dict[int, Sequence[Player]])
    against: Collection[Player] = ()
    abstaining: Collection[Player] = ()
    fails: Mapping[int, Collection[Player]] = field(default_factory=dict[int, Collection[Player]])
    named: Player | None = None

    def answer(self, request: Request) -> Action:
        """What is done on a request."""
        named = (self.named,) if self.named else ()
        match request.kind:
            case kinds.PROPOSE:
                return Action(chosen=tuple(self.teams.get(request.round, request.options[: request.least])))
            case kinds.BALLOT if request.player in self.abstaining:
                return PASS
            case kinds.BALLOT:
                return Action(chosen=(REJECT if request.player in self.against else APPROVE,))
            case kinds.QUEST:
                is_fail = request.player in self.fails.get(request.round, ())
                return Action(chosen=(FAIL if is_fail else SUCCESS,))
            case kinds.CONFER:
                return Action(chosen=named, speech="who else")
            case kinds.ASSASSINATE:
                return Action(chosen=named)
            case _:
                return Action(speech=f"{request.player} speaks")


@dataclass(frozen=True, kw_only=True)
class Tale:
    """A game that has been played: its end, and all that was asked and told on the way."""

    state: AvalonState
    requests: list[Request]
    events: list[Event]

    @property
    def winner(self) -> str | None:
        """The side that won."""
        assert self.state.outcome
        return self.state.outcome.cases[0].winner

    def told(self, kind: EventKind) -> list[Event]:
        """The events of one kind."""
        return [event for event in self.events if event.kind == kind]

    def asked(self, kind: RequestKind) -> list[Request]:
        """The requests of one kind."""
        return [request for request in self.requests if request.kind == kind]

    def seen_by(self, player: Player) -> list[Event]:
        """What one player learns."""
        return [event for event in self.events if event.is_visible_to(player)]


def play(setup: AvalonSetup, answer: Answer | None = None, *, seed: int = 1) -> Tale:
    """Plays a table to its end."""
    answer = answer or Plan().answer
    state = start(setup.players, seed, setup)
    requests: list[Request] = []
    events: list[Event] = []
    while not state.is_over:
        asked = state.requests()
        state, told = state.apply({request.id: answer(request) for request in asked})
        requests += asked
        events += told
    return Tale(state=state, requests=requests, events=events)
