"""The words of a cloud: each in the panel, none on another, the commoner the larger."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from matplotlib.font_manager import findfont  # pyright: ignore[reportUnknownVariableType]
from PIL import ImageFont

from parlour.experiments.report.figures.clouds import Placed, lay_out

FONT = str(findfont("DejaVu Sans"))
WIDE, HIGH = 480, 270
WORDS = st.dictionaries(st.text("abegjlpswyTQ", min_size=1, max_size=12), st.integers(1, 400), max_size=40)


def laid(frequencies: dict[str, int]) -> list[Placed]:
    return list(lay_out(frequencies, FONT, WIDE, HIGH, 70))


def ink(placed: Placed) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is drawn."""
    word, size, start, baseline = placed
    left, top, right, bottom = ImageFont.truetype(FONT, size).getbbox(word, anchor="ls")
    return start + left, baseline + top, start + right, baseline + bottom


@given(WORDS)
def test_every_word_stands_inside_and_covers_no_other(frequencies: dict[str, int]):
    boxes = [ink(each) for each in laid(frequencies)]
    assert all(box[0] >= 0 and box[1] >= 0 and box[2] <= WIDE and box[3] <= HIGH for box in boxes)
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart


def test_the_size_goes_with_the_root_of_the_frequency_and_the_commonest_is_in_the_middle():
    placed = {each[0]: each for each in laid({"wolf": 100, "seer": 25, "vote": 4})}
    assert abs(placed["wolf"][1] / placed["seer"][1] - 2) < 0.1
    assert abs(placed["wolf"][1] / placed["vote"][1] - 5) < 0.5
    left, top, right, bottom = ink(placed["wolf"])
    assert (round(left + right), round(top + bottom)) == (WIDE, HIGH)
