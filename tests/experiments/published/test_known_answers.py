"""The papers' arithmetic on their own numbers, as printed and as meant (NOTES, PLAYER* 7 to 9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from parlour.evaluation.parts import weighted_deviation, weighted_mean
from parlour.experiments import Published
from parlour.experiments.published_table import table
from parlour.games.mystery import Category
from parlour.games.mystery.script import POINTS
from parlour.games.mystery.wellplay import stories
from tests.cases import cases

PACKAGE = "parlour.methods.player_star"

TABLE_8 = table(PACKAGE, "questum-table8")
Reading = Callable[[str, str], Mapping[str, Published]]
CLOSE = 6e-4
"""Half of the last printed digit, and what the rounding of twelve rows may add."""


def points(questions: Mapping[Category, int]) -> int:
    return sum(POINTS[category] * count for category, count in questions.items())


def overall_of(shares: Mapping[Category, float], questions: Mapping[Category, int]) -> float | None:
    return weighted_mean((share, POINTS[each] * questions[each]) for each, share in shares.items())


def weight(story: str, metric: str) -> int:
    facts = stories()[story]
    if metric == "win_rate":
        return facts.victims
    return points(facts.questions) if metric == "overall" else facts.questions[Category(metric)]


def over_scripts(reading: Reading, column: str, metric: str) -> list[tuple[float, float]]:
    """A column's rows with their weights, the paper's own Overall row left out."""
    told = reading(column, metric)
    return [(cell.value or 0.0, weight(story, metric)) for story, cell in told.items() if story != "overall"]


def mean(reading: Reading, column: str, metric: str) -> float | None:
    return weighted_mean(over_scripts(reading, column, metric))


@cases(
    ("metric", "meant", "as_printed"),
    [
        ("overall", 0.407, 0.426),
        ("objective", 0.288, 0.303),
        ("reasoning", 0.423, 0.456),
        ("relations", 0.471, 0.454),
    ],
)
def test_player_star_s_scores_come_out_only_with_three_labels_put_right(
    metric: str, meant: float, as_printed: float
):
    assert TABLE_8.cells_of("PLAYER*", metric)["overall"].value == meant
    assert mean(TABLE_8.meant, "PLAYER*", metric) == pytest.approx(meant, abs=CLOSE)
    assert mean(TABLE_8.cells_of, "PLAYER*", metric) == pytest.approx(as_printed, abs=CLOSE)


@cases("column", TABLE_8.columns)
@cases("metric", ["overall", *Category])
def test_every_column_comes_out_with_the_labels_put_right(column: str, metric: str):
    printed = TABLE_8.cells_of(column, metric)["overall"].value
    expected = 0.517 if (column, metric) == ("OP", "relations") else printed
    assert mean(TABLE_8.meant, column, metric) == pytest.approx(expected, abs=CLOSE)


def test_op_s_relations_are_the_one_column_that_does_not_come_out():
    assert TABLE_8.cells_of("OP", "relations")["overall"].value == 0.513
    assert TABLE_8.as_suite_numbers()["OP", "", "relations"].value is None


@cases(
    ("column", "meant", "printed"),
    [
        ("Werewolf", 0.127, 0.127),
        ("O-CoT", 0.063, 0.063),
        ("ThinkThrice", 0.111, 0.111),
        ("PLAYER*", 0.286, 0.222),
        ("PP", 0.048, 0.016),
        ("OP", 0.413, 0.300),
    ],
)
def test_win_rates_weighted_by_victims(column: str, meant: float, printed: float):
    assert mean(TABLE_8.meant, column, "win_rate") == pytest.approx(meant, abs=CLOSE)
    assert TABLE_8.cells_of(column, "win_rate")["overall"].value == printed
    assert TABLE_8.as_suite_numbers()[column, "", "win_rate"].value == meant


def test_the_deviation_of_overall_is_the_one_over_evaluations_and_not_across_scripts():
    assert TABLE_8.cells_of("PLAYER*", "overall")["overall"].deviation == 0.006
    across = weighted_deviation(over_scripts(TABLE_8.meant, "PLAYER*", "overall"))
    assert across == pytest.approx(0.096, abs=CLOSE)


def unfit(name: str, *, labels: str) -> set[tuple[str, str]]:
    """Rows whose Overall does not follow from their three categories."""
    told = table(PACKAGE, name)
    reading = told.meant if labels == "meant" else told.cells_of
    return {
        (story, column)
        for column in told.columns
        for story, cell in reading(column, "overall").items()
        if story in stories()
        and abs(
            (
                overall_of(
                    {each: reading(column, each)[story].value or 0 for each in Category},
                    stories()[story].questions,
                )
                or 0
            )
            - (cell.value or 0)
        )
        > 1.6e-3
    }


def test_each_script_s_overall_follows_from_its_categories_but_for_one_cell():
    assert unfit("questum-table8", labels="meant") == {("death-wears-white", "OP")}


@cases("metric", ["play.dollars", "evaluation.dollars"])
def test_costs_are_summed_over_scripts_and_published_per_script(metric: str):
    told = table(PACKAGE, "player-table7")
    for column in told.columns:
        cells = told.cells_of(column, metric)
        if (printed := cells["overall"].value) is not None:
            total = sum(cell.value or 0 for story, cell in cells.items() if story != "overall")
            assert total == pytest.approx(printed, abs=3e-3)
            assert told.as_suite_numbers()[column, "", metric].value == pytest.approx(printed / 12)
