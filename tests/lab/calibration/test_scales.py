"""Each limit from where it is off to where nothing is left."""

from __future__ import annotations

import pytest

from parlour.lab.calibration.search import MOST, SCALES, limits_at
from parlour.reader import MOST_NOISE, Limits

ATTENTION, SPAN, SLIP, NOISE = SCALES


def test_at_the_beginning_of_every_scale_nothing_is_limited():
    assert limits_at([0, 0, 0, 0], None) == Limits()
    assert [scale.value(0) for scale in SCALES] == [1, None, 0, 0]


def test_half_way_every_limit_is_what_its_scale_says():
    assert limits_at([0.5, 0.5, 0.5, 0.5], 2) == Limits(attention=0.5, span=1000, slip=0.25, noise=1, steps=2)


def test_an_interval_that_goes_as_far_as_the_search_may_go_as_far_as_there_is_anything():
    assert [scale.end(scale.most) for scale in SCALES] == [0, 0, 1, MOST_NOISE]
    assert [scale.end(0.5) for scale in SCALES] == [scale.value(0.5) for scale in SCALES]
    assert [scale.end(-0.1) for scale in SCALES] == [scale.value(0) for scale in SCALES]
    assert SLIP.end(MOST) == pytest.approx(0.49)
    assert ATTENTION.end(0.979) == pytest.approx(0.021)
