"""A match in counts: small enough to keep for every cell of a table, and enough to compute any metric.

Counts of several matches can be added, so that tables, intervals and columns are computed without loading a
record again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from pydantic import BaseModel, ConfigDict

from parlour.arena import Act, Record, RecordedCall, Status, faults, items
from parlour.errors import RecordError
from parlour.evaluation.answers import Graded, graded, side
from parlour.evaluation.votes import ballots, verdicts
from parlour.games import Event, EventKind
from parlour.games.mystery import Aspect, Category, Team
from parlour.llm import Language, Tally


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


def score_match(record: Record) -> MatchScore:
    """A finished match in counts.

    Raises:
        RecordError: if the match is not finished; half a match has no score.
    """
    if record.status is not Status.FINISHED:
        raise RecordError(f"match {record.match} is {record.status}: only a finished match can be scored")
    cases = [case.winner for case in verdicts(record)]
    acts = [each for each in items(record) if isinstance(each, Act)]
    play, answering = _stages(record)
    return MatchScore(
        match=record.match,
        script=record.setup.game.script.id,
        language=record.setup.language,
        evaluations=record.setup.game.evaluations,
        answers=_count(graded(record)),
        votes=_votes(record),
        won=cases.count(Team.CIVILIAN),
        lost=cases.count(Team.MURDERER),
        unscored=cases.count(None),
        faults=Counter(fault.purpose for fault in faults(record)),
        actions=len(acts),
        fallbacks=sum(act.is_fallback for act in acts),
        play=play,
        answering=answering,
    )


def _count(answers: Iterable[Graded]) -> tuple[AnswerCount, ...]:
    groups: dict[tuple[int, Team, Aspect, Category, bool], list[Graded]] = {}
    for answer in answers:
        question = answer.question
        kind = (answer.evaluation, answer.team, question.aspect, question.category, answer.is_flagged)
        groups.setdefault(kind, []).append(answer)
    return tuple(
        AnswerCount(
            evaluation=evaluation,
            team=team,
            category=category,
            aspect=aspect,
            is_flagged=is_flagged,
            asked=len(group),
            right=sum(answer.is_right for answer in group),
            unanswered=sum(not answer.chosen for answer in group),
        )
        for (evaluation, team, aspect, category, is_flagged), group in groups.items()
    )


def _votes(record: Record) -> tuple[VoteCount, ...]:
    script = record.setup.game.script
    truth = {case.case: case.truth for case in verdicts(record) if case.winner}
    told: dict[Team, list[Event]] = {}
    for vote in ballots(record):
        if vote.case in truth:
            told.setdefault(side(script, vote.actor or ""), []).append(vote)
    return tuple(
        VoteCount(
            team=team,
            asked=len(votes),
            right=sum(bool(set(vote.chosen) & set(truth[vote.case or ""])) for vote in votes),
            abstained=sum(not vote.chosen for vote in votes),
        )
        for team, votes in told.items()
    )


def _stages(record: Record) -> tuple[Spent, Spent]:
    """What was spent up to the vote and what on the answers: whatever is acted on after it is an answer."""
    told = list(items(record))
    vote = max((n for n, each in enumerate(told) if _is_vote(each)), default=len(told))
    asked = {each.request for each in told[vote:] if isinstance(each, Act)}
    answering = [call for call in record.calls if call.key.request in asked]
    play = [call for call in record.calls if call.key.request not in asked]
    return _spent(play), _spent(answering)


def _is_vote(each: object) -> bool:
    return isinstance(each, Event) and each.kind is EventKind.VOTED


def _spent(calls: Sequence[RecordedCall]) -> Spent:
    tally = reduce(Tally.with_call, (call.completion.usage for call in calls), Tally())
    usage = tally.usage
    return Spent(
        calls=tally.calls,
        input_tokens=usage.input_tokens,
        cached_tokens=usage.cached_tokens,
        output_tokens=usage.output_tokens,
        dollars=usage.dollars,
        seconds=usage.seconds,
    )
