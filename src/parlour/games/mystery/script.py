"""The script of a murder mystery: its characters, its victims and murderers, and the questions that test it.

This is the model behind the YAML form (docs/scripts.md). It checks everything that can be checked without
playing; where a field is wrong, the message says what would be right.
"""

from __future__ import annotations

import operator
import re
import unicodedata
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Annotated, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from parlour.core import Player, chance, name_key, one_line, visible_values

Text = Annotated[str, Field(min_length=1)]
Gender = Literal["woman", "man"]
Letter = Literal["a", "b", "c", "d", "e"]
LETTERS: tuple[Letter, ...] = ("a", "b", "c", "d", "e")
MOST_PLAYERS, FEWEST_PLAYERS = 12, 3


class Aspect(StrEnum):
    """The aspect of a question, after WellPlay (Zhu et al. 2025, table 5)."""

    WHO = "who"
    HOW = "how"
    WHY = "why"
    RELATIONSHIP = "relationship"
    WHERE = "where"
    WHEN = "when"
    SUSPECT = "suspect"
    OTHER = "other"
    ONE_RELATIONSHIP = "one-relationship"
    TWO_RELATIONSHIPS = "two-relationships"
    THREE_RELATIONSHIPS = "three-relationships"


class Category(StrEnum):
    """WellPlay's three categories; each has its points (Zhu et al. 2025, table 5)."""

    OBJECTIVE = "objective"
    REASONING = "reasoning"
    RELATIONS = "relations"


Points = Literal[10, 5, 2]
POINTS: Mapping[Category, Points] = {Category.OBJECTIVE: 10, Category.REASONING: 5, Category.RELATIONS: 2}
"""The points of a right answer (Zhu et al. 2025, table 5)."""


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _can_be_seen(cls, data: object) -> object:
        return visible_values(data)


class Character(_Form):
    """A part to be played.

    Attributes:
        name: as all players use it.
        aliases: other names that the texts use for it.
        gender: whether its portrait is a woman's or a man's; None if the author does not say.
        acts: the private script, a text per act.
        secrets: its secrets.
        objectives: its objectives.
    """

    name: Text
    aliases: tuple[Text, ...] = ()
    gender: Gender | None = Field(default=None, exclude_if=operator.not_)
    acts: tuple[Text, ...] = Field(min_length=1)
    secrets: tuple[Text, ...] = ()
    objectives: tuple[Text, ...] = ()


class Victim(_Form):
    """A person who was killed, with the murderers at the table.

    Attributes:
        name: as all players use it.
        aliases: other names that the texts use.
        murderers: the characters who did it; empty if none at the table did. Such a case is played,
            but not scored.
    """

    name: Text
    aliases: tuple[Text, ...] = ()
    murderers: tuple[Player, ...] = ()


class Kinship(_Form):
    """The relation of one person to another: `of` is the `kinds` of `to` (Anna is the sister of Ben)."""

    of: Text
    to: Text
    kinds: tuple[Text, ...] = Field(min_length=1)


class Question(_Form):
    """A question put to players after the match.

    Attributes:
        asked_of: the characters it is put to; empty means all.
        aspect: what it is about.
        points: 10, 5 or 2: its worth, and by that its category.
        text: the question.
        options: two to five answers, lettered from a.
        key: the letters of the right answer; empty only where an importer found none (flag `no-key`), and
          then no answer is right or wrong.
        choose: the number of options that may be chosen.
        flags: its known faults, by an importer's words: `key-contradicts-murderers` where its key names no
          murderer of the script itself.
    """

    NO_KEY: ClassVar[str] = "no-key"
    CONTRADICTS: ClassVar[str] = "key-contradicts-murderers"

    asked_of: tuple[Player, ...] = ()
    aspect: Aspect
    points: Points
    text: str
    options: tuple[str, ...] = Field(min_length=2, max_length=len(LETTERS))
    key: tuple[Letter, ...]
    choose: int = Field(default=1, ge=1)
    flags: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _key_is_among_options(self) -> Self:
        letters = self.letters
        for letter in self.key:
            if letter not in letters:
                raise ValueError(f"key: {letter!r} has no option; the options are {', '.join(letters)}")
        if len(set(self.key)) != len(self.key):
            raise ValueError(f"key: a letter stands twice: {', '.join(self.key)}")
        if not self.key and self.NO_KEY not in self.flags:
            raise ValueError("key: the letter of the right answer is missing")
        if self.choose > len(letters):
            raise ValueError(f"choose: {self.choose} of {len(letters)} options cannot be chosen")
        return self

    @property
    def is_scored(self) -> bool:
        """True if an answer can be right or wrong."""
        return bool(self.key)

    @property
    def letters(self) -> tuple[Letter, ...]:
        return LETTERS[: len(self.options)]

    @property
    def category(self) -> Category:
        """Objective, reasoning or relations."""
        return next(category for category, points in POINTS.items() if points == self.points)

    def with_options_shuffled(self, seed: int, number: int) -> Question:
        """Returns the question with its options in an order drawn from the seed."""
        order = list(range(len(self.options)))
        chance(seed, "options", number).shuffle(order)
        moved: dict[Letter, Letter] = {LETTERS[old]: LETTERS[new] for new, old in enumerate(order)}
        options = tuple(self.options[old] for old in order)
        return self.model_copy(update={"options": options, "key": tuple(sorted(moved[k] for k in self.key))})


