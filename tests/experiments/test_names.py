"""Names that have commas, told in a list with commas between."""

from __future__ import annotations

from parlour.experiments import Suite, suites, whole_names
from tests.cases import cases

KNOWN = ("plain", "plain, as many tokens", "GRATR at attention .5, 8 players", "8 players")


@cases(
    ("told", "names"),
    [
        ("plain", ["plain"]),
        ("plain,8 players", ["plain", "8 players"]),
        ("plain, as many tokens, plain", ["plain, as many tokens", "plain"]),
        ("GRATR at attention .5, 8 players, 8 players", ["GRATR at attention .5, 8 players", "8 players"]),
        ("nobody, 8 players", ["nobody", "8 players"]),
    ],
)
def test_a_name_keeps_its_commas(told: str, names: list[str]):
    assert whole_names([each.strip() for each in told.split(",")], KNOWN) == names


@cases("suite", suites())
def test_every_condition_of_a_suite_can_be_named(suite: Suite):
    names = [each.name for each in suite.conditions]
    assert whole_names([each.strip() for each in ",".join(names).split(",")], names) == names
