"""Scores a record: its counts, votes and rewards, by what its game brings or by what any game has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from typing import Protocol, runtime_checkable

from parlour.arena import Act, Record, RecordedCall, Status, play_rules
from parlour.core import CaseOutcome, Event, EventKind, Player, Request, event_kinds, find_game
from parlour.errors import IllegalAction, PluginFailed, RecordError
from parlour.evaluation.metrics import held_beliefs, is_eliciting, without_beliefs
from parlour.evaluation.parts import Score
from parlour.evaluation.score import SEEKERS, SOUGHT, AskedModel, HeldBeliefs, MatchScore, Spent, VoteCount
from parlour.llm import AT, Completion, Tally, is_rule_based


def ballots(record: Record) -> list[Event]:
    """Returns every vote of a match that counted; an abstention chooses no player."""
    return [event for event in record.events if event.kind is event_kinds.VOTED]


def polls(record: Record) -> list[Event]:
    """Every vote that decided nothing, such as those after all rounds but the last."""
    return [event for event in record.events if event.kind is event_kinds.POLLED]


def dealt_roles(record: Record) -> Mapping[Player, str]:
    """Returns the dealt role of each player; empty in a game that deals none."""
    return {
        player: event.role
        for event in record.events
        if event.kind is event_kinds.ROLE and event.role
        for player in event.visible_to or ()
    }


def final_roles(record: Record) -> Mapping[Player, str]:
    """Returns the final role of each player: as revealed at the end, or else as dealt."""
    dealt = dealt_roles(record)
    revealed = {
        event.chosen[0]: event.role
        for event in record.events
        if event.kind is event_kinds.REVEALED and event.role and len(event.chosen) == 1
    }
    return {player: revealed.get(player, role) for player, role in dealt.items()}


def outcomes(record: Record) -> list[CaseOutcome]:
    """Returns the outcome of each case: the last eliminated, the revealed as sought, and the winning side.

    Who is sought is revealed with the case; in a game that reveals all roles at its end, instead, they are
    those who have a role that is sought.
    """
    events, sought = record.events, find_game(record.setup.game.name).sought
    won = {event.case or "": event for event in events if event.kind is event_kinds.WON}
    return [
        CaseOutcome(
            case=case,
            eliminated=next(iter(_names(events, event_kinds.ELIMINATED, case)[::-1]), None),
            truth=tuple(dict.fromkeys(_names(events, event_kinds.REVEALED, case) if case else ()))
            or _holders(events[events.index(end) :], sought),
            winner=next(iter(end.chosen), None),
            also=end.chosen[1:],
        )
        for case, end in won.items()
    ]


def _names(events: Sequence[Event], kind: EventKind, case: str) -> list[Player]:
    return [
        name for event in events if event.kind is kind and (event.case or "") == case for name in event.chosen
    ]


def _holders(events: Sequence[Event], roles: Sequence[str]) -> tuple[Player, ...]:
    revealed = [event for event in events if event.kind is event_kinds.REVEALED and event.role in roles]
    return tuple(name for event in revealed for name in event.chosen)


@runtime_checkable
class Scoring(Protocol):
    """A game's part `scores`, which scores its matches; a game without it has `PlainScoring`."""

    def score(self, record: Record, leaving_out: Collection[Player]) -> MatchScore:
        """A finished match in counts, without the votes, answers and faults of some seats."""
        ...

    def verdicts(self, record: Record) -> list[CaseOutcome]:
        """Returns the outcome of each hidden question, with the sought players; none before the end."""
        ...


@runtime_checkable
class ForecastScoring(Protocol):
    """The scoring of a game whose seats are also asked about the future."""

    def forecasts(self, record: Record) -> Sequence[HeldBeliefs]:
        """Returns the forecasts at each vote, beside the outcomes."""
        ...


class PlainScoring:
    """Scores any game by the events that it shares with others, and by its roles that are sought."""

    def score(self, record: Record, leaving_out: Collection[Player]) -> MatchScore:
        """Scores the wins, the votes, their targets' roles, the faults and the cost of a match."""
        cases, roles = self.verdicts(record), final_roles(record)
        cast = [name for vote in (*polls(record), *ballots(record)) for name in vote.chosen]
        return score_by_counts(record, cases, leaving_out).model_copy(
            update={
                "votes": count_votes(record, cases, leaving_out),
                "winner": next((case.winner for case in cases), None),
                "dealt": Counter(roles.values()),
                "cast": Counter(roles[name] for name in cast if name in roles),
            }
        )

    def verdicts(self, record: Record) -> list[CaseOutcome]:
        """As its events tell it."""
        return outcomes(record)


def scoring_of(game: str) -> Scoring:
    """Returns the scoring of a game."""
    return find_game(game).find_part("scores", Scoring) or PlainScoring()


def score_match(record: Record, *, leaving_out: Collection[Player] = ()) -> MatchScore:
    """A finished match in counts.

    Raises:
        RecordError: if the match is not finished, since half a match has no score.
    """
    if record.status is not Status.FINISHED:
        raise RecordError(f"match {record.match} is {record.status}: only a finished match can be scored")
    scoring, models = scoring_of(record.setup.game.name), asked_models(record)
    if not record.setup.elicits:
        return scoring.score(record, frozenset(leaving_out)).model_copy(update={"asked": models})
    return scoring.score(without_beliefs(record), frozenset(leaving_out)).model_copy(
        update={
            "asked": models,
            "beliefs": held_beliefs(record, scoring.verdicts(record), leaving_out),
            "forecasts": tuple(scoring.forecasts(record)) if isinstance(scoring, ForecastScoring) else (),
            "eliciting": spent(call for call in record.calls if is_eliciting(call)),
        }
    )


