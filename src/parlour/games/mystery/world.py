"""A generated evening: its people, what happened, and what each of them knows of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from parlour.core import MEN_NAMES, WOMEN, WOMEN_NAMES
from parlour.language.facts import (
    Cause,
    DeathPlace,
    DeathTime,
    Fact,
    Language,
    Means,
    Motive,
    Name,
    Plain,
    Presence,
    Quarrel,
    Relation,
    Secret,
    Slot,
    Word,
)


@dataclass(frozen=True, kw_only=True)
class Murder:
    """A murder."""

    victim: Name
    killers: tuple[Name, ...]
    place: Word
    slot: Slot
    thing: Word
    found: Slot

    @property
    def facts(self) -> tuple[DeathPlace, Cause, DeathTime]:
        """Its place, its weapon and its time."""
        return (
            DeathPlace(victim=self.victim, place=self.place),
            Cause(victim=self.victim, thing=self.thing),
            DeathTime(victim=self.victim, slot=self.slot),
        )


@dataclass(frozen=True, kw_only=True)
class World:
    """The truth of an evening.

    Attributes:
        murders: the deaths, in order.
        relations: the relations of people; of a pair only one direction.
    """

    setting: Word
    cast: Cast
    slots: tuple[Slot, ...]
    whereabouts: Mapping[tuple[Name, Slot], Word]
    murders: tuple[Murder, ...]
    relations: tuple[Relation, ...]
    motives: tuple[Motive, ...]
    things: tuple[Word, ...]
    access: frozenset[tuple[Name, Word]]
    quarrels: tuple[Quarrel, ...]
    secrets: tuple[Secret, ...]

    @property
    def full_names(self) -> Mapping[Name, str]:
        """The names of all people with their surnames, which close kin and spouses share."""
        families = {name: {name} for name in self.cast.everybody}
        for tie in self.relations:
            if tie.kind in _FAMILY and families[tie.of] is not families[tie.to]:
                joined = families[tie.of] | families[tie.to]
                families.update(dict.fromkeys(joined, joined))
        return {name: add_surname(name, like=min(family)) for name, family in families.items()}

    @property
    def murderers(self) -> frozenset[Name]:
        return frozenset(name for murder in self.murders for name in murder.killers)

    @property
    def civilians(self) -> tuple[Name, ...]:
        """The innocent players."""
        return tuple(name for name in self.cast.players if name not in self.murderers)

    @property
    def facts(self) -> tuple[Plain, ...]:
        """The truth about the deaths and all possible alternatives, for the makers of questions."""
        deaths = (fact for murder in self.murders for fact in murder.facts)
        moves = (Presence(who=who, place=place, slot=slot) for (who, slot), place in self.whereabouts.items())
        means = (
            Means(who=who, thing=thing)
            for thing in self.things
            for who in self.cast.players
            if (who, thing) in self.access
        )
        return (*deaths, *self.motives, *moves, *means)

    def motive(self, who: Name, victim: Name) -> Motive | None:
        """Returns a person's motive against the victim, if any."""
        return next((motive for motive in self.motives if (motive.who, motive.victim) == (who, victim)), None)

    def company(self, who: Name, slot: Slot) -> tuple[Name, ...]:
        """Returns the other people in the same place."""
        place = self.whereabouts.get((who, slot))
        return tuple(
            name
            for name in self.cast.everybody
            if place is not None and name != who and self.whereabouts.get((name, slot)) == place
        )


@dataclass(frozen=True, kw_only=True)
class Knowledge:
    """The knowledge of each person about a world."""

    public: tuple[Plain, ...]
    private_facts: Mapping[Name, tuple[Fact, ...]]

    def with_fact(self, name: Name, fact: Plain) -> Knowledge:
        """Returns the knowledge in which a player knows one more fact."""
        return replace(self, private_facts={**self.private_facts, name: (*self.private_facts[name], fact)})


_SURNAMES = (
    "Hale", "Lockwood", "Ashworth", "Fairfax", "Thorne", "Pemberton", "Whitlock", "Merriweather",
    "Carlisle", "Winslow", "Hartley", "Sinclair", "Langford", "Ellery", "Kingsley", "Prescott",
    "Radcliffe", "Tremaine", "Vaughan", "Wyndham", "Carmichael", "Babington",
)  # fmt: skip
"""The surnames of people with English names, in the order of those; Chinese names begin with theirs."""
_FAMILY = frozenset(
    {
        "elder_sister", "younger_sister", "elder_brother", "younger_brother",
        "mother", "father", "daughter", "son", "wife", "husband",
    }
)  # fmt: skip
"""The relations whose two people share a surname."""


@dataclass(frozen=True, kw_only=True)
class Cast:
    """The people of a story; the women among them are the same in every language.

    Attributes:
        players: the players, in seat order.
        victims: the victims, in the order of their deaths.
    """

    players: tuple[Name, ...]
    victims: tuple[Name, ...]
    women: frozenset[Name]

    @property
    def everybody(self) -> tuple[Name, ...]:
        """Players and victims."""
        return (*self.players, *self.victims)


def add_surname(name: Name, like: Name) -> str:
    """Returns a name with the surname of another one; a Chinese name stays, since it has its own."""
    names = (WOMEN_NAMES if like in WOMEN else MEN_NAMES)["en"]
    return f"{name} {_SURNAMES[names.index(like)]}" if like in names else name


def draw_cast(rng: Random, players: int, victims: int, language: Language) -> Cast:
    """Draws random people; the draw is the same for every language."""
    places = rng.sample(range(len(WOMEN_NAMES["en"])), players + victims)
    drawn = [(place, rng.random() < 0.5) for place in places]
    names = [(WOMEN_NAMES if is_woman else MEN_NAMES)[language][place] for place, is_woman in drawn]
    women = frozenset(name for name, (_, is_woman) in zip(names, drawn, strict=True) if is_woman)
    return Cast(players=tuple(names[:players]), victims=tuple(names[players:]), women=women)
