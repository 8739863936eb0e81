"""Asking and telling: the value of questions, the player to ask, the bearing of facts on a death.

The player to ask, and how far an answer may tell something new, are two different things. The first is
answered plainly. That a question goes where it may tell most is the claim of one method (Zhu et al. 2025); if
every reader chose so, all other methods would have it too.
"""

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
    WhatSecret,
    WhenSeen,
    WhereWas,
    WhomHeard,
    WhomSeen,
    WhomSeenAnywhere,
    WhomSeenThere,
    WhomSuspected,
    WhomTrusted,
    WhoseMeans,
    WhoseMotive,
    WhoWasThere,
)

_SETTLED = 0.4
_REPEATED = 0.1
_PREPARED = 0.3
_BESIDES = 0.1
"""The worth of a question that rules nobody out, and is put before one that was answered (ours)."""
_ASKED_BEFORE = 0.25
"""The share of its worth that a question loses if all others are nearer to the player it is put to (ours)."""


def worths(mind: Mind, name: Name, case: Name, questions: Sequence[Question]) -> dict[Question, float]:
    """Returns the worth of prepared questions to a player; those the reader would not put have little."""
    estimates = dict(_worth(mind, name, case))
    others = {
        question: _PREPARED * (_REPEATED if (name, question) in mind.questions else 1.0)
        for question in questions
    }
    return {question: estimates.get(question, others[question]) for question in questions}


def best_question(mind: Mind, name: Name, case: Name, among: Sequence[Question] = ()) -> Question:
    """Returns the best question to a player about a case, among prepared ones if any; of equals the first."""
    pairs = worths(mind, name, case, among).items() if among else _worth(mind, name, case)
    return max(pairs, key=lambda pair: pair[1])[0]


def addressee(mind: Mind, options: Sequence[Name], case: Name) -> Name:
    """Returns the player to question about a case, among those least asked about it.

    All hear every answer, so that a player questioned by others need not be asked again. Of the rest the
    player who has not said where it was, then the most suspected; of equals the first.
    """
    ranked = mind.ranking(case)
    return min(
        options,
        key=lambda name: (
            mind.times_questioned(name, case),
            mind.is_placed(name, case),
            ranked.index(name) if name in ranked else len(ranked),
        ),
    )


def gain(mind: Mind, name: Name, case: Name) -> float:
    """Returns the probability that another question to a player reveals something new, inside 0 and 1.

    All prepare their questions at once, and would ask whom all find most worth asking: each expects those
    who sit nearer to such a player to ask before it.
    """
    worths = [worth for _, worth in _worth(mind, name, case)]
    most = 4.0 + 3.0 * len(mind.others)
    interest = min(1.0, max(worths) / (1 + len(mind.others))) * 0.6 + min(1.0, sum(worths) / most) * 0.3
    tired = 1 / (1 + 0.5 * mind.times_questioned(name, case))
    players = mind.prompt.table.players
    distance = (players.index(name) - players.index(mind.me)) % len(players)
    first = 1 - _ASKED_BEFORE * (distance - 1) / max(1, len(players) - 2)
    return 0.05 + 0.9 * interest * tired * first * (_SETTLED if mind.is_settled(case) else 1.0)


def _worth(mind: Mind, name: Name, case: Name) -> Iterator[tuple[Question, float]]:
    """Yields questions with their worth; where a person plays, none that the player has replied to."""
    before = {question for to, question in mind.questions if to == name}
    candidates = [*_candidates(mind, name, case)]
    if mind.prompt.has_people:
        more = (WhomSuspected(by=name), WhomTrusted(by=name), WhatSecret(who=name))
        candidates += [(question, _BESIDES) for question in more]
        answered = {question for by, question in mind.questions_answered if by == name}
        open_pairs = [pair for pair in candidates if pair[0] not in answered]
        candidates = open_pairs or [(WhomSuspected(by=name), _BESIDES)]
    for question, worth in candidates:
        yield question, worth * (_REPEATED if question in before else 1.0)


def _candidates(mind: Mind, name: Name, case: Name) -> Iterator[tuple[Question, float]]:
    suspects = [suspect for suspect in mind.open_suspects(case) if suspect != name]
    count, slot, thing = len(suspects), mind.time(case), mind.cause(case)
    own = mind.statements_of(name)
    facts = list(mind.facts())
    placed_worth = 0.02 if mind.prompt.has_people else 0.2
    yield from _challenges(mind, name)
    if slot is not None:
        at_death = [
            fact for fact in own if isinstance(fact, Presence | Sighting | Hearing) and fact.slot == slot
        ]
        is_placed = any(isinstance(fact, Presence) and fact.who == name for fact in at_death)
        has_seen = any(isinstance(fact, Sighting) for fact in at_death)
        has_heard = any(isinstance(fact, Hearing) for fact in at_death)
        yield WhereWas(who=name, slot=slot), placed_worth if is_placed else 2.0 + count
        yield WhomSeenAnywhere(by=name, slot=slot), 0.3 * count if has_seen else 1.0 + count
        yield WhomHeard(by=name, slot=slot), 0.2 * count if has_heard else 0.5 + 0.6 * count
    if thing is None:
        yield WhatCause(victim=case), 0.8 + 0.9 * count
    else:
        placed = {fact.who for fact in facts if isinstance(fact, Means | NoMeans) and fact.thing == thing}
        yield WhoseMeans(thing=thing), 0.5 + 0.8 * len(set(suspects) - placed)
    driven = {fact.who for fact in facts if isinstance(fact, Motive | NoMotive) and fact.victim == case}
    yield WhoseMotive(victim=case), 0.4 + 0.7 * len(set(suspects) - driven)
    if name not in driven:
        yield WhatMotive(who=name, victim=case), 0.9
    if not any(isinstance(fact, Relation) and {fact.of, fact.to} == {name, case} for fact in facts):
        yield WhatRelation(of=name, to=case), 0.6


