"""The stage of a match that is looked back at, or into: as it stood after any of its lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from nicegui import ui

from parlour.core import Player, find_game
from parlour.web.hosting import FeedLine
from parlour.web.insight import SeatReading, StageState, Visit, suspicions
from parlour.web.pages.look import said
from parlour.web.pages.stage.stage import Stage
from parlour.web.pages.stage.told import StageWords

_LONGEST = 220
"""Characters of what was said that stand in the middle of the table; the rest is in the transcript."""


class RecordedStage:
    """A stage over lines that are all there, with what each suspects where that may be seen.

    Args:
        seen: whose match, and who looks.
        on_pick: told whose mind is wanted.
    """

    def __init__(self, seen: Visit, on_pick: Callable[[Player], None]) -> None:
        self._words, self._on_pick = StageWords(seen.setup), on_pick
        self._players = seen.setup.players
        self._kinds = find_game(seen.setup.game.name).kinds.events
        self._lines: Sequence[FeedLine] = ()
        self._state, self._taken = StageState(kinds=self._kinds), 0
        with ui.element("section").classes("cloth") as frame:
            self._stage = Stage(self._players, self._words.say("seats"), self._pick)
            self._time = said("p", "", "cloth-time")
            self._speech = said("p", "", "cloth-words")
        frame.props["aria-label"] = self._words.say("stage")
        if seen.visibility.is_god:
            said("p", self._words.say("open_mind"), "faded")

    def load(self, lines: Sequence[FeedLine]) -> None:
        """Takes other lines in place of those before; more may be added to them later."""
        self._lines = lines
        self._state, self._taken = StageState(kinds=self._kinds), 0

    def show(self, place: int, told: Sequence[SeatReading]) -> None:
        """Shows how the table stood after a line.

        Args:
            place: of the line.
            told: what is read off all lines.
        """
        if place + 1 < self._taken:
            self._state, self._taken = StageState(kinds=self._kinds), 0
        for line in self._lines[self._taken : place + 1]:
            self._state.take(line)
        self._taken = place + 1
        line = self._lines[place]
        faces = {player: self._words.face(self._state, player) for player in self._players}
        if line.actor in faces:
            faces[line.actor] = replace(faces[line.actor], is_busy=True)
        living = [name for name in self._players if name not in self._state.fates]
        held = suspicions(told, living, line.number)
        seated = [each for each in self._state.arrows() if {each.by, each.of} <= faces.keys()]
        self._stage.show(faces, (*held, *seated), is_night=self._state.is_night)
        self._time.text = self._words.time(self._state)
        self._speech.text = self._latest(line)

    def _latest(self, line: FeedLine) -> str:
        """What was said or done there; what was thought or dealt is no matter of the table."""
        if line.type != "event" or line.is_dealt:
            line = self._state.speech or line
        told = line.words if line.type == "event" and not line.is_dealt else ""
        return told if len(told) <= _LONGEST else f"{told[:_LONGEST].rstrip()}…"

    def _pick(self, player: Player | None) -> None:
        self._stage.pick(player)
        if player:
            self._on_pick(player)