def asked_models(record: Record) -> Mapping[str, AskedModel]:
    """Counts how each model of a match but the reader was asked; a seat's model is its last one."""
    models = {seat.player: seat.holder.model for seat in record.setup.seats}
    replies: dict[str, list[Completion]] = {}
    for call in record.calls:
        player = call.key.player
        model = player.removeprefix(AT) if player.startswith(AT) else models.get(player, "")
        if model and not is_rule_based(model):
            replies.setdefault(model, []).append(call.completion)
    return {model: AskedModel.of(completions) for model, completions in replies.items()}


def verdicts(record: Record) -> list[CaseOutcome]:
    """Returns the outcome of each case of a match, with the sought players."""
    return scoring_of(record.setup.game.name).verdicts(record)


def score_by_counts(
    record: Record, cases: Sequence[CaseOutcome], without: Collection[Player] = ()
) -> MatchScore:
    """Counts what every game has; a draw is a loss of those who seek."""
    setup = record.setup.game
    game = find_game(setup.name)
    scored = [case.winner == game.teams[0] for case in cases if case.truth or game.sought]
    acts = [act for act in record.items if isinstance(act, Act) and act.player not in without]
    return MatchScore(
        match=record.match,
        script=setup.story or f"{setup.name}-{record.setup.seed}",
        language=record.setup.language,
        won=sum(scored),
        lost=len(scored) - sum(scored),
        unscored=len(cases) - len(scored),
        faults=Counter(fault.purpose for fault in record.faults if fault.player not in without),
        actions=len(acts),
        fallbacks=sum(act.is_fallback for act in acts),
        play=spent(record.calls),
    )


def count_votes(
    record: Record, cases: Iterable[CaseOutcome], without: Collection[Player] = ()
) -> tuple[VoteCount, ...]:
    """The votes on scored cases, of those who seek and of those who are sought."""
    truth = {case.case: case.truth for case in cases if case.truth}
    sought = {player for players in truth.values() for player in players}
    votes_by_team: dict[str, list[Event]] = {}
    for vote in ballots(record):
        if (vote.case or "") in truth and vote.actor not in without:
            votes_by_team.setdefault(SOUGHT if vote.actor in sought else SEEKERS, []).append(vote)
    return tuple(
        VoteCount(
            team=team,
            asked=len(votes),
            right=sum(bool(set(vote.chosen) & set(truth[vote.case or ""])) for vote in votes),
            abstained=sum(not vote.chosen for vote in votes),
        )
        for team, votes in votes_by_team.items()
    )


def win_rate(cases: Sequence[CaseOutcome], side: str) -> Score:
    """The share of scored cases that a side won, each case counting once; a draw is a loss."""
    scored = [case for case in cases if case.truth]
    won = sum(case.winner == side for case in scored)
    return Score(value=won / len(scored) if scored else None, n=len(scored))


def vote_accuracy(record: Record) -> Score:
    """Returns the share of votes on scored cases for a sought player; an abstention is not right."""
    votes = count_votes(record, verdicts(record))
    total = sum(vote.asked for vote in votes)
    return Score(value=sum(vote.right for vote in votes) / total if total else None, n=total)


def spent(calls: Iterable[RecordedCall]) -> Spent:
    """Returns the cost of model calls together."""
    completions = [call.completion for call in calls]
    tally = reduce(Tally.with_call, (completion.usage for completion in completions), Tally())
    usage = tally.usage
    return Spent(
        calls=tally.calls,
        repaired=sum(completion.is_repaired for completion in completions),
        input_tokens=usage.input_tokens,
        cached_tokens=usage.cached_tokens,
        output_tokens=usage.output_tokens,
        dollars=usage.dollars,
        seconds=usage.seconds,
    )


REWARD = "reward"
"""The column of a seat's reward: the wins of its own side."""


@dataclass(frozen=True, kw_only=True)
class Sides:
    """The sides of a match and how its hidden questions came out."""

    game: str
    teams: Mapping[Player, str]
    cases: Sequence[CaseOutcome]
    requests: Mapping[str, Request]

    @classmethod
    def of(cls, record: Record) -> Sides:
        """The sides of a recorded match."""
        teams, requests = dict[Player, str](), dict[str, Request]()
        with suppress(RecordError, IllegalAction, PluginFailed):
            played = play_rules(record)
            teams = dict(played.teams)
            requests = {decision.request.id: decision.request for decision in played.decisions}
        return cls(game=record.setup.game.name, teams=teams, cases=verdicts(record), requests=requests)

    def team(self, player: Player) -> str | None:
        """The side of a seat; None of what is no seat."""
        return self.teams.get(player)

    def reward(self, player: Player) -> float | None:
        """Returns the share of scored cases that the seat's side won; None without one, or without the seat.

        A draw has no winner; sides that share a victory each win it. The side is the one at the end.
        """
        team, scored = self.team(player), [case for case in self.cases if self.is_scored(case)]
        if team is None or not scored:
            return None
        return sum(case.is_won_by(team) for case in scored) / len(scored)

    def is_scored(self, case: CaseOutcome) -> bool:
        """Returns true if a case counts in scores: a player of the match is sought."""
        return bool(case.truth or find_game(self.game).sought)

    def truth(self, case: str | None) -> set[Player]:
        """Returns the sought players of a case; none before the end, or if there are none."""
        return {
            name
            for case_outcome in self.cases
            if case_outcome.case == (case or "")
            for name in case_outcome.truth
        }
