"""Games of One Night that are written down beforehand."""

from collections.abc import Mapping, Sequence

from parlour.core import PASS, Action, Event, EventKind, Player, Request, request_kinds
from parlour.games.onenight import OneNightSetup, Role, start

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
WORDS = {
    "s": Role.SEER,
    "m": Role.MASON,
    "v": Role.VILLAGER,
    "w": Role.WEREWOLF,
    "n": Role.MINION,
    "t": Role.TANNER,
}
PAPER = "smmvvwnt"
Votes = Mapping[Player, Player]


def table(letters: str = PAPER, **options: object) -> OneNightSetup:
    """Makes a setup from a letter per seat: `smmvvwnt` seats Ann as the seer, Bo and Cy as masons, ..."""
    deal = [WORDS[letter] for letter in letters]
    return OneNightSetup.model_validate({"players": NAMES[: len(deal)], "deal": deal, **options})


class Tale:
    def __init__(
        self,
        setup: OneNightSetup,
        *,
        points: Sequence[Player] = (),
        votes: Sequence[Votes] = (),
        seed: int = 1,
    ) -> None:
        self.state = start(setup.players, seed, setup)
        self.events: list[Event] = []
        self.asked: list[Request] = []
        while not self.state.is_over:
            requests = self.state.requests()
            actions = {each.id: self._action(each, points, votes) for each in requests}
            self.state, told = self.state.apply(actions)
            self.events += told
            self.asked += requests

    @property
    def winner(self) -> str | None:
        return self.state.outcome.cases[0].winner if self.state.outcome else None

    def told(self, kind: EventKind) -> list[Event]:
        return [event for event in self.events if event.kind is kind]

    def _action(self, request: Request, points: Sequence[Player], votes: Sequence[Votes]) -> Action:
        if request.kind is request_kinds.CHECK:
            return Action(chosen=tuple(points))
        if request.kind is request_kinds.SPEAK:
            return Action(speech=f"I am {request.player}.")
        if len(votes) < request.round or request.player not in votes[request.round - 1]:
            return PASS
        return Action(chosen=(votes[request.round - 1][request.player],))
