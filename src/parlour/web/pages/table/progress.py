"""How far a match has come, and what has become of whom, as the head of the page says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from parlour.core import Player, Request, RequestKind, event_kinds, request_kinds
from parlour.games.mystery import MysterySetup
from parlour.games.werewolf import kinds
from parlour.web.hosting import Line
from parlour.web.pages.table.scene import Scene

_BUSY: Mapping[RequestKind, str] = {
    request_kinds.INTRODUCE: "introductions",
    request_kinds.VOTE: "vote",
    request_kinds.ANSWER: "answers",
}


@dataclass(kw_only=True)
class MatchProgress:
    """Reads the lines of a match as they come.

    Attributes:
        scene: whose eyes.
        fates: a phrase for what befell somebody.
        roles: the roles that were shown to everybody.
    """

    scene: Scene
    fates: dict[Player, str] = field(default_factory=dict[Player, str])
    roles: dict[Player, str] = field(default_factory=dict[Player, str])
    _round: int = 0
    _time: str = "opening"

    def take(self, line: Line) -> None:
        """Takes in what happened."""
        match line.kind:
            case kinds.DIED | kinds.SHOT:
                self.fates.update(dict.fromkeys(line.chosen, "dead"))
            case event_kinds.ELIMINATED:
                is_mystery = isinstance(self.scene.table.setup.game, MysterySetup)
                self.fates.update(dict.fromkeys(line.chosen, "accused" if is_mystery else "voted_out"))
            case event_kinds.REVEALED if line.role:
                self.roles.update(dict.fromkeys(line.chosen, line.role))
            case event_kinds.ROUND | event_kinds.NIGHT | event_kinds.DAY:
                self._time, self._round = line.kind, line.round
            case _:
                pass

    def phase(self, requests: Sequence[Request]) -> str:
        """What the table is doing.

        Args:
            requests: what is being answered, as far as these eyes see it.
        """
        say = self.scene.say
        if self.scene.table.is_over:
            return say("over")
        busy = next((_BUSY[request.kind] for request in requests if request.kind in _BUSY), None)
        if (
            self._time in (event_kinds.NIGHT, event_kinds.DAY)
            and self.scene.table.setup.game.name == "werewolf"
        ):
            time = say(self._time, round=self._round)
            return f"{time} · {say(busy)}" if busy else time
        return say(busy) if busy else self._questioning()

    @property
    def is_asleep(self) -> bool:
        """Whether it is night, when nobody sees who has something to do."""
        return self._time == event_kinds.NIGHT and not self.scene.table.is_over

    @property
    def is_thoughtful(self) -> bool:
        """Whether everybody thinks before or after a round: so it is in a mystery, as its rules tell all."""
        requests = self.scene.table.feed.requests
        is_mystery = isinstance(self.scene.table.setup.game, MysterySetup)
        return is_mystery and any(request.kind.silent for request in requests)

    def _questioning(self) -> str:
        game, say = self.scene.table.setup.game, self.scene.say
        if self._time == event_kinds.ROUND and isinstance(game, MysterySetup):
            return say("round", round=self._round, rounds=game.rounds)
        if self._time == event_kinds.ROUND:
            return say("statements", round=self._round)
        return say(self._time, round=1) if self._time != "opening" else say("opening")
