"""How far a match has come, as the head of the page says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.core import Request, RequestKind, event_kinds, request_kinds
from parlour.web.hosting import Standing
from parlour.web.insight import StageState
from parlour.web.pages.stage import StageWords
from parlour.web.pages.table.scene import Scene

_BUSY: Mapping[RequestKind, str] = {
    request_kinds.INTRODUCE: "introductions",
    request_kinds.VOTE: "vote",
    request_kinds.ANSWER: "answers",
}


class MatchProgress:
    """Reads the lines of a match as they come.

    Attributes:
        state: what has become of the table.

    Args:
        scene: whose eyes.
        words: of its stage.
    """

    def __init__(self, scene: Scene, words: StageWords) -> None:
        self._scene, self._words = scene, words
        self.state = StageState(kinds=scene.game.kinds.events)

    def phase(self, requests: Sequence[Request]) -> str:
        """What the table is doing.

        Args:
            requests: what is being answered, as far as these eyes see it.
        """
        say = self._scene.say
        if self._scene.table.is_over:
            return say("over")
        busy = next((_BUSY[request.kind] for request in requests if request.kind in _BUSY), None)
        if self.state.opened in (event_kinds.NIGHT, event_kinds.DAY):
            return f"{self.when} · {say(busy)}" if busy else self.when
        return say(busy) if busy else self.when

    @property
    def mood(self) -> str:
        """What everybody is about: above all whether the match goes on."""
        table, say = self._scene.table, self._scene.say
        if table.is_over:
            return ""
        if table.settings.standing is not Standing.RUNNING:
            return say(f"mood_{table.settings.standing}")
        if any(request.kind.silent for request in table.feed.requests):  # as the rules tell everybody
            return say("thoughts")
        return say("asleep") if self.state.is_night else ""

    @property
    def when(self) -> str:
        """The round, the night or the day."""
        return self._words.time(self.state)
