"""Published tables as printed and as meant, and the papers' arithmetic on their own numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from statistics import fmean

import pytest

from parlour.errors import UsageError
from parlour.evaluation import MEASURES, metrics
from parlour.evaluation.parts import weighted_deviation, weighted_mean
from parlour.evaluation.richness import RICHNESS
from parlour.experiments import Published, find_suite
from parlour.experiments.published_table import table, tables
from parlour.games.mystery import Category
from parlour.games.mystery.script import POINTS
from parlour.games.mystery.wellplay import published_name, stories
from tests.cases import cases
from tests.experiments.published.printed import as_meant, cells_of

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
    assert cells_of(TABLE_8, "PLAYER*", metric)["overall"].value == meant
    assert mean(partial(as_meant, TABLE_8), "PLAYER*", metric) == pytest.approx(meant, abs=CLOSE)
    assert mean(partial(cells_of, TABLE_8), "PLAYER*", metric) == pytest.approx(as_printed, abs=CLOSE)


@cases("column", TABLE_8.columns)
@cases("metric", ["overall", *Category])
def test_every_column_comes_out_with_the_labels_put_right(column: str, metric: str):
    printed = cells_of(TABLE_8, column, metric)["overall"].value
    expected = 0.517 if (column, metric) == ("OP", "relations") else printed
    assert mean(partial(as_meant, TABLE_8), column, metric) == pytest.approx(expected, abs=CLOSE)


def test_op_s_relations_are_the_one_column_that_does_not_come_out():
    assert cells_of(TABLE_8, "OP", "relations")["overall"].value == 0.513
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
    assert mean(partial(as_meant, TABLE_8), column, "win_rate") == pytest.approx(meant, abs=CLOSE)
    assert cells_of(TABLE_8, column, "win_rate")["overall"].value == printed
    assert TABLE_8.as_suite_numbers()[column, "", "win_rate"].value == meant


def test_the_deviation_of_overall_is_the_one_over_evaluations_and_not_across_scripts():
    assert cells_of(TABLE_8, "PLAYER*", "overall")["overall"].deviation == 0.006
    across = weighted_deviation(over_scripts(partial(as_meant, TABLE_8), "PLAYER*", "overall"))
    assert across == pytest.approx(0.096, abs=CLOSE)


def unfit(name: str, *, labels: str) -> set[tuple[str, str]]:
    """Rows whose Overall does not follow from their three categories."""
    told = table(PACKAGE, name)
    reading = partial(as_meant if labels == "meant" else cells_of, told)
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
        cells = cells_of(told, column, metric)
        if (printed := cells["overall"].value) is not None:
            total = sum(cell.value or 0 for story, cell in cells.items() if story != "overall")
            assert total == pytest.approx(printed, abs=3e-3)
            assert told.as_suite_numbers()[column, "", metric].value == pytest.approx(printed / 12)


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
    cell = cells_of(table(PACKAGE, "questum-table8"), "OP", "win_rate")["death-wears-white"]
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


GRATR = "parlour.methods.gratr"

TABLE_1, TABLE_3, APPENDIX_B = (
    table(GRATR, "gratr-table1"),
    table(GRATR, "gratr-table3"),
    table(GRATR, "gratr-appendix-b"),
)
CONTRADICTS = ("Qwen-Max", "LightRAG")


def printed(rival: str, metric: str) -> dict[str, float]:
    return {label: cell.value or 0 for label, cell in cells_of(TABLE_1, rival, metric).items()}


@cases("rival", TABLE_1.columns)
def test_a_total_win_rate_is_the_mean_of_its_sides_but_for_one_cell(rival: str):
    total, wolves, leaders = (printed(rival, metric) for metric in ("twr", "wwr", "lwr"))
    for model in total:
        fits = total[model] == pytest.approx((wolves[model] + leaders[model]) / 2, abs=6e-4)
        assert fits == ((model, rival) != CONTRADICTS and (model, rival) != ("overall", "LightRAG"))


@cases("metric", ["twr", "wwr", "lwr"])
@cases("rival", TABLE_1.columns)
def test_the_row_mean_is_that_of_the_five_models_as_printed(rival: str, metric: str):
    rates = printed(rival, metric)
    assert rates.pop("overall") == pytest.approx(fmean(rates.values()), abs=6e-4)


def test_what_contradicts_itself_is_put_right_and_says_so():
    suite = find_suite("gratr-table1")
    [qwen] = [each for each in suite.editions if each.model == "Qwen-Max"]
    told = qwen.published["GRATR vs LightRAG", "", "lwr"]
    assert told.value == 0.92
    assert "90.0 %" in told.note
    mean = suite.published["GRATR vs LightRAG", "", "lwr"]
    rates = [each.published["GRATR vs LightRAG", "", "lwr"].value or 0 for each in suite.editions]
    assert mean.value == pytest.approx(fmean(rates))
    assert "85.2 %" in mean.note
