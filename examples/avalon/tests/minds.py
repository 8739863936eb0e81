"""Games of Avalon that the reader's decisions play, seat by seat, from what each seat sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from parlour.core import PASS, Action, Event, Player, Request, event_kinds

from parlour_avalon import AvalonSetup, Role, kinds, start
from parlour_avalon.reader import Knowledge, Mind, Proposal
from tables import Tale

Policy = Callable[[Request, Knowledge], Action]


def knowledge_of(players: tuple[Player, ...], me: Player, events: Sequence[Event]) -> Knowledge:
    """What a player knows by the events that it saw."""
    dealt = {event.kind: event for event in events if event.visible_to == frozenset({me})}
    proposals: list[Proposal] = []
    for event in events:
        match event.kind:
            case kinds.PROPOSED if event.actor:
                proposals.append(Proposal(round=event.round, leader=event.actor, team=event.chosen))
            case kinds.BALLOTED if event.actor and event.chosen:
                votes = {**proposals[-1].votes, event.actor: event.chosen[0]}
                proposals[-1] = replace(proposals[-1], votes=votes)
            case kinds.APPROVED:
                proposals[-1] = replace(proposals[-1], goes=True)
            case kinds.SUCCEEDED | kinds.FAILED:
                proposals[-1] = replace(proposals[-1], fails=int(event.chosen[0]))
            case _:
                pass
    return Knowledge(
        players=players,
        me=me,
        role=Role(dealt[event_kinds.ROLE].role or ""),
        fellows=dealt[event_kinds.FELLOWS].chosen if event_kinds.FELLOWS in dealt else (),
        seen=dealt[kinds.SEEN].chosen if kinds.SEEN in dealt else (),
        proposals=tuple(proposals),
    )


def thoughtful(request: Request, knowledge: Knowledge) -> Action:
    """What the reader decides."""
    mind = Mind(knowledge=knowledge)
    match request.kind:
        case kinds.PROPOSE:
            return Action(chosen=mind.team(request.options, request.least))
        case kinds.BALLOT:
            return Action(chosen=(mind.vote(knowledge.proposals[-1].team),))
        case kinds.QUEST:
            return Action(chosen=(mind.card(knowledge.proposals[-1].team),))
        case kinds.ASSASSINATE:
            return Action(chosen=(mind.merlin(request.options),))
        case _:
            return PASS


def play_by(setup: AvalonSetup, seed: int, good: Policy, evil: Policy) -> Tale:
    """Plays a table to its end, each side by its own way of deciding."""
    state = start(setup.players, seed, setup)
    requests: list[Request] = []
    events: list[Event] = []
    while not state.is_over:
        asked = state.requests()
        seen = {
            each.player: [event for event in events if event.is_visible_to(each.player)] for each in asked
        }
        knowledge = {player: knowledge_of(state.players, player, told) for player, told in seen.items()}
        ways = {each.player: good if knowledge[each.player].is_good else evil for each in asked}
        actions = {each.id: ways[each.player](each, knowledge[each.player]) for each in asked}
        state, told = state.apply(actions)
        requests += asked
        events += told
    return Tale(state=state, requests=requests, events=events)
