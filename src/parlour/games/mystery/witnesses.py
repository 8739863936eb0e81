"""The knowledge of each person after the evening, before it is made solvable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from parlour.games.mystery.staging import StagingRules
from parlour.games.mystery.world import Knowledge, Murder, World
from parlour.language.facts import (
    Absence,
    Claim,
    Fact,
    Killing,
    Means,
    Name,
    NoMeans,
    NoMotive,
    Plain,
    Presence,
    Sighting,
)


def public(world: World, manner: StagingRules) -> Iterator[Plain]:
    """Yields the public facts: place, weapon and time of each death, as far as they are not hidden."""
    hidden = manner.hides_place, manner.hides_cause, manner.hides_time
    for murder in world.murders:
        yield from (fact for fact, is_hidden in zip(murder.facts, hidden, strict=True) if not is_hidden)


def first_hand(rng: Random, world: World, manner: StagingRules, speakers: Sequence[Name] = ()) -> Knowledge:
    """Returns the knowledge of each person, not yet made solvable."""
    private_facts: dict[Name, list[Fact]] = {name: [*_own(world, name)] for name in world.cast.players}
    for murder in world.murders:
        for name in murder.killers:
            private_facts[name] += _crime(world, murder, name)
            private_facts[name] += _story(rng, world, murder, name)
        for fact, count in _clues(world, murder, manner):
            for name in _draw_civilians(rng, world, count, speakers):
                private_facts[name].append(fact)
    _set_traps(rng, world, private_facts, manner)
    return Knowledge(
        public=tuple(public(world, manner)), private_facts={k: tuple(v) for k, v in private_facts.items()}
    )


def _draw_civilians(rng: Random, world: World, count: int, first: Sequence[Name]) -> Sequence[Name]:
    """Returns so many random civilians, and never all of them."""
    most = min(count, len(world.civilians) - 1)
    if not first:
        return rng.sample(world.civilians, most)
    shuffled = rng.sample(world.civilians, len(world.civilians))
    return sorted(shuffled, key=lambda name: name not in first)[:most]


def _own(world: World, name: Name) -> Iterator[Plain]:
    """Yields a person's own whereabouts, facts about itself, and sightings, but not of all people at once."""
    for slot in world.slots:
        place = world.whereabouts[name, slot]
        yield Presence(who=name, place=place, slot=slot)
        met = world.company(name, slot)
        if slot != world.slots[0] or len(met) < len(world.cast.everybody) - 1:
            yield from (Sighting(by=name, whom=person, place=place, slot=slot) for person in met)
    yield from (relation for relation in world.relations if name in (relation.of, relation.to))
    yield from (motive for motive in world.motives if motive.who == name)
    yield from (Means(who=name, thing=thing) for thing in world.things if (name, thing) in world.access)
    yield from (
        quarrel
        for quarrel in world.quarrels
        if name in (quarrel.who, *world.company(quarrel.who, quarrel.slot))
    )
    yield from (secret for secret in world.secrets if secret.who == name)


def _crime(world: World, murder: Murder, name: Name) -> Iterator[Plain]:
    place, cause, time = murder.facts
    yield from (Killing(who=name, victim=murder.victim), cause, place, time)
    yield from (Killing(who=other, victim=murder.victim) for other in murder.killers if other != name)


def _story(rng: Random, world: World, murder: Murder, name: Name) -> Iterator[Claim]:
    """Yields a murderer's cover story: that it was elsewhere, and had neither motive nor means."""
    moves = world.whereabouts.items()
    others = Counter(place for (_, slot), place in moves if slot == murder.slot and place != murder.place)
    loneliest = [place for place, count in others.items() if count == min(others.values())]
    claims = (
        Presence(who=name, place=rng.choice(loneliest), slot=murder.slot),
        NoMotive(who=name, victim=murder.victim),
        NoMeans(who=name, thing=murder.thing),
    )
    yield from (Claim(by=name, fact=fact) for fact in claims)


def _clues(world: World, murder: Murder, manner: StagingRules) -> Iterator[tuple[Plain, int]]:
    """Yields the hidden facts of a death, each with the number of people who learn it."""
    more = len(world.murderers) - 1
    knowing = 1 + (len(world.murders) + 1) // 2 if manner.knowing is None else manner.knowing + more
    for motive in world.motives:
        if motive.victim == murder.victim and (manner.exposes or motive.who not in murder.killers):
            yield motive, manner.gossip
    place, cause, time = murder.facts
    if manner.hides_cause:
        yield cause, knowing
    if manner.hides_time:
        yield time, knowing
    if manner.hides_place:
        yield place, knowing


def _set_traps(
    rng: Random, world: World, private_facts: dict[Name, list[Fact]], manner: StagingRules
) -> None:
    """Gives civilians facts that contradict points of a cover story."""
    for name, facts in private_facts.items():
        lies = [claim.fact for claim in facts if isinstance(claim, Claim)]
        for lie in rng.sample(lies, min(manner.traps, len(lies))):
            knowing = [(who, fact) for who in world.civilians for fact in better(world, lie, name, who)]
            if knowing:
                who, fact = rng.choice(knowing)
                private_facts[who].append(fact)


def better(world: World, lie: Plain, liar: Name, who: Name) -> Iterator[Plain]:
    """Yields facts that a person can know and that refute a murderer's lie."""
    match lie:
        case Presence(place=place, slot=slot) if world.whereabouts[who, slot] == place:
            yield Absence(who=liar, place=place, slot=slot)
        case NoMotive(victim=victim) if motive := world.motive(liar, victim):
            yield motive
        case NoMeans(thing=thing):
            yield Means(who=liar, thing=thing)
        case _:
            return
