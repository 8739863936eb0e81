"""A conversation shows of each remark to whom it was made."""

from __future__ import annotations

from pathlib import Path

from parlour.web.hosting import FeedLine
from parlour.web.pages.table.conversation import Conversation
from tests.web.hosting.houses import wolves
from tests.web.pages.table.bare import bare_page, scene_of
from tests.web.pages.visiting import text_of

FELLOW, VICTIM = "Player 2", "Player 3"


def _fellow(kind: str, said: str, *chosen: str) -> FeedLine:
    return FeedLine(number=0, type="event", kind=kind, actor=FELLOW, chosen=chosen, text=said)


def test_what_fellows_say_in_secret_is_marked_as_theirs_and_what_is_said_to_all_is_not(tmp_path: Path):
    with bare_page() as page:
        Conversation(scene_of(tmp_path, wolves())).add(
            [
                _fellow("conferred", "Her.", VICTIM),
                _fellow("conferred", "Or wait."),
                _fellow("spoke", "Good morning."),
            ]
        )
        assert text_of(page).splitlines() == [
            *(FELLOW, f"to the werewolves → {VICTIM}", "Her."),
            *(FELLOW, "to the werewolves", "Or wait."),
            *(FELLOW, "Good morning."),
        ]
