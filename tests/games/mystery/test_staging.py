"""What binds the people of a generated evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

from parlour.games.mystery.repair import is_fair, make_solvable
from parlour.games.mystery.shape import Difficulty, MysteryShape
from parlour.games.mystery.staging import draw_motives, draw_relations, stage
from parlour.games.mystery.world import Cast, Knowledge, World, draw_cast
from parlour.language.facts import (
    Cause,
    DeathPlace,
    DeathTime,
    Fact,
    Hearing,
    Motive,
    Name,
    NoMeans,
    NoMotive,
    Plain,
    Relation,
)
from tests.games.mystery.worlds import invent

CAST = Cast(
    players=("Ann", "Bo", "Cy", "Di", "Eve", "Fay"),
    victims=("Vic", "Wes"),
    women=frozenset({"Ann", "Di", "Eve", "Fay"}),
)
FAMILY = {"aunt", "uncle", "niece", "nephew", "cousin", "daughter", "son"} | {
    *("fiancee", "fiance", "former_wife", "former_husband")
}
SEEDS = range(40)


def drawn(seed: int, *motives: Motive) -> tuple[Relation, ...]:
    return draw_relations(Random(seed), CAST, motives)


def kin(relations: tuple[Relation, ...]) -> Counter[Name]:
    """In how many family ties somebody stands."""
    return Counter(name for each in relations if each.kind in FAMILY for name in (each.of, each.to))


def test_family_is_told_of_some_and_of_nobody_twice():
    found = [kin(drawn(seed)) for seed in SEEDS]
    assert sum(map(bool, found)) > len(found) / 2
    assert {count for each in found for count in each.values()} == {1}


def test_who_wanted_or_refused_a_marriage_is_nobodys_family():
    for kind in ("marriage", "rejection"):
        found = [kin(drawn(seed, Motive(who="Bo", victim="Vic", kind=kind))) for seed in SEEDS]
        assert all("Bo" not in each for each in found)
        assert any(found)


def test_a_motive_is_explained_by_a_relation_that_is_no_family_tie():
    reasons = {"debt": {"debtor"}, "promotion": {"colleague", "employee"}, "insurance": {"partner"}}
    for seed in SEEDS:
        for kind, behind in reasons.items():
            relations = drawn(seed, Motive(who="Bo", victim="Vic", kind=kind))
            told = {each.kind for each in relations if (each.of, each.to) == ("Bo", "Vic")}
            assert told & behind
            assert not told & FAMILY


def test_everybody_has_one_tie_to_each_of_the_dead_and_no_two_people_have_more_than_one():
    for seed in SEEDS:
        relations = drawn(seed, Motive(who="Bo", victim="Vic", kind="jealousy"))
        pairs = Counter(frozenset({each.of, each.to}) for each in relations)
        assert {*pairs.values()} == {1}
        assert {(each.of, each.to) for each in relations} >= {*product(CAST.players, CAST.victims)}
        among = Counter(name for pair in pairs if not pair & {*CAST.victims} for name in pair)
        assert among == dict.fromkeys(CAST.players, 1)


def test_nobody_has_two_landlords_employers_or_doctors():
    for seed in SEEDS:
        relations = drawn(seed, Motive(who="Bo", victim="Vic", kind="jealousy"))
        for name in CAST.players:
            for one, other in (("landlord", "tenant"), ("employer", "employee"), ("doctor", "patient")):
                over = [each.of for each in relations if (each.to, each.kind) == (name, one)]
                over += [each.to for each in relations if (each.of, each.kind) == (name, other)]
                assert len(over) <= 1


def test_no_tie_to_a_victim_but_a_motives_is_told_often():
    for seed in SEEDS:
        kinds = Counter(each.kind for each in drawn(seed) if each.to == "Vic")
        assert max(kinds.values()) <= 2


def test_evenings_begin_and_people_die_at_many_hours_and_begin_in_one_room_or_in_few():
    worlds = [invent(seed).world for seed in range(40)]
    assert len({world.slots[0] for world in worlds}) >= 5
    assert len({murder.slot.number // 2 for world in worlds for murder in world.murders}) >= 4
    assert all(slot.number >= 36 for world in worlds for slot in world.slots)
    rooms = [
        len({world.whereabouts[name, world.slots[0]] for name in world.cast.everybody}) for world in worlds
    ]
    assert {*rooms} == {1, 2, 3}


def test_no_motive_is_frequent():
    motives = Counter(each.kind for seed in range(60) for each in invent(seed).world.motives)
    assert max(motives.values()) / motives.total() < 0.15


def test_motives_for_one_death_differ_and_leave_somebody_without():
    for seed in SEEDS:
        motives = draw_motives(Random(seed), CAST, {"Vic": ["Bo"], "Wes": ["Cy", "Di"]}, herrings=9)
        for victim, killers in (("Vic", {"Bo"}), ("Wes", {"Cy", "Di"})):
            told = [each for each in motives if each.victim == victim]
            assert {each.who for each in told} > killers
            assert len(told) == len({each.kind for each in told}) == len(CAST.players) - 1
    only = draw_motives(Random(1), CAST, {"Vic": ["Bo"], "Wes": []}, herrings=0)
    assert [(each.who, each.victim) for each in only] == [("Bo", "Vic")]


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


FEW_SEEDS = range(10)


def told(world: World, *unknown: type, alone: Name = "") -> Knowledge:
    """Of a death everybody knows what is not unknown, and somebody alone the rest, if anybody does."""
    [murder] = world.murders
    facts: tuple[Plain, ...] = (
        DeathPlace(victim=murder.victim, place=murder.place),
        DeathTime(victim=murder.victim, slot=murder.slot),
        Cause(victim=murder.victim, thing=murder.thing),
    )
    hidden = tuple(fact for fact in facts if isinstance(fact, unknown))
    private_facts: Mapping[Name, tuple[Fact, ...]] = {
        name: hidden if name == alone else () for name in world.cast.players
    }
    return Knowledge(public=tuple(fact for fact in facts if fact not in hidden), private_facts=private_facts)


def clues(world: World, knowledge: Knowledge, seed: int) -> list[Fact]:
    """What somebody comes to know besides, until it is enough."""
    found = make_solvable(Random(seed), world, knowledge)
    assert found
    assert found.public == knowledge.public
    assert is_fair(world, found)
    for name, known in knowledge.private_facts.items():
        assert found.private_facts[name][: len(known)] == known
    return [
        fact
        for name, known in found.private_facts.items()
        for fact in known[len(knowledge.private_facts[name]) :]
    ]


def test_an_evening_of_which_nothing_is_known_is_made_solvable_by_what_is_true():
    for seed in FEW_SEEDS:
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
        for seed in FEW_SEEDS:
            world = invent(seed, players=6).world
            found = make_solvable(Random(seed), world, told(world, unknown))
            saved += found is not None  # without that sort of clue not every evening can be
            given = [fact for known in found.private_facts.values() for fact in known] if found else []
            assert not any(isinstance(fact, clue) for fact in given)
        assert saved


def test_who_alone_knows_how_it_was_done_is_not_cleared_by_having_lacked_the_means():
    for seed in FEW_SEEDS:
        world = invent(seed, players=6).world
        [murder] = world.murders
        alone = next(name for name in world.civilians if (name, murder.thing) not in world.access)
        for order in range(4):
            found = clues(world, told(world, Cause, alone=alone), order)
            assert not any(isinstance(fact, NoMeans) and fact.who == alone for fact in found)


def test_an_evening_on_which_enough_is_known_stays_as_it_is():
    for seed in FEW_SEEDS:
        mystery = invent(seed, players=6)
        assert make_solvable(Random(seed), mystery.world, mystery.knowledge) == mystery.knowledge
