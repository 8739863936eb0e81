"""Games of Werewolf that are written down beforehand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from parlour.core import PASS, Action, Event, EventKind, Player, Request, RequestKind
from parlour.games.werewolf import Stage, WerewolfSetup, start

Story = Mapping[str, Sequence[str]]
Table = Callable[..., WerewolfSetup]


class Tale:
    """A match whose decisions are written down: per kind, one line for each time that it is asked.

    A line is `Ann>Bo Cy>Bo`, or a single name that everybody asked chooses, or empty: nobody is chosen.
    Whatever has no line is passed.
    """

    def __init__(self, setup: WerewolfSetup, story: Story, seed: int) -> None:
        self.state = start(setup.players, seed, setup)
        self.events: list[Event] = []
        self.asked: list[Request] = []
        self._lines = {kind: list(lines) for kind, lines in story.items()}

    def play(self, until: Stage, rounds: int) -> None:
        while not self.state.is_over and not (self.state.stage is until and self.state.round == rounds):
            requests = self.state.requests()
            lines = {kind: self._next(kind) for kind in {request.kind for request in requests}}
            actions = {request.id: _action(request, lines[request.kind]) for request in requests}
            self.state, told = self.state.apply(actions)
            self.events += told
            self.asked += requests

    def told(self, kind: EventKind) -> list[tuple[Player, ...]]:
        """Who was chosen in the events of a kind."""
        return [event.chosen for event in self.events if event.kind is kind]

    def options(self, player: Player, kind: RequestKind) -> list[tuple[str, ...]]:
        """What a player could choose each time that it was asked."""
        return [each.options for each in self.asked if (each.player, each.kind) == (player, kind)]

    @property
    def winner(self) -> str | None:
        """Who won, once it is over."""
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


Tell = Callable[..., Tale]
