"""What the reader's characters understand of what a person types, before it is said to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import get_args

from parlour.arena.person import OUTSIDE
from parlour.arena.record import Setup
from parlour.core import Player, Request, chance, request_kinds
from parlour.facts import (
    DeathTime,
    Presence,
    Question,
    Slot,
    Understanding,
    ask_back,
    read,
    render,
    understand,
)
from parlour.games.mystery import MysterySetup, Script
from parlour.llm import READER, Language
from parlour.wording import word


@dataclass(frozen=True, kw_only=True)
class Listener:
    """Hears what one person types as the reader will.

    Attributes:
        person: who types.
        language: of the table.
        names: everybody whom one may speak of.
        victims: who was killed.
        hours: the half hours of the story, by number.
        deaths: when who died, as far as everybody knows.
    """

    person: Player
    language: Language
    names: tuple[str, ...]
    victims: tuple[str, ...]
    hours: frozenset[int]
    deaths: Mapping[str, Slot]

    def doubts(self, said: str, request: Request, to: Player | None) -> list[str]:
        """What to tell the person before it is said: what was understood and what not; empty if all was."""
        got = understand(
            said,
            self.language,
            self.names,
            speaker=self.person,
            reader=to,
            victims=self.victims,
            hours=self.hours,
            deaths=self.deaths,
        )
        is_asking = any(isinstance(each, get_args(Question)) for each in got.meanings)
        lacks_question = request.kind is request_kinds.ASK and not is_asking and not got.unclear
        if not got.unclear and not lacks_question:
            return []
        questions = [word("no_question_in_it", self.language)] if lacks_question else []
        return [
            *self._understood(got, to),
            *(ask_back(each, self.language) for each in got.unclear),
            *questions,
        ]

    def _understood(self, got: Understanding, to: Player | None) -> Iterator[str]:
        """What was understood, as the others would say it."""
        for each in got.meanings:
            rng = chance(0, "understood", str(each))
            said = render(each, self.language, rng, speaker=self.person, reader=to)
            yield word("understood", self.language, said=said)


def listener(setup: Setup, person: Player) -> Listener | None:
    """Who listens to a person at this table; None where others than the reader do, or at another game."""
    holders = [seat.holder for seat in setup.seats]
    minds = {holder.model for holder in holders if holder.method not in OUTSIDE}
    if minds != {READER} or not isinstance(setup.game, MysterySetup):
        return None
    script = setup.game.script
    names = (*script.players, *(victim.name for victim in script.victims))
    public = read(script.synopsis, setup.language, names=names).facts
    return Listener(
        person=person,
        language=setup.language,
        names=names,
        victims=tuple(victim.name for victim in script.victims),
        hours=_hours(script, person, names),
        deaths={each.victim: each.slot for each in public if isinstance(each, DeathTime)},
    )


def _hours(script: Script, person: Player, names: tuple[str, ...]) -> frozenset[int]:
    """The half hours of the story, as the person's own papers tell them."""
    own = "\n".join(next(each for each in script.characters if each.name == person).acts)
    facts = read(own, script.language, reader=person, names=names).facts
    return frozenset(each.slot.number for each in facts if isinstance(each, Presence))
