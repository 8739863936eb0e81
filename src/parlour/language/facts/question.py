"""What can be asked about a story: typed questions, in no language.

A question names whom it speaks of; put to that person, the names become "you" (`render(..., reader=...)`).
"""

from __future__ import annotations

from dataclasses import dataclass

from parlour.language.facts.fact import Name, Plain, Slot, Word


@dataclass(frozen=True, kw_only=True)
class WhereWas:
    """Where somebody was in a half hour."""

    who: Name
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class WhoWasThere:
    """Who was somewhere in a half hour."""

    place: Word
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class WhomSeen:
    """Whom somebody saw somewhere in a half hour."""

    by: Name
    place: Word
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class WhomSeenAnywhere:
    """Whom somebody saw in a half hour, wherever that was."""

    by: Name
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class WhomSeenThere:
    """Whom somebody saw somewhere, whenever that was."""

    by: Name
    place: Word


@dataclass(frozen=True, kw_only=True)
class WhenSeen:
    """When and where somebody saw another."""

    by: Name
    whom: Name


@dataclass(frozen=True, kw_only=True)
class WhomHeard:
    """Whom somebody heard in a half hour."""

    by: Name
    slot: Slot


@dataclass(frozen=True, kw_only=True)
class WhatRelation:
    """What somebody is to another."""

    of: Name
    to: Name


@dataclass(frozen=True, kw_only=True)
class WhatMotive:
    """What reason somebody had to want the victim dead."""

    who: Name
    victim: Name


@dataclass(frozen=True, kw_only=True)
class WhoseMotive:
    """Who had a reason to want the victim dead."""

    victim: Name


@dataclass(frozen=True, kw_only=True)
class WhatQuarrel:
    """Whether two people quarrelled, over what and when."""

    who: Name
    whom: Name


@dataclass(frozen=True, kw_only=True)
class WhoseMeans:
    """Who could lay hands on a thing that kills."""

    thing: Word


@dataclass(frozen=True, kw_only=True)
class WhatCause:
    """How the victim was killed."""

    victim: Name


@dataclass(frozen=True, kw_only=True)
class WhatDeathPlace:
    """Where the victim was killed."""

    victim: Name


@dataclass(frozen=True, kw_only=True)
class WhatDeathTime:
    """When the victim was killed."""

    victim: Name


@dataclass(frozen=True, kw_only=True)
class WhatKnown:
    """Whatever the one who is asked knows of somebody."""

    of: Name


@dataclass(frozen=True, kw_only=True)
class WhoKilled:
    """Who killed the victim."""

    victim: Name


@dataclass(frozen=True, kw_only=True)
class WhatSecret:
    """What somebody hides."""

    who: Name


@dataclass(frozen=True, kw_only=True)
class WhomSuspected:
    """Whom somebody suspects."""

    by: Name


@dataclass(frozen=True, kw_only=True)
class WhomTrusted:
    """Whom somebody trusts."""

    by: Name


@dataclass(frozen=True, kw_only=True)
class WhoseVote:
    """Whom somebody votes for, or means to."""

    by: Name


@dataclass(frozen=True, kw_only=True)
class WhatRole:
    """What somebody says to be, in a game of roles."""

    who: Name


@dataclass(frozen=True, kw_only=True)
class WhatCheck:
    """Whom somebody looked at in a night, and what came of it."""

    by: Name
    night: int


@dataclass(frozen=True, kw_only=True)
class Confirm:
    """Whether something is so."""

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
