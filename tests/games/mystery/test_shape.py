"""What a difficulty makes of an evening."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from parlour.games.mystery.shape import Difficulty, MysteryShape
from parlour.games.mystery.staging import stage
from parlour.games.mystery.world import draw_cast
from parlour.language.facts import Name


def accompanied(difficulty: Difficulty) -> Iterator[Name]:
    """The innocent who have company while the victim dies, over some evenings."""
    for seed in range(6):
        rng = Random(seed)
        cast = draw_cast(rng, 6, 1, "en")
        world = stage(
            rng,
            "house",
            cast,
            {cast.victims[0]: cast.players[:1]},
            MysteryShape.of(difficulty=difficulty).rules,
        )
        [murder] = world.murders
        yield from (name for name in world.civilians if world.company(name, murder.slot))


def test_the_more_must_be_combined_the_fewer_have_company_while_somebody_dies():
    met = [len([*accompanied(each)]) for each in Difficulty if each.isdecimal()]
    assert met == sorted(met, reverse=True)
    assert met[0] > met[-2] > met[-1] == 0
