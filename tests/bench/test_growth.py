"""What is fitted to how cost grows, and the figure of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.figure import Figure
from bench.growth.drawing import draw
from bench.growth.law import NothingToFit, power, straight
from bench.growth.measured import QUANTITIES, figures_of, means
from bench.growth.point import AXES, Axis, Point, measure
from parlour.games.werewolf import WerewolfSetup, seat_names

SIZES = (1.0, 2.0, 4.0, 8.0)


@given(a=st.floats(0.01, 100), b=st.floats(-2, 3))
def test_a_power_is_found_exactly(a: float, b: float):
    law = power([(x, a * x**b) for x in SIZES])
    assert law.a == pytest.approx(a, rel=1e-6)
    assert law.b == pytest.approx(b, abs=1e-6)
    assert law.at(16) == pytest.approx(a * 16**b, rel=1e-5)


def test_a_line_is_found_with_the_interval_of_its_slope():
    # Anscombe's first set (1973): y = 3.0001 + 0.5001 x, standard error 0.1179, R² .667, t(.975, 9) = 2.2622.
    x = (10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5)
    y = (8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68)
    law = straight(list(zip(x, y, strict=True)))
    assert (law.a, law.b) == pytest.approx((3.0001, 0.5001), abs=1e-4)
    assert (law.low, law.high) == pytest.approx(
        (0.5001 - 2.2622 * 0.1179, 0.5001 + 2.2622 * 0.1179), abs=1e-3
    )
    assert law.explained == pytest.approx(0.667, abs=1e-3)
    assert law.at(10) == pytest.approx(8.001, abs=1e-3)


@pytest.mark.parametrize("points", [[(1, 1), (2, 0), (3, 9)], [(1, 1), (2, 2)], [(1, 1), (1, 2), (1, 3)]])
def test_what_cannot_be_fitted_says_so(points: list[tuple[float, float]]):
    with pytest.raises(NothingToFit):
        power(points)


def _axis(title: str, matches: int) -> Axis:
    return Axis(title=title, sizes=(1, 2, 4), matches=matches, method="plain", game=AXES["matches"].game)


def _point(size: int, matches: int) -> Point:
    per_match = [100 * size**2] * matches
    return Point(
        calls=per_match, tokens=per_match, cpu=[0.5 * size] * matches, kept=2.0 * matches, peak=90 + size
    )


def test_every_quantity_of_an_axis_is_fitted_by_match():
    axis = _axis("players", 3)
    by_name = {each.name: each for each in figures_of(axis, {size: _point(size, 3) for size in axis.sizes})}
    assert list(by_name) == [f"players: {quantity}" for quantity in QUANTITIES]
    assert by_name["players: calls"].value == pytest.approx(2)
    assert by_name["players: calls"].measured.startswith("100 at 1, 1.6e+03 at 4: 100 · x^2.00")
    assert len(by_name["players: calls"].points) == 9
    assert means(by_name["players: kept, MB"].points) == [(1, 2.0), (2, 2.0), (4, 2.0)]
    assert by_name["players: most memory, MB"].measured.startswith("91 at 1, 94 at 4: 90 + 1 ")


def test_of_matches_themselves_all_are_taken_together():
    axis = _axis("matches", 0)
    figures = list(figures_of(axis, {size: _point(1, size) for size in axis.sizes}))
    assert figures[0].points == ((1, 100), (2, 200), (4, 400))
    assert figures[0].value == pytest.approx(1)


def test_a_point_tells_what_its_matches_took(tmp_path: Path):
    axis = Axis(
        title="days",
        sizes=(1,),
        matches=2,
        method="plain",
        game=lambda days, _: WerewolfSetup(players=seat_names(5, "en"), days=days),
    )
    point = measure(axis, 1, tmp_path)
    assert len(point.calls) == len(point.tokens) == len(point.cpu) == 2
    assert all(4 < calls < 40 for calls in point.calls)
    assert all(tokens > 100 * calls for tokens, calls in zip(point.tokens, point.calls, strict=True))
    assert 0 < point.kept < 1
    assert point.peak > 30


def test_the_figure_has_a_panel_for_each_quantity_and_axis(tmp_path: Path):
    figures = list[Figure]()
    for axis in AXES.values():
        taken = {size: _point(size, 2) for size in axis.sizes}
        figures += figures_of(axis, taken)
    path = tmp_path / "growth.svg"
    draw(figures, path)
    text = path.read_text(encoding="utf-8")
    assert all(axis.title in text for axis in AXES.values())
    assert text.count('id="axes_') == len(AXES) * len(QUANTITIES)
    assert len(text) < 400_000
