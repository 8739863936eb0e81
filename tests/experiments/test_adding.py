"""Arms of tables, and other methods that a run measures beside its suite's own."""

from __future__ import annotations

import pytest

from parlour.errors import UsageError
from parlour.experiments import Arm, Stories, Suite, cells, find_suite, stories_of, suites, with_added
from parlour.experiments.run_plan import suite_of
from parlour.experiments.runner import lay
from parlour.games.mystery.arms import MysteryArm
from parlour.games.werewolf.arms import Pairing
from parlour.llm import ModelPool
from tests.cases import cases
from tests.experiments.small import asked_run

LADDER = asked_run(suite="ladder", games=2)


def with_mine(suite: str, method: str = "o-cot:ask=all") -> Suite:
    return suite_of(LADDER.model_copy(update={"suite": suite, "added": {"mine": method}}))


# An arm like the suite's own


@cases("suite", suites())
def test_every_suite_takes_a_method_beside_its_own(suite: Suite):
    told = with_added(suite, "mine", "o-cot:ask=all")
    arms = [arm for arm in told.conditions if arm.name in told.added["mine"]]
    assert arms
    assert all(arm.method == "o-cot:ask=all" and arm.name.startswith("mine") for arm in arms)
    assert told.conditions[: len(suite.conditions)] == suite.conditions
    rows = [row.name for row in told.rows]
    assert len(set(rows)) == len(rows) == len(suite.rows) + len(arms)
    assert not {condition for condition, _, _ in suite.published} & set(told.series)


def test_it_plays_by_the_rules_of_the_reference():
    mine = with_mine("player-table2").arm("mine")
    assert isinstance(mine, MysteryArm)
    assert (mine.murderers, mine.questions, mine.note) == (
        "plain:ask=all",
        1,
        "added: o-cot:ask=all in the place of player-star",
    )


def test_it_meets_each_rival_of_a_pairing():
    arms = with_mine("gratr-table1").conditions
    added = [arm for arm in arms if isinstance(arm, Pairing) and arm.name.startswith("mine")]
    assert [arm.name for arm in added] == [
        *("mine vs Baseline", "mine vs NativeRAG", "mine vs RerankRAG", "mine vs LightRAG")
    ]
    assert [arm.rival for arm in added] == [
        "plain:window=15,counts=messages",
        "native-rag:counts=messages,among=window",
        "rerank-rag:counts=messages,among=window",
        "light-rag:counts=messages,among=window",
    ]
    assert {arm.own for arm in added} == {("o-cot:ask=all",)}


def test_it_does_not_meet_itself_but_the_same_method_on_another_model():
    assert [
        name.partition(" vs ")[2]
        for name in with_mine("gratr-table1", "native-rag:counts=messages,among=window").series
    ] == [*("Baseline", "RerankRAG", "LightRAG")]
    assert len(with_mine("gratr-table1", "native-rag:counts=messages,among=window@openai:x").series) == 4


@cases(
    ("name", "method", "said"),
    [
        ("PP", "random", "ladder has 'PP' already"),
        ("", "random", r"NAME=METHOD\[:OPTIONS\]"),
        ("mine", " ", r"NAME=METHOD\[:OPTIONS\]"),
        ("a,b", "random", r"a name has no , \| ="),
        ("random (guess)", "random", r"and no \(guess\) at its end"),
    ],
)
def test_what_cannot_be_added_is_told(name: str, method: str, said: str):
    with pytest.raises(UsageError, match=said):
        with_added(find_suite("ladder"), name, method)


def test_nothing_published_stands_beside_what_is_added():
    # Table 10 prints other models under conditions of their own.
    suite = find_suite("questum-table10")
    strange = next(condition for condition, _, _ in suite.published if condition != "PLAYER*")
    with pytest.raises(UsageError, match="already"):
        with_added(suite, strange, "random")


ARMS = tuple(Arm(name=name, method=name, game="onenight") for name in ("random", "plain"))
SUITE = Suite(
    name="any",
    title="Any game",
    source="no paper",
    conditions=ARMS,
    metrics=("win_rate",),
    stories="onenight",
    published={},
)
RUN = asked_run(suite="any", stories="onenight", games=2, seed=7)


def test_all_seats_play_alike_at_tables_that_are_dealt_alike_in_every_arm():
    stories = Stories(game="onenight").find("onenight", "en", 2, 7)
    laid = [lay(cell, RUN, ModelPool()) for cell in cells(SUITE, stories, 1, 1)]
    assert [setup.seed for setup in laid] == [7, 7, 8, 8]
    assert [{seat.method for seat in setup.seats} for setup in laid] == [{"random"}, {"plain"}] * 2
    assert {len(setup.seats) for setup in laid} == {8}
    assert all(setup.game == laid[0].game for setup in laid)


def test_what_a_game_takes_besides_is_handed_to_its_setup():
    arm = Arm(name="short", method="random", game="onenight", players=6, options={"rounds": 1})
    setup = arm.setup(stories_of("onenight").find("onenight", "zh", 1, 0)[0], 1)
    assert (setup.most_rounds, len(setup.players), setup.language) == (1, 6, "zh")


def test_tables_of_one_game_are_not_those_of_another():
    with pytest.raises(UsageError, match="plays onenight is not played on 'werewolf'"):
        Stories(game="onenight").find("werewolf", None, 1, 0)
