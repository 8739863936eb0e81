"""A match in counts: small enough to keep for every cell of a table, and enough to compute any metric.

Counts of several matches can be added, so that tables, intervals and columns are computed without loading a
record again.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from parlour.games.mystery import Aspect, Category, Team
from parlour.llm import Language


class _Counts(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AnswerCount(_Counts):
    """The answers of one kind.

    Attributes:
        evaluation: which time the questions were put, from 1.
        team: the side that answered.
        category: of the questions.
        aspect: of the questions.
        is_flagged: whether something is known to be wrong with them.
        asked: how many there were.
        right: how many were right; of a guess (`guessing`), how many are to be expected.
        unanswered: how many chose nothing, which is wrong.
    """

    evaluation: int
    team: Team
    category: Category
    aspect: Aspect
    is_flagged: bool
    asked: int
    right: float
    unanswered: int = 0


class VoteCount(_Counts):
    """One side's votes on scored cases.

    Attributes:
        team: the side that voted.
        asked: ballots handed out.
        right: those that named a murderer.
        abstained: those that named nobody, which is not right.
    """

    team: Team
    asked: int
    right: int
    abstained: int


class Spent(_Counts):
    """What model calls took.

    Attributes:
        calls: how many were sent.
        input_tokens: cached ones among them.
        cached_tokens: those that the provider had from an earlier call.
        output_tokens: tokens written.
        dollars: their price; None where it is not known.
        seconds: from asking to the last token, added up as if one call had followed the other.
    """

    calls: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = 0.0
    seconds: float = 0.0


class MatchScore(_Counts):
    """What a match came to.

    Attributes:
        match: its id; of a guess, the name of its rule.
        script: the script's id.
        language: of the table.
        evaluations: how many times the questions were put.
        answers: by evaluation, team, category, aspect and flag.
        votes: by team.
        won: cases that the civilians won.
        lost: cases that the murderers won.
        unscored: cases whose victim nobody at the table killed.
        faults: how many, by purpose.
        actions: how many actions were asked for.
        fallbacks: how many of them the game's fallback had to stand in for.
        play: what the match took up to its vote.
        answering: what all evaluations after it took.
    """

    match: str
    script: str
    language: Language
    evaluations: int = 1
    answers: tuple[AnswerCount, ...] = ()
    votes: tuple[VoteCount, ...] = ()
    won: int = 0
    lost: int = 0
    unscored: int = 0
    faults: Mapping[str, int] = {}
    actions: int = 0
    fallbacks: int = 0
    play: Spent = Spent()
    answering: Spent = Spent()
