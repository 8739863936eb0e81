"""What a probe's answer rests on: who says what, and what stands in one's own papers.

Nothing here is a clue, but for what decides: whoever has missed a decisive sentence, or does not put it
together with the others, holds all of the suspects alike. Hours lie so far apart that one which is misread
falls on no other. An answer takes what everybody knows (`know`), one statement of one's own papers (`find`),
two, of the papers and of the table (`compare`), or three (`chain`); `ignore` is `compare` beside somebody
else, who is accused aloud and whose own word is confirmed. `know` shows noise alone, and `chain` takes no
more attention than `find`, so that it shows what cannot be put together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from parlour.language.facts import (
    Accusation,
    DeathPlace,
    DeathTime,
    Fact,
    Killing,
    Name,
    Presence,
    Sighting,
    Slot,
    Word,
    settings,
)

APART = 3
"""Half hours between one hour and the next: misread, none can be taken for another."""
_EARLIEST, _LATEST = 36, 44


@dataclass(frozen=True, kw_only=True)
class Evening:
    """Who was where, as far as a probe speaks of it.

    Attributes:
        me: who is asked.
        victim: who was killed.
        roles: the others; the first did it, the second is whom `ignore` accuses.
        places: no two alike.
        death: the hour of it.
    """

    me: Name
    victim: Name
    roles: tuple[Name, ...]
    places: tuple[Word, ...]
    death: Slot

    @property
    def hours(self) -> tuple[Slot, ...]:
        """Of which each of the others speaks: whoever did it of the death, the others of earlier ones."""
        return tuple(Slot(self.death.number - APART * turn) for turn in range(len(self.roles)))


@dataclass(frozen=True, kw_only=True)
class ProbeEvidence:
    """What a player is told.

    Attributes:
        public: what decides and everybody knows, which no reader misses.
        papers: what decides in its own papers.
        spoken: what each of the others says.
        bearing: what of papers and talk an answer can rest on, in the order of the pattern.
    """

    spoken: Mapping[Name, tuple[Fact, ...]]
    public: tuple[Fact, ...] = ()
    papers: tuple[Fact, ...] = ()
    bearing: tuple[tuple[Name | None, Fact], ...] = ()


def draw_evening(me: Name, victim: Name, roles: Sequence[Name], rng: Random) -> Evening:
    """An evening by chance."""
    places = rng.sample(rng.choice(list(settings().values())), len(roles) + 2)
    death = Slot(rng.randint(_EARLIEST, _LATEST))
    return Evening(me=me, victim=victim, roles=tuple(roles), places=tuple(places), death=death)


def know(evening: Evening) -> ProbeEvidence:
    """Everybody knows it: what is left is to say so."""
    return ProbeEvidence(public=(_killing(evening),), spoken=_whereabouts(evening))


def find(evening: Evening) -> ProbeEvidence:
    """One statement of one's papers tells it all."""
    killing = _killing(evening)
    return ProbeEvidence(papers=(killing,), spoken=_whereabouts(evening), bearing=((None, killing),))


def compare(evening: Evening) -> ProbeEvidence:
    """Somebody says that they were where one did not see them."""
    guilty, spoken = evening.roles[0], _whereabouts(evening)
    seen = _seen(evening, 0, evening.places[-1])
    return ProbeEvidence(papers=(seen,), spoken=spoken, bearing=((None, seen), (guilty, spoken[guilty][0])))


def ignore(evening: Evening) -> ProbeEvidence:
    """The same, beside somebody of whom nothing is to be held but that they are accused."""
    plain, (_, lure, accuser, *_) = compare(evening), evening.roles
    accusation = Accusation(by=accuser, whom=lure, victim=evening.victim)
    confirmed = _seen(evening, 1, evening.places[1])
    return ProbeEvidence(
        papers=(*plain.papers, confirmed),
        spoken={**plain.spoken, accuser: (*plain.spoken[accuser], accusation)},
        bearing=(*plain.bearing, (None, confirmed), (lure, plain.spoken[lure][0])),
    )


def chain(evening: Evening) -> ProbeEvidence:
    """Everybody knows where and when the victim died; somebody claims to have seen it elsewhere then."""
    guilty, victim = evening.roles[0], evening.victim
    place = DeathPlace(victim=victim, place=evening.places[-1])
    hour = DeathTime(victim=victim, slot=evening.death)
    told = zip(evening.roles, evening.places, evening.hours, strict=False)
    spoken: dict[Name, tuple[Fact, ...]] = {
        name: (Sighting(by=name, whom=victim, place=where, slot=when),) for name, where, when in told
    }
    return ProbeEvidence(public=(place, hour), spoken=spoken, bearing=((guilty, spoken[guilty][0]),))


KINDS: Mapping[str, Callable[[Evening], ProbeEvidence]] = {
    "know": know,
    "find": find,
    "compare": compare,
    "chain": chain,
    "ignore": ignore,
}


def _killing(evening: Evening) -> Killing:
    return Killing(who=evening.roles[0], victim=evening.victim)


def _whereabouts(evening: Evening) -> dict[Name, tuple[Fact, ...]]:
    told = zip(evening.roles, evening.places, evening.hours, strict=False)
    return {name: (Presence(who=name, place=where, slot=when),) for name, where, when in told}


def _seen(evening: Evening, role: int, place: Word) -> Sighting:
    """What the player itself saw of somebody, at the hour of which they speak."""
    return Sighting(by=evening.me, whom=evening.roles[role], place=place, slot=evening.hours[role])
