"""The tables of a run, of an arm in a file, and of questions without talk."""

from __future__ import annotations

from parlour.games.mystery.answering import reading_tables
from parlour.games.mystery.arms import STORIES, MysteryArm, MysteryArmForm
from parlour.games.mystery.stories import script_of


def tables(told: str, games: int, seed: int = 0) -> list[tuple[int, int]]:
    scripts = [script_of(story) for story in STORIES.find(told, None, games, seed)]
    return [(len(script.players), len(script.victims)) for script in scripts]


def test_mysteries_of_a_run_have_four_to_seven_players_and_then_a_second_victim():
    told = [(4, 1), (5, 1), (6, 1), (7, 1), (4, 2), (5, 2), (6, 2), (7, 2)]
    assert tables("generated", 8) == told
    assert tables("generated", 1, seed=15) == told[-1:]


def test_mysteries_of_a_number_have_eight_players_each():
    assert tables("generated:3", 3) == [(8, 1), (8, 2), (8, 1)]


def test_twins_sit_at_tables_large_enough_for_one_witness_to_matter():
    assert tables("twins", 1) == [(6, 1)] * 2


def test_what_is_generated_is_known_by_its_name():
    for told, is_made in (("generated:4", True), ("twins", True), ("shipped", False)):
        assert STORIES.is_made(told) is is_made


def test_what_a_file_leaves_out_is_as_in_an_arm_made_in_code():
    said = MysteryArmForm(name="ours", method="plain")
    assert said.arm("mystery") == MysteryArm(name="ours", method="plain")


def test_a_story_that_was_made_of_a_seed_is_played_by_it_and_any_other_by_the_runs():
    for told, seeds in (("generated", {8, 9}), ("lighthouse", {8})):
        assert {seed for seed, _ in reading_tables(told, language="en", games=2, seed=8)} == seeds
