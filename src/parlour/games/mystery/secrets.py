"""The texts of a mystery's requests besides what a player sees and was dealt."""

from __future__ import annotations

from parlour.core import GameSetup, Player
from parlour.games.mystery.setup import MysterySetup


class MysterySecrets:
    """The script's questions, which are put after the vote; some repeat a sentence of another's script."""

    def asked_at_the_end(self, game: GameSetup, player: Player) -> str:
        """Returns all texts of the final questions to a player."""
        script = MysterySetup.of(game).script
        put = [question for question in script.questions if script.is_asked(question, player)]
        return "\n".join(text for question in put for text in (question.text, *question.options))


PART = MysterySecrets()
