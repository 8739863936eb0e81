"""Typed facts about a story, independent of language.

People are names. Everything else that a fact speaks of (places, things, motives, ...) is an id of the closed
lexicon, which has its words in every language (`lexicon.py`). A fact says who did what to whom and nothing of
who told it: that is what `Claim` is for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from parlour.core.role_words import Word

Name = str
"""A person's name, as all players use it."""


@dataclass(frozen=True, order=True)
class Slot:
    """A half hour of the story's day.

    Attributes:
        number: half hours since midnight, 0 to 47; 40 is from 8:00 to 8:30 in the evening.
    """

    number: int

    def __post_init__(self) -> None:
        if not 0 <= self.number < 48:
            raise ValueError(f"a day has half hours 0 to 47, not {self.number}")


class Level(StrEnum):
    """The strength of a feeling."""

    LITTLE = "little"
    SOME = "some"
    STRONG = "strong"


@dataclass(frozen=True, kw_only=True)
class Presence:
    """A person was at a place in a half hour."""

    who: Name
    place: Word
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class Absence:
    """A person was not at a place in a half hour."""

    who: Name
    place: Word
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class Sighting:
    """A person saw another at a place."""

    by: Name
    whom: Name
    place: Word
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class Hearing:
    """A person heard another's voice or step at a place, without seeing."""

    by: Name
    whom: Name
    place: Word
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class Relation:
    """`of` is the `kind` of `to`: Anna is the sister of Ben."""

    of: Name
    to: Name
    kind: Word


@dataclass(frozen=True, kw_only=True)
class Motive:
    """A person had a reason to want the victim dead."""

    who: Name
    victim: Name
    kind: Word


@dataclass(frozen=True, kw_only=True)
class NoMotive:
    """A person had nothing to gain: the possible reason is settled."""

    who: Name
    victim: Name


@dataclass(frozen=True, kw_only=True)
class Means:
    """A person had access to a thing that kills."""

    who: Name
    thing: Word


@dataclass(frozen=True, kw_only=True)
class NoMeans:
    """A person had no access to it."""

    who: Name
    thing: Word


@dataclass(frozen=True, kw_only=True)
class Cause:
    """The thing with which the victim was killed, which implies the manner."""

    victim: Name
    thing: Word


@dataclass(frozen=True, kw_only=True)
class DeathPlace:
    """The place where the victim was killed."""

    victim: Name
    place: Word


@dataclass(frozen=True, kw_only=True)
class DeathTime:
    """The half hour in which the victim was killed."""

    victim: Name
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class Killing:
    """The person who killed the victim."""

    who: Name
    victim: Name


@dataclass(frozen=True, kw_only=True)
class Quarrel:
    """Two people quarrelled over something."""

    who: Name
    whom: Name
    over: Word
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class Secret:
    """A secret of a person."""

    who: Name
    kind: Word


@dataclass(frozen=True, kw_only=True)
class Accusation:
    """A person says that another did it."""

    by: Name
    whom: Name
    victim: Name


@dataclass(frozen=True, kw_only=True)
class Trust:
    """The trust of a person in another."""

    by: Name
    whom: Name
    level: Level


@dataclass(frozen=True, kw_only=True)
class Suspicion:
    """The suspicion of a person against another."""

    by: Name
    whom: Name
    level: Level


@dataclass(frozen=True, kw_only=True)
class VoteFor:
    """The vote of a person, cast or intended."""

    by: Name
    whom: Name


@dataclass(frozen=True, kw_only=True)
class RoleClaim:
    """The role that a person claims, in a game of roles."""

    who: Name
    role: Word


@dataclass(frozen=True, kw_only=True)
class Check:
    """The result of a person's check of another at night."""

    by: Name
    whom: Name
    role: Word
    night: int


@dataclass(frozen=True, kw_only=True)
class OneOfTwo:
    """A person learned at night that one of two others has a role, but not which.

    Phrasings are drawn by the repr of a fact; it is the same for every role.
    """

    by: Name
    whom: Name
    other: Name
    role: Word = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class NeitherOfTwo:
    """A person learned at night that neither of two others has a role.

    Phrasings are drawn by the repr of a fact; it is the same for every role.
    """

    by: Name
    whom: Name
    other: Name
    role: Word = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class CardSeen:
    """Another's card as a person saw it by night, before any card was moved."""

    by: Name
    whom: Name
    role: Word


@dataclass(frozen=True, kw_only=True)
class CentreSeen:
    """A card of the centre as a person saw it by night."""

    by: Name
    card: Word
    role: Word


@dataclass(frozen=True, kw_only=True)
class Robbed:
    """A person took another's card by night and saw it."""

    by: Name
    whom: Name
    role: Word


@dataclass(frozen=True, kw_only=True)
class Swapped:
    """A person exchanged the cards of two others by night, unseen."""

    by: Name
    whom: Name
    other: Name


@dataclass(frozen=True, kw_only=True)
class Drank:
    """A person took a card of the centre by night, unseen."""

    by: Name
    card: Word


@dataclass(frozen=True, kw_only=True)
class Woke:
    """A person's own card at the end of the night."""

    by: Name
    role: Word


@dataclass(frozen=True, kw_only=True)
class Fellow:
    """A person's knowledge of another who shares the secret."""

    by: Name
    whom: Name
    role: Word


Plain = (
    Presence
    | Absence
    | Sighting
    | Hearing
    | Relation
    | Motive
    | NoMotive
    | Means
    | NoMeans
    | Cause
    | DeathPlace
    | DeathTime
    | Killing
    | Quarrel
    | Secret
    | Accusation
    | Trust
    | Suspicion
    | VoteFor
    | RoleClaim
    | Check
    | OneOfTwo
    | NeitherOfTwo
    | Fellow
    | CardSeen
    | CentreSeen
    | Robbed
    | Swapped
    | Drank
    | Woke
)
"""A fact that says something of the world."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A person says that something is so; one may report what another said, but no deeper."""

    by: Name
    fact: Plain


Fact = Plain | Claim
"""Anything that can be rendered and read."""