class Script(_Form):
    """A murder mystery in one language.

    Attributes:
        id: the slug of the title unless given.
        title: its name.
        story: links the translations of one story; the slug of the title unless given.
        language: the language that all its texts are in.
        warning: what a reader should know of its content before opening it.
        synopsis: what all players know.
        characters: the parts, in seat order.
        victims: who was killed.
        relations: what people are to each other, as far as the author says.
        questions: what is asked after the match.
        options_seed: the seed by which options were shuffled, if they were.
        flags: what an importer found wrong with the whole.
    """

    id: str = ""
    title: Text
    story: str = ""
    language: Literal["en", "zh"]
    warning: str = ""
    synopsis: str = ""
    characters: tuple[Character, ...] = Field(min_length=FEWEST_PLAYERS, max_length=MOST_PLAYERS)
    victims: tuple[Victim, ...] = Field(min_length=1)
    relations: tuple[Kinship, ...] = ()
    questions: tuple[Question, ...] = ()
    options_seed: int | None = None
    flags: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _named_by_title(self) -> Self:
        for field in ("id", "story"):
            if not getattr(self, field):
                object.__setattr__(self, field, slug(self.title))
        return self

    @model_validator(mode="after")
    def _names_are_known(self) -> Self:
        _refuse_bad_names("characters", (character.name for character in self.characters))
        _refuse_bad_names("victims", (victim.name for victim in self.victims))
        names = set(self.players)
        for number, victim in enumerate(self.victims):
            _refuse_strangers(f"victims[{number}].murderers", victim.murderers, names)
        for number, question in enumerate(self.questions):
            _refuse_strangers(f"questions[{number}].asked_of", question.asked_of, names)
        return self

    @property
    def players(self) -> tuple[Player, ...]:
        """The characters' names, in seat order."""
        return tuple(character.name for character in self.characters)

    @property
    def acts(self) -> int:
        """The number of acts of the longest part."""
        return max(len(character.acts) for character in self.characters)

    def victims_of(self, player: Player) -> tuple[str, ...]:
        """Returns the victims of that character."""
        return tuple(victim.name for victim in self.victims if player in victim.murderers)

    def is_asked(self, question: Question, player: Player) -> bool:
        """Returns true if the question is put to that character."""
        return not question.asked_of or player in question.asked_of

    def rows(self, category: Category | None = None) -> int:
        """Returns the number of expected answers: a question put to three characters counts thrice."""
        return sum(
            len(question.asked_of) or len(self.characters)
            for question in self.questions
            if category in (None, question.category)
        )

    def with_shuffled_options(self, seed: int) -> Script:
        """Returns the script with the options of every question shuffled by a seed that it records."""
        questions = tuple(
            question.with_options_shuffled(seed, n) for n, question in enumerate(self.questions)
        )
        return self.model_copy(update={"questions": questions, "options_seed": seed})


def slug(title: str) -> str:
    """Returns a title as an id: lower case, words joined by hyphens, Chinese kept (`罪恶` stays)."""
    plain = unicodedata.normalize("NFKC", title).lower()
    return re.sub(r"[\W_]+", "-", plain).strip("-") or "untitled"


def _refuse_bad_names(field: str, names: Iterable[str]) -> None:
    by_key: dict[str, str] = {}
    for number, name in enumerate(names):
        where = f"{field}[{number}].name"
        if not name or one_line(name) != name:
            raise ValueError(
                f"{where}: {name!r} is not one line of what can be seen, without spaces around it"
            )
        if twin := by_key.get(name_key(name)):
            problem = "stands twice" if twin == name else f"cannot be told from {twin!r}"
            raise ValueError(f"{where}: {name!r} {problem}")
        by_key[name_key(name)] = name


def _refuse_strangers(field: str, names: Iterable[str], characters: set[str]) -> None:
    for name in names:
        if name not in characters:
            raise ValueError(
                f"{field}: {name!r} is not a character; they are {', '.join(sorted(characters))}"
            )


def question_name(number: int, evaluation: int = 1) -> str:
    """Returns the name of a question in requests and events: `q1` is the first, `q1/2` the same put again."""
    return f"q{number + 1}" if evaluation == 1 else f"q{number + 1}/{evaluation}"


def question_of(name: str) -> tuple[int, int]:
    """Returns the number of the question that a name means, from 0, and its evaluation, from 1."""
    number, _, evaluation = name.removeprefix("q").partition("/")
    return int(number) - 1, int(evaluation or 1)
