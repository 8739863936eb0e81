"""From a record to its counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from parlour.arena import Act, Record, Status, faults, items
from parlour.core import Event, Player, event_kinds
from parlour.errors import RecordError, UsageError
from parlour.evaluation.answers import Graded, graded, side
from parlour.evaluation.deeds import winner
from parlour.evaluation.richness import table_talk
from parlour.evaluation.score import AnswerCount, MatchScore, Spent, VoteCount
from parlour.evaluation.seats import score_seats
from parlour.evaluation.spending import spent
from parlour.evaluation.votes import ballots, verdicts
from parlour.games import onenight, werewolf
from parlour.games.mystery import Aspect, Category, MysterySetup, Team
from parlour.games.onenight import OneNightSetup
from parlour.games.werewolf import WerewolfSetup


def score_match(record: Record, *, leaving_out: Collection[Player] = ()) -> MatchScore:
    """A finished match in counts.

    Args:
        record: of the match.
        leaving_out: seats of a mystery whose answers, votes and faults do not count, such as a person's among
            agents (NOTES 13); who won is the whole table's all the same.

    Raises:
        RecordError: if the match is not finished, since half a match has no score.
    """
    if record.status is not Status.FINISHED:
        raise RecordError(f"match {record.match} is {record.status}: only a finished match can be scored")
    match record.setup.game:
        case MysterySetup() as game:
            return _score_mystery(record, game, frozenset(leaving_out))
        case WerewolfSetup() as game:
            return _score_werewolf(record, game)
        case OneNightSetup() as game:
            return _score_one_night(record, game)
        case _:
            raise UsageError(f"{record.setup.game.name} is not known here")


def _score_mystery(record: Record, game: MysterySetup, without: frozenset[Player]) -> MatchScore:
    cases = [case.winner for case in verdicts(record)]
    acts = [each for each in items(record) if isinstance(each, Act) and each.player not in without]
    play, answering = _stages(record)
    return MatchScore(
        match=record.match,
        script=game.script.id,
        language=record.setup.language,
        evaluations=game.evaluations,
        answers=_count(each for each in graded(record) if each.player not in without),
        votes=_votes(record, without),
        won=cases.count(Team.CIVILIAN),
        lost=cases.count(Team.MURDERER),
        unscored=cases.count(None),
        faults=Counter(fault.purpose for fault in faults(record) if fault.player not in without),
        actions=len(acts),
        fallbacks=sum(act.is_fallback for act in acts),
        play=play,
        answering=answering,
    )


def _score_werewolf(record: Record, game: WerewolfSetup) -> MatchScore:
    """A match of which each seat has its own score; a draw is won by nobody, and counts."""
    seats = tuple(score_seats(record))
    has_won = winner(record) == werewolf.Team.GOOD
    return MatchScore(
        match=record.match,
        script=f"{game.name}-{record.setup.seed}",
        language=record.setup.language,
        won=int(has_won),
        lost=int(not has_won),
        faults=Counter(fault.purpose for fault in faults(record)),
        actions=sum(seat.actions for seat in seats),
        fallbacks=sum(seat.fallbacks for seat in seats),
        play=spent(record.calls),
        seats=seats,
        shared=spent(call for call in record.calls if call.key.player not in game.players),
    )


def _score_one_night(record: Record, game: OneNightSetup) -> MatchScore:
    """A match in which three sides could win, and those votes count, too, that decided nothing."""
    talk = table_talk(record)
    acts = [each for each in items(record) if isinstance(each, Act)]
    has_won = talk.winner == onenight.Team.VILLAGE
    return MatchScore(
        match=record.match,
        script=f"{game.name}-{record.setup.seed}",
        language=record.setup.language,
        won=int(has_won),
        lost=int(not has_won),
        faults=Counter(fault.purpose for fault in faults(record)),
        actions=len(acts),
        fallbacks=sum(act.is_fallback for act in acts),
        play=spent(record.calls),
        winner=talk.winner,
        dealt=Counter(talk.roles),
        cast=Counter(talk.role(vote.target) for vote in talk.votes),
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


def _votes(record: Record, without: frozenset[Player]) -> tuple[VoteCount, ...]:
    script = record.setup.mystery.script
    truth = {case.case: case.truth for case in verdicts(record) if case.winner}
    told: dict[Team, list[Event]] = {}
    for vote in ballots(record):
        if vote.case in truth and vote.actor not in without:
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
    return spent(play), spent(answering)


def _is_vote(each: object) -> bool:
    return isinstance(each, Event) and each.kind is event_kinds.VOTED
