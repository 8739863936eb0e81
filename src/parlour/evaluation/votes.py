"""Who won, and how well players voted."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.arena import Record, events
from parlour.evaluation.answers import Score
from parlour.games import CaseOutcome, Event, EventKind
from parlour.games.mystery import Team


def ballots(record: Record) -> list[Event]:
    """Every vote of a match; an abstention chooses nobody."""
    return [event for event in events(record) if event.kind is EventKind.VOTED]


def verdicts(record: Record) -> list[CaseOutcome]:
    """How each case ended, read from the record's own events."""
    told = {(event.kind, event.case): event.chosen for event in events(record)}
    return [
        CaseOutcome(
            case=victim.name,
            eliminated=next(iter(told[EventKind.ELIMINATED, victim.name]), None),
            truth=told[EventKind.REVEALED, victim.name],
            winner=next(iter(told[EventKind.WON, victim.name]), None),
        )
        for victim in record.setup.game.script.victims
        if (EventKind.WON, victim.name) in told
    ]


def win_rate(outcomes: Sequence[CaseOutcome]) -> Score:
    """The share of scored cases that the civilians won, each victim counting once (NOTES 7)."""
    scored = [outcome for outcome in outcomes if outcome.winner]
    won = sum(outcome.winner == Team.CIVILIAN for outcome in scored)
    return Score(value=won / len(scored) if scored else None, n=len(scored))


def vote_accuracy(record: Record) -> Score:
    """The share of votes on scored cases that named a murderer; an abstention is not right."""
    truth = {outcome.case: outcome.truth for outcome in verdicts(record) if outcome.winner}
    cast = [vote for vote in ballots(record) if vote.case in truth]
    right = sum(bool(vote.chosen) and vote.chosen[0] in truth[vote.case or ""] for vote in cast)
    return Score(value=right / len(cast) if cast else None, n=len(cast))
