"""Answers to a script's questions: how they are scored (Zhu et al. 2025, table 5), and what guessing reaches.

A guesser who never read the script knows nothing (*random*), which letter is most often the key (*position*),
or how the options about relations begin (*odd-one-out*: in WellPlay the right one was written apart). Each
score is an expectation, computed and not drawn; so is that of a player who knows everything (`ceiling`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, takewhile
from statistics import fmean
from typing import cast

from parlour.arena import Record
from parlour.core import Player
from parlour.evaluation import AnswerCount, KeyState, MatchScore
from parlour.evaluation.parts import Score
from parlour.games.mystery.events import ANSWERED
from parlour.games.mystery.script import Aspect, Category, Letter, Question, Script, question_of
from parlour.games.mystery.setup import MysterySetup, Team
from parlour.games.mystery.wellplay import key_state, repair_key

MOST_SUSPECTS = 2


@dataclass(frozen=True, kw_only=True)
class Graded:
    """One player's answer to one question.

    Attributes:
        evaluation: the number of the evaluation, from 1.
        chosen: the letters chosen; empty for no answer, which counts as wrong.
    """

    player: Player
    team: Team
    question: Question
    evaluation: int = 1
    chosen: tuple[str, ...]
    is_right: bool

    @property
    def is_flagged(self) -> bool:
        """True if the question is known to be faulty, so that a strict score leaves it out."""
        return bool(self.question.flags)

    @property
    def row(self) -> AnswerRow:
        """The row by which it is counted."""
        repaired = repair_key(self.question) if key_state(self.question) == "repaired" else None
        by_story = is_right(repaired, self.chosen) if repaired else False
        return self.evaluation, self.team, self.question, self.is_right, by_story, not self.chosen


def is_right(question: Question, chosen: Sequence[str]) -> bool:
    """Returns true if an answer is right: equal to the key as a set.

    A *suspect* question is right if the keyed person is among at most two chosen (WellPlay's own
    wording). An empty answer is wrong, and no answer to a question without a key is right. Where two letters
    say the same (fifteen rows of WellPlay repeat an option), either is right: what counts is the text.
    """
    chosen_texts, keyed = _texts(question, chosen), _texts(question, question.key)
    if question.aspect is Aspect.SUSPECT:
        return question.is_scored and len(set(chosen)) <= MOST_SUSPECTS and keyed <= chosen_texts
    return question.is_scored and chosen_texts == keyed


def grade_answers(record: Record) -> list[Graded]:
    """Returns every answer of a match, in the order given; questions without a key are left out."""
    script = MysterySetup.of(record.setup.game).script
    answers: list[Graded] = []
    for answer in (event for event in record.events if event.kind is ANSWERED):
        player, (number, evaluation) = answer.actor or "", question_of(answer.case or "")
        question = script.questions[number]
        graded = Graded(
            player=player,
            team=side(script, player),
            question=question,
            evaluation=evaluation,
            chosen=answer.chosen,
            is_right=is_right(question, answer.chosen),
        )
        answers += [graded] if question.is_scored else []
    return answers


def overall(answers: Iterable[Graded]) -> Score:
    """Returns points reached over points possible: 10, 5 and 2 per question (table 5)."""
    graded = list(answers)
    possible = sum(answer.question.points for answer in graded)
    reached = sum(answer.question.points for answer in graded if answer.is_right)
    return Score(value=reached / possible if possible else None, n=len(graded))


def accuracy(answers: Iterable[Graded], category: Category | None = None) -> Score:
    """Returns the share of right answers, in one category or in all."""
    graded = [answer for answer in answers if category in (None, answer.question.category)]
    right = sum(answer.is_right for answer in graded)
    return Score(value=right / len(graded) if graded else None, n=len(graded))


def _texts(question: Question, letters: Iterable[str]) -> set[str]:
    return {question.options[question.letters.index(cast("Letter", letter))].strip() for letter in letters}


def side(script: Script, player: Player) -> Team:
    """Returns the side of a player: murderer or civilian."""
    return Team.MURDERER if script.victims_of(player) else Team.CIVILIAN


_WORD = re.compile(r"[㐀-鿿]|[^\W㐀-鿿]+")
CEILING = "ceiling"
Letters = Mapping[Aspect, Sequence[Letter]]
"""The letters that are the key of each aspect, most often first."""
Rule = Callable[[int, Question], float]
"""A function that gives the probability that a guess is right, by the question and its place in the
script."""


class GuessRule(StrEnum):
    """A rule of guessing."""

    RANDOM = "random"
    POSITION = "position"
    ODD_ONE_OUT = "odd-one-out"


def guess_score(script: Script, guess: GuessRule, among: Iterable[Script] = ()) -> MatchScore:
    """Returns the expected score of a guesser at all questions of a script, as a match score of that name.

    An expectation has no error of its own: only the value and n of its estimate are meaningful.

    Args:
        script: with its options in the order in which they were played.
        guess: the rule.
        among: the scripts of the table, from which *position* learns its letters; the script itself if none.
    """
    return _score_expected(script, guess.value, _rule(guess, tuple(among) or (script,)))


def ceiling(script: Script) -> MatchScore:
    """Returns the highest score of a player who has understood everything, by the original keys.

    A key that contradicts the story costs what its question is worth: a player who knows the murderer names
    no other, though two may be suspected.
    """
    return _score_expected(script, CEILING, lambda number, question: float(key_state(question) == "sound"))


def _score_expected(script: Script, name: str, rule: Rule) -> MatchScore:
    rows: list[AnswerRow] = []
    for number, question in enumerate(script.questions):
        repaired = repair_key(question)
        players = [player for player in script.players if script.is_asked(question, player)]
        expected = rule(number, question), rule(number, repaired) if repaired else 0.0
        if question.is_scored:
            rows += [(1, side(script, player), question, *expected, False) for player in players]
    answers = count_answers(rows)
    return MatchScore(match=name, script=script.id, language=script.language, answers=answers)


AnswerRow = tuple[int, Team, Question, float, float, bool]
"""An evaluation, a side and a question; how right it is by the key and by the repaired one; if unanswered."""


def count_answers(rows: Iterable[AnswerRow]) -> tuple[AnswerCount, ...]:
    """Returns the counts of answers of one kind each."""
    groups: dict[tuple[int, Team, Aspect, Category, bool, KeyState], list[tuple[float, float, bool]]] = {}
    for evaluation, team, question, *counted in rows:
        about = (question.aspect, question.category, bool(question.flags), key_state(question))
        groups.setdefault((evaluation, team, *about), []).append((counted[0], counted[1], bool(counted[2])))
    return tuple(
        AnswerCount(
            evaluation=evaluation,
            team=team,
            category=category,
            aspect=aspect,
            is_flagged=is_flagged,
            asked=len(group),
            right=sum(right for right, _, _ in group),
            key=key,
            repaired=sum(repaired for _, repaired, _ in group),
            unanswered=sum(is_unanswered for _, _, is_unanswered in group),
        )
        for (evaluation, team, aspect, category, is_flagged, key), group in groups.items()
    )


def _rule(guess: GuessRule, among: Sequence[Script]) -> Rule:
    match guess:
        case GuessRule.RANDOM:
            return lambda number, question: by_chance(question)
        case GuessRule.POSITION:
            halves = favourites(among, 0), favourites(among, 1)
            return lambda number, question: by_position(question, halves[1 - number % 2])
        case GuessRule.ODD_ONE_OUT:
            return lambda number, question: by_oddness(question)


def by_chance(question: Question) -> float:
    """Returns the share of legal answers that are right: of all sets of at most `choose` letters."""
    sizes = range(1, question.choose + 1)
    answers = [chosen for size in sizes for chosen in combinations(question.letters, size)]
    return fmean(is_right(question, chosen) for chosen in answers)


def favourites(scripts: Iterable[Script], half: int) -> Letters:
    """Returns the letters of every aspect by how often they are keyed in one half of the questions.

    On WellPlay as its authors order it this comes to "a, or d if the question asks for what does not exist".
    Questions of even places are guessed by what those of odd places teach and the other way round: learned
    from the questions themselves, the rule would lie above chance even where options are shuffled.
    """
    keys: dict[Aspect, Counter[Letter]] = {}
    for script in scripts:
        for question in script.questions[half::2]:
            rows = len(question.asked_of) or len(script.players)
            keys.setdefault(question.aspect, Counter()).update(dict.fromkeys(question.key, rows))
    return {aspect: sorted(counts, key=lambda a: (-counts[a], a)) for aspect, counts in keys.items()}


def by_position(question: Question, letters: Letters) -> float:
    """Returns 1 if the favourite letter of its aspect is right; `a` if none was learned."""
    learned = [letter for letter in letters.get(question.aspect, ()) if letter in question.letters]
    return float(is_right(question, (learned or question.letters)[:1]))


def by_oddness(question: Question) -> float:
    """Returns the share of right answers among the options that share the fewest first words with the others.

    For relations only; other questions are guessed by chance. Every other option of WellPlay begins with the
    other person: "Bo is the aunt of Ann" among "Ann is the … of Bo". A word is a run of letters or one
    Chinese character; among equally odd options one is drawn.
    """
    if question.category is not Category.RELATIONS:
        return by_chance(question)
    words = [_WORD.findall(option.casefold()) for option in question.options]
    shared = [
        sum(_common(mine, other) for n, other in enumerate(words) if n != place)
        for place, mine in enumerate(words)
    ]
    odd = [letter for letter, count in zip(question.letters, shared, strict=True) if count == min(shared)]
    return fmean(is_right(question, (letter,)) for letter in odd)


def _common(words: Sequence[str], other: Sequence[str]) -> int:
    """Returns the number of first words that two options share."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(words, other, strict=False)))
