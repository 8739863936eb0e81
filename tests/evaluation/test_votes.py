from collections.abc import Callable, Mapping

import pytest

from parlour.arena import Record
from parlour.core import CaseOutcome, Event, EventKind, event_kinds
from parlour.evaluation import Score, ballots, verdicts, vote_accuracy, win_rate
from parlour.games.mystery import Team

MakeRecord = Callable[..., Record]


def outcome(winner: Team | None, case: str = "Vic") -> CaseOutcome:
    return CaseOutcome(case=case, eliminated=None, truth=("Bo",) if winner else (), winner=winner)


def vote(voter: str, choice: str | None, case: str = "Vic") -> Event:
    return Event(number=0, kind=event_kinds.VOTED, actor=voter, case=case, chosen=(choice,) if choice else ())


def verdict(case: str, out: str | None, truth: tuple[str, ...], winner: str | None) -> list[Event]:
    told: Mapping[EventKind, tuple[str, ...]] = {
        event_kinds.ELIMINATED: (out,) if out else (),
        event_kinds.REVEALED: truth,
        event_kinds.WON: (winner,) if winner else (),
    }
    return [Event(number=0, kind=kind, case=case, chosen=chosen) for kind, chosen in told.items()]


def sealed(events: list[Event]) -> list[Event]:
    return [
        Event(number=0, kind=e.kind, case=e.case, chosen=e.chosen, visible_to=frozenset()) for e in events
    ]


def test_the_win_rate_counts_every_victim_once():
    """NOTES, PLAYER* 7."""
    won, lost = outcome(Team.CIVILIAN), outcome(Team.MURDERER)
    assert win_rate([won, lost, lost, won, lost], Team.CIVILIAN) == Score(value=2 / 5, n=5)


def test_a_victim_killed_by_nobody_is_left_out_of_the_win_rate():
    unscored = outcome(None)
    assert win_rate([outcome(Team.CIVILIAN), unscored, unscored], Team.CIVILIAN) == Score(value=1.0, n=1)
    assert win_rate([unscored], Team.CIVILIAN) == win_rate([], Team.CIVILIAN) == Score(value=None, n=0)


def test_verdicts_are_read_back_from_the_records_own_events(record: MakeRecord):
    told = [*verdict("Vic", "Bo", ("Bo",), "civilian"), *verdict("Wes", None, (), None)]
    assert verdicts(record(told, victims={"Vic": ("Bo",), "Wes": ()})) == [
        CaseOutcome(case="Vic", eliminated="Bo", truth=("Bo",), winner="civilian"),
        CaseOutcome(case="Wes", eliminated=None, truth=(), winner=None),
    ]


def test_a_sealed_verdict_that_is_opened_later_counts_once(record: MakeRecord):
    told = verdict("Vic", "Cy", ("Bo",), "murderer")
    assert len(verdicts(record([*sealed(told), *told]))) == 1
    assert verdicts(record(sealed(told))) == verdicts(record(told))


def test_a_match_that_stopped_before_its_vote_has_no_verdict(record: MakeRecord):
    stopped = record([Event(number=0, kind=event_kinds.ROUND, round=1)])
    assert verdicts(stopped) == ballots(stopped) == []
    assert vote_accuracy(stopped) == Score(value=None, n=0)


@pytest.mark.parametrize(
    ("choices", "right"),
    [(("Bo", "Ann", "Bo"), 2), (("Bo", None, None), 1), ((None, None, None), 0), (("Cy", "Ann", "Ann"), 0)],
)
def test_an_abstention_is_a_vote_that_names_no_murderer(
    record: MakeRecord, choices: tuple[str | None, ...], right: int
):
    votes = [vote(voter, choice) for voter, choice in zip(("Ann", "Bo", "Cy"), choices, strict=True)]
    told = record([*votes, *verdict("Vic", None, ("Bo",), "murderer")])
    assert vote_accuracy(told) == Score(value=right / 3, n=3)


def test_a_vote_for_any_one_of_several_murderers_is_right(record: MakeRecord):
    told = [vote("Ann", "Bo"), vote("Bo", "Cy"), vote("Cy", "Ann")]
    told += verdict("Vic", None, ("Bo", "Cy"), "murderer")
    assert vote_accuracy(record(told, victims={"Vic": ("Bo", "Cy")})) == Score(value=2 / 3, n=3)


def test_votes_on_an_unscored_victim_do_not_count(record: MakeRecord):
    told = [vote("Ann", "Bo"), vote("Ann", "Bo", "Wes"), vote("Cy", "Ann", "Wes")]
    told += [*verdict("Vic", "Bo", ("Bo",), "civilian"), *verdict("Wes", "Bo", (), None)]
    assert vote_accuracy(record(told, victims={"Vic": ("Bo",), "Wes": ()})) == Score(value=1.0, n=1)
