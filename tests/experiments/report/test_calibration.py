"""How sure the calibration of beliefs is."""

from __future__ import annotations

from parlour.evaluation import HeldBeliefs, MatchScore, SeatScore
from parlour.experiments.report import calibration_rows
from tests.experiments.report.made import results, score

BALLOTS = ((0.9, True), (0.7, True), (0.8, False), (0.6, True), (0.55, False), (0.95, True))
"""What is held of one who is sought, or of one who is not, table by table."""


def game(table: int, *, times: int) -> list[MatchScore]:
    """A table whose seats are scored, played so many times with the same beliefs."""
    held, is_sought = BALLOTS[table]
    ballot = HeldBeliefs(
        player="Ann", case="wolves", round=1, probabilities=(held, 0.0), sought=(is_sought, not is_sought)
    )
    seats = (SeatScore(player="Ann", method="plain", role="villager", won=True),)
    one = score(f"table-{table}", [0.5]).model_copy(update={"beliefs": (ballot,), "seats": seats})
    return [one] * times


def test_the_deviation_of_the_calibration_error_is_over_tables_with_all_their_games():
    once, twice = (
        calibration_rows(results({"PLAYER*": [each for n in range(6) for each in game(n, times=times)]}))
        for times in (1, 2)
    )
    assert once[0].deviation
    assert [row.deviation for row in twice] == [row.deviation for row in once]
    assert [(row.true_low, row.true_high) for row in twice] == [(row.true_low, row.true_high) for row in once]
