"""The seats round the table: who sits there, who thinks, what has become of whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nicegui import ui

from parlour.core import Player
from parlour.web.pages.table.nodes import box, text
from parlour.web.pages.table.progress import MatchProgress
from parlour.web.pages.table.scene import Scene


@dataclass(frozen=True, kw_only=True)
class _Seat:
    frame: ui.element
    state: ui.label
    marks: ui.label


@dataclass(frozen=True, kw_only=True)
class _Now:
    doing: str | None
    fate: str | None
    role: str | None
    suspicion: int
    is_picked: bool


class SeatButtons:
    """A button for each seat, which shows only what concerns whoever sits there.

    Args:
        scene: the table.
        on_pick: told who is to be shown alone, or nobody.
    """

    def __init__(self, scene: Scene, on_pick: Callable[[Player | None], None]) -> None:
        self._scene, self._on_pick = scene, on_pick
        self._picked: Player | None = None
        self._shown: dict[Player, _Now] = {}
        with box("ol", "seats", aria_label=scene.say("seats")):
            self._seats = {player: self._seat(player) for player in scene.players}

    def show(
        self, progress: MatchProgress, thinking: Mapping[Player, str], suspicions: Mapping[Player, int]
    ) -> None:
        """Draws what has changed.

        Args:
            progress: what has become of whom.
            thinking: a phrase for what somebody is doing.
            suspicions: the marks of whoever looks.
        """
        for player, seat in self._seats.items():
            now = _Now(
                doing=thinking.get(player),
                fate=progress.fates.get(player),
                role=progress.roles.get(player),
                suspicion=suspicions.get(player, 0),
                is_picked=player == self._picked,
            )
            if self._shown.get(player) != now:
                self._shown[player] = now
                self._draw(seat, now, is_mine=player == self._scene.player)

    def pick(self, player: Player | None) -> None:
        """Marks whose lines are shown alone."""
        self._picked = player

    def _seat(self, player: Player) -> _Seat:
        scene = self._scene
        with box("li").style(f"--at: {self._place(player):.2f}"):
            frame = box("button", f"seat {scene.seat(player)}", type="button", aria_pressed="false")
            frame.on("click", lambda _: self._click(player), js_handler="() => emit()")
            with frame:
                box("span", "face seat-face", aria_hidden="true")
                text("span", player, "seat-name")
                state = text("span", "", "seat-state")
                marks = text("span", "", "seat-marks", aria_hidden="true")
        return _Seat(frame=frame, state=state, marks=marks)

    def _place(self, player: Player) -> float:
        """Where on the curve of the table a seat stands, from -1 at the left to 1 at the right."""
        last = len(self._scene.players) - 1
        return 2 * self._scene.players.index(player) / last - 1 if last else 0

    def _click(self, player: Player) -> None:
        self._on_pick(None if self._picked == player else player)

    def _draw(self, seat: _Seat, now: _Now, *, is_mine: bool) -> None:
        scene = self._scene
        said = [scene.role(now.role)] if now.role else []
        said += [now.fate] if now.fate else []
        said += [scene.say(now.doing)] if now.doing else []
        if is_mine and not now.doing:
            said.insert(0, scene.say("you"))
        seat.state.text = " · ".join(said)
        seat.marks.text = "●" * now.suspicion
        seat.frame.props["aria-pressed"] = "true" if now.is_picked else "false"
        for name, holds in (
            ("is-busy", now.doing and now.doing != "decided"),
            ("is-out", now.fate),
            ("is-picked", now.is_picked),
        ):
            seat.frame.classes(add=name) if holds else seat.frame.classes(remove=name)
