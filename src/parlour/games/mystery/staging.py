"""An evening simulated forward: movements, deaths, and the motives, relations and secrets behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from parlour.games.mystery.world import Cast, Murder, World
from parlour.language.facts import (
    Motive,
    Name,
    Quarrel,
    Relation,
    Secret,
    Slot,
    Word,
    WordKind,
    entries,
    settings,
)

_EVENING = range(36, 48)
"""From six to midnight: an hour inside a sentence is one of the evening."""
_CALM, _BEFORE, _AFTER = 6, 2, 2
"""Half hours without a death, how many of them before the first and after the last."""
_SPARE_THINGS = 3
_IRASCIBLE = 0.8
"""The probability that a motive leads to a quarrel."""
_MOST_ROOMS = 3
"""The number of rooms in which an evening can begin."""
Killers = Mapping[Name, Sequence[Name]]
"""Who kills each victim."""
Whereabouts = dict[tuple[Name, Slot], Word]


@dataclass(frozen=True, kw_only=True)
class StagingRules:
    """The settings that make a mystery easy or hard.

    Attributes:
        herrings: the number of innocent people with a motive for each victim.
        company: the probability of company while a victim dies.
        hides_cause: whether only some know the weapon.
        hides_time: whether only some know the time.
        traps: the number of points of a cover story that some civilian knows to be false.
        gossip: the number of people who know of another's motive.
        exposes: whether they know of a murderer's too; a player who does and hears it denied needs no other
          testimony.
        scatters: whether each player must hear at least two others, where there are civilians enough for
          that.
        hides_place: whether only some know where a victim died.
        knowing: the number of people who know each hidden fact with one murderer, and one more for each
          other murderer; None for a few.
        combined: the number of innocent testimonies to combine before an innocent can solve all cases, its
          own included; None to leave that to chance.
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
    """Returns a whole random evening."""
    places = list(settings()[setting])
    slots = _half_hours(rng, _CALM + len(cast.victims))
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


def _half_hours(rng: Random, count: int) -> tuple[Slot, ...]:
    """Returns consecutive half hours of the evening, from a random one on."""
    first = rng.randrange(_EVENING.start, _EVENING.stop - count + 1)
    return tuple(Slot(number) for number in range(first, first + count))


def _murders(
    rng: Random, killers: Killers, places: Sequence[Word], slots: Sequence[Slot]
) -> tuple[Murder, ...]:
    """Returns deaths in half hours, places and by weapons of their own; a body is found within the hour."""
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
    """Returns all whereabouts: in few rooms at first, then random, and apart while a victim dies."""
    safe = [place for place in places if place not in {murder.place for murder in murders}]
    rooms = rng.sample(safe, rng.randint(1, _MOST_ROOMS))
    whereabouts: Whereabouts = {(name, slots[0]): rng.choice(rooms) for name in cast.everybody}
    for slot in slots[1:]:
        murder = next((crime for crime in murders if crime.slot == slot), None)
        dead = [crime.victim for crime in murders if crime.slot.number < slot.number]
        bound = [murder.victim, *murder.killers] if murder else []
        free = [name for name in cast.everybody if name not in dead and name not in bound]
        rng.shuffle(free)
        if murder:
            whereabouts |= {(name, slot): murder.place for name in bound}
            whereabouts |= _apart(rng, free, slot, safe, manner.company)
        else:
            closed = [crime.place for crime in murders if crime.slot.number < slot.number]
            whereabouts |= {(name, slot): rng.choice([p for p in places if p not in closed]) for name in free}
    return whereabouts


def _apart(
    rng: Random, free: Sequence[Name], slot: Slot, safe: Sequence[Word], company: float
) -> Whereabouts:
    """Returns a place of its own for each person, as far as places reach, and sometimes a shared one."""
    order = rng.sample(list(safe), len(safe))
    rooms: list[Word] = []
    whereabouts: Whereabouts = {}
    for name in free:
        is_joining = rooms and (len(rooms) == len(order) or rng.random() < company)
        place = rng.choice(rooms) if is_joining else order[len(rooms)]
        if not is_joining:
            rooms.append(place)
        whereabouts[name, slot] = place
    return whereabouts


