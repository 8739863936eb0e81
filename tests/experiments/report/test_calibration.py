"""How sure the calibration of beliefs is."""

from __future__ import annotations

from parlour.evaluation import HeldBeliefs, MatchScore, SeatScore
from parlour.experiments.report import WIDTH, calibration_rows, calibration_table
from parlour.experiments.report.calibration import HEADS, CalibrationRow, calibration_markdown
from tests.experiments.report.made import printed, results, score

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


def row(condition: str = "PLAYER*", of: int = 0, low: float = 0.3, **told: float) -> CalibrationRow:
    return CalibrationRow.model_validate(
        {
            "suite": "made",
            "condition": condition,
            "round": of,
            "low": low,
            "n": 1200,
            "held": 0.34,
            "true": 0.25,
        }
        | told
    )


SURE = row(true_low=0.2, true_high=0.3, error=0.0934, deviation=0.031)
UNSURE = row("Werewolf", error=0.5)


def cells(line: str) -> list[str]:
    return [each.strip() for each in line.removeprefix("|").removesuffix("|").split("|")]


def test_a_terminal_shows_each_condition_and_round_with_its_tenths_and_its_error():
    lines = printed(calibration_table([SURE, row(low=0.4), row(of=2), UNSURE])).rstrip().split("\n")
    assert lines[0].strip() == "Calibration"
    assert " ".join(lines[1].split()) == " ".join(HEADS)
    assert [" ".join(line.split()) for line in lines[2:]] == [
        "PLAYER*, all rounds",
        "0.3 0.340 0.250 .200–.300 1,200",
        "0.4 0.340 0.250 1,200",
        "expected calibration error 0.093 ± 0.031 (standard error)",
        "PLAYER*, round 2",
        "0.3 0.340 0.250 1,200",
        "expected calibration error 0.000",
        "Werewolf, all rounds",
        "0.3 0.340 0.250 1,200",
        "expected calibration error 0.500",
    ]
    assert max(map(len, lines)) <= WIDTH


def test_a_page_has_a_table_of_all_rounds_whose_lines_are_of_one_width():
    lines = list(calibration_markdown([SURE, row(low=0.4), row(of=2), row("a|b", error=0.5)]))
    head, rule, *body = [line for line in lines if line.startswith("|")]
    assert cells(head) == ["condition", *HEADS]
    assert cells(rule) == ["---"] * len(cells(head))
    assert [cells(line.replace("\\|", "/")) for line in body] == [
        ["PLAYER*", "0.3", "0.340", "0.250", ".200–.300", "1,200"],
        ["PLAYER*", "0.4", "0.340", "0.250", "", "1,200"],
        ["", "expected calibration error 0.093 ± 0.031 (standard error)", "", "", "", ""],
        ["a/b", "0.3", "0.340", "0.250", "", "1,200"],
        ["", "expected calibration error 0.500", "", "", "", ""],
    ]
