"""A proof in hindsight: the players who had its facts, who said them, and the missed questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from parlour.arena import Record
from parlour.core import Event, Player, event_kinds
from parlour.games.mystery.clashes import SourcedFact
from parlour.games.mystery.deduction import Deduction
from parlour.games.mystery.events import round_of_act
from parlour.games.mystery.reader.mind import meant
from parlour.games.mystery.setup import MysterySetup
from parlour.games.mystery.solve import sentences_of
from parlour.language.facts import (
    Absence,
    Cause,
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
    Question,
    Sighting,
    Slot,
    WhatCause,
    WhatDeathPlace,
    WhatDeathTime,
    WhatMotive,
    WhereWas,
    WhoKilled,
    WhomHeard,
    WhomSeenAnywhere,
    WhoseMeans,
    WhoWasThere,
    read,
)
from parlour.language.hearing import as_confirmed
from parlour.reader import TableNames

_SAID = (event_kinds.INTRODUCED, event_kinds.ASKED, event_kinds.REPLIED)


@dataclass(frozen=True, kw_only=True)
class Saying:
    """The first time that a player said something at the table.

    Attributes:
        round: the round; 0 for the introductions.
    """

    round: int
    asker: Player | None


@dataclass(frozen=True, kw_only=True)
class MissedQuestion:
    """A question that was never put, with the first occasion for it.

    Attributes:
        round: the first round in which the viewer could ask that person about that death.
    """

    round: int
    question: Question
    instead: Player | None


@dataclass(frozen=True, kw_only=True)
class Hindsight:
    """The fate of one statement.

    Attributes:
        saying: its first time at the table; None if it was never said.
        opening: the question by which the viewer could have learned it; None if it was said, or there was
          no time.
    """

    statement: SourcedFact
    knew: tuple[Name, ...]
    saying: Saying | None
    opening: MissedQuestion | None


@dataclass(frozen=True, kw_only=True)
class Inquest:
    """The statements and questions of a match.

    Attributes:
        turns: the occasions of each player to ask about a death, in order: the round, and the player asked,
          if any.
        dealt: the round in which each statement was dealt, if not before the first.
    """

    sayings: Mapping[SourcedFact, Saying]
    turns: Mapping[tuple[Player, str], Sequence[tuple[int, Player | None]]] = field(
        default_factory=dict[tuple[Player, str], Sequence[tuple[int, Player | None]]]
    )
    dealt: Mapping[SourcedFact, int] = field(default_factory=dict[SourcedFact, int])

    @classmethod
    def of(cls, record: Record, evidence: Deduction) -> Inquest:
        """Returns the talk of a match, understood with the hours and deaths of its script."""
        setup, events = MysterySetup.of(record.setup.game), tuple(record.events)
        facts = [statement.fact for statement in evidence.statements]
        hours = frozenset(fact.slot.number for fact in facts if isinstance(fact, Presence))
        deaths = {fact.victim: fact.slot for fact in facts if isinstance(fact, DeathTime)}
        table = TableNames(language=setup.language, players=setup.players, victims=setup.victims)
        sayings: dict[SourcedFact, Saying] = {}
        turns: defaultdict[tuple[Player, str], list[tuple[int, Player | None]]] = defaultdict(list)
        questions: dict[tuple[Player | None, Player | None], str] = {}
        for event in events:
            if event.kind is event_kinds.ASKED:
                questions[event.actor, event.to] = event.text
            if event.kind in _SAID and event.actor:
                question = (
                    questions.get((event.to, event.actor), "") if event.kind is event_kinds.REPLIED else ""
                )
                for fact in _facts(event, question, table, hours, tuple(deaths.items())):
                    is_reply = event.kind is event_kinds.REPLIED
                    when = Saying(round=event.round, asker=event.to if is_reply else None)
                    sayings.setdefault(SourcedFact(source=event.actor, fact=fact), when)
            # An absent reply has an addressee, a question that was passed over has none.
            is_turn = event.kind is event_kinds.ASKED or (
                event.kind is event_kinds.PASSED and event.to is None
            )
            if is_turn and event.actor and event.case:
                turns[event.actor, event.case].append((event.round, event.to))
        dealt: dict[SourcedFact, int] = {}  # of repetitions, the first counts
        for sentence in sentences_of(setup.script):
            dealt.setdefault(sentence.statement, round_of_act(setup, sentence.act))
        return cls(sayings=sayings, turns=turns, dealt=dealt)

    def looked_back(
        self, statement: SourcedFact, evidence: Deduction, case: Name, viewer: Player | None
    ) -> Hindsight:
        """Returns the fate of a statement."""
        knew = tuple(
            other.source
            for other in evidence.statements
            if other.fact == statement.fact and other.source not in (None, statement.source)
        )
        whose = (statement, *(SourcedFact(source=name, fact=statement.fact) for name in knew))
        saying = next((self.sayings[candidate] for candidate in whose if candidate in self.sayings), None)
        is_known = saying or statement.source in (None, viewer) or viewer in knew
        opening = self._opening(statement, case, viewer) if viewer and not is_known else None
        return Hindsight(statement=statement, knew=knew, saying=saying, opening=opening)

    def _opening(self, statement: SourcedFact, case: Name, viewer: Player) -> MissedQuestion | None:
        """Returns the first occasion to ask for it after its holder was dealt it."""
        question, since = question_for(statement), self.dealt.get(statement, 0)
        turn = next((turn for turn in self.turns.get((viewer, case), ()) if turn[0] >= since), None)
        if question is None or turn is None:
            return None
        return MissedQuestion(round=turn[0], question=question, instead=turn[1])


def question_for(statement: SourcedFact) -> Question | None:
    """Returns the plainest question that a player with that knowledge would answer."""
    by = statement.source or ""
    match statement.fact:
        case Presence(who=who, slot=slot):
            return WhereWas(who=who, slot=slot)
        case Sighting(slot=slot):
            return WhomSeenAnywhere(by=by, slot=slot)
        case Hearing(slot=slot):
            return WhomHeard(by=by, slot=slot)
        case Absence(place=place, slot=slot):
            return WhoWasThere(place=place, slot=slot)
        case Means(thing=thing) | NoMeans(thing=thing):
            return WhoseMeans(thing=thing)
        case Motive(who=who, victim=victim) | NoMotive(who=who, victim=victim):
            return WhatMotive(who=who, victim=victim)
        case Cause(victim=victim):
            return WhatCause(victim=victim)
        case DeathPlace(victim=victim):
            return WhatDeathPlace(victim=victim)
        case DeathTime(victim=victim):
            return WhatDeathTime(victim=victim)
        case Killing(victim=victim):
            return WhoKilled(victim=victim)
        case _:
            return None


def _facts(
    speech: Event,
    question: str,
    table: TableNames,
    hours: frozenset[int],
    deaths: tuple[tuple[Name, Slot], ...],
) -> Iterator[Plain]:
    """Yields the facts of a speech, as rendered or as people type and have confirmed."""
    speaker, text = speech.actor or "", as_confirmed(speech.text, table.language)
    meanings: Sequence[Fact | Question] = read(
        text, table.language, speaker=speaker, reader=speech.to, names=table.names
    ).facts
    if not meanings and speech.kind is not event_kinds.ASKED:
        meanings = meant(text, table, speaker, speech.to, question, hours, deaths)
    for meaning in meanings:
        if isinstance(meaning, Plain):
            yield meaning
