"""What the table would have done without whoever looks back."""

from __future__ import annotations

from nicegui import ui

from parlour.core import Player
from parlour.errors import ParlourError
from parlour.library import MatchOutcome, outcome_of
from parlour.llm import Language
from parlour.web.hosting import LiveMatch, TableServer
from parlour.web.pages.after.phrases import PHRASES
from parlour.web.pages.look import said
from parlour.web.without import outcome_without


class WithoutYou:
    """A sentence on it, as soon as it is known; nothing where it cannot be.

    Args:
        house: whose table it is.
        table: of the match.
        player: who looks back.
        language: of the page.
    """

    def __init__(self, house: TableServer, table: LiveMatch, player: Player, language: Language) -> None:
        self._house, self._table, self._player = house, table, player
        self._language: Language = language
        self._told = said("p", "", "without", role="status")
        ui.timer(0, self._find_out, once=True)

    async def _find_out(self) -> None:
        try:
            found = await outcome_without(self._house, self._table, self._player)
        except ParlourError as error:
            self._told.text = str(error)
            return
        if found:
            lines = told_without(outcome_of(self._table.record()), found, self._language)
            self._told.text = "\n".join(lines)


def told_without(real: MatchOutcome, without: MatchOutcome, language: Language) -> list[str]:
    """What would have come of each case, beside what came of it."""
    lines: list[str] = []
    for case, out in without.eliminated.items():
        is_same = out == real.eliminated.get(case)
        key = "without_same" if is_same else "without_other" if out else "without_nobody"
        sentence = PHRASES.say(key, language, name=out or PHRASES.say("nobody_out", language))
        lines.append(f"{case}: {sentence}" if len(without.eliminated) > 1 else sentence)
    return lines