def _challenges(mind: Mind, name: Name) -> Iterator[tuple[Question, float]]:
    """Yields questions on contradictions; where a person plays, one for each statement of the player."""
    disputes = [*_disputes(mind, name)]
    closed = {words for words, question in disputes if (name, question) in mind.questions_answered}
    for words, question in disputes:
        if not (mind.prompt.has_people and words in closed):
            closed.add(words)
            yield question, 1.5


def _disputes(mind: Mind, name: Name) -> Iterator[tuple[Sequence[Plain], Question]]:
    """Yields a player's own words with questions on statements of others that contradict them.

    Where the asker itself was is not asked of others: they are asked whether they abide by their own words.
    """
    for clash in mind.contradictions:
        if name in clash.sources and len(clash.statements) == 2:
            own = tuple(statement.fact for statement in clash.statements if statement.source == name)
            words = [fact for fact in own if getattr(fact, "who", "") != mind.me]
            for statement in clash.statements:
                if statement.source != name and getattr(statement.fact, "victim", "") != name:
                    fact = _put_plainly(statement.fact, name)
                    is_of_asker = isinstance(fact, Presence | Absence) and fact.who == mind.me
                    yield from ((own, _challenge(topic)) for topic in (words if is_of_asker else [fact]))


def _put_plainly(fact: Plain, to: Name) -> Plain:
    """Returns what another perceived as where its subject was, unless that is the player who is asked."""
    if isinstance(fact, Sighting | Hearing) and fact.whom != to:
        return Presence(who=fact.whom, place=fact.place, slot=fact.slot)
    return fact


def _challenge(fact: Plain) -> Question:
    """Returns the question whether a fact is so; of a motive, which it was."""
    if isinstance(fact, Motive | NoMotive):
        return WhatMotive(who=fact.who, victim=fact.victim)
    return Confirm(fact=fact)


LEAST_BEARING = 11
TIES_OF_OTHERS = 10
"""The bearing of ties to others than the dead: too little for a death to be stated unasked."""
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
    """Returns every fact that the player is ready to state, in the order of its script."""
    hidden = {statement.fact for statement in mind.guise.prompt.secrets}
    facts = (statement.fact for statement in mind.guise.prompt.facts)
    plain = (fact for fact in facts if not isinstance(fact, Claim | Secret) and fact not in hidden)
    return tuple(dict.fromkeys(plain))


def disclaimers(mind: Mind, case: Name, questions: Sequence[Question]) -> Iterator[Plain]:
    """Yields that one had no motive and no means, if they are the topic and the own script has none."""
    me, prompt = mind.me, mind.guise.prompt
    own = {statement.fact for statement in prompt.facts}
    about = [question.fact if isinstance(question, Confirm) else question for question in questions]
    victims = dict.fromkeys((case, *(getattr(topic, "victim", case) for topic in about)))
    for victim in victims:
        if not any(isinstance(fact, Motive) and (fact.who, fact.victim) == (me, victim) for fact in own):
            yield NoMotive(who=me, victim=victim)
    things = dict.fromkeys((mind.guise.cause(case), *(getattr(topic, "thing", None) for topic in about)))
    for thing in things:
        if thing is not None and Means(who=me, thing=thing) not in own:
            yield NoMeans(who=me, thing=thing)


def bearing(fact: Plain, case: Name, mind: Mind) -> int:
    """Returns the bearing of a fact on a death: 0 the most, `LEAST_BEARING` none."""
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
    """Returns true if a fact answers a question, or a part of it."""
    topic = question.fact if isinstance(question, Confirm) else question
    if isinstance(question, Confirm):
        kinds = next((kin for kin in _KIN if isinstance(topic, kin)), (type(topic),))
    else:
        kinds = _TOPICS.get(type(question), ())
    return (
        isinstance(fact, kinds)
        and _people(topic) <= _people(fact)
        and all(
            getattr(fact, field) == getattr(topic, field)
            for field in ("slot", "place", "thing")
            if hasattr(fact, field)
            and hasattr(topic, field)
            and not (field == "place" and isinstance(question, Confirm))
        )
    )


def _people(meaning: Plain | Question) -> frozenset[Name]:
    return frozenset(getattr(meaning, field.name) for field in fields(meaning) if field.name in _PEOPLE)
