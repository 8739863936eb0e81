"""Games of Werewolf that are written down beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.core import PASS, Action, Event, EventKind, Player, Request, RequestKind
from parlour.games.werewolf import Role, Stage, WerewolfSetup, start

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lee")
WORDS = dict(
    zip("wsxghv", (Role.WEREWOLF, Role.SEER, Role.WITCH, Role.GUARD, Role.HUNTER, Role.VILLAGER), strict=True)
)


def table(letters: str, **options: object) -> WerewolfSetup:
    """Makes a setup from a letter per seat: `wwsxghvv` seats Ann and Bo as werewolves, Cy as seer, ..."""
    deal = [WORDS[letter] for letter in letters]
    return WerewolfSetup.model_validate({"players": NAMES[: len(deal)], "deal": deal, **options})


class Tale:
    """Plays a match whose decisions are written down: per kind, one line for each time that it is asked.

    A line is `Ann>Bo Cy>Bo`, or a single name that everybody asked chooses, or empty: nobody is chosen.
    Whatever has no line is passed. It stops at a stage of a round, or at the end.
    """

    def __init__(
        self,
        setup: WerewolfSetup,
        until: Any = Stage.OVER,
        rounds: Any = 1,
        seed: Any = 1,
        **story: Sequence[str],
    ) -> None:
        self.state = start(setup.players, seed, setup)
        self.events: list[Event] = []
        self.asked: list[Request] = []
        self._lines = {kind: list(lines) for kind, lines in story.items()}
        while not self.state.is_over and not (self.state.stage is until and self.state.round == rounds):
            requests = self.state.requests()
            lines = {kind: self._next(kind) for kind in {request.kind for request in requests}}
            actions = {request.id: _action(request, lines[request.kind]) for request in requests}
            self.state, told = self.state.apply(actions)
            self.events += told
            self.asked += requests

    def told(self, kind: EventKind) -> list[tuple[Player, ...]]:
        return [event.chosen for event in self.events if event.kind is kind]

    def options(self, player: Player, kind: RequestKind) -> list[tuple[str, ...]]:
        return [each.options for each in self.asked if (each.player, each.kind) == (player, kind)]

    @property
    def winner(self) -> str | None:
        return self.state.outcome.cases[0].winner if self.state.outcome else None

    def _next(self, kind: RequestKind) -> str:
        lines = self._lines.get(kind.name, [])
        return lines.pop(0) if lines else ""


def _action(request: Request, line: str) -> Action:
    if ">" not in line:
        chosen = (line,) if line and request.options else ()
    else:
        chosen = tuple(
            pair.partition(">")[2] for pair in line.split() if pair.startswith(f"{request.player}>")
        )
    if not chosen and not (request.words and line):
        return PASS
    return Action(chosen=chosen, speech="Words." if request.words else "")
