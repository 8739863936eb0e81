"""How well players answered a script's questions, strictly scored (WellPlay; Zhu et al. 2025, table 5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from parlour.arena import Record, events
from parlour.core import Event, Player
from parlour.evaluation.parts import Score
from parlour.games.mystery import kinds
from parlour.games.mystery.keys import repaired
from parlour.games.mystery.naming import question_of
from parlour.games.mystery.script import Aspect, Category, Letter, Question, Script
from parlour.games.mystery.setup import MysterySetup, Team

MOST_SUSPECTS = 2
POINTS: Mapping[str, int] = {Category.OBJECTIVE: 10, Category.REASONING: 5, Category.RELATIONS: 2}
"""What a right answer is worth (Zhu et al. 2025, table 5)."""


@dataclass(frozen=True, kw_only=True)
class Graded:
    """One player's answer to one question.

    Attributes:
        player: who answered.
        team: its side.
        question: the question.
        evaluation: which time it was put, from 1.
        chosen: the letters chosen; empty for no answer, which counts as wrong.
        is_right: by `is_right`.
    """

    player: Player
    team: Team
    question: Question
    evaluation: int = 1
    chosen: tuple[str, ...]
    is_right: bool

    @property
    def is_flagged(self) -> bool:
        """Whether something is known to be wrong with the question, so that a strict score leaves it out."""
        return bool(self.question.flags)

    @property
    def is_right_by_story(self) -> bool:
        """Whether it is right by the key put right, where the key contradicts the story."""
        return is_right(repaired(self.question) or self.question, self.chosen)


def is_right(question: Question, chosen: Sequence[str]) -> bool:
    """Whether an answer is right: equal to the key as a set.

    A *suspect* question is right if the keyed person is among at most two chosen (NOTES; WellPlay's own
    wording). An empty answer is wrong, and no answer to a question without a key is right. Where two letters
    say the same (fifteen rows of WellPlay repeat an option), either is right: what counts is what was said.
    """
    said, keyed = _texts(question, chosen), _texts(question, question.key)
    if question.aspect is Aspect.SUSPECT:
        return question.is_scored and len(set(chosen)) <= MOST_SUSPECTS and keyed <= said
    return question.is_scored and said == keyed


def graded(record: Record) -> list[Graded]:
    """Every answer of a match, in the order given; a question that came without a key is left out."""
    given = [event for event in events(record) if event.kind is kinds.ANSWERED]
    script = MysterySetup.of(record.setup.game).script
    answers = [_grade(script, event) for event in given]
    return [answer for answer in answers if answer.question.is_scored]


def overall(answers: Iterable[Graded]) -> Score:
    """Points reached over points to be had: 10, 5 and 2 per question (table 5)."""
    told = list(answers)
    possible = sum(answer.question.points for answer in told)
    reached = sum(answer.question.points for answer in told if answer.is_right)
    return Score(value=reached / possible if possible else None, n=len(told))


def accuracy(answers: Iterable[Graded], category: Category | None = None) -> Score:
    """The share of right answers, in one category or in all."""
    told = [answer for answer in answers if category in (None, answer.question.category)]
    right = sum(answer.is_right for answer in told)
    return Score(value=right / len(told) if told else None, n=len(told))


def _texts(question: Question, letters: Iterable[str]) -> set[str]:
    return {question.options[question.letters.index(cast("Letter", letter))].strip() for letter in letters}


def side(script: Script, player: Player) -> Team:
    """Whether a player killed anybody."""
    return Team.MURDERER if script.victims_of(player) else Team.CIVILIAN


def _grade(script: Script, given: Event) -> Graded:
    player, (number, evaluation) = given.actor or "", question_of(given.case or "")
    question = script.questions[number]
    return Graded(
        player=player,
        team=side(script, player),
        question=question,
        evaluation=evaluation,
        chosen=given.chosen,
        is_right=is_right(question, given.chosen),
    )
