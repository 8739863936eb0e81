"""Typed questions about a story, independent of language.

A question names its person; put to that person, the name becomes "you" (`render(..., reader=...)`).
"""

from __future__ import annotations

from dataclasses import dataclass

from parlour.language.facts.fact import Name, Plain, Slot, Word


@dataclass(frozen=True, kw_only=True)
class WhereWas:
    """Asks where a person was in a half hour."""

    who: Name
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class WhoWasThere:
    """Asks who was at a place in a half hour."""

    place: Word
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class WhomSeen:
    """Asks whom a person saw at a place in a half hour."""

    by: Name
    place: Word
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class WhomSeenAnywhere:
    """Asks whom a person saw in a half hour, at any place."""

    by: Name
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class WhomSeenThere:
    """Asks whom a person saw at a place, at any time."""

    by: Name
    place: Word


@dataclass(frozen=True, kw_only=True)
class WhenSeen:
    """Asks when and where a person saw another."""

    by: Name
    whom: Name


@dataclass(frozen=True, kw_only=True)
class WhomHeard:
    """Asks whom a person heard in a half hour."""

    by: Name
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class WhatRelation:
    """Asks for the relation of a person to another."""

    of: Name
    to: Name


@dataclass(frozen=True, kw_only=True)
class WhatMotive:
    """Asks for a person's reason to want the victim dead."""

    who: Name
    victim: Name


@dataclass(frozen=True, kw_only=True)
class WhoseMotive:
    """Asks who had a reason to want the victim dead."""

    victim: Name


@dataclass(frozen=True, kw_only=True)
class WhatQuarrel:
    """Asks if two people quarrelled, over what and when."""

    who: Name
    whom: Name


@dataclass(frozen=True, kw_only=True)
class WhoseMeans:
    """Asks who could lay hands on a thing that kills."""

    thing: Word


@dataclass(frozen=True, kw_only=True)
class WhatCause:
    """Asks how the victim was killed."""

    victim: Name


@dataclass(frozen=True, kw_only=True)
class WhatDeathPlace:
    """Asks where the victim was killed."""

    victim: Name


@dataclass(frozen=True, kw_only=True)
class WhatDeathTime:
    """Asks when the victim was killed."""

    victim: Name


@dataclass(frozen=True, kw_only=True)
class WhatKnown:
    """Asks for all that the addressee knows of a person."""

    of: Name


@dataclass(frozen=True, kw_only=True)
class WhoKilled:
    """Asks who killed the victim."""

    victim: Name


@dataclass(frozen=True, kw_only=True)
class WhatSecret:
    """Asks for a person's secret."""

    who: Name


@dataclass(frozen=True, kw_only=True)
class WhomSuspected:
    """Asks whom a person suspects."""

    by: Name


@dataclass(frozen=True, kw_only=True)
class WhomTrusted:
    """Asks whom a person trusts."""

    by: Name


@dataclass(frozen=True, kw_only=True)
class WhoseVote:
    """Asks whom a person votes for, or means to."""

    by: Name


@dataclass(frozen=True, kw_only=True)
class WhatRole:
    """Asks for the role that a person claims, in a game of roles."""

    who: Name


@dataclass(frozen=True, kw_only=True)
class WhatCheck:
    """Asks for a person's check in a night, and its result."""

    by: Name
    night: int


@dataclass(frozen=True, kw_only=True)
class Confirm:
    """Asks if something is so."""

    fact: Plain


Question = (
    WhereWas
    | WhoWasThere
    | WhomSeen
    | WhomSeenAnywhere
    | WhomSeenThere
    | WhenSeen
    | WhomHeard
    | WhatRelation
    | WhatMotive
    | WhoseMotive
    | WhatQuarrel
    | WhoseMeans
    | WhatCause
    | WhatDeathPlace
    | WhatDeathTime
    | WhatKnown
    | WhoKilled
    | WhatSecret
    | WhomSuspected
    | WhomTrusted
    | WhoseVote
    | WhatRole
    | WhatCheck
    | Confirm
)
"""Anything that can be asked."""
