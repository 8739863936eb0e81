"""Clues for an evening that too little is known of."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from parlour.games.mystery.repair import is_fair, make_solvable
from parlour.games.mystery.world import Knowledge, World
from parlour.language.facts import Cause, DeathPlace, DeathTime, Fact, Hearing, Name, NoMeans, NoMotive, Plain
from tests.games.mystery.worlds import invent

SEEDS = range(10)


def told(world: World, *unknown: type, alone: Name = "") -> Knowledge:
    """Of a death everybody knows what is not unknown, and somebody alone the rest, if anybody does."""
    [murder] = world.murders
    facts: tuple[Plain, ...] = (
        DeathPlace(victim=murder.victim, place=murder.place),
        DeathTime(victim=murder.victim, slot=murder.slot),
        Cause(victim=murder.victim, thing=murder.thing),
    )
    hidden = tuple(fact for fact in facts if isinstance(fact, unknown))
    papers: Mapping[Name, tuple[Fact, ...]] = {
        name: hidden if name == alone else () for name in world.cast.players
    }
    return Knowledge(public=tuple(fact for fact in facts if fact not in hidden), papers=papers)


def clues(world: World, knowledge: Knowledge, seed: int) -> list[Fact]:
    """What somebody comes to know besides, until it is enough."""
    found = make_solvable(Random(seed), world, knowledge)
    assert found
    assert found.public == knowledge.public
    assert is_fair(world, found)
    for name, known in knowledge.papers.items():
        assert found.papers[name][: len(known)] == known
    return [fact for name, known in found.papers.items() for fact in known[len(knowledge.papers[name]) :]]


def test_an_evening_of_which_nothing_is_known_is_made_solvable_by_what_is_true():
    for seed in SEEDS:
        world = invent(seed, players=6).world
        [murder] = world.murders
        found = clues(world, told(world), seed)
        assert found
        for clue in found:
            match clue:
                case NoMeans(who=who, thing=thing):
                    assert thing == murder.thing
                    assert (who, thing) not in world.access
                case NoMotive(who=who, victim=victim):
                    assert victim == murder.victim
                    assert world.motive(who, victim) is None
                case Hearing(by=by, whom=whom, place=place, slot=slot):
                    assert slot == murder.slot
                    assert world.whereabouts[whom, slot] == place != world.whereabouts[by, slot]
                case _:
                    raise AssertionError(clue)


def test_what_rests_on_what_nobody_knows_clears_nobody():
    for unknown, clue in ((Cause, NoMeans), (DeathTime, Hearing)):
        saved = 0
        for seed in SEEDS:
            world = invent(seed, players=6).world
            found = make_solvable(Random(seed), world, told(world, unknown))
            saved += found is not None  # without that sort of clue not every evening can be
            given = [fact for known in found.papers.values() for fact in known] if found else []
            assert not any(isinstance(fact, clue) for fact in given)
        assert saved


def test_who_alone_knows_how_it_was_done_is_not_cleared_by_having_lacked_the_means():
    for seed in SEEDS:
        world = invent(seed, players=6).world
        [murder] = world.murders
        alone = next(name for name in world.civilians if (name, murder.thing) not in world.access)
        for order in range(4):
            found = clues(world, told(world, Cause, alone=alone), order)
            assert not any(isinstance(fact, NoMeans) and fact.who == alone for fact in found)


def test_an_evening_on_which_enough_is_known_stays_as_it_is():
    for seed in SEEDS:
        mystery = invent(seed, players=6)
        assert make_solvable(Random(seed), mystery.world, mystery.knowledge) == mystery.knowledge
