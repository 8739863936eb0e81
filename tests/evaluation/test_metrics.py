"""What each metric counts, in each column, of votes, and for some seats alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from parlour.arena import Record
from parlour.core import CaseOutcome, Event, EventKind, event_kinds
from parlour.errors import UsageError
from parlour.evaluation import (
    AnswerCount,
    Column,
    HeldBeliefs,
    MatchScore,
    Score,
    SeatScore,
    Spent,
    VoteCount,
    ballots,
    estimate,
    metric,
    verdicts,
    vote_accuracy,
    win_rate,
)
from parlour.games.mystery import Aspect, Category, Team
from tests.cases import cases

CIVILIAN, MURDERER = Team.CIVILIAN, Team.MURDERER


def count(
    right: float,
    asked: int,
    aspect: Aspect = Aspect.WHO,
    category: Category = Category.OBJECTIVE,
    *,
    team: Team = CIVILIAN,
    evaluation: int = 1,
    is_flagged: bool = False,
    unanswered: int = 0,
) -> AnswerCount:
    return AnswerCount(
        evaluation=evaluation,
        team=team,
        category=category,
        aspect=aspect,
        is_flagged=is_flagged,
        asked=asked,
        right=right,
        unanswered=unanswered,
    )


WHERE, KIN = (Aspect.WHERE, Category.REASONING), (Aspect.ONE_RELATIONSHIP, Category.RELATIONS)
SCORE = MatchScore(
    match="m",
    script="s",
    language="en",
    evaluations=2,
    answers=(
        count(1, 2),
        count(0, 2, team=MURDERER, unanswered=1),
        count(3, 4, *WHERE),
        count(0, 1, *WHERE, is_flagged=True),
        count(1, 5, *KIN, evaluation=2),
    ),
    votes=(
        VoteCount(team=CIVILIAN, asked=4, right=3, abstained=1),
        VoteCount(team=MURDERER, asked=1, right=0, abstained=0),
    ),
    won=1,
    lost=2,
    unscored=3,
    faults={"ask": 2, "answer": 1},
    actions=50,
    fallbacks=1,
    play=Spent(
        calls=20, repaired=2, input_tokens=900, cached_tokens=400, output_tokens=80, dollars=1.5, seconds=1800
    ),
    answering=Spent(calls=10, input_tokens=100, cached_tokens=50, output_tokens=20, dollars=0.5, seconds=900),
)


@cases(
    ("name", "value", "n"),
    [
        ("win_rate", 1 / 3, 3),
        ("vote_accuracy", 3 / 5, 5),
        ("overall", (10 * 1 + 5 * 3 + 2 * 1) / (10 * 4 + 5 * 5 + 2 * 5), 14),
        ("objective", 1 / 4, 4),
        ("reasoning", 3 / 5, 5),
        ("relations", 1 / 5, 5),
        ("aspect.who", 1 / 4, 4),
        ("aspect.where", 3 / 5, 5),
        ("unanswered", 1 / 14, 14),
        ("fault_rate", 3 / 30, 30),
        ("repair_rate", 2 / 30, 30),
        ("fallback_rate", 1 / 50, 50),
        ("calls", 30, 1),
        ("input_tokens", 1000, 1),
        ("cached_tokens", 450, 1),
        ("output_tokens", 100, 1),
        ("dollars", 2.0, 1),
        ("hours", 0.75, 1),
        ("play.dollars", 1.5, 1),
        ("play.hours", 0.5, 1),
        ("evaluation.dollars", 0.25, 1),
        ("evaluation.calls", 5, 1),
    ],
)
def test_each_metric_counts_what_it_says(name: str, value: float, n: int):
    told = estimate([SCORE], name)
    assert (told.value, told.n) == (pytest.approx(value), n)


def test_the_civilians_column_leaves_the_murderers_answers_and_votes_out():
    told = {name: estimate([SCORE], name, Column.CIVILIANS) for name in ("objective", "vote_accuracy")}
    assert (told["objective"].value, told["objective"].n) == (1 / 2, 2)
    assert (told["vote_accuracy"].value, told["vote_accuracy"].n) == (3 / 4, 4)


def test_the_repaired_column_counts_by_keys_put_right_and_leaves_the_others_out():
    sound = count(0, 4).model_copy(update={"key": "sound"})
    known = count(0, 4, is_flagged=True).model_copy(update={"key": "repaired", "repaired": 3})
    lost = count(4, 4, is_flagged=True).model_copy(update={"key": "wrong"})
    told = SCORE.model_copy(update={"answers": (sound, known, lost)})
    found = estimate([told], "overall", Column.REPAIRED)
    assert (found.value, found.n) == (3 / 8, 8)
    assert estimate([told], "overall").value == 4 / 12


def test_the_strict_column_leaves_flagged_questions_out():
    told = estimate([SCORE], "reasoning", Column.STRICT)
    assert (told.value, told.n) == (3 / 4, 4)
    assert estimate([SCORE], "overall", Column.STRICT).n == 13


@cases("name", ["win_rate", "fault_rate", "calls", "dollars"])
def test_what_is_the_whole_tables_is_the_same_in_every_column(name: str):
    assert len({estimate([SCORE], name, column).value for column in Column}) == 1


def test_what_was_never_asked_has_no_value():
    told = estimate([SCORE], "aspect.when")
    assert (told.value, told.low, told.high, told.basis, told.n, told.matches) == (
        None,
        None,
        None,
        "none",
        0,
        0,
    )
    assert estimate([], "win_rate").value is None


def test_an_unknown_price_leaves_the_dollars_unknown_and_nothing_else():
    unpriced = SCORE.model_copy(update={"play": SCORE.play.model_copy(update={"dollars": None})})
    both = [SCORE, unpriced]
    assert (estimate(both, "dollars").value, estimate(both, "dollars").basis) == (None, "none")
    assert estimate(both, "evaluation.dollars").value == 0.25
    assert estimate(both, "calls").value == 30


def test_a_metric_that_does_not_exist_is_refused_with_the_nearest():
    with pytest.raises(UsageError, match="relations"):
        metric("relation")


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


SHARED = Spent(calls=100, dollars=25.0)


def spent(calls: int) -> Spent:
    return Spent(calls=calls, input_tokens=10 * calls, dollars=calls / 4, seconds=2.0 * calls)


def held(player: str) -> HeldBeliefs:
    return HeldBeliefs(player=player, case="werewolf", round=1, probabilities=(0.5,), sought=(True,))


ANN = SeatScore(
    player="Ann", method="gratr", model="a", role="seer", won=True, faults={"vote": 1, "speak": 2},
    actions=10, fallbacks=1, updating=spent(1), deciding=spent(2), kept=30,
)  # fmt: skip
BO = SeatScore(
    player="Bo", method="plain", model="a", role="werewolf", won=False, faults={"vote": 4}, actions=20,
    fallbacks=3, updating=spent(4), deciding=spent(8),
)  # fmt: skip
CY = SeatScore(
    player="Cy", method="plain", model="b", role="guard", won=True, faults={"bid": 1}, actions=5,
    deciding=spent(16),
)  # fmt: skip
MATCH = MatchScore(
    match="m", script="werewolf", language="en", won=1, seats=(ANN, BO, CY), shared=SHARED, winner="village",
    faults={"vote": 5, "speak": 2, "bid": 1}, actions=35, fallbacks=4, beliefs=(held("Ann"), held("Cy")),
)  # fmt: skip


def test_a_method_has_the_faults_deeds_and_costs_of_its_own_seats():
    seen = MATCH.seen_by("plain")
    assert seen.seats == (BO, CY)
    assert seen.faults == {"vote": 4, "bid": 1}
    assert (seen.actions, seen.fallbacks) == (25, 3)
    assert seen.play == spent(28)
    assert seen.beliefs == (held("Cy"),)


def test_what_was_read_for_several_belongs_to_whoever_keeps_evidence():
    assert MATCH.seen_by("plain").shared == Spent()
    seen = MATCH.seen_by("gratr")
    assert seen.shared == SHARED
    assert seen.play == Spent.of([SHARED, spent(3)])
    assert seen.faults == {"vote": 1, "speak": 2}


def test_a_method_may_be_meant_on_one_model_and_several_together():
    assert MATCH.seen_by("plain@b").seats == (CY,)
    both = MATCH.seen_by("gratr", "plain@a")
    assert both.seats == (ANN, BO)
    assert both.faults == {"vote": 5, "speak": 2}
