"""The questions of a mystery's script, by their names on record."""

from __future__ import annotations

from parlour.core import GameSetup
from parlour.errors import SetupError
from parlour.games.mystery.script import question_name
from parlour.games.mystery.setup import MysterySetup
from parlour.views import PutQuestion


class ScriptQuestions:
    """The questions of the script."""

    def question(self, setup: GameSetup, case: str) -> PutQuestion | None:
        """Returns the question of that name, in any of its evaluations."""
        if not isinstance(setup, MysterySetup):
            raise SetupError(f"no mystery, but {setup.name}")
        for number, each in enumerate(setup.script.questions):
            if case in {question_name(number, time) for time in range(1, setup.evaluations + 1)}:
                answers = {str(letter): text for letter, text in zip(each.letters, each.options, strict=True)}
                return PutQuestion(text=each.text, answers=answers)
        return None


PART = ScriptQuestions()
