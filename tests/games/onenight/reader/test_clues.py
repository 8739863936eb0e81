"""How likely each side says what it says of itself at the paper's table."""

from __future__ import annotations

from parlour.games.onenight.reader.clues import Clue


def test_what_repeats_another_and_what_is_said_weakly_tells_less():
    whole, weak, echo = (
        Clue(kind="suspects", by="Ann", about=("Bo",), weight=weight, echo=echo)
        for weight, echo in ((1.0, 0.0), (0.2, 0.0), (1.0, 3.0))
    )
    full, *less = (wolf / innocent for innocent, wolf, _ in (each.cells[0] for each in (whole, weak, echo)))
    assert full > max(less)
    assert min(less) > 1
    assert Clue(kind="suspects", by="Ann", about=("Bo",), weight=0.0).cells[0] == (1, 1, 1)
