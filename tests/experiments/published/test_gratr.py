"""GRATR's arithmetic on its own numbers (tables 1 and 3, abstract, section 4.1.3, appendix B)."""

from __future__ import annotations

from statistics import fmean

import pytest

from parlour.experiments import find_suite
from parlour.experiments.published_table import table
from tests.cases import cases

PACKAGE = "parlour.methods.gratr"

TABLE_1, TABLE_3, APPENDIX_B = (
    table(PACKAGE, "gratr-table1"),
    table(PACKAGE, "gratr-table3"),
    table(PACKAGE, "gratr-appendix-b"),
)
CONTRADICTS = ("Qwen-Max", "LightRAG")


def printed(rival: str, metric: str) -> dict[str, float]:
    return {label: cell.value or 0 for label, cell in TABLE_1.cells_of(rival, metric).items()}


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
