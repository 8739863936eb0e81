"""What is alike stays so, however a processor rounds."""

from __future__ import annotations

import numpy as np

from parlour.reader import steady


def test_sums_in_another_order_are_the_same_number():
    parts = [0.1, 0.2, 0.3, 1e-17]
    assert sum(parts) != sum(reversed(parts))
    assert steady(sum(parts)) == steady(sum(reversed(parts))) == 0.6


def test_a_number_of_arrays_becomes_a_plain_one():
    assert type(steady(np.float64(0.25))) is float
    assert steady(np.float32(0.25)) == 0.25
