"""From a record to its counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce

from parlour.arena import Act, Record, RecordedCall, Status, faults, items
from parlour.errors import RecordError
from parlour.evaluation.answers import Graded, graded, side
from parlour.evaluation.score import AnswerCount, MatchScore, Spent, VoteCount
from parlour.evaluation.votes import ballots, verdicts
from parlour.games import Event, EventKind
from parlour.games.mystery import Aspect, Category, Team
from parlour.llm import Tally


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
        script=record.setup.mystery.script.id,
        language=record.setup.language,
        evaluations=record.setup.mystery.evaluations,
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
    script = record.setup.mystery.script
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
