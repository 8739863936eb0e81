"""At which tables questions are answered that nobody has talked about."""

from __future__ import annotations

from parlour.games.mystery.answering import PART


def test_a_story_that_was_made_of_a_seed_is_played_by_it_and_any_other_by_the_runs():
    for told, seeds in (("generated", {8, 9}), ("lighthouse", {8})):
        assert {seed for seed, _ in PART.tables(told, language="en", games=2, seed=8)} == seeds
