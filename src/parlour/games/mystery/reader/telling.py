"""What a player may say of what it knows: an innocent the truth, a murderer its story and what fits it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import get_args

from parlour.facts import (
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
from parlour.games.mystery import Deduction, SourcedFact
from parlour.games.mystery.reader.mind import Mind

LEAST_BEARING = 11
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
    hidden = {found.fact for found in mind.papers.secrets}
    known = [
        found.fact
        for found in mind.papers.facts
        if not isinstance(found.fact, Claim | Secret) and found.fact not in hidden
    ]
    return tuple(dict.fromkeys(_of_murderer(mind, known) if mind.papers.killed else known))


def _of_murderer(mind: Mind, known: Sequence[Plain]) -> Iterator[Plain]:
    """The cover story and whatever does not give it away (`games.mystery.testimony` does the same)."""
    story: list[Plain] = [
        found.fact.fact
        for found in mind.papers.facts
        if isinstance(found.fact, Claim) and found.fact.by == mind.me
    ]
    story += list(_alibis(mind, story, known))
    yield from story
    for fact in known:
        if not _gives_away(fact, mind) and not _evidence(story).denies(fact):
            yield fact


def _alibis(mind: Mind, story: Sequence[Plain], known: Sequence[Plain]) -> Iterator[Plain]:
    """A place for the time of each own victim's death, where the papers give none that others do not deny."""
    for victim in mind.papers.killed:
        slot, scene = mind.time(victim), mind.place(victim)
        if slot is None or any(isinstance(each, Presence) and each.slot == slot for each in story):
            continue
        places = dict.fromkeys(each.place for each in known if isinstance(each, Presence))
        alibis = [Presence(who=mind.me, place=place, slot=slot) for place in places if place != scene]
        yield from ([each for each in alibis if not mind.evidence.denies(each)] or alibis)[:1]


def _evidence(story: Sequence[Plain]) -> Deduction:
    told = tuple(SourcedFact(source=None, fact=fact) for fact in story)
    return Deduction(suspects=(), victims=(), statements=told)


def _gives_away(fact: Plain, mind: Mind) -> bool:
    match fact:
        case Killing(victim=victim) | Cause(victim=victim):
            return victim in mind.papers.killed
        case Motive(who=who, victim=victim):
            return who == mind.me and victim in mind.papers.killed
        case Means(who=who, thing=thing):
            return who == mind.me and thing in {mind.cause(victim) for victim in mind.papers.killed}
        case DeathPlace(victim=victim) | DeathTime(victim=victim):
            return victim in mind.papers.killed
        case _:
            return False


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
            return 7 if isinstance(fact, Means) and fact.who == me else 3
        case Motive(who=who, victim=victim) | NoMotive(who=who, victim=victim) if victim == case:
            return 8 if isinstance(fact, Motive) and who == me else 4
        case Quarrel(who=who, whom=whom) if case in (who, whom):
            return 6
        case Relation(of=of, to=to):
            return 5 if case in (of, to) else 10
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
