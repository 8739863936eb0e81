"""Seats decided from outside: a person or a remote program, and what characters hear of typed text."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from parlour.agents import Agent, AgentContext
from parlour.arena.record import Setup
from parlour.core import Action, Event, FrozenModel, GameSetup, Player, Request, find_game
from parlour.errors import ReplayDiffers, Unreadable
from parlour.language.hearing import OfferedReadings, Offers
from parlour.llm import NOTHING, Call, CallKey, CallLog, Completion, Prompt, is_rule_based

HUMAN = "human"
"""The method of a seat in which a person sits."""

REMOTE = "remote"
"""The method of a seat in which a program sits that is connected from elsewhere."""

OUTSIDE = frozenset({HUMAN, REMOTE})
"""The methods of seats for which somebody outside answers."""


class _Answer(FrozenModel):
    """An answer from outside to a request, or the reason why there is none."""

    request: str
    player: Player
    chosen: tuple[str, ...] = ()
    speech: str = ""
    problem: str = ""


def decision_key(request: Request, purpose: str) -> CallKey:
    """Returns the key under which a decision from outside the agents is recorded."""
    digest = hashlib.sha256(repr(request).encode()).hexdigest()[:32]
    return CallKey(player=request.player, request=request.id, purpose=purpose, digest=digest, occurrence=0)


@dataclass(frozen=True, kw_only=True)
class RecordedPerson:
    """A person whose answers are kept as replies, so that a match with people can be resumed and replayed.

    That an answer did not come in time is kept too: a replay has no clock to find it out by.

    Attributes:
        log: where they are kept.
        inner: the person; None in a replay.
    """

    log: CallLog
    setup: Setup
    inner: Agent | None

    async def observe(self, event: Event) -> None:
        if self.inner:
            await self.inner.observe(event)

    async def act(self, request: Request, context: AgentContext) -> Action:
        """Returns the person's answer."""
        key = decision_key(request, HUMAN)
        if completion := self.log.find(key):
            answer = _Answer.model_validate_json(completion.text)
        elif self.inner is None:
            raise ReplayDiffers(f"the record holds no answer of {request.player} to {request.id}")
        else:
            answer = await _ask(self.inner, request, context)
            reply = Completion(text=answer.model_dump_json(), usage=NOTHING)
            await self.log.keep(key, self._call(request), reply)
        if answer.problem:
            raise Unreadable(answer.problem)
        return Action(chosen=answer.chosen, speech=answer.speech)

    def _call(self, request: Request) -> Call:
        prompt = Prompt(
            player=request.player,
            request=request.id,
            purpose=HUMAN,
            language=self.setup.language,
            system=(),
            user=(),
        )
        return Call(prompt=prompt, max_tokens=0, temperature=0)


async def _ask(person: Agent, request: Request, context: AgentContext) -> _Answer:
    try:
        action = await person.act(request, context)
    except Unreadable as error:
        return _Answer(request=request.id, player=request.player, problem=str(error))
    return _Answer(request=request.id, player=request.player, chosen=action.chosen, speech=action.speech)


class Listener(Protocol):
    """Hears what one person types as the reader will."""

    def hears(self, text: str, /, request: Request, to: Player | None) -> OfferedReadings:
        """Returns the readings that are offered of a text, lit as far as they are certain."""
        ...

    def offers(self, request: Request) -> Offers:
        """Sentences that answer a request and are understood."""
        ...


@runtime_checkable
class GameHearing(Protocol):
    """A game's part `reader.HEARING`; without it there are no questions about typed text."""

    @property
    def scope(self) -> str:
        """Returns the people and things that a text can refer to."""
        ...

    def listener(self, setup: GameSetup, person: Player) -> Listener | None: ...

    def refusal(self, setup: GameSetup) -> str | None:
        """Returns the reason if the reader cannot play a game, else None."""
        ...


def listener(setup: Setup, person: Player) -> Listener | None:
    """Returns the hearing for a person at this table; None unless the reader plays all other seats."""
    holders = [seat.holder for seat in setup.seats]
    minds = {holder.model for holder in holders if holder.method not in OUTSIDE}
    hearing = _hearing(setup.game)
    return (
        hearing.listener(setup.game, person) if hearing and minds and all(map(is_rule_based, minds)) else None
    )


def reader_refusal(game: GameSetup) -> str | None:
    """Returns the reason if the reader cannot play a game, else None."""
    hearing = _hearing(game)
    return hearing.refusal(game) if hearing else None


def _hearing(game: GameSetup) -> GameHearing | None:
    return find_game(game.name).find_part("reader.HEARING", GameHearing)
