"""Who won, and how well players voted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.arena import Record, events
from parlour.core import CaseOutcome, Event, event_kinds
from parlour.evaluation.answers import Score
from parlour.games.mystery import MysterySetup, Team
from parlour.games.werewolf import Role


def ballots(record: Record) -> list[Event]:
    """Every vote of a match that counted; an abstention chooses nobody."""
    return [event for event in events(record) if event.kind is event_kinds.VOTED]


def polls(record: Record) -> list[Event]:
    """Every vote of One Night that decided nothing: those after all rounds but the last."""
    return [event for event in events(record) if event.kind is event_kinds.POLLED]


def verdicts(record: Record) -> list[CaseOutcome]:
    """How each case ended, read from the record's own events; elsewhere the one case is the game."""
    if isinstance(record.setup.game, MysterySetup):
        return _of_mystery(record, record.setup.game)
    return list(_of_werewolves(events(record)))


def _of_mystery(record: Record, game: MysterySetup) -> list[CaseOutcome]:
    told = {(event.kind, event.case): event.chosen for event in events(record)}
    return [
        CaseOutcome(
            case=victim.name,
            eliminated=next(iter(told[event_kinds.ELIMINATED, victim.name]), None),
            truth=told[event_kinds.REVEALED, victim.name],
            winner=next(iter(told[event_kinds.WON, victim.name]), None),
        )
        for victim in game.script.victims
        if (event_kinds.WON, victim.name) in told
    ]


def _of_werewolves(told: Sequence[Event]) -> Iterator[CaseOutcome]:
    """What everybody was is revealed after the end, those who were revealed before it once more.

    Werewolf and One Night call the role by the same name.
    """
    won = next((event for event in told if event.kind is event_kinds.WON), None)
    if won is None:
        return
    out = [name for event in told if event.kind is event_kinds.ELIMINATED for name in event.chosen]
    shown = [event for event in told if event.kind is event_kinds.REVEALED and event.number > won.number]
    yield CaseOutcome(
        case=won.case or "",
        eliminated=out[-1] if out else None,
        truth=tuple(name for event in shown if event.role == Role.WEREWOLF for name in event.chosen),
        winner=next(iter(won.chosen), None),
    )


def win_rate(outcomes: Sequence[CaseOutcome], side: str = Team.CIVILIAN) -> Score:
    """The share of scored cases that a side won, each victim counting once (NOTES 7); a draw is a loss.

    Args:
        outcomes: of one match or more.
        side: whose wins are counted.
    """
    scored = [outcome for outcome in outcomes if outcome.truth]
    won = sum(outcome.winner == side for outcome in scored)
    return Score(value=won / len(scored) if scored else None, n=len(scored))


def vote_accuracy(record: Record) -> Score:
    """The share of votes on scored cases that named a murderer or werewolf; an abstention is not right."""
    truth = {outcome.case: outcome.truth for outcome in verdicts(record) if outcome.truth}
    cast = [vote for vote in ballots(record) if vote.case in truth]
    right = sum(bool(vote.chosen) and vote.chosen[0] in truth[vote.case or ""] for vote in cast)
    return Score(value=right / len(cast) if cast else None, n=len(cast))