def _access(
    rng: Random, cast: Cast, murders: Sequence[Murder], things: Sequence[Word]
) -> Iterator[tuple[Name, Word]]:
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
    """Yields quarrels of people with a motive with the victim, at a time when they met.

    When the evening begins, before many, there is only one.
    """
    deadly = [murder.slot for murder in murders]
    is_calm = True
    for motive in motives:
        met = [
            slot
            for slot in slots
            if slot not in deadly
            and (place := whereabouts.get((motive.victim, slot))) is not None
            and whereabouts.get((motive.who, slot)) == place
        ]
        if not met:
            continue
        over = rng.choice(_MOTIVES[motive.kind][1])
        slot = rng.choice([slot for slot in met if slot != slots[0]] or met)
        if rng.random() < _IRASCIBLE and (is_calm or slot != slots[0]):
            is_calm = is_calm and slot != slots[0]
            yield Quarrel(who=motive.who, whom=motive.victim, over=over, slot=slot)


_KIN: tuple[tuple[Word, Word], ...] = (("aunt", "uncle"), ("niece", "nephew"), ("cousin", "cousin"))
_OF_MOTHERS: tuple[tuple[Word, Word], ...] = (("daughter", "son"),)
_OF_COUPLES: tuple[tuple[Word, Word], ...] = (("fiancee", "fiance"), ("former_wife", "former_husband"))
"""Family ties, by whether their bearer is a woman: such as two people of different family names can have."""
_FAMILY = frozenset(kind for pair in (*_KIN, *_OF_MOTHERS, *_OF_COUPLES) for kind in pair)
_SPHERES: tuple[tuple[Word, ...], ...] = (
    ("employee", "partner", "colleague", "pupil", "teacher", "employer"),
    ("debtor", "tenant", "creditor", "landlord"),
    ("friend", "rival", "enemy"),
    ("neighbour", "doctor", "patient", "blackmailer", "blackmailed"),
)
"""The other relations, by sphere: each sphere is drawn as often as family."""
_MOTIVATING: frozenset[Word] = frozenset({"rival", "enemy", "blackmailer", "blackmailed", "debtor"})
"""Relations to a victim that imply a motive: without one they would look like a mistake."""
_MOTIVES: Mapping[Word, tuple[tuple[Word, ...], tuple[Word, ...]]] = {
    "inheritance": (("heir",), ("will", "money")),
    "debt": (("debtor",), ("money", "rent")),
    "blackmail": (("blackmailed",), ("letter", "money", "portrait")),
    "jealousy": (("rival",), ("portrait", "rumour")),
    "old_wrong": (("enemy",), ("past", "horse")),
    "rejection": (("friend", "neighbour"), ("proposal",)),
    "dismissal": (("employee",), ("wages",)),
    "stolen_work": (("pupil", "colleague"), ("invention", "contract")),
    "ruin": (("rival",), ("contract", "money")),
    "promotion": (("colleague", "employee"), ("post",)),
    "exposure": (("colleague", "patient", "tenant"), ("letter", "rumour", "key")),
    "custody": (("enemy",), ("child", "past")),
    "insurance": (("partner",), ("money", "contract")),
    "land": (("neighbour",), ("boundary",)),
    "insult": (("rival", "tenant", "colleague"), ("cards", "manners", "politics")),
    "marriage": (("employee", "tenant", "pupil"), ("wedding",)),
}
"""By motive: the relations to the victim of which one explains it, and the subjects of quarrels."""
_UNWED: frozenset[Word] = frozenset({"marriage", "rejection"})
"""Motives of people who are stated to be no one's family, lest they be a mother or betrothed."""
_POSTS: Mapping[Word, Word] = {"tenant": "landlord", "employee": "employer", "patient": "doctor"}


