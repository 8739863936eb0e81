"""All questions of a game: rows repaired one by one, then looked at beside each other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from parlour.core import Player
from parlour.games.mystery.library.wellplay.files import CsvTable
from parlour.games.mystery.library.wellplay.names import Register
from parlour.games.mystery.library.wellplay.rows import (
    BLANK_OPTION,
    KEY_AS_TEXT,
    KEY_IN_E,
    NO_POINTS,
    NO_TEXT,
    REPAIRED_COLUMNS,
    REPEATED_KEY,
    REPEATED_OPTION,
    TWO_KEYS,
    question,
)
from parlour.games.mystery.script import Aspect, Question, Victim

BORROWED = "text-from-others"
_SENTENCES: Mapping[str, str] = {
    Question.CONTRADICTS: "its key names none of those whom the game itself calls murderers; kept as it is",
    BORROWED: "it takes the words in which the same question is put to others",
    REPAIRED_COLUMNS: "its cells were too many or too few, and are fitted to the columns",
    KEY_IN_E: "its key stood in the column of the fifth option",
    KEY_AS_TEXT: "its key was an option in words",
    REPEATED_KEY: "its key had a letter twice",
    TWO_KEYS: "it has one choice and two keys, and lets one choose two",
    NO_TEXT: "it has no words",
    NO_POINTS: "what it is worth is not said, and follows from its words",
    REPEATED_OPTION: "two of its options say the same, and either counts",
    BLANK_OPTION: "one of its options is blank",
    Question.NO_KEY: "it has no key, and is not scored",
}
_KILLING = re.compile(r"kill|murder|杀|死", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class PlacedQuestion:
    """A question and where it stood.

    Attributes:
        question: as repaired.
        place: its file and line.
    """

    question: Question
    place: str

    @property
    def notes(self) -> tuple[str, ...]:
        """Its flags, each in a sentence that gives no answer away."""
        return tuple(f"{self.place}: {_SENTENCES.get(flag, flag)} ({flag})" for flag in self.question.flags)

    def flagged(self, flag: str, **changes: object) -> PlacedQuestion:
        """The same with one flag more and some fields changed."""
        update = {**changes, "flags": (*self.question.flags, flag)}
        return replace(self, question=self.question.model_copy(update=update))


def questions(
    tables: Mapping[Player, CsvTable], victims: Sequence[Victim], people: Register
) -> tuple[PlacedQuestion, ...]:
    """The questions of all tables, one for each row.

    Args:
        tables: the rows by the character to whom they are put.
        victims: who was killed by whom; questions whose key says otherwise are flagged.
        people: who is meant by a name.
    """
    found = [
        PlacedQuestion(question=question(table.header, row, player), place=f"{player}.csv:{line}")
        for player, table in tables.items()
        for line, row in table.rows
    ]
    told = [_with_text(each, found, people) for each in found]
    murderers = {victim.name: set(victim.murderers) for victim in victims}
    return tuple(_checked(each, murderers, people) for each in told)


def _with_text(asked: PlacedQuestion, others: Sequence[PlacedQuestion], people: Register) -> PlacedQuestion:
    """A question without text gets that of the same question put to others, if it is about one victim."""
    mine = asked.question
    if NO_TEXT not in mine.flags:
        return asked
    texts = Counter(
        each.question.text
        for each in others
        if each.question.text and (each.question.options, each.question.key) == (mine.options, mine.key)
    )
    if len({people.within(text) or text for text in texts}) != 1:
        return asked
    text = texts.most_common(1)[0][0]
    aspect = next(each.question.aspect for each in others if each.question.text == text)
    return asked.flagged(BORROWED, text=text, aspect=aspect)


def _checked(asked: PlacedQuestion, murderers: Mapping[str, set[str]], people: Register) -> PlacedQuestion:
    """A question that asks who killed somebody, flagged where its key is none of the murderers."""
    mine = asked.question
    if mine.aspect not in (Aspect.WHO, Aspect.SUSPECT) or not _KILLING.search(mine.text):
        return asked
    truth = murderers.get(people.within(mine.text) or "")
    options = dict(zip(mine.letters, mine.options, strict=True))
    keyed = {people.recognise(options[letter]) for letter in mine.key}
    return asked.flagged(Question.CONTRADICTS) if truth and keyed and not keyed & truth else asked
