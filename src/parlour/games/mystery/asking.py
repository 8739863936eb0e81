"""A mystery as it is asked for: a script of the shelf, one sent along, or one made by the seed."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field, ValidationError

from parlour import library
from parlour.core import GameAsked
from parlour.errors import FieldError, ScriptError, UsageError
from parlour.games.mystery.generate import generate
from parlour.games.mystery.script import Script
from parlour.games.mystery.setup import MysterySetup
from parlour.llm import Language

GENERATED = "generated"
"""What is said in the place of a script's name for one that is made by the seed."""
USUAL_CAST = 6
"""Players of a generated mystery."""
MOST_SCRIPT = 1_000_000
"""Characters of a script that is sent along."""


class MysteryAsked(GameAsked):
    """A murder mystery.

    Attributes:
        script: an id or a story of the library, or `generated`: one made by the seed.
        yaml: a script of one's own in the YAML form; it goes before `script`.
        players: of a generated one; 6 where nothing is said.
        victims: likewise; 1 where nothing is said.
        rounds: of questions.
        questions: per victim and round.
        self_votes: whether civilians may vote for themselves.
        answers: whether the script's questions are put after the verdict.
    """

    game: ClassVar[str] = "mystery"
    script: str = Field(default=GENERATED, max_length=200)
    yaml: str = Field(default="", max_length=MOST_SCRIPT)
    players: int | None = Field(default=None, ge=3, le=12)
    victims: int | None = Field(default=None, ge=1, le=4)
    rounds: int = Field(default=3, ge=0, le=20)
    questions: int = Field(default=1, ge=1, le=11)
    self_votes: bool = False
    answers: bool = True

    def deal(self, seed: int, language: Language | None) -> MysterySetup:
        """The mystery of that seed."""
        return MysterySetup(
            script=self._script(seed, language),
            rounds=self.rounds,
            questions=self.questions,
            self_votes=self.self_votes,
            answers=self.answers,
        )

    def _script(self, seed: int, language: Language | None) -> Script:
        if self.yaml:
            try:
                return library.loads(self.yaml)
            except ScriptError as error:
                raise FieldError(_where(error), field="yaml") from error
        return pick_script(self.script, seed, language=language, players=self.players, victims=self.victims)


PART = MysteryAsked


def pick_script(
    name: str,
    seed: int,
    *,
    language: Language | None = None,
    players: int | None = None,
    victims: int | None = None,
) -> Script:
    """A script from the library, or one made for this seed.

    Args:
        name: an id, a story, a YAML file, or `generated`.
        seed: of what is made.
        language: the one wanted; where nothing is said, English or the only one there is.
        players: of a generated one.
        victims: likewise.

    Raises:
        FieldError: if there is no such script, or it cannot be had with so many.
    """
    is_made = name == GENERATED
    if not is_made and (players or victims):
        told = f"players and victims can be chosen for a generated mystery; {name!r} has its own"
        raise FieldError(told, field="script")
    try:
        if not is_made:
            return library.find(name, language)
        return generate(seed, players=players or USUAL_CAST, victims=victims or 1, lang=language or "en")
    except (UsageError, ValidationError) as error:
        raise FieldError(str(error), field="players" if is_made else "script") from error


def _where(error: ScriptError) -> str:
    """What is wrong with a script that has no file, and where."""
    where = f"line {error.line}: " if error.line else ""
    what = f"{error.field}: " if error.field else ""
    return f"{where}{what}{error.message}"
