"""The listener of the reader's characters to what a person types in a mystery."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from parlour.core import Player, Request, chance, request_kinds
from parlour.games.mystery.script import Script
from parlour.games.mystery.setup import MysterySetup
from parlour.language.facts import (
    DeathTime,
    Fact,
    Missing,
    Presence,
    Question,
    Slot,
    Unclear,
    Understanding,
    ask_back,
    read,
    render,
    sentences,
    settings,
    understand,
)
from parlour.language.hearing import (
    DoubtfulRemark,
    HeardAct,
    HeardRemark,
    LiveHearing,
    Offers,
    TalkTable,
    lacks,
)
from parlour.language.wording import game_word
from parlour.llm import Language
from parlour.reader import PersonListener, words


@dataclass(frozen=True, kw_only=True)
class MysteryListener:
    """Understands what one person types as the reader will.

    Attributes:
        person: the person who types.
        language: of the table.
        names: all mentionable people.
        victims: the victims.
        hours: the half hours of the story, by number.
        deaths: the publicly known times of death.
        places: the places of the story.
    """

    person: Player
    language: Language
    names: tuple[str, ...]
    victims: tuple[str, ...]
    hours: frozenset[int]
    deaths: Mapping[str, Slot]
    places: frozenset[str] = frozenset()

    def doubt(self, said: str, request: Request, to: Player | None) -> DoubtfulRemark | None:
        """Returns the feedback before a remark is sent; None if all was understood for certain."""
        return self._doubt(self._understood(said, to), said, request, to)

    def _doubt(
        self, got: Understanding, said: str, request: Request, to: Player | None
    ) -> DoubtfulRemark | None:
        is_asking = any(isinstance(each, get_args(Question)) for each in got.meanings)
        lacks_question = request.kind is request_kinds.ASK and not is_asking and not got.unclear
        if not got.unclear and not got.guesses and not lacks_question:
            return None
        listener = self._listener(request, to)
        remark = listener.heard(said)
        if remark.heard and not (request.kind is request_kinds.ASK and not any(map(_asks, remark.heard))):
            missing: list[Missing | None] = [lacks(each.act, listener.table) for each in remark.heard]
            asks = [ask_back(Unclear(text=said, missing=each), self.language) for each in missing if each]
            return listener.doubt(said, remark, words=request.words, more=asks)
        questions = [game_word("no_question_in_it", self.language, "mystery")] if lacks_question else []
        meant = [self._render(each, to) for each in got.meanings]
        understood = (game_word("understood", self.language, "mystery", said=each) for each in meant)
        unclear = (ask_back(each, self.language) for each in got.unclear)
        return DoubtfulRemark(
            lines=(*understood, *unclear, *questions),
            confirmed=listener.confirmed(said, meant, words=request.words),
            nearest="" if meant and not lacks_question else listener.nearest(said),
            others=listener.others(said, remark, meant, words=request.words),
        )

    def hears(self, said: str, request: Request, to: Player | None) -> LiveHearing:
        """Returns what is understood so far, while it is typed."""
        got, listener = self._understood(said, to), self._listener(request, to)
        doubt = self._doubt(got, said, request, to)
        if not doubt and got.meanings:
            told, meant = words("listening", self.language)["heard"], got.meanings
            return LiveHearing(lines=tuple(told.format(said=self._render(each, to)) for each in meant))
        return listener.hears(HeardRemark() if doubt else listener.heard(said), doubt)

    def offers(self, request: Request) -> Offers:
        """Returns sentences that answer a request and are understood."""
        return self._listener(request, request.partner).offers

    def _listener(self, request: Request, to: Player | None) -> PersonListener:
        return PersonListener(table=self._table(request, to), asks=request.kind is request_kinds.ASK)

    def _understood(self, said: str, to: Player | None) -> Understanding:
        return understand(
            said,
            self.language,
            self.names,
            speaker=self.person,
            reader=to,
            victims=self.victims,
            hours=self.hours,
            deaths=self.deaths,
        )

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

    def _render(self, meaning: Fact | Question, to: Player | None) -> str:
        """Returns an understood meaning as the others would say it."""
        rng = chance(0, "understood", str(meaning))
        return render(meaning, self.language, rng, speaker=self.person, reader=to)


def _asks(heard: HeardAct) -> bool:
    return heard.act.is_question


@dataclass(frozen=True, kw_only=True)
class MysteryHearing:
    """The reader's understanding at a mystery: the language of generated stories, and no free prose.

    Attributes:
        scope: the subject of the talk (`TalkTable`).
    """

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
    """Returns the half hours of the story, by the person's own script."""
    own = "\n".join(next(each for each in script.characters if each.name == person).acts)
    facts = read(own, script.language, reader=person, names=names).facts
    return frozenset(each.slot.number for each in facts if isinstance(each, Presence))
