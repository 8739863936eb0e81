"""What a question would truly bring, on a case small enough to be counted by hand."""

from __future__ import annotations

import math

import pytest

from parlour.core import Event
from parlour.games.mystery import Deduction, MysterySetup, SourcedFact, generate, start
from parlour.games.mystery.exact_gains import PART, answers, best_gain, entropy
from parlour.games.mystery.script import Script
from parlour.language.facts import DeathPlace, DeathTime, NoMotive, Presence, Sighting, Slot

EIGHT = Slot(40)
DEATH = (DeathPlace(victim="Vera", place="library"), DeathTime(victim="Vera", slot=EIGHT))


def seen(*more: SourcedFact) -> Deduction:
    """What Anna knows: Vera died in the library at eight, and any of three others may have done it."""
    public = (SourcedFact(source=None, fact=fact) for fact in DEATH)
    said = Deduction(suspects=("Anna", "Ben", "Carl", "Dora"), victims=("Vera",), statements=(*public, *more))
    return said.seen_by("Anna")


def gain(name: str, *facts: object, known: Deduction | None = None) -> float:
    return best_gain(known or seen(), name, answers(facts, "Vera"), "Vera")  # pyright: ignore[reportArgumentType]


def test_with_three_suspects_the_entropy_is_that_of_the_paper():
    assert entropy(seen().survivors(), 0) == pytest.approx(math.log(3))


def test_a_witness_who_clears_one_of_three_is_worth_the_difference_of_two_logarithms():
    """Ben saw Carl in the kitchen: it was Ben, or Dora."""
    sighting = Sighting(by="Ben", whom="Carl", place="kitchen", slot=EIGHT)
    assert gain("Ben", sighting) == pytest.approx(math.log(3) - math.log(2))


def test_a_word_about_oneself_alone_clears_nobody():
    assert gain("Ben", Presence(who="Ben", place="kitchen", slot=EIGHT)) == 0.0


def test_what_was_said_already_is_worth_nothing_more():
    sighting = Sighting(by="Ben", whom="Carl", place="kitchen", slot=EIGHT)
    told = seen(SourcedFact(source="Ben", fact=sighting))
    assert gain("Ben", sighting, known=told) == 0.0
    assert gain("Dora", Sighting(by="Dora", whom="Carl", place="kitchen", slot=EIGHT), known=told) == 0.0
    cleared = gain("Dora", Sighting(by="Dora", whom="Ben", place="kitchen", slot=EIGHT), known=told)
    assert cleared == pytest.approx(math.log(2))


def test_the_best_of_several_questions_counts_and_they_do_not_add_up():
    """One answer clears Carl alone, another Carl and Dora: only Ben himself is left."""
    clears_carl = NoMotive(who="Carl", victim="Vera")
    clears_both = [Sighting(by="Ben", whom=name, place="kitchen", slot=EIGHT) for name in ("Carl", "Dora")]
    assert gain("Ben", clears_carl) == pytest.approx(math.log(3) - math.log(2))
    assert gain("Ben", clears_carl, *clears_both) == pytest.approx(math.log(3))


def dealt(script: Script) -> tuple[MysterySetup, list[Event]]:
    setup = MysterySetup(script=script, answers=False, rounds=0)
    _, events = start(setup.players, 1, setup).apply({})
    return setup, list(events)


def test_at_a_table_it_depends_on_what_the_asker_has_seen():
    for seed in range(3):
        setup, events = dealt(generate(seed, players=5))
        case = setup.script.victims[0].name
        gains = {
            player: PART.gains(setup, player, [each for each in events if each.is_visible_to(player)], case)
            for player in setup.players
        }
        for player, told in gains.items():
            assert set(told) == set(setup.players) - {player}
            assert all(0 <= value <= math.log(4) + 1e-9 for value in told.values())
        assert len({tuple(told.values()) for told in gains.values()}) > 1


def test_of_a_story_in_free_prose_nothing_can_be_known():
    script = generate(1, players=4)
    free = script.model_copy(
        update={
            "synopsis": "It was a dark night.",
            "characters": tuple(
                each.model_copy(update={"acts": ("You remember little.",), "secrets": (), "objectives": ()})
                for each in script.characters
            ),
        }
    )
    setup, events = dealt(free)
    assert PART.gains(setup, setup.players[0], events, setup.script.victims[0].name) == {}
