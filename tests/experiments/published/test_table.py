"""How published tables are read."""

from __future__ import annotations

import pytest

from parlour.errors import UsageError
from parlour.evaluation import MEASURES, metrics
from parlour.evaluation.richness import RICHNESS
from parlour.experiments.published_table import table, tables
from parlour.games.mystery import Category
from parlour.games.mystery.wellplay import published_name, stories
from tests.cases import cases

PACKAGE = "parlour.methods.player_star"
PACKAGES = (PACKAGE, "parlour.methods.gratr", "parlour.methods.humanized")


@cases(("package", "name"), [(each, name) for each in PACKAGES for name in tables(each)])
def test_every_row_has_a_cell_per_column_and_names_that_exist(package: str, name: str):
    told = table(package, name)
    for row in told.rows:
        assert len(row.cells) == len(told.columns)
        assert row.metric in {*metrics(), *RICHNESS, *MEASURES}
        assert row.label in {*stories(), *told.models, "overall"}
    for doubt in told.doubts:
        assert doubt.column in {"", *told.columns}
        assert (doubt.row, doubt.metric) in {(row.label, row.metric) for row in told.rows}
        assert ";" not in doubt.note
    assert set(told.remarks) <= {row.metric for row in told.rows}
    assert not any(";" in remark for remark in told.remarks.values())


def test_a_cell_holds_what_stands_before_and_behind_its_sign():
    cell = table(PACKAGE, "questum-table8").cells_of("OP", "win_rate")["death-wears-white"]
    assert (cell.value, cell.deviation) == (0.667, 0.471)


def test_a_column_may_stand_for_two_conditions():
    told = table(PACKAGE, "player-table4").as_suite_numbers({"PLAYER*": ("one", "other")})
    assert told["one", "", "overall"] == told["other", "", "overall"]
    assert ("PLAYER*", "", "overall") not in told


def test_the_twelve_games_have_the_published_sums():
    facts = stories().values()
    assert [sum(each.questions[category] for each in facts) for category in Category] == [117, 800, 565]
    assert (sum(each.players for each in facts), sum(each.victims for each in facts)) == (68, 21)


@cases(
    ("script", "name"),
    [
        ("罪恶", "sin"),
        ("oriental-star-cruise-incident", "cruise-incident"),
        ("孤舟萤", "solitary-boat-firefly"),
        ("the-ferry", None),
    ],
)
def test_an_imported_script_is_known_in_either_language(script: str, name: str | None):
    assert published_name(script) == name


def test_an_unknown_table_names_those_there_are():
    with pytest.raises(UsageError, match="questum-table8"):
        table(PACKAGE, "questum-table80")
