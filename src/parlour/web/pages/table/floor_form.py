"""What a person may say at any moment of a free discussion: one form that stays while others speak."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core import Action, Player, request_kinds
from parlour.web.hosting import Form
from parlour.web.pages.table.scene import Scene

_FLOOR = "floor"


class FloorForm:
    """Stands for the bids of one seat, which come and go with every speech.

    Words that are sent are heard at the next free moment, whether or not a bid is open just then.

    Args:
        scene: the table.
        player: whose seat it is.
    """

    def __init__(self, scene: Scene, player: Player) -> None:
        self._scene, self._table, self._player = scene, scene.table, player
        self._bid: Form | None = None
        self._sent = 0

    def among(self, forms: Sequence[Form]) -> list[Form]:
        """What is asked, with this form in the place of a bid."""
        bids = [form for form in forms if form.kind == request_kinds.BID]
        others = [form for form in forms if form not in bids]
        if bids:
            self._bid = bids[0]
        elif others or not self._goes_on():
            self._bid = None
        if self._bid is None or self.words:
            return others
        asked = self._scene.say("floor_asked") if self._waiting else ""
        told = {"id": f"{_FLOOR}.{self._sent}", "options": (), "most": 0, "deadline": None, "text": asked}
        return [*others, self._bid.model_copy(update=told)]

    def answers(self, request: str) -> bool:
        """Whether an answer is one to this form."""
        return request.partition(".")[0] == _FLOOR

    def answer(self, action: Action) -> None:
        """Passes on what is said, or a wish to speak; after a pass the form returns with the next bid.

        Raises:
            ParlourError: if it is not taken.
        """
        self._table.remote_seat(self._player).take_floor(action)
        self._sent += 1
        if action.is_pass:
            self._bid = None

    def typing(self) -> None:
        """Something is typed: whoever waits does so a little longer."""
        if self._player in self._table.outside:
            self._table.remote_seat(self._player).type()

    @property
    def words(self) -> str:
        """What was sent and waits for a free moment."""
        return self._waiting.speech if self._waiting else ""

    @property
    def _waiting(self) -> Action | None:
        outside = self._player in self._table.outside
        return self._table.remote_seat(self._player).ready if outside else None

    def _goes_on(self) -> bool:
        kinds = {request.kind for request in self._table.feed.requests}
        return bool(kinds) and kinds <= {request_kinds.BID, request_kinds.SPEAK}
