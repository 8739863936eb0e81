"""An evening simulated forward: who goes where, who dies, and who might have wished it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from parlour.games.mystery.cast import Cast
from parlour.games.mystery.ties import OVER, draw_motives, draw_relations, draw_secrets
from parlour.games.mystery.world import Murder, World
from parlour.language.facts import Motive, Name, Quarrel, Slot, Word, WordKind, entries, settings

_FIRST = 36
"""The evening begins at six."""
_CALM, _BEFORE, _AFTER = 6, 2, 2
"""Half hours without a death, how many of them before the first and after the last."""
_SPARE_THINGS = 3
_IRASCIBLE = 0.8
"""How often a motive comes to a quarrel."""
Killers = Mapping[Name, Sequence[Name]]
"""Who kills each victim."""
Whereabouts = dict[tuple[Name, Slot], Word]


@dataclass(frozen=True, kw_only=True)
class StagingRules:
    """How hard a mystery is made.

    Attributes:
        herrings: how many innocent people have a motive for each victim.
        company: how often somebody has company while a victim dies, from 0 to 1.
        hides_cause: whether only some know what killed.
        hides_time: whether only some know when.
        traps: how many points of a cover story are known by some civilian to be false.
        gossip: how many know of a motive that is not theirs.
        exposes: whether they know of a murderer's too; whoever does and hears it deny that needs no other
            testimony.
        scatters: whether everybody must hear at least two others, where there are civilians enough for that.
        hides_place: whether only some know where a victim died.
        knowing: how many know each thing that is hidden where one person killed, and one more for each other
            murderer; None for a few.
        combined: of how many innocent people the testimony must be combined before anybody innocent can tell
            who did it all, its own included; None where that is left to chance.
    """

    herrings: int
    company: float
    hides_cause: bool = False
    hides_time: bool = False
    traps: int = 0
    gossip: int = 1
    exposes: bool = True
    scatters: bool = False
    hides_place: bool = False
    knowing: int | None = None
    combined: int | None = None


def stage(rng: Random, setting: Word, cast: Cast, killers: Killers, manner: StagingRules) -> World:
    """A whole evening by chance.

    Args:
        rng: all its chance.
        setting: where it plays.
        cast: the people.
        killers: who kills each victim.
        manner: how hard it is made.
    """
    places = list(settings()[setting])
    slots = tuple(Slot(_FIRST + n) for n in range(_CALM + len(cast.victims)))
    murders = _murders(rng, killers, places, slots)
    whereabouts = _evening(rng, cast, murders, places, slots, manner)
    motives = draw_motives(rng, cast, killers, manner.herrings)
    spare = [thing for thing in entries(WordKind.THING) if thing not in {murder.thing for murder in murders}]
    things = [*(murder.thing for murder in murders), *rng.sample(spare, _SPARE_THINGS)]
    rng.shuffle(things)
    return World(
        setting=setting,
        cast=cast,
        slots=slots,
        whereabouts=whereabouts,
        murders=murders,
        relations=draw_relations(rng, cast, motives),
        motives=motives,
        things=tuple(things),
        access=frozenset(_access(rng, cast, murders, things)),
        quarrels=tuple(_quarrels(rng, motives, whereabouts, slots, murders)),
        secrets=draw_secrets(rng, cast),
    )


def _murders(
    rng: Random, killers: Killers, places: Sequence[Word], slots: Sequence[Slot]
) -> tuple[Murder, ...]:
    """Deaths in half hours, places and by things of their own; a body is found within the hour."""
    count = len(killers)
    when = sorted(rng.sample(range(_BEFORE, len(slots) - _AFTER), count))
    where, things = rng.sample(places, count), rng.sample(list(entries(WordKind.THING)), count)
    return tuple(
        Murder(
            victim=victim,
            killers=tuple(hands),
            place=place,
            slot=slots[at],
            thing=thing,
            found=slots[at + rng.randint(1, _AFTER)],
        )
        for (victim, hands), at, place, thing in zip(killers.items(), when, where, things, strict=True)
    )


def _evening(
    rng: Random,
    cast: Cast,
    murders: Sequence[Murder],
    places: Sequence[Word],
    slots: Sequence[Slot],
    manner: StagingRules,
) -> Whereabouts:
    """Where everybody is: together at first, then as they please, and apart while somebody dies."""
    safe = [place for place in places if place not in {murder.place for murder in murders}]
    whereabouts: Whereabouts = dict.fromkeys(((name, slots[0]) for name in cast.everybody), rng.choice(safe))
    for slot in slots[1:]:
        murder = next((each for each in murders if each.slot == slot), None)
        dead = [each.victim for each in murders if each.slot.number < slot.number]
        bound = [murder.victim, *murder.killers] if murder else []
        free = [name for name in cast.everybody if name not in dead and name not in bound]
        rng.shuffle(free)
        if murder:
            whereabouts |= {(name, slot): murder.place for name in bound}
            whereabouts |= _apart(rng, free, slot, safe, manner.company)
        else:
            closed = [each.place for each in murders if each.slot.number < slot.number]
            whereabouts |= {(name, slot): rng.choice([p for p in places if p not in closed]) for name in free}
    return whereabouts


def _apart(
    rng: Random, free: Sequence[Name], slot: Slot, safe: Sequence[Word], company: float
) -> Whereabouts:
    """Everybody to a place of their own, as far as places reach, and now and then to somebody else's."""
    order = rng.sample(list(safe), len(safe))
    taken: list[Word] = []
    found: Whereabouts = {}
    for name in free:
        is_joining = taken and (len(taken) == len(order) or rng.random() < company)
        place = rng.choice(taken) if is_joining else order[len(taken)]
        if not is_joining:
            taken.append(place)
        found[name, slot] = place
    return found


def _access(
    rng: Random, cast: Cast, murders: Sequence[Murder], things: Sequence[Word]
) -> Iterator[tuple[Name, Word]]:
    """Murderers reach what they kill with; of the others, about half reach a thing."""
    for thing in things:
        used_by = [name for murder in murders if murder.thing == thing for name in murder.killers]
        yield from ((name, thing) for name in cast.players if name in used_by or rng.random() < 0.5)


def _quarrels(
    rng: Random,
    motives: Sequence[Motive],
    whereabouts: Whereabouts,
    slots: Sequence[Slot],
    murders: Sequence[Murder],
) -> Iterator[Quarrel]:
    """Whoever has a motive may have fallen out with the victim over it, at a time when they met.

    Before everybody, when the evening begins, only one of them does.
    """
    deadly = [murder.slot for murder in murders]
    is_calm = True
    for each in motives:
        met = [
            slot
            for slot in slots
            if slot not in deadly
            and (place := whereabouts.get((each.victim, slot))) is not None
            and whereabouts.get((each.who, slot)) == place
        ]
        over, slot = rng.choice(OVER[each.kind]), rng.choice(met[1:] or met)
        if rng.random() < _IRASCIBLE and (is_calm or slot != slots[0]):
            is_calm = is_calm and slot != slots[0]
            yield Quarrel(who=each.who, whom=each.victim, over=over, slot=slot)
