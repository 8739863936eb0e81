"""What is said of a reader that misreads changes little where its chance of misreading does."""

from __future__ import annotations

import pytest

from parlour.lab.calibration import ProbesAsked, make_probes
from parlour.lab.calibration.reading import SLIPS, ProbePattern, patterns
from parlour.reader import Limits

LITTLE = 1e-7


@pytest.fixture(scope="module")
def pattern() -> ProbePattern:
    probes = make_probes(ProbesAsked(count=4, languages=("en",), longest=600))
    return next(each for each in patterns(probes) if each.probes[0].kind == "find")


@pytest.mark.parametrize("slip", [*SLIPS, 0.1, 0.35])
def test_a_little_more_misreading_changes_little(pattern: ProbePattern, slip: float):
    less, more = (pattern.answers(Limits(slip=slip + by, noise=0.5)) for by in (-LITTLE, LITTLE))
    assert less == pytest.approx(more, abs=1e-5)


def test_whoever_misreads_more_is_right_less_often(pattern: ProbePattern):
    right = [pattern.answers(Limits(slip=slip, noise=0.5))[0, 0] for slip in (0.01, *SLIPS, 0.7, 0.9)]
    assert right == sorted(right, reverse=True)
    assert len({*right}) == len(right)
