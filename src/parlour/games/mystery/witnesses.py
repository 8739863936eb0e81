"""Who knows what after the evening, before anybody cares whether it can be solved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from parlour.games.mystery.staging import StagingRules
from parlour.games.mystery.world import Knowledge, Murder, World
from parlour.language.facts import (
    Absence,
    Cause,
    Claim,
    DeathPlace,
    DeathTime,
    Fact,
    Killing,
    Means,
    Name,
    NoMeans,
    NoMotive,
    Plain,
    Presence,
    Sighting,
    Word,
)


def public(world: World, manner: StagingRules) -> Iterator[Plain]:
    """What everybody knows: who died where, by what and when, as far as that is not hidden."""
    for murder in world.murders:
        if not manner.hides_place:
            yield DeathPlace(victim=murder.victim, place=murder.place)
        if not manner.hides_cause:
            yield Cause(victim=murder.victim, thing=murder.thing)
        if not manner.hides_time:
            yield DeathTime(victim=murder.victim, slot=murder.slot)


def first_hand(rng: Random, world: World, manner: StagingRules, speakers: Sequence[Name] = ()) -> Knowledge:
    """What people know without any care for whether it can be solved.

    Args:
        rng: all its chance.
        world: what happened.
        manner: how hard it is made.
        speakers: who learns of the deaths before the other civilians do; empty for nobody in particular.
    """
    papers: dict[Name, list[Fact]] = {name: [*_own(world, name)] for name in world.cast.players}
    for murder in world.murders:
        for name in murder.killers:
            papers[name] += _crime(world, murder, name)
            papers[name] += _story(rng, world, murder, name)
        for fact, count in _clues(world, murder, manner):
            for name in _told(rng, world, count, speakers):
                papers[name].append(fact)
    _set_traps(rng, world, papers, manner)
    return Knowledge(public=tuple(public(world, manner)), papers={k: tuple(v) for k, v in papers.items()})


def _told(rng: Random, world: World, count: int, first: Sequence[Name]) -> Sequence[Name]:
    """So many civilians, by chance, and never all of them."""
    most = min(count, len(world.civilians) - 1)
    if not first:
        return rng.sample(world.civilians, most)
    shuffled = rng.sample(world.civilians, len(world.civilians))
    return sorted(shuffled, key=lambda name: name not in first)[:most]


def _own(world: World, name: Name) -> Iterator[Plain]:
    """Where somebody was and whom it saw there, and what it knows of itself."""
    for slot in world.slots:
        place = world.whereabouts[name, slot]
        yield Presence(who=name, place=place, slot=slot)
        if slot != world.slots[0]:
            met = world.company(name, slot)
            yield from (Sighting(by=name, whom=whom, place=place, slot=slot) for whom in met)
    yield from (each for each in world.relations if name in (each.of, each.to))
    yield from (each for each in world.motives if each.who == name)
    yield from (Means(who=name, thing=thing) for thing in world.things if (name, thing) in world.access)
    yield from (each for each in world.quarrels if name in (each.who, *world.company(each.who, each.slot)))
    yield from (each for each in world.secrets if each.who == name)


def _crime(world: World, murder: Murder, name: Name) -> Iterator[Plain]:
    """What a murderer knows of what it did."""
    yield Killing(who=name, victim=murder.victim)
    yield Cause(victim=murder.victim, thing=murder.thing)
    yield DeathPlace(victim=murder.victim, place=murder.place)
    yield DeathTime(victim=murder.victim, slot=murder.slot)
    yield from (Killing(who=other, victim=murder.victim) for other in murder.killers if other != name)


def _story(rng: Random, world: World, murder: Murder, name: Name) -> Iterator[Claim]:
    """What a murderer means to say: that it was somewhere else, and had neither motive nor means."""
    claims = (
        Presence(who=name, place=_alibi(rng, world, murder), slot=murder.slot),
        NoMotive(who=name, victim=murder.victim),
        NoMeans(who=name, thing=murder.thing),
    )
    yield from (Claim(by=name, fact=fact) for fact in claims)


def _alibi(rng: Random, world: World, murder: Murder) -> Word:
    """A place to have been in: one where as few as possible can know better, though somebody may."""
    moves = world.whereabouts.items()
    others = Counter(place for (_, slot), place in moves if slot == murder.slot and place != murder.place)
    return rng.choice([place for place, count in others.items() if count == min(others.values())])


def _clues(world: World, murder: Murder, manner: StagingRules) -> Iterator[tuple[Plain, int]]:
    """What some come to know of a death, and how many they are: more where more may be wrongly accused."""
    more = len(world.murderers) - 1
    knowing = 1 + (len(world.murders) + 1) // 2 if manner.knowing is None else manner.knowing + more
    for each in world.motives:
        if each.victim == murder.victim and (manner.exposes or each.who not in murder.killers):
            yield each, manner.gossip
    if manner.hides_cause:
        yield Cause(victim=murder.victim, thing=murder.thing), knowing
    if manner.hides_time:
        yield DeathTime(victim=murder.victim, slot=murder.slot), knowing
    if manner.hides_place:
        yield DeathPlace(victim=murder.victim, place=murder.place), knowing


def _set_traps(rng: Random, world: World, papers: dict[Name, list[Fact]], manner: StagingRules) -> None:
    """Lets civilians know better than a cover story says, each one point of it."""
    for name, known in papers.items():
        lies = [each.fact for each in known if isinstance(each, Claim)]
        for lie in rng.sample(lies, min(manner.traps, len(lies))):
            knowing = [(who, fact) for who in world.civilians for fact in better(world, lie, name, who)]
            if knowing:
                who, fact = rng.choice(knowing)
                papers[who].append(fact)


def better(world: World, lie: Plain, liar: Name, who: Name) -> Iterator[Plain]:
    """What somebody can know that belies a murderer."""
    match lie:
        case Presence(place=place, slot=slot) if world.whereabouts[who, slot] == place:
            yield Absence(who=liar, place=place, slot=slot)
        case NoMotive(victim=victim) if motive := world.motive(liar, victim):
            yield motive
        case NoMeans(thing=thing):
            yield Means(who=liar, thing=thing)
        case _:
            return
