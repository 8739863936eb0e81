"""Whether somebody has looked at the own card yet: on a telephone it is shown before anything else is."""

from __future__ import annotations

import json

from parlour.core import Player
from parlour.store import Hosting

KIND = "first look"


class FirstLook:
    """The first look of one seat at its card; kept, so that a page that is opened again shows the table.

    Args:
        hosting: where it is kept.
        match: the table's.
        player: whose card it is.
        token: of the link by which somebody came: whoever is given another one looks for the first time.
    """

    def __init__(self, hosting: Hosting, match: str, player: Player, token: str) -> None:
        self._hosting, self._match, self._player = hosting, match, player
        self._token = json.dumps(token)
        self.is_taken = hosting.sheets(match, KIND).get(player) == self._token

    def take(self) -> None:
        """The card has been looked at."""
        if not self.is_taken:
            self.is_taken = True
            self._hosting.put_sheet(self._match, self._player, KIND, self._token)
