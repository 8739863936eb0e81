"""What the reader's characters understand of what a person types in Werewolf, before it is said to them."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core import Player
from parlour.games.werewolf.setup import WerewolfSetup
from parlour.hearing import TalkTable
from parlour.reader import TalkListener


@dataclass(frozen=True, kw_only=True)
class WerewolfHearing:
    """What the reader understands at a table of Werewolf.

    Attributes:
        scope: what is spoken of (`TalkTable`).
    """

    scope: str = "roles"

    def listener(self, setup: WerewolfSetup, person: Player) -> TalkListener | None:
        """Who listens to that person among the reader's characters."""
        table = TalkTable(language=setup.language, names=setup.players, speaker=person, scope=self.scope)
        return TalkListener(table=table)

    def refusal(self, setup: WerewolfSetup) -> str | None:
        """Why the reader cannot play it: it plays every table."""
        del setup
        return None


PART = WerewolfHearing()
