"""What a player may say of what it knows, and how far it bears on a death."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import get_args

from parlour.games.mystery.reader.mind import Mind
from parlour.language.facts import (
    Absence,
    Cause,
    Claim,
    Confirm,
    DeathPlace,
    DeathTime,
    Fact,
    Hearing,
    Killing,
    Means,
    Motive,
    Name,
    NoMeans,
    NoMotive,
    Plain,
    Presence,
    Quarrel,
    Question,
    Relation,
    Secret,
    Sighting,
    WhatCause,
    WhatDeathPlace,
    WhatDeathTime,
    WhatKnown,
    WhatMotive,
    WhatQuarrel,
    WhatRelation,
    WhenSeen,
    WhereWas,
    WhomHeard,
    WhomSeen,
    WhomSeenAnywhere,
    WhomSeenThere,
    WhoseMeans,
    WhoseMotive,
    WhoWasThere,
)

LEAST_BEARING = 11
TIES_OF_OTHERS = 10
"""What binds people to others than the dead: it bears on a death too little to be told unasked."""
_PEOPLE = frozenset({"who", "whom", "by", "of", "to", "victim"})
_WHEREABOUTS = (Presence, Absence, Sighting, Hearing)
_TOPICS: dict[type[Question], tuple[type[Fact], ...]] = {
    WhereWas: _WHEREABOUTS,
    WhoWasThere: _WHEREABOUTS,
    WhomSeen: (Sighting, Absence),
    WhomSeenAnywhere: (Sighting, Absence),
    WhomSeenThere: (Sighting,),
    WhenSeen: (Sighting,),
    WhomHeard: (Hearing,),
    WhatRelation: (Relation,),
    WhatMotive: (Motive, NoMotive),
    WhoseMotive: (Motive, NoMotive),
    WhatQuarrel: (Quarrel,),
    WhoseMeans: (Means, NoMeans),
    WhatCause: (Cause,),
    WhatDeathPlace: (DeathPlace,),
    WhatDeathTime: (DeathTime,),
    WhatKnown: get_args(Plain),
}
_KIN = (_WHEREABOUTS, (Means, NoMeans), (Motive, NoMotive), (Quarrel,), (Relation,), (Cause,), (Killing,))


def tellable(mind: Mind) -> tuple[Plain, ...]:
    """Everything that the player is ready to say, in the order of its papers."""
    hidden = {found.fact for found in mind.guise.papers.secrets}
    known = (found.fact for found in mind.guise.papers.facts)
    plain = (fact for fact in known if not isinstance(fact, Claim | Secret) and fact not in hidden)
    return tuple(dict.fromkeys(plain))


def disclaimed(mind: Mind, case: Name, asked: Sequence[Question]) -> Iterator[Plain]:
    """That one had no motive and no means, where the talk turns on them and one's papers know of none."""
    me, papers = mind.me, mind.guise.papers
    own = {found.fact for found in papers.facts}
    about = [each.fact if isinstance(each, Confirm) else each for each in asked]
    victims = dict.fromkeys((case, *(getattr(each, "victim", case) for each in about)))
    for victim in victims:
        if not any(isinstance(each, Motive) and (each.who, each.victim) == (me, victim) for each in own):
            yield NoMotive(who=me, victim=victim)
    things = dict.fromkeys((mind.guise.cause(case), *(getattr(each, "thing", None) for each in about)))
    for thing in things:
        if thing is not None and Means(who=me, thing=thing) not in own:
            yield NoMeans(who=me, thing=thing)


def bearing(fact: Plain, case: Name, mind: Mind) -> int:
    """How far a fact bears on a death: 0 the most, `LEAST_BEARING` not at all."""
    slot, cause, me = mind.time(case), mind.cause(case), mind.me
    match fact:
        case Killing():
            return 0
        case Presence(who=who) if fact.slot == slot:
            return 0 if who == me else 1
        case Sighting() | Hearing() | Absence() if fact.slot == slot:
            return 1
        case Cause(victim=victim) if victim == case:
            return 2
        case NoMeans(thing=thing) | Means(thing=thing) if cause in (None, thing):
            return 7 if fact.who == me else 3
        case Motive(who=who, victim=victim) | NoMotive(who=who, victim=victim) if victim == case:
            return 8 if who == me else 4
        case Quarrel(who=who, whom=whom) if case in (who, whom):
            return 6
        case Relation(of=of, to=to):
            return 5 if case in (of, to) else TIES_OF_OTHERS
        case Sighting(whom=whom) if whom == case:
            return 9
        case _:
            return LEAST_BEARING


def bears_on(fact: Plain, question: Question) -> bool:
    """Whether a fact answers a question, or a part of it."""
    asked = question.fact if isinstance(question, Confirm) else question
    if isinstance(question, Confirm):
        kinds = next((kin for kin in _KIN if isinstance(asked, kin)), (type(asked),))
    else:
        kinds = _TOPICS.get(type(question), ())
    return (
        isinstance(fact, kinds)
        and _people(asked) <= _people(fact)
        and all(
            getattr(fact, field) == getattr(asked, field)
            for field in ("slot", "place", "thing")
            if hasattr(fact, field)
            and hasattr(asked, field)
            and not (field == "place" and isinstance(question, Confirm))
        )
    )


def _people(said: Plain | Question) -> frozenset[Name]:
    return frozenset(getattr(said, each.name) for each in fields(said) if each.name in _PEOPLE)
