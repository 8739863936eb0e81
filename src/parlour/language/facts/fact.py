"""What can be true in a story, or said of it: typed facts, in no language.

People are names. Everything else that a fact speaks of (places, things, motives, ...) is an id of the closed
lexicon, which has its words in every language (`lexicon.py`). A fact says who did what to whom and nothing of
who told it: that is what `Claim` is for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from parlour.core.role_words import Word

Name = str
"""A person, by the name that everybody uses."""


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
    """How far a feeling goes."""

    LITTLE = "little"
    SOME = "some"
    STRONG = "strong"


@dataclass(frozen=True, kw_only=True)
class Presence:
    """Somebody was somewhere in a half hour."""

    who: Name
    place: Word
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class Absence:
    """Somebody was not there in that half hour."""

    who: Name
    place: Word
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class Sighting:
    """Somebody saw somebody somewhere."""

    by: Name
    whom: Name
    place: Word
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class Hearing:
    """Somebody heard somebody's voice or step somewhere, without seeing."""

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
    """Somebody had a reason to want the victim dead."""

    who: Name
    victim: Name
    kind: Word


@dataclass(frozen=True, kw_only=True)
class NoMotive:
    """Somebody had nothing to gain: the reason that there might have been is settled."""

    who: Name
    victim: Name


@dataclass(frozen=True, kw_only=True)
class Means:
    """Somebody could lay hands on a thing that kills."""

    who: Name
    thing: Word


@dataclass(frozen=True, kw_only=True)
class NoMeans:
    """Somebody could not."""

    who: Name
    thing: Word


@dataclass(frozen=True, kw_only=True)
class Cause:
    """What the victim was killed with; the thing says how."""

    victim: Name
    thing: Word


@dataclass(frozen=True, kw_only=True)
class DeathPlace:
    """Where the victim was killed."""

    victim: Name
    place: Word


@dataclass(frozen=True, kw_only=True)
class DeathTime:
    """In which half hour the victim was killed."""

    victim: Name
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class Killing:
    """Who killed the victim."""

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
    """Something that somebody hides."""

    who: Name
    kind: Word


@dataclass(frozen=True, kw_only=True)
class Accusation:
    """Somebody says that another did it."""

    by: Name
    whom: Name
    victim: Name


@dataclass(frozen=True, kw_only=True)
class Trust:
    """How far somebody trusts another."""

    by: Name
    whom: Name
    level: Level


@dataclass(frozen=True, kw_only=True)
class Suspicion:
    """How far somebody suspects another."""

    by: Name
    whom: Name
    level: Level


@dataclass(frozen=True, kw_only=True)
class VoteFor:
    """Whom somebody votes for, or means to."""

    by: Name
    whom: Name


@dataclass(frozen=True, kw_only=True)
class RoleClaim:
    """What somebody says to be, in a game of roles."""

    who: Name
    role: Word


@dataclass(frozen=True, kw_only=True)
class Check:
    """What somebody learned of another at night."""

    by: Name
    whom: Name
    role: Word
    night: int


@dataclass(frozen=True, kw_only=True)
class OneOfTwo:
    """Somebody learned at night that one of two others has a role, but not which.

    Phrasings are drawn by the repr of a fact; it is the same for every role.
    """

    by: Name
    whom: Name
    other: Name
    role: Word = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class NeitherOfTwo:
    """Somebody learned at night that neither of two others has a role.

    Phrasings are drawn by the repr of a fact; it is the same for every role.
    """

    by: Name
    whom: Name
    other: Name
    role: Word = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class CardSeen:
    """What somebody saw another's card to be by night, before any card was moved."""

    by: Name
    whom: Name
    role: Word


@dataclass(frozen=True, kw_only=True)
class CentreSeen:
    """What somebody saw a card of the centre to be by night."""

    by: Name
    card: Word
    role: Word


@dataclass(frozen=True, kw_only=True)
class Robbed:
    """Somebody took another's card by night and saw what it is."""

    by: Name
    whom: Name
    role: Word


@dataclass(frozen=True, kw_only=True)
class Swapped:
    """Somebody exchanged the cards of two others by night, unseen."""

    by: Name
    whom: Name
    other: Name


@dataclass(frozen=True, kw_only=True)
class Drank:
    """Somebody took a card of the centre by night, unseen."""

    by: Name
    card: Word


@dataclass(frozen=True, kw_only=True)
class Woke:
    """What somebody's own card was when the night was over."""

    by: Name
    role: Word


@dataclass(frozen=True, kw_only=True)
class Fellow:
    """What somebody knows another to be, as one who shares the secret."""

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
    """Somebody says that something is so; one says what another said at most, and no deeper."""

    by: Name
    fact: Plain


Fact = Plain | Claim
"""Anything that can be rendered and read."""
