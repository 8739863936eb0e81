"""From a setup to a table with minds in its seats."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol, assert_never

from parlour.agents import Agent, Desk, MethodSpec, Place, find_method
from parlour.arena.entries import Act
from parlour.arena.match import Audience, Match
from parlour.arena.record import Journal, Seat, Setup
from parlour.errors import ReplayDiffers
from parlour.games import Action, Event, Player, Request, State, mystery, onenight, werewolf
from parlour.games.mystery import MysterySetup
from parlour.games.onenight import OneNightSetup
from parlour.games.werewolf import WerewolfSetup
from parlour.llm import NOTHING, Call, CallKey, CallLog, Completion, Door, LanguageModel, Prompt
from parlour.memory import LiveLookUp, Ranking, RecordedLookUp, RecordedRanking
from parlour.wording import mystery_rules, onenight_rules, werewolf_rules

HUMAN = "human"
"""The method of a seat in which a person sits."""


class MatchLog(Journal, CallLog, Protocol):
    """Where a match goes on record, its events and thoughts as well as its replies."""


OpenModel = Callable[[Seat], LanguageModel]
"""Gives a seat its model: the real one, or in a replay the recorded one."""


def start_state(setup: Setup) -> State:
    """The game before its first step."""
    match setup.game:
        case MysterySetup() as game:
            return mystery.start(game.players, setup.seed, game)
        case WerewolfSetup() as game:
            return werewolf.start(game.players, setup.seed, game)
        case OneNightSetup() as game:
            return onenight.start(game.players, setup.seed, game)
    assert_never(setup.game)


def seated(
    setup: Setup,
    log: MatchLog,
    door: Door,
    ranking: Ranking,
    people: Mapping[Player, Agent] | None = None,
    audience: Audience | None = None,
) -> Match:
    """A match with a mind in every seat, at its first step; what its log holds it will not ask again.

    Args:
        setup: who sits where.
        log: where it goes on record.
        door: gives the seats their models.
        ranking: what retrieval ranks by.
        people: who sits in the human seats.
        audience: who watches.

    Raises:
        UnknownMethod: if a seat asks for a method that is not installed.
        SetupError: if a method does not take its options.
    """

    def opened(seat: Seat) -> LanguageModel:
        return door.open(seat.model)

    agents = seat_agents(setup, log, opened, ranking, people or {})
    return Match(start_state(setup), agents, log, audience)


def seat_agents(
    setup: Setup,
    log: CallLog,
    open_model: OpenModel,
    ranking: Ranking | None,
    people: Mapping[Player, Agent],
) -> dict[Player, Agent]:
    """An agent per seat.

    Args:
        setup: who sits where.
        log: where replies are kept, people's and retrieval's among them.
        open_model: gives a seat its model.
        ranking: what retrieval ranks by; None in a replay.
        people: who sits in the human seats; nobody in a replay.

    Raises:
        UnknownMethod: if a seat asks for a method that is not installed.
        SetupError: if a method does not take its options.
    """
    state = start_state(setup)
    recorded = RecordedRanking(log=log, inner=ranking)
    look_up = RecordedLookUp(log=log, inner=LiveLookUp(setup.embedding) if ranking else None)
    agents: dict[Player, Agent] = {}
    for seat in setup.seats:
        if seat.method == HUMAN:
            agents[seat.player] = RecordedPerson(log=log, setup=setup, inner=people.get(seat.player))
            continue
        spec = MethodSpec.read(seat.method)
        method = find_method(spec.name)
        place = Place(
            game=setup.game.name,
            player=seat.player,
            players=state.players,
            cases=tuple(state.cases(seat.player)),
            rules=_rules(setup),
            rounds=_rounds(setup),
            language=setup.language,
            seed=setup.seed,
            ranking=recorded,
            budgets=setup.budgets,
            context=seat.context,
            model=replace(open_model(seat), temperature=setup.temperature) if method.wants_model else None,
            look_up=look_up,
            roles=_roles(setup),
        )
        agents[seat.player] = method.seat(place, spec.options)
    return agents


def _rounds(setup: Setup) -> int:
    """How many rounds are played, at most."""
    return setup.game.days if isinstance(setup.game, WerewolfSetup) else setup.game.rounds


def _roles(setup: Setup) -> tuple[str, ...]:
    """The roles that the rules say are dealt."""
    match setup.game:
        case MysterySetup():
            return ()
        case WerewolfSetup() | OneNightSetup() as game:
            return tuple(dict.fromkeys(role.value for role in game.table.roles))
    assert_never(setup.game)


def _rules(setup: Setup) -> str:
    match setup.game:
        case MysterySetup() as game:
            return mystery_rules(
                setup.language,
                players=game.players,
                victims=[victim.name for victim in game.script.victims],
                rounds=game.rounds,
                introductions=game.introductions,
                omniscient=game.omniscient,
            )
        case WerewolfSetup() as game:
            return werewolf_rules(setup.language, game)
        case OneNightSetup() as game:
            return onenight_rules(setup.language, game)
    assert_never(setup.game)


@dataclass(frozen=True, kw_only=True)
class RecordedPerson:
    """A person whose answers are kept as replies, so that a match with people can be resumed and replayed.

    Attributes:
        log: where they are kept.
        setup: of the match, for its language.
        inner: the person; None in a replay.
    """

    log: CallLog
    setup: Setup
    inner: Agent | None

    async def observe(self, event: Event) -> None:
        """Passes the event on."""
        if self.inner:
            await self.inner.observe(event)

    async def act(self, request: Request, desk: Desk) -> Action:
        """What the person answered the first time it was asked.

        Raises:
            ReplayDiffers: if a replay asks what the record did not.
        """
        key = CallKey(
            player=request.player,
            request=request.id,
            purpose=HUMAN,
            digest=hashlib.sha256(repr(request).encode()).hexdigest()[:32],
            occurrence=0,
        )
        if found := self.log.find(key):
            act = Act.model_validate_json(found.text)
            return Action(chosen=act.chosen, speech=act.speech)
        if self.inner is None:
            raise ReplayDiffers(f"the record holds no answer of {request.player} to {request.id}")
        action = await self.inner.act(request, desk)
        act = Act(request=request.id, player=request.player, chosen=action.chosen, speech=action.speech)
        completion = Completion(text=act.model_dump_json(), usage=NOTHING)
        self.log.keep(key, self._call(request), completion)
        return action

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
