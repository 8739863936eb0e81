"""The listener of the reader's characters to what a person types in a mystery."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from parlour.core import Player, Request, request_kinds
from parlour.errors import UsageError
from parlour.games.mystery.script import Script
from parlour.games.mystery.setup import MysterySetup
from parlour.games.mystery.solve import Solution, solve
from parlour.language.facts import (
    Claim,
    DeathTime,
    Fact,
    Killing,
    Presence,
    read,
    render,
    sentences,
    settings,
)
from parlour.language.hearing import Offer, OfferedReadings, Offers, TalkTable
from parlour.reader import PersonListener, drawn_for


@dataclass(frozen=True, kw_only=True)
class MysteryListener:
    """Understands what one person types as the reader will.

    Attributes:
        alibis: alibis that a murderer may choose in the place of the one in its script.
    """

    table: TalkTable
    alibis: tuple[str, ...] = ()

    def hears(self, said: str, request: Request, to: Player | None) -> OfferedReadings:
        listener = PersonListener(table=self._table(request, to), asks=request.kind is request_kinds.ASK)
        return listener.hears(said, most=request.words)

    def offers(self, request: Request) -> Offers:
        """Returns sentences that answer a request and are understood."""
        table, asks = self._table(request, request.partner), request.kind is request_kinds.ASK
        usual = PersonListener(table=table, asks=asks).offers
        if asks:
            return usual
        answers = [offer for offer in usual.sentences if offer.is_answer]
        rest = [offer for offer in usual.sentences if not offer.is_answer]
        return replace(usual, sentences=(*answers, *(Offer(words=words) for words in self.alibis), *rest))

    def _table(self, request: Request, to: Player | None) -> TalkTable:
        """Returns the context of a remark: the question to answer, the addressee and the case."""
        question = request.text if request.kind is request_kinds.REPLY else ""
        asker = request.partner if question else None
        return replace(self.table, to=to, asked=question, asker=asker, case=request.case)


@dataclass(frozen=True, kw_only=True)
class MysteryHearing:
    """The reader's understanding at a mystery: the language of generated stories, and no free prose."""

    scope: str = "story"

    def listener(self, setup: MysterySetup, person: Player) -> MysteryListener | None:
        script = setup.script
        names = (*script.players, *setup.victims)
        public = read(script.synopsis, setup.language, names=names).facts
        acts = "\n".join(next(character for character in script.characters if character.name == person).acts)
        own = read(acts, setup.language, reader=person, names=names).facts
        presences = [fact for fact in own if isinstance(fact, Presence)]
        visited = {presence.place for presence in presences}
        table = TalkTable(
            speaker=person,
            language=setup.language,
            names=names,
            victims=setup.victims,
            hours=frozenset(presence.slot.number for presence in presences),
            places=frozenset(
                place for places in settings().values() if visited & {*places} for place in places
            ),
            deaths={fact.victim: fact.slot for fact in public if isinstance(fact, DeathTime)},
        )
        return MysteryListener(table=table, alibis=tuple(_alibis(table, own)))

    def refusal(self, setup: MysterySetup) -> str | None:
        """Returns why the reader cannot play it, if some of it is in free prose."""
        if is_controlled(setup.script):
            return None
        return (
            f"the reader understands the language of generated mysteries, and {setup.title!r} is told"
            " in free prose: name a real model with --model (`parlour models` lists them)"
        )


_ALIBIS = 3


def _alibis(table: TalkTable, own: Sequence[Fact]) -> Iterator[str]:
    """Yields alibis for a murderer's own deeds, at places empty by its script that it does not claim."""
    victims = {fact.victim for fact in own if isinstance(fact, Killing) and fact.who == table.speaker}
    for victim, slot in {fact.victim: fact.slot for fact in own if isinstance(fact, DeathTime)}.items():
        if victim not in victims:
            continue
        bare = [fact.fact if isinstance(fact, Claim) else fact for fact in own]
        taken = {getattr(fact, "place", "") for fact in bare if getattr(fact, "slot", None) == slot}
        rng = drawn_for(f"{table.speaker}{victim}{slot}")
        for place in rng.sample(sorted(table.places - taken), min(_ALIBIS, len(table.places - taken))):
            fact = Presence(who=table.speaker, place=place, slot=slot)
            yield render(fact, table.language, rng, speaker=table.speaker)


def is_controlled(script: Script) -> bool:
    """Returns true if every part of a script says something in the controlled language; cached."""
    return _is_controlled(cast("Hashable", script))


@lru_cache(maxsize=64)
def _is_controlled(script: Hashable) -> bool:
    mystery_script = cast("Script", script)
    return all(
        any(
            read(sentence, mystery_script.language, reader=part.name).facts
            for act in part.acts
            for sentence in sentences(act)
        )
        for part in mystery_script.characters
    )


def solution_of(script: Script) -> Solution | None:
    """Returns what follows from a script, cached; None for free prose, or if no player is a murderer."""
    return _solution_of(cast("Hashable", script))


@lru_cache(maxsize=64)
def _solution_of(script: Hashable) -> Solution | None:
    try:
        return solve(cast("Script", script)) if _is_controlled(script) else None
    except UsageError:
        return None
