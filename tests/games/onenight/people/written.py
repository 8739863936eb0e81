"""Games of people that go as they are written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.core import PASS, Action, CaseOutcome, Event, EventKind, Player, Request, request_kinds
from parlour.games.onenight import OneNightSetup, Role, start
from parlour.games.onenight.people import PeopleState

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
LETTERS = {
    "w": Role.WEREWOLF,
    "n": Role.MINION,
    "m": Role.MASON,
    "s": Role.SEER,
    "r": Role.ROBBER,
    "k": Role.TROUBLEMAKER,
    "d": Role.DRUNK,
    "i": Role.INSOMNIAC,
    "h": Role.HUNTER,
    "t": Role.TANNER,
    "v": Role.VILLAGER,
}
Choices = Mapping[Player, str | Sequence[str]]


class Game:
    def __init__(self, setup: OneNightSetup, night: Choices, votes: Choices) -> None:
        self.state = _begun(setup)
        self.events: list[Event] = []
        self.asked: list[Request] = []
        while not self.state.is_over:
            requests = self.state.requests()
            self.state, told = self.state.apply({each.id: _action(each, night, votes) for each in requests})
            self.events += told
            self.asked += requests

    def told(self, kind: EventKind) -> list[Event]:
        return [event for event in self.events if event.kind is kind]

    def told_to(self, player: Player, kind: EventKind) -> list[Event]:
        return [event for event in self.of(player) if event.kind is kind]

    def of(self, player: Player) -> list[Event]:
        return [event for event in self.events if event.visible_to == frozenset({player})]

    @property
    def ends(self) -> Mapping[Player, Role]:
        return {player: self.state.cards.at(player) for player in self.state.players}

    @property
    def end(self) -> CaseOutcome:
        assert self.state.outcome
        return self.state.outcome.cases[0]

    @property
    def winners(self) -> tuple[str, ...]:
        assert self.state.is_over
        return self.state.winners


def _begun(setup: OneNightSetup) -> PeopleState:
    state = start(setup.players, 1, setup)
    assert isinstance(state, PeopleState)
    return state


def _action(request: Request, night: Choices, votes: Choices) -> Action:
    if request.kind is request_kinds.SPEAK:
        return Action(speech=f"I am {request.player}.")
    chosen = (votes if request.kind is request_kinds.VOTE else night).get(request.player)
    if chosen is None:
        return PASS
    return Action(chosen=(chosen,) if isinstance(chosen, str) else tuple(chosen))


def play(letters: str, night: Choices | None = None, votes: Choices | None = None, **options: object) -> Game:
    """Plays with a letter per seat and three for the centre: `wsr dvv` has Ann as a werewolf."""
    deal = [LETTERS[letter] for letter in letters.replace(" ", "")]
    told = {"players": NAMES[: len(deal) - 3], "deal": deal, "rules": "people", "rounds": 1}
    return Game(OneNightSetup.model_validate({**told, **options}), night or {}, votes or {})
