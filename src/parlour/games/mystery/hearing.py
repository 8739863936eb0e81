"""The listener of the reader's characters to what a person types in a mystery."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.core import Player, Request, request_kinds
from parlour.games.mystery.script import Script
from parlour.games.mystery.setup import MysterySetup
from parlour.language.facts import (
    DeathTime,
    Presence,
    Slot,
    read,
    sentences,
    settings,
)
from parlour.language.hearing import OfferedReadings, Offers, TalkTable
from parlour.llm import Language
from parlour.reader import PersonListener


@dataclass(frozen=True, kw_only=True)
class MysteryListener:
    """Understands what one person types as the reader will."""

    person: Player
    language: Language
    names: tuple[str, ...]
    victims: tuple[str, ...]
    hours: frozenset[int]
    deaths: Mapping[str, Slot]
    places: frozenset[str] = frozenset()

    def hears(self, said: str, request: Request, to: Player | None) -> OfferedReadings:
        """Returns the readings of a text."""
        listener = PersonListener(table=self._table(request, to), asks=request.kind is request_kinds.ASK)
        return listener.hears(said, most=request.words)

    def offers(self, request: Request) -> Offers:
        """Returns sentences that answer a request and are understood."""
        table = self._table(request, request.partner)
        return PersonListener(table=table, asks=request.kind is request_kinds.ASK).offers

    def _table(self, request: Request, to: Player | None) -> TalkTable:
        """Returns the context of a remark: the question to answer, and the addressee."""
        asked = request.text if request.kind is request_kinds.REPLY else ""
        return TalkTable(
            language=self.language,
            names=self.names,
            speaker=self.person,
            to=to,
            asked=asked,
            asker=request.partner if asked else None,
            victims=self.victims,
            hours=self.hours,
            deaths=self.deaths,
            places=self.places,
        )


@dataclass(frozen=True, kw_only=True)
class MysteryHearing:
    """The reader's understanding at a mystery: the language of generated stories, and no free prose."""

    scope: str = "story"

    def listener(self, setup: MysterySetup, person: Player) -> MysteryListener | None:
        """Returns the listener to that person."""
        script = setup.script
        names = (*script.players, *setup.victims)
        public = read(script.synopsis, setup.language, names=names).facts
        return MysteryListener(
            person=person,
            language=setup.language,
            names=names,
            victims=setup.victims,
            hours=_hours(script, person, names),
            places=_places(script, person, names),
            deaths={each.victim: each.slot for each in public if isinstance(each, DeathTime)},
        )

    def refusal(self, setup: MysterySetup) -> str | None:
        """Returns why the reader cannot play it, if some of it is in free prose."""
        if is_controlled(setup.script):
            return None
        return (
            f"the reader understands the language of generated mysteries, and {setup.title!r} is told"
            " in free prose: name a real model with --model (`parlour models` lists them)"
        )


PART = MysteryHearing()


def is_controlled(script: Script) -> bool:
    """Returns true if every part of a script says something in the controlled language."""
    return all(
        any(
            read(sentence, script.language, reader=part.name).facts
            for act in part.acts
            for sentence in sentences(act)
        )
        for part in script.characters
    )


def _places(script: Script, person: Player, names: tuple[str, ...]) -> frozenset[str]:
    """Returns the places of the setting in which the person was; none if unknown."""
    own = "\n".join(next(each for each in script.characters if each.name == person).acts)
    facts = read(own, script.language, reader=person, names=names).facts
    been = {each.place for each in facts if isinstance(each, Presence)}
    return frozenset(place for places in settings().values() if been & {*places} for place in places)


def _hours(script: Script, person: Player, names: tuple[str, ...]) -> frozenset[int]:
    own = "\n".join(next(each for each in script.characters if each.name == person).acts)
    facts = read(own, script.language, reader=person, names=names).facts
    return frozenset(each.slot.number for each in facts if isinstance(each, Presence))
