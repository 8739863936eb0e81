"""The stage of a table that is played at: who thinks, who speaks to whom, who voted for whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from parlour.core import Player
from parlour.web.insight import StageArrow, StageState
from parlour.web.notebook import MOST_SUSPICION
from parlour.web.pages.stage import FaceShown, Stage, StageWords
from parlour.web.pages.table.scene import Scene


class LiveStage:
    """The seats of a table, which show what its lines and its requests say.

    Args:
        scene: the table.
        words: of its stage.
        on_pick: told who is to be shown alone, or nobody.
    """

    def __init__(self, scene: Scene, words: StageWords, on_pick: Callable[[Player | None], None]) -> None:
        self._scene, self._words = scene, words
        self._stage = Stage(scene.players, words.say("seats"), on_pick)

    def pick(self, player: Player | None) -> None:
        """Marks whose lines are shown alone."""
        self._stage.pick(player)

    def show(
        self,
        state: StageState,
        doing: Mapping[Player, str],
        marks: Mapping[Player, int],
        speaking: Sequence[StageArrow],
    ) -> None:
        """Draws what has changed.

        Args:
            state: what has become of whom.
            doing: a phrase for what somebody is doing.
            marks: how much whoever looks suspects whom.
            speaking: who is speaking to whom just now; where nobody is, it is who spoke last.
        """
        faces = {name: self._face(state, name, doing.get(name), marks) for name in self._scene.players}
        told = [each for each in state.arrows() if not (speaking and each.kind == "speech")]
        arrows = [*self._own(marks), *told, *speaking]
        seated = [each for each in arrows if {each.by, each.of} <= faces.keys()]
        self._stage.show(faces, seated, is_night=state.is_night)

    def _face(
        self, state: StageState, player: Player, doing: str | None, marks: Mapping[Player, int]
    ) -> FaceShown:
        face, say = self._words.face(state, player), self._scene.say
        now = (say(doing),) if doing else ()
        you = (say("you"),) if player == self._scene.player and not doing else ()
        return replace(
            face,
            states=(*you, *face.states, *now),
            marks=marks.get(player, 0),
            is_busy=bool(doing) and doing != "decided",
        )

    def _own(self, marks: Mapping[Player, int]) -> list[StageArrow]:
        """Whom whoever plays suspects, by the own notebook."""
        me = self._scene.player
        return [
            StageArrow(kind="suspicion", by=me, of=of, strength=given / MOST_SUSPICION)
            for of, given in marks.items()
            if me and given and of != me
        ]
