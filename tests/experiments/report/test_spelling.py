"""How headings tell what one must know to read the numbers under them."""

from __future__ import annotations

from parlour.experiments.report.spelling import metric_heading
from tests.cases import cases


@cases(
    ("metric", "heading"),
    [
        ("win_rate", "Win rate"),
        ("fault_rate", "Faults per call (less is better)"),
        ("twr", "Total win rate (TWR) (by chance .500)"),
        ("unheard_of", "unheard_of"),
    ],
)
def test_a_heading_says_when_less_is_better_and_what_chance_gives(metric: str, heading: str):
    assert metric_heading(metric) == heading
