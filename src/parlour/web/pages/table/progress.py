"""How far a match has come, and what has become of whom, as the head of the page says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from parlour.core import EventKind, Player, Request, RequestKind, event_kinds, request_kinds
from parlour.web.hosting import FeedLine, Standing
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
        fates: in words, what befell who is out.
        roles: the roles that were shown to everybody.
    """

    scene: Scene
    fates: dict[Player, str] = field(default_factory=dict[Player, str])
    roles: dict[Player, str] = field(default_factory=dict[Player, str])
    _round: int = 0
    _time: EventKind | None = None

    def take(self, line: FeedLine) -> None:
        """Takes in what happened."""
        kind = self.scene.event_kind(line)
        if kind is None:
            return
        if kind.removes:
            self.fates.update(dict.fromkeys(line.chosen, self._fate(kind)))
        if kind == event_kinds.REVEALED and line.role:
            self.roles.update(dict.fromkeys(line.chosen, line.role))
        if kind.opens:
            self._time, self._round = kind, line.round

    def phase(self, requests: Sequence[Request]) -> str:
        """What the table is doing.

        Args:
            requests: what is being answered, as far as these eyes see it.
        """
        say = self.scene.say
        if self.scene.table.is_over:
            return say("over")
        busy = next((_BUSY[request.kind] for request in requests if request.kind in _BUSY), None)
        if self._time in (event_kinds.NIGHT, event_kinds.DAY):
            return f"{self._when()} · {say(busy)}" if busy else self._when()
        return say(busy) if busy else self._when()

    @property
    def mood(self) -> str:
        """What everybody is about: above all whether the match goes on."""
        table, say = self.scene.table, self.scene.say
        if table.is_over:
            return ""
        if table.settings.standing is not Standing.RUNNING:
            return say(f"mood_{table.settings.standing}")
        if any(request.kind.silent for request in table.feed.requests):  # as the rules tell everybody
            return say("thoughts")
        return say("asleep") if self._time == event_kinds.NIGHT else ""

    def _when(self) -> str:
        """The round, the night or the day."""
        if self._time is None:
            return self.scene.say("opening")
        rounds = self.scene.table.setup.game.most_rounds
        return self.scene.told(f"phase_{self._time.name}", round=max(1, self._round), rounds=rounds)

    def _fate(self, kind: EventKind) -> str:
        told = self.scene.phrases.find(f"fate_{kind.name}")
        return told or self.scene.say("voted_out" if kind == event_kinds.ELIMINATED else "out")
