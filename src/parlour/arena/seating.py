"""From a setup to a table with minds in its seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

from parlour.agents import (
    METHODS,
    Agent,
    ExactGains,
    Method,
    MethodSpec,
    SeatContext,
    find_method,
    is_control,
)
from parlour.agents.memory import LiveLookUp, Ranking, RecordedLookUp, RecordedRanking
from parlour.arena.match import MatchLoop, Observer
from parlour.arena.person import HUMAN, OUTSIDE, RecordedPerson
from parlour.arena.record import FollowedMatch, Journal, MuteCheck, SeatAssignment, Setup
from parlour.arena.wrappers import (
    OverheardBackend,
    OverruledAgent,
    SwitchingAgent,
    elicited_agent,
    guarded_agent,
)
from parlour.core import GAMES, Event, Player, State, chance, discusses_freely, find_game
from parlour.errors import SetupError
from parlour.language.wording import rules
from parlour.llm import CallLog, LanguageModel, MatchModels

OpenModel = Callable[[SeatAssignment], LanguageModel]
"""Gives whoever holds a seat its model: the real one, or in a replay the recorded one."""


def start_state(setup: Setup) -> State:
    """Returns the state of the game before its first step."""
    game = find_game(setup.game.name)
    with GAMES.guard(game.name):
        return game.begin(setup.game, setup.seed)


def open_match(
    setup: Setup,
    log: Journal,
    models: MatchModels,
    ranking: Ranking,
    people: Mapping[Player, Agent] | None = None,
    observer: Observer | None = None,
    *,
    match: str = "",
) -> MatchLoop:
    """Returns a match at its first step, with an agent in every seat; calls in its log are not repeated."""

    def open_model(holder: SeatAssignment) -> LanguageModel:
        return models.open(holder.model, context=holder.context)

    state = start_state(setup)
    agents = seat_agents(setup, log, open_model, ranking, people or {}, state)
    game, rules = setup.game.name, GAMES.guard(setup.game.name)
    followed = FollowedMatch(match=match, game=game, language=setup.language, players=len(agents))
    minds = {seat.player: seat.holder.model for seat in setup.seats if seat.holder.method not in OUTSIDE}
    mute = MuteCheck(models={player: model for player, model in minds.items() if model})
    return MatchLoop(state, agents, log, observer, rules=rules, followed=followed, mute=mute)


def seat_agents(
    setup: Setup,
    log: CallLog,
    open_model: OpenModel,
    ranking: Ranking | None,
    people: Mapping[Player, Agent],
    state: State | None = None,
) -> dict[Player, Agent]:
    """Returns an agent for each seat.

    Args:
        setup: the setup of the match.
        log: the log of replies, including those of people and of retrieval.
        open_model: gives a seat its model.
        ranking: the ranking of retrieval; None in a replay.
        people: the agents of the human seats; empty in a replay.
        state: the first state of the match; None if it is not dealt yet.

    Raises:
        UnknownMethod: if a seat asks for a method that is not installed.
        SetupError: if a method does not take its options.
    """
    state = state or start_state(setup)
    game, is_free = find_game(setup.game.name), discusses_freely(setup.game)
    recorded = RecordedRanking(log=log, inner=ranking)
    rules_text, roles = rules(setup.game), setup.game.dealt_roles
    draw_seed = str(chance(setup.seed, "lot").getrandbits(64))
    has_people = any(seat.holder.method == HUMAN for seat in setup.seats)
    look_up = RecordedLookUp(log=log, inner=LiveLookUp(setup.embedding) if ranking else None)

    @cache
    def read_method(spelling: str) -> tuple[MethodSpec, Method, bool]:
        spec = MethodSpec.read(spelling)
        return spec, find_method(spec.name), is_control(spelling)

    def mind(player: Player, holder: SeatAssignment) -> Agent:
        if holder.method in OUTSIDE:
            return RecordedPerson(log=log, setup=setup, inner=people.get(player))
        spec, method, is_control = read_method(holder.method)
        if is_control and player not in setup.controls:
            raise SetupError(
                f"{holder.method} is told the truth: a control, and no player; "
                "only experiments seat it (`parlour run`)"
            )
        model = overheard = None
        if method.wants_model:
            model = replace(
                open_model(holder),
                temperature=setup.temperature,
                game=game.name,
                players=state.players,
                draw_seed=draw_seed,
                has_people=has_people,
            )
        if setup.elicits and model:
            overheard = OverheardBackend(inner=model.backend, player=player)
            model = replace(model, backend=overheard)
        seat = SeatContext(
            game=game,
            player=player,
            players=state.players,
            cases=tuple(state.cases(player)),
            rules=rules_text,
            rounds=setup.game.most_rounds,
            language=setup.language,
            seed=setup.seed,
            ranking=recorded,
            budgets=setup.budgets,
            context=holder.context,
            model=model,
            look_up=look_up,
            roles=roles,
            truth=state.teams() if is_control else None,
            discusses_freely=is_free,
            oracle=partial(_exact_gains, setup, player) if is_control else None,
        )
        guarded = METHODS.guard(spec.name)
        with guarded:
            agent = guarded_agent(method.seat(seat, spec.options), guarded)
        return elicited_agent(agent, seat, overheard) if setup.elicits else agent

    agents: dict[Player, Agent] = {}
    for seat in setup.seats:
        agent = mind(seat.player, seat)
        if seat.then:
            later = [(handover.step, mind(seat.player, handover)) for handover in seat.then]
            agent = SwitchingAgent(stages=((0, agent), *later))
        agents[seat.player] = OverruledAgent(agent=agent, log=log) if setup.origin else agent
    return agents


def _exact_gains(setup: Setup, player: Player, events: Sequence[Event], case: str) -> Mapping[Player, float]:
    """Returns the exact gain of a question to each player; empty if the game cannot compute it."""
    part = find_game(setup.game.name).find_part("gains.exact_gains", ExactGains)
    return part(setup.game, player, events, case) if part else {}
