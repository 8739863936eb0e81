"""Judgement variation against the paper's own tables (Humanized Agents, tables 5 to 7)."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import UsageError
from parlour.evaluation.richness import RoleShare, role_shares
from parlour.evaluation.richness.judgement import by_seat, judgement_variation
from parlour.experiments.published_table import table
from parlour.games.onenight.metrics import side_shares
from tests.cases import cases
from tests.evaluation.richness.talks import NAMES, ROLE_OF, talk
from tests.experiments.published.printed import cells_of

PACKAGE = "parlour.methods.humanized"

TABLE_5, TABLE_6, TABLE_7 = (table(PACKAGE, f"humanized-table{number}") for number in (5, 6, 7))
SEATS = {"seer": 1, "villager": 2, "mason": 2, "minion": 1, "tanner": 1, "werewolf": 1}
votes = st.lists(st.sampled_from(NAMES), min_size=1, max_size=60)
BY_ALGORITHM_4 = {"Baseline": 12.65, "B5P": 10.83, "Favor": 30.19, "Strategy": 10.46, "Full": 13.84}


def printed(column: str) -> list[RoleShare]:
    """Table 6 as it is printed."""
    return shares([cells_of(TABLE_6, column, f"votes.{role}")["overall"].value or 0 for role in SEATS])


def meant(column: str) -> list[RoleShare]:
    """Table 6 with all of the seer's votes."""
    told = TABLE_6.as_suite_numbers()
    return shares([told[column, "", f"votes.{role}"].value or 0 for role in SEATS])


def shares(values: Sequence[float]) -> list[RoleShare]:
    return [
        RoleShare(role=role, seats=seats, votes=0, share=value)
        for (role, seats), value in zip(SEATS.items(), values, strict=True)
    ]


@cases(("column", "value"), [("Baseline", 13.52), ("B5P", 11.58), ("Favor", 32.28), ("Strategy", 11.18)])
def test_table_5_follows_from_table_6_with_the_deviation_of_the_population(column: str, value: float):
    told = judgement_variation(by_seat(printed(column)))
    assert told
    assert told == pytest.approx(value, abs=0.005)
    published = cells_of(TABLE_5, column, "judgement.variation")["overall"].value
    assert told == pytest.approx(published, rel=0.001)


@cases(("column", "value"), BY_ALGORITHM_4.items())
def test_algorithm_4_as_it_is_written_gives_none_of_table_5(column: str, value: float):
    told = judgement_variation(by_seat(printed(column)), stdev)
    assert told == pytest.approx(value, abs=0.006)
    assert told != pytest.approx(cells_of(TABLE_5, column, "judgement.variation")["overall"].value, rel=0.05)


@cases("column", TABLE_6.columns)
def test_a_column_of_table_6_is_short_by_what_the_seer_is_printed_with(column: str):
    assert sum(by_seat(printed(column))) < 0.96
    assert sum(by_seat(meant(column))) == pytest.approx(1, abs=2e-4)


@cases("column", TABLE_6.columns)
def test_the_win_rates_of_table_7_are_shares_of_single_votes(column: str):
    told = side_shares(meant(column))
    for side, share in told.items():
        published = cells_of(TABLE_7, column, f"votes.for.{side}")["overall"].value
        assert share == pytest.approx(published, abs=5e-4)


def test_votes_on_a_role_are_split_over_those_who_have_it():
    """Four votes on the werewolf and two on villagers are [4, 1, 1] (appendix F)."""
    games = [
        talk(roles=("werewolf", "villager", "villager"), votes=["Ann", "Ben"]),
        talk(roles=("villager", "werewolf", "villager"), votes=["Ben", "Ben"]),
        talk(roles=("villager", "villager", "werewolf"), votes=["Cal", "Ben"]),
    ]
    assert [each * 6 for each in by_seat(role_shares(games))] == pytest.approx([1, 1, 4])


@given(votes)
def test_all_that_was_voted_is_somebody_s_and_somebody_s_win(cast: list[str]):
    told = role_shares([talk(votes=cast)])
    assert sum(by_seat(told)) == pytest.approx(1)
    sides = side_shares(told)
    assert sum(sides.values()) == pytest.approx(1)
    assert sides["village"] == pytest.approx(
        sum(ROLE_OF[target] == "werewolf" for target in cast) / len(cast)
    )


def test_what_cannot_be_counted_is_refused():
    with pytest.raises(UsageError, match="have none"):
        role_shares([talk(roles=())])
    with pytest.raises(UsageError, match="different roles"):
        role_shares([talk(), talk(roles=("seer", "werewolf"))])
    with pytest.raises(UsageError, match="two seats"):
        judgement_variation([1.0])
