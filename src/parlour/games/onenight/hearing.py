"""What the reader's characters understand of what a person types in One Night, before it is said to them."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core import Player
from parlour.games.onenight.setup import OneNightSetup
from parlour.hearing import TalkTable
from parlour.reader import TalkListener


@dataclass(frozen=True, kw_only=True)
class OneNightHearing:
    """What the reader understands at a table of One Night.

    Attributes:
        scope: what is spoken of (`TalkTable`).
    """

    scope: str = "cards"

    def listener(self, setup: OneNightSetup, person: Player) -> TalkListener | None:
        """Who listens to that person among the reader's characters."""
        table = TalkTable(language=setup.language, names=setup.players, speaker=person, scope=self.scope)
        return TalkListener(table=table)

    def refusal(self, setup: OneNightSetup) -> str | None:
        """Why the reader cannot play it: it plays every table."""
        del setup
        return None


PART = OneNightHearing()
