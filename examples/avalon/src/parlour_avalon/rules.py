"""The rules of Avalon: five quests, a vote on every team that is to go, and the assassin's one guess.

The leader proposes a team, everybody speaks in turn from the leader on (or freely, `core/floor.py`), and all
vote on it for all to see. An approved team plays its cards in secret, and only how many of them were fails is
told. The lead passes on after every proposal. Three failed quests win the game for evil, and so do five
rejections in a row; after three successes the assassin names Merlin, and wins it for evil by naming him.

A decision that nobody made is never guessed: a leader who names no team has proposed in vain, which counts as
a rejection; who does not vote has not approved; a card that is not played is a success; an assassin who names
nobody has missed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from parlour.core import (
    CHINESE_CHARACTERS_PER_WORD,
    PASS,
    Action,
    Case,
    Event,
    EventKind,
    Floor,
    FloorRequest,
    Outcome,
    Player,
    Request,
    RequestKind,
    chance,
    event,
    event_kinds,
    number_events,
    one_line,
    pair_actions,
    private,
    request_kinds,
)
from parlour.errors import IllegalAction, SetupError

from parlour_avalon import kinds, verdict
from parlour_avalon.deal import Deal, private_events
from parlour_avalon.quests import (
    APPROVE,
    FAIL,
    REJECT,
    REJECTIONS,
    SIZES,
    TO_WIN,
    cards,
    fails_needed,
    is_approved,
)
from parlour_avalon.roles import Role, Team
from parlour_avalon.setup import AvalonSetup
from parlour_avalon.verdict import EVIL, MERLIN

CONFER_WORDS = 50
Taken = Sequence[tuple[Request, Action]]


class Stage(StrEnum):
    """What the table is doing."""

    DEAL = "deal"
    LEAD = "lead"
    PROPOSE = "propose"
    SPEAK = "speak"
    BALLOT = "ballot"
    QUEST = "quest"
    CONFER = "confer"
    ASSASSINATE = "assassinate"
    OVER = "over"


def start(players: Sequence[Player], seed: int, setup: AvalonSetup) -> AvalonState:
    """Seats the players and deals the roles.

    Args:
        players: the setup's, in its order.
        seed: the match seed; it deals the roles and draws the first leader.
        setup: players, roles and options.

    Raises:
        SetupError: if the players are not the setup's.
    """
    if tuple(players) != setup.players:
        raise SetupError(f"the seats of this table are {', '.join(setup.players)}")
    deal = Deal(players=setup.players, roles=setup.dealt(seed))
    return AvalonState(setup=setup, seed=seed, deal=deal, seat=setup.first_leader(seed))


@dataclass(frozen=True, kw_only=True)
class AvalonState:
    """The whole truth of a game of Avalon at one moment.

    Attributes:
        setup: players, roles and options.
        seed: the match seed.
        deal: who is what.
        seat: of the leader, from 0.
        step: steps taken.
        told: events told so far.
        stage: what the table is doing.
        round: the quest, from 1; 0 before the first.
        rejections: how many proposals in a row were rejected for this quest.
        team: who is proposed, or on the quest, in seat order.
        spoken: how many have spoken on this proposal, or advised the assassin.
        floor: the discussion of the proposal, where it is free.
        results: whether each quest succeeded.
        named: whom the assassin named.
    """

    setup: AvalonSetup
    seed: int
    deal: Deal
    seat: int
    step: int = 0
    told: int = 0
    stage: Stage = Stage.DEAL
    round: int = 0
    rejections: int = 0
    team: tuple[Player, ...] = ()
    spoken: int = 0
    floor: Floor | None = None
    results: tuple[bool, ...] = ()
    named: Player | None = None

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the table, in seat order."""
        return self.setup.players

    @property
    def leader(self) -> Player:
        """Who proposes."""
        return self.players[self.seat]

    @property
    def is_over(self) -> bool:
        """Whether nothing remains to be done."""
        return self.stage is Stage.OVER

    @property
    def may_be_cut(self) -> bool:
        """Whether a speech may be interrupted."""
        return self.setup.talk == "open"

    @property
    def outcome(self) -> Outcome | None:
        """Who won, and whether Merlin was found; None until the end."""
        return verdict.outcome(self.deal, self.results, self.rejections, self.named) if self.is_over else None

    def cases(self, player: Player) -> Sequence[Case]:
        """Who is evil; for the evil, and for a Percival who sees two, who Merlin is."""
        return verdict.cases(self.deal, player)

    def teams(self) -> Mapping[Player, Team]:
        """Who is good and who is evil."""
        return {player: self.deal.role(player).team for player in self.players}

    def fallback(self, request: Request) -> Action:
        """Silence, no team, an abstention, no card, nobody named: never a decision that nobody made."""
        return PASS

    def requests(self) -> Sequence[Request]:
        """Everything that must be decided now: one speech at a time, votes and cards at once."""
        match self.stage:
            case Stage.DEAL | Stage.LEAD | Stage.OVER:
                return []
            case Stage.PROPOSE:
                size = SIZES[len(self.players)][self.round - 1]
                return [self._request(self.leader, kinds.PROPOSE, self.players, least=size, most=size)]
            case Stage.SPEAK if self.floor:
                return [self._on_floor(each) for each in self.floor.requests()]
            case Stage.SPEAK:
                return [self._on_team(self._speaker, request_kinds.SPEAK, words=self.setup.words)]
            case Stage.BALLOT:
                return [self._on_team(each, kinds.BALLOT, (APPROVE, REJECT)) for each in self.players]
            case Stage.QUEST:
                sides = self.teams()
                return [self._on_team(each, kinds.QUEST, cards(sides[each])) for each in self.team]
            case Stage.CONFER:
                return [self._on_merlin(self._advisers[self.spoken], kinds.CONFER, words=CONFER_WORDS)]
            case Stage.ASSASSINATE:
                return [self._on_merlin(self.deal.only(Role.ASSASSIN), kinds.ASSASSINATE)]
        assert_never(self.stage)

    def apply(self, actions: Mapping[str, Action]) -> tuple[AvalonState, Sequence[Event]]:
        """The next state and what happened, given a legal action per request id."""
        state, events = self._advance(pair_actions(self.requests(), actions))
        state = replace(state, step=self.step + 1, told=self.told + len(events))
        return state, number_events(events, self.told, self.round)

    def _advance(self, taken: Taken) -> tuple[AvalonState, list[Event]]:
        match self.stage:
            case Stage.DEAL:
                return replace(self, stage=Stage.LEAD, round=1), list(private_events(self.deal))
            case Stage.LEAD:
                attempt = (str(self.rejections + 1),)
                return replace(self, stage=Stage.PROPOSE), [self._by_leader(kinds.LED, attempt)]
            case Stage.PROPOSE:
                return self._propose(taken[0][1])
            case Stage.SPEAK if self.floor:
                return self._discuss(self.floor, taken)
            case Stage.SPEAK:
                return self._hear(*taken[0])
            case Stage.BALLOT:
                return self._count(taken)
            case Stage.QUEST:
                return self._reveal(taken)
            case Stage.CONFER:
                return self._advise(*taken[0])
            case Stage.ASSASSINATE:
                return self._assassinate(*taken[0])
            case Stage.OVER:
                raise IllegalAction("the match is over")
        assert_never(self.stage)

    # Proposal, talk and vote

    def _propose(self, action: Action) -> tuple[AvalonState, list[Event]]:
        team = tuple(player for player in self.players if player in action.chosen)
        told = [self._by_leader(kinds.PROPOSED, team)]
        if not team:
            return self._reject(told)
        stage = Stage.SPEAK if self.setup.discussions else Stage.BALLOT
        turns = (self.players[self.seat :] + self.players[: self.seat]) * self.setup.discussions
        floor = Floor.begin(self.setup.talk, turns, self.setup.speeches)
        return replace(self, stage=stage, team=team, spoken=0, floor=floor), told

    def _discuss(self, floor: Floor, taken: Taken) -> tuple[AvalonState, list[Event]]:
        floor, told = floor.apply(taken, chance(self.seed, "floor", self.step))
        return replace(self, floor=floor, stage=Stage.BALLOT if floor.is_over else Stage.SPEAK), told

    def _hear(self, request: Request, action: Action) -> tuple[AvalonState, list[Event]]:
        speech, spoken = one_line(action.speech), self.spoken + 1
        kind = event_kinds.SPOKE if speech else event_kinds.PASSED
        is_last = spoken == self.setup.discussions * len(self.players)
        state = replace(self, spoken=spoken, stage=Stage.BALLOT if is_last else Stage.SPEAK)
        return state, [event(kind, actor=request.player, text=speech)]

    @property
    def _speaker(self) -> Player:
        """Whose turn it is: in seat order, the leader first."""
        return self.players[(self.seat + self.spoken) % len(self.players)]

    def _count(self, taken: Taken) -> tuple[AvalonState, list[Event]]:
        told = [
            event(kinds.BALLOTED, actor=request.player, chosen=action.chosen) for request, action in taken
        ]
        if not is_approved(["".join(action.chosen) for _, action in taken]):
            return self._reject(told)
        state = replace(self, stage=Stage.QUEST, rejections=0)
        return state, [*told, event(kinds.APPROVED, chosen=self.team)]

    def _reject(self, told: list[Event]) -> tuple[AvalonState, list[Event]]:
        told = [*told, event(kinds.REJECTED, chosen=self.team)]
        state = replace(self, rejections=self.rejections + 1)
        return state._end(told) if state.rejections == REJECTIONS else (state._pass_lead(), told)

    def _pass_lead(self) -> AvalonState:
        return replace(self, stage=Stage.LEAD, seat=(self.seat + 1) % len(self.players), team=())

    # Quest

    def _reveal(self, taken: Taken) -> tuple[AvalonState, list[Event]]:
        fails = sum(FAIL in action.chosen for _, action in taken)
        has_failed = fails >= fails_needed(len(self.players), self.round)
        told = [private(kinds.PLAYED, request.player, chosen=action.chosen) for request, action in taken]
        told.append(event(kinds.FAILED if has_failed else kinds.SUCCEEDED, chosen=(str(fails),)))
        return replace(self, results=(*self.results, not has_failed))._next_quest(told)

    def _next_quest(self, told: list[Event]) -> tuple[AvalonState, list[Event]]:
        if self.results.count(False) == TO_WIN:
            return self._end(told)
        if self.results.count(True) == TO_WIN:
            stage = Stage.CONFER if self._advisers else Stage.ASSASSINATE
            return replace(self, stage=stage, team=(), spoken=0), [*told, event(kinds.HUNT)]
        return replace(self, round=self.round + 1)._pass_lead(), told

    # Assassination

    @property
    def _advisers(self) -> tuple[Player, ...]:
        """Who tells the assassin whom they take for Merlin, in seat order."""
        return self.deal.fellows(self.deal.only(Role.ASSASSIN)) if self.setup.confers else ()

    def _advise(self, request: Request, action: Action) -> tuple[AvalonState, list[Event]]:
        spoken = self.spoken + 1
        stage = Stage.ASSASSINATE if spoken == len(self._advisers) else Stage.CONFER
        heard = event(
            event_kinds.CONFERRED,
            actor=request.player,
            case=MERLIN,
            chosen=action.chosen,
            text=one_line(action.speech),
            visible_to=frozenset({*self._advisers, self.deal.only(Role.ASSASSIN)}),
        )
        return replace(self, stage=stage, spoken=spoken), [heard]

    def _assassinate(self, request: Request, action: Action) -> tuple[AvalonState, list[Event]]:
        named = next(iter(action.chosen), None)
        told = [event(kinds.ASSASSINATED, actor=request.player, case=MERLIN, chosen=action.chosen)]
        return replace(self, named=named)._end(told)

    def _end(self, told: list[Event]) -> tuple[AvalonState, list[Event]]:
        side = verdict.winner(self.deal, self.results, self.rejections, self.named)
        won = event(event_kinds.WON, case=EVIL, chosen=(side,))
        shown = [
            event(event_kinds.REVEALED, chosen=(each,), role=self.deal.role(each)) for each in self.players
        ]
        return replace(self, stage=Stage.OVER), [*told, won, *shown]

    # Requests and events

    def _by_leader(self, kind: EventKind, chosen: tuple[str, ...]) -> Event:
        return event(kind, actor=self.leader, chosen=chosen)

    def _on_team(
        self, player: Player, kind: RequestKind, options: tuple[str, ...] = (), *, words: int = 0
    ) -> Request:
        """A request about the proposed team, which stands in its text."""
        joined = ("、" if self.setup.language == "zh" else ", ").join(self.team)
        return replace(self._request(player, kind, options, words=words), text=joined)

    def _on_floor(self, each: FloorRequest) -> Request:
        request = self._on_team(each.player, each.kind, each.options, words=self.setup.words)
        return replace(request, partner=each.partner)

    def _on_merlin(self, player: Player, kind: RequestKind, *, words: int = 0) -> Request:
        """A request to name Merlin among those whom this evil player does not know to be evil."""
        unknown = next(case for case in self.cases(player) if case.name == MERLIN).candidates
        return replace(self._request(player, kind, unknown, words=words), case=MERLIN)

    def _request(
        self,
        player: Player,
        kind: RequestKind,
        options: tuple[str, ...],
        *,
        least: int = 0,
        most: int | None = None,
        words: int = 0,
    ) -> Request:
        scale = CHINESE_CHARACTERS_PER_WORD if self.setup.language == "zh" else 1
        return Request(
            id=f"{self.step}.{kind}.{player}",
            step=self.step,
            player=player,
            kind=kind,
            round=self.round,
            options=options,
            least=least,
            most=min(1, len(options)) if most is None else most,
            or_none=least > 0,
            words=round(words * scale),
        )