def draw_motives(
    rng: Random, cast: Cast, killers: Mapping[Name, Sequence[Name]], herrings: int
) -> tuple[Motive, ...]:
    """Draws a motive for every murderer and for some innocent people, all different for one victim."""
    motives: list[Motive] = []
    for victim in cast.victims:
        innocent = [name for name in cast.players if name not in killers[victim]]
        people = (*killers[victim], *rng.sample(innocent, min(herrings, len(innocent) - 1)))
        is_courted = all((who in cast.women) != (victim in cast.women) for who in people)
        kinds = rng.sample([kind for kind in _MOTIVES if is_courted or kind != "rejection"], len(people))
        motives += [
            Motive(who=who, victim=victim, kind=kind) for who, kind in zip(people, kinds, strict=True)
        ]
    return tuple(motives)


def draw_relations(rng: Random, cast: Cast, motives: Sequence[Motive]) -> tuple[Relation, ...]:
    """Draws one relation to each victim for every player, and one to another player.

    A motive is explained by the relation to its victim. Relations to a victim differ as far as they can.
    """
    reasons = _reasons(rng, motives)
    kin = {motive.who for motive in motives if motive.kind in _UNWED}
    posts = {post for relation in reasons.values() for post in _posts(relation)}
    drawn: list[Relation] = []
    for of, to in _pairs(rng, cast):
        if not (relation := reasons.get((of, to))):
            kinds = _kinds(rng, cast, of, to, kin=not kin & {of, to})
            counts = Counter(relation.kind for relation in (*reasons.values(), *drawn) if relation.to == to)
            could = [Relation(of=of, to=to, kind=kind) for kind in kinds]
            fit = [candidate for candidate in could if not posts & _posts(candidate)]
            relation = min(fit, key=lambda candidate: counts[candidate.kind])
        if relation.kind in _FAMILY:
            kin |= {of, to}
        posts |= _posts(relation)
        drawn.append(relation)
    return tuple(drawn)


def _reasons(rng: Random, motives: Sequence[Motive]) -> dict[tuple[Name, Name], Relation]:
    """Returns the relation behind each motive, if possible without two employers of one person."""
    reasons: dict[tuple[Name, Name], Relation] = {}
    for motive in motives:
        posts = {post for relation in reasons.values() for post in _posts(relation)}
        could = [Relation(of=motive.who, to=motive.victim, kind=kind) for kind in _MOTIVES[motive.kind][0]]
        fit = [candidate for candidate in could if not posts & _posts(candidate)]
        reasons[motive.who, motive.victim] = rng.choice(fit or could)
    return reasons


def _posts(relation: Relation) -> set[tuple[Name, Word]]:
    """Returns the landlord, employer or doctor of a relation: each person has at most one of them."""
    if relation.kind in _POSTS.values():
        return {(relation.to, relation.kind)}
    return {(relation.of, _POSTS[relation.kind])} if relation.kind in _POSTS else set()


def _pairs(rng: Random, cast: Cast) -> list[tuple[Name, Name]]:
    """Returns every player with each victim, and with another player."""
    players = rng.sample(cast.players, len(cast.players))
    pairs = [*product(players, cast.victims), *zip(players[::2], players[1::2], strict=False)]
    if len(players) % 2:
        pairs.append((players[-1], players[0]))
    return rng.sample(pairs, len(pairs))


def _kinds(rng: Random, cast: Cast, of: Name, to: Name, *, kin: bool) -> list[Word]:
    """Returns possible relations, in random order: one of each sphere, and one of family."""
    ties = (
        *_KIN,
        *(_OF_MOTHERS if to in cast.women else ()),
        *(_OF_COUPLES if (of in cast.women) != (to in cast.women) else ()),
    )
    family = rng.choice(ties)[0 if of in cast.women else 1]
    unfit = _MOTIVATING if to in cast.victims else frozenset[Word]()
    spheres = [[kind for kind in sphere if kind not in unfit] for sphere in _SPHERES]
    kinds = [rng.choice(sphere) for sphere in spheres] + ([family] if kin else [])
    return rng.sample(kinds, len(kinds))


def draw_secrets(rng: Random, cast: Cast) -> tuple[Secret, ...]:
    """Draws a secret for every player, murderer or not."""
    kinds = rng.sample(list(entries(WordKind.SECRET)), len(cast.players))
    return tuple(Secret(who=who, kind=kind) for who, kind in zip(cast.players, kinds, strict=True))
