"""A mystery as it is asked for: a script of the shelf, one sent along, or one made by the seed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Self

from pydantic import Field, JsonValue, ValidationError

from parlour.core import GameAsked, GameSetup
from parlour.errors import FieldError, ScriptError, UsageError
from parlour.games.mystery import library
from parlour.games.mystery.generate import generate
from parlour.games.mystery.script import Script
from parlour.games.mystery.setup import MysterySetup
from parlour.games.mystery.shape import MOST_VICTIMS, USUAL_PLAYERS, Difficulty, made_as
from parlour.llm import Language

GENERATED = "generated"
"""The name of a script that is made by the seed."""
MOST_SCRIPT = 1_000_000
"""Characters of a script that is sent along."""
_EVERYBODY_ELSE = 0
"""Stands for as many questions as there are other players, who are known when the story is dealt."""
_MOST_NEEDING = 2
"""The most victims of a story in which a seat is needed without a request: more take half a minute."""
_MADE: dict[str, JsonValue] = {"widget": "made"}
"""The form's hint for fields of a mystery that is made by the seed alone."""

_NOT_CHOSEN = (
    "players, victims, difficulty and needed can be chosen for a generated mystery; {!r} has its own"
)


class MysteryAsked(GameAsked):
    """A murder mystery.

    Attributes:
        script: an id or a story of the library, or `generated`: one made by the seed.
        yaml: a script of one's own in the YAML form; it goes before `script`.
        players: of a generated one; 6 by default.
        victims: likewise; 1 by default.
        difficulty: likewise; normal by default.
        needed: likewise; the seat, by number or name, without whose words it stays open who did it.
        rounds: of questions.
        questions: per victim and round.
        self_votes: whether civilians may vote for themselves.
        answers: whether the script's questions are put after the verdict.
    """

    game: ClassVar[str] = "mystery"
    script: str = Field(default=GENERATED, max_length=200, json_schema_extra={"widget": "story"})
    yaml: str = Field(default="", max_length=MOST_SCRIPT, json_schema_extra={"widget": "file"})
    players: int | None = Field(
        default=None, ge=3, le=12, json_schema_extra={**_MADE, "usual": USUAL_PLAYERS}
    )
    victims: int | None = Field(default=None, ge=1, le=4, json_schema_extra={**_MADE, "usual": 1})
    difficulty: Difficulty | None = Field(
        default=None, json_schema_extra={**_MADE, "usual": Difficulty.NORMAL.value}
    )
    needed: str | None = Field(
        default=None, min_length=1, max_length=200, json_schema_extra={**_MADE, "hidden": True}
    )
    rounds: int = Field(default=3, ge=0, le=20)
    questions: int = Field(default=1, ge=1, le=11)
    self_votes: bool = False
    answers: bool = Field(default=True, json_schema_extra={"at_once": False})

    @classmethod
    def from_user(cls, told: Mapping[str, object]) -> Self:
        """Returns the request as typed; a script's YAML file is read and checked."""
        path = str(told.get("script", ""))
        if not path.endswith(library.SUFFIXES):
            return cls.model_validate(told)
        library.load(Path(path))
        return cls.model_validate(
            {**told, "script": GENERATED, "yaml": Path(path).read_text(encoding="utf-8")}
        )

    @classmethod
    def again(cls, setup: GameSetup) -> Self:
        """Returns a request for another story of the same make, since a played one is known."""
        played = MysterySetup.of(setup)
        players, victims = len(played.players), len(played.victims)
        shape = made_as(played.script.story)
        return cls(
            players=players,
            victims=shape[0] if shape else min(victims, MOST_VICTIMS, players - 2),
            difficulty=shape[1] if shape else None,
            needed=shape[2] if shape else None,
            rounds=played.rounds,
            questions=played.questions,
            self_votes=played.self_votes,
            answers=played.answers,
        )

    def for_person(self, seat: int) -> Self:
        """Returns a request whose story needs the only person's words, unless that takes long to make."""
        is_made = self.script == GENERATED and not self.yaml and self.needed is None
        difficulty = self.difficulty or Difficulty.NORMAL
        is_quick = (self.victims or 1) <= _MOST_NEEDING and not difficulty.isdecimal()
        if not is_made or not is_quick or seat > (self.players or USUAL_PLAYERS):
            return self
        return self.model_copy(update={"needed": str(seat)})

    def questioning_everybody(self) -> Self:
        """Returns a request for as many questions as there are others, unless a number is given."""
        if "questions" in self.model_fields_set:
            return self
        return self.model_copy(update={"questions": _EVERYBODY_ELSE})

    def deal(self, seed: int, language: Language | None) -> MysterySetup:
        script = self._script(seed, language)
        return MysterySetup(
            script=script,
            rounds=self.rounds,
            questions=self.questions or len(script.players) - 1,
            self_votes=self.self_votes,
            answers=self.answers,
        )

    def _script(self, seed: int, language: Language | None) -> Script:
        if self.yaml:
            try:
                return library.loads(self.yaml)
            except ScriptError as error:
                raise FieldError(_where(error), field="yaml") from error
        if self.script.endswith(library.SUFFIXES):
            raise FieldError("name a script of the library, or send its YAML", field="script")
        is_made = self.script == GENERATED
        if not is_made and (self.players or self.victims or self.difficulty or self.needed):
            raise FieldError(_NOT_CHOSEN.format(self.script), field="script")
        try:
            if not is_made:
                return library.find(self.script, language)
            return generate(
                seed,
                players=self.players,
                victims=self.victims or 1,
                difficulty=self.difficulty or Difficulty.NORMAL,
                lang=language or "en",
                needed=self.needed,
            )
        except (UsageError, ValidationError) as error:
            raise FieldError(str(error), field="players" if is_made else "script") from error


PART = MysteryAsked


def _where(error: ScriptError) -> str:
    where = f"line {error.line}: " if error.line else ""
    what = f"{error.field}: " if error.field else ""
    return f"{where}{what}{error.message}"
