"""What is compared of people's talk, counted by hand."""

from __future__ import annotations

import pytest

from parlour.evaluation import Parts
from parlour.experiments.likeness import likeness_rows, recorded_groups, reference_people
from parlour.experiments.likeness.comparison import TRAITS
from parlour.experiments.likeness.talk import game_talk
from tests.cases import cases
from tests.experiments.likeness.tables import table

SAID = (
    "Ada: Ben, are you the werewolf?",
    "Cy: Hm.",
    "Ben: No! Ada, are you?",
    "Cy: Ben is lying.",
    "Ada: I trust Cy.",
    "Cy: Now I think Ada is lying.",
)
VOTES = {"Ada": "Ben", "Ben": "Ada", "Cy": "Ada", "Dot": "Ben"}
GAME = table(SAID, votes=VOTES)


def parts(name: str, *seats: str) -> Parts:
    [trait] = [each for each in TRAITS if each.name == name]
    return trait.parts(game_talk(GAME), frozenset(seats or GAME.players))


@cases(
    ("name", "seats", "reached", "possible"),
    [
        ("speeches", (), 6, 4),
        ("speeches", ("Dot",), 0, 1),
        ("words", ("Cy",), 1 + 3 + 6, 3),
        ("questions", (), 2, 6),
        ("answers", ("Ben",), 0, 1),  # the only reply asks
        ("answers", ("Ada",), 1, 1),
        ("names", (), 5, 6),
        ("names.back", (), 4, 5),  # Ada and Ben each other, Ada and Cy too, and Cy names Ben for nothing
        ("accuses", (), 2, 6),
        ("changes", ("Cy",), 1, 2),  # Ben, Ada, and a vote for Ada
        ("votes", (), 2, 3),  # the werewolf's own vote judges nobody
    ],
)
def test_a_trait_is_counted_over_the_seats_of_a_group(
    name: str, seats: tuple[str, ...], reached: float, possible: float
):
    found = parts(name, *seats)
    assert (found.reached, found.possible) == (reached, possible)


def test_a_lot_hits_the_sought_as_often_as_they_are_among_those_who_can_be_hit():
    [votes] = [each for each in TRAITS if each.name == "votes"]
    assert votes.by_chance is not None
    found = votes.by_chance(game_talk(GAME), frozenset(GAME.players))
    assert found.reached / found.possible == pytest.approx(1 / 3)
    gain = parts("votes.gain")
    assert gain.reached / gain.possible == pytest.approx(2 / 3 - 1 / 3)


def test_who_names_all_others_alike_spreads_over_all_and_who_names_one_over_one():
    spread = {seat: parts("names.spread", seat) for seat in GAME.players}
    assert spread["Ada"].reached == pytest.approx(2 / 3)
    assert spread["Cy"].reached == pytest.approx(2 / 3)
    assert spread["Ben"].possible == 0  # names somebody once
    twice = game_talk(table(["Ada: Ben", "Ada: Ben!"]))
    [trait] = [each for each in TRAITS if each.name == "names.spread"]
    assert trait.parts(twice, frozenset({"Ada"})).reached == pytest.approx(1 / 3)


def test_people_and_agents_of_a_table_stand_beside_each_other_with_intervals_over_games():
    games = [
        table(
            ["Ada: Who is it?", "Ada: Hm.", f"Ben: I have nothing to say {'at all ' * at}.", "Cy: Ha."],
            name=f"porch-{at}",
            models=("Ben",),
        )
        for at in range(6)
    ]
    groups = recorded_groups(games)
    named = [(each.name, each.is_people) for each in groups]
    assert named == [("porch: people", True), ("porch: parrot", False)]
    rows = likeness_rows(groups, reference_people(groups), None)
    people, agents = (each for each in rows if each.trait == "words")
    assert (people.value, people.n, people.games, people.difference) == (5 / 3, 18, 6, None)
    assert agents.value == 10
    assert agents.difference == pytest.approx(10 - 5 / 3)
    assert agents.low is not None
    assert agents.low < 10
    few = likeness_rows(recorded_groups(games[:4]), None, None)
    assert {each.low for each in few} == {None}


def test_an_answer_counts_less_if_others_had_spoken():
    said = [line for _ in range(8) for line in ("Ada: Ben?", "Ben: Yes.", "Cy: Oh.", "Dot: Well.", "Cy: So.")]
    groups = recorded_groups([table(said, name=f"porch-{at}") for at in range(5)])
    [row] = [each for each in likeness_rows(groups, None, None) if each.trait == "answers"]
    assert row.value == 1
    assert row.by_chance is not None
    assert row.by_chance < 0.8
