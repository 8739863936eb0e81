"""The rules of Werewolf (the trust paper, appendix E): nights and days by turns until one side has won.

By night the werewolves attack and the powers act (`night.py`). In the morning the dead are announced,
everybody who lives speaks, in turn or freely (`core/floor.py`), and all vote at once on whom to eliminate
(`day.py`). A hunter who dies by attack or vote, not by poison, shoots before anything else happens: the shot
belongs to the death that set it off, so only after it is it seen whether a side has won (`verdict.py`). The
dead are asked nothing but that shot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from parlour.core import (
    CHINESE_CHARACTERS_PER_WORD,
    PASS,
    Action,
    Case,
    Event,
    Floor,
    FloorRequest,
    Outcome,
    Player,
    Request,
    RequestKind,
    chance,
    decided,
    event,
    event_kinds,
    numbered,
    one_line,
    private,
    request_kinds,
)
from parlour.errors import IllegalAction, SetupError
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.day import count, speakers
from parlour.games.werewolf.night import DUSK, Due, Night, deaths, decide, due, morning
from parlour.games.werewolf.roles import Role, Team
from parlour.games.werewolf.setup import WerewolfSetup
from parlour.games.werewolf.verdict import WEREWOLVES, outcome, winner

CONFER_WORDS = 50
Taken = Sequence[tuple[Request, Action]]


class Stage(StrEnum):
    """What the table is doing."""

    DEAL = "deal"
    NIGHTFALL = "nightfall"
    NIGHT = "night"
    DAWN_SHOT = "dawn shot"
    SPEAK = "speak"
    VOTE = "vote"
    RUNOFF = "runoff"
    VOTE_SHOT = "vote shot"
    OVER = "over"


def start(players: Sequence[Player], seed: int, setup: WerewolfSetup) -> WerewolfState:
    """Seats the players and deals the roles.

    Args:
        players: the setup's, in its order.
        seed: the match seed; it deals the roles and breaks the ties that the setup leaves to it.
        setup: players, roles and options.

    Raises:
        SetupError: if the players are not the setup's.
    """
    if tuple(players) != setup.players:
        raise SetupError(f"the seats of this table are {', '.join(setup.players)}")
    return WerewolfState(board=NightBoard(setup=setup, seed=seed, roles=setup.dealt(seed)))


@dataclass(frozen=True, kw_only=True)
class WerewolfState:
    """The whole truth of a game of Werewolf at one moment.

    Attributes:
        board: who is who, who lives, which powers are spent.
        step: steps taken.
        told: events told so far.
        stage: what the table is doing.
        round: the night and the day after it, from 1.
        night: what this night brought, by day the one before.
        speakers: who is still to speak, in order.
        floor: the discussion, where it is free.
        tied: who may be voted for in a runoff.
        voted_out: whom the last vote that eliminated anybody eliminated.
    """

    board: NightBoard
    step: int = 0
    told: int = 0
    stage: Stage = Stage.DEAL
    round: int = 0
    night: Night = DUSK
    speakers: tuple[Player, ...] = ()
    floor: Floor | None = None
    tied: tuple[Player, ...] = ()
    voted_out: Player | None = None

    @property
    def setup(self) -> WerewolfSetup:
        """Players, roles and options."""
        return self.board.setup

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the table, the dead too, in seat order."""
        return self.setup.players

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
        """Who won; None until the end."""
        return outcome(self.board, self.voted_out) if self.is_over else None

    def cases(self, player: Player) -> Sequence[Case]:
        """Who the werewolves are, among those of whom the player is not told at the deal; a werewolf is."""
        wolves = [other for other in self.players if self.board.role(other) is Role.WEREWOLF]
        known = wolves if player in wolves else [player]
        others = tuple(other for other in self.players if other not in known)
        return [Case(name=WEREWOLVES, candidates=others, answers=len(set(wolves) - set(known)))]

    def teams(self) -> Mapping[Player, Team]:
        """Who is with the werewolves, and who is not."""
        return {player: self.board.role(player).team for player in self.players}

    def fallback(self, request: Request) -> Action:
        """Silence, nobody targeted, an abstention: never a decision that nobody made."""
        return PASS

    def requests(self) -> Sequence[Request]:
        """Everything that must be decided now: one speech at a time, all else at once."""
        match self.stage:
            case Stage.DEAL | Stage.NIGHTFALL | Stage.OVER:
                return []
            case Stage.NIGHT:
                return [self._night(each) for each in due(self.board, self.night)]
            case Stage.DAWN_SHOT | Stage.VOTE_SHOT:
                hunter = self.players[self.board.roles.index(Role.HUNTER)]
                return [self._request(hunter, kinds.SHOOT, options=self.board.living)]
            case Stage.SPEAK if self.floor:
                return [self._on_floor(each) for each in self.floor.requests()]
            case Stage.SPEAK:
                return [self._request(self.speakers[0], request_kinds.SPEAK, words=self.setup.words)]
            case Stage.VOTE:
                return [self._vote(player, self.board.living) for player in self.board.living]
            case Stage.RUNOFF:
                return [self._vote(player, self.tied) for player in self.board.living]
        assert_never(self.stage)

    def apply(self, actions: Mapping[str, Action]) -> tuple[WerewolfState, Sequence[Event]]:
        """The next state and what happened, given a legal action per request id."""
        state, events = self._advance(decided(self.requests(), actions))
        state = replace(state, step=self.step + 1, told=self.told + len(events))
        return state, numbered(events, self.told, self.round)

    def _advance(self, taken: Taken) -> tuple[WerewolfState, list[Event]]:
        match self.stage:
            case Stage.DEAL:
                return self._next_night(), list(self._deal())
            case Stage.NIGHTFALL:
                return replace(self, stage=Stage.NIGHT, night=DUSK), [event(event_kinds.NIGHT)]
            case Stage.NIGHT:
                return self._decide_by_night(taken)
            case Stage.DAWN_SHOT:
                return self._shoot(taken, Stage.SPEAK)
            case Stage.SPEAK if self.floor:
                return self._discuss(self.floor, taken)
            case Stage.SPEAK:
                return self._hear(*taken[0])
            case Stage.VOTE | Stage.RUNOFF:
                return self._count(taken)
            case Stage.VOTE_SHOT:
                return self._shoot(taken, Stage.NIGHTFALL)
            case Stage.OVER:
                raise IllegalAction("the match is over")
        assert_never(self.stage)

    def _deal(self) -> Iterator[Event]:
        for player in self.players:
            yield private(event_kinds.ROLE, player, role=self.board.role(player))
        for wolf in self.board.wolves:
            fellows = tuple(other for other in self.board.wolves if other != wolf)
            yield private(event_kinds.FELLOWS, wolf, chosen=fellows, role=Role.WEREWOLF)

    # Night

    def _next_night(self) -> WerewolfState:
        return replace(self, stage=Stage.NIGHTFALL, round=self.round + 1)

    def _decide_by_night(self, taken: Taken) -> tuple[WerewolfState, list[Event]]:
        night, told = decide(self.board, self.night, taken, self.round)
        state = replace(self, night=night)
        if due(self.board, night):
            return state, told
        state, dawn = state._dawn()
        return state, [*told, *dawn]

    def _dawn(self) -> tuple[WerewolfState, list[Event]]:
        fallen = deaths(self.board, self.night)
        state = replace(self, board=morning(self.board, self.night))
        told = [event(event_kinds.DAY), event(kinds.DIED, chosen=fallen)]
        if self.setup.reveal == "all":
            told += [state._revealed(player) for player in fallen]
        hunter = self.board.holder(Role.HUNTER)
        if hunter in fallen and hunter != self.night.poisoned:
            return replace(state, stage=Stage.DAWN_SHOT), told
        return state._unless_won(Stage.SPEAK, told)

    def _shoot(self, taken: Taken, then: Stage) -> tuple[WerewolfState, list[Event]]:
        """A hunter who lets it be is not told of: nothing shows that there was a hunter."""
        request, action = taken[0]
        if not action.chosen:
            return self._unless_won(then, [])
        told = [event(kinds.SHOT, actor=request.player, chosen=action.chosen)]
        if self.setup.reveal == "all":
            told.append(self._revealed(action.chosen[0]))
        return replace(self, board=self.board.without(*action.chosen))._unless_won(then, told)

    # Day

    def _hear(self, request: Request, action: Action) -> tuple[WerewolfState, list[Event]]:
        speech = one_line(action.speech)
        kind = event_kinds.SPOKE if speech else event_kinds.PASSED
        left = self.speakers[1:]
        state = replace(self, speakers=left, stage=Stage.SPEAK if left else Stage.VOTE)
        return state, [event(kind, actor=request.player, text=speech)]

    def _discuss(self, floor: Floor, taken: Taken) -> tuple[WerewolfState, list[Event]]:
        floor, told = floor.apply(taken, chance(self.board.seed, "floor", self.step))
        return replace(self, floor=floor, stage=Stage.VOTE if floor.is_over else Stage.SPEAK), told

    def _count(self, taken: Taken) -> tuple[WerewolfState, list[Event]]:
        cast = [name for _, action in taken for name in action.chosen]
        end = count(self.board, cast, self.round, is_runoff=self.stage is Stage.RUNOFF)
        told = [
            event(event_kinds.VOTED, actor=request.player, case=WEREWOLVES, chosen=action.chosen)
            for request, action in taken
        ]
        if end.tied:
            told.append(event(event_kinds.TIED, case=WEREWOLVES, chosen=end.tied))
        if end.is_again:
            return replace(self, stage=Stage.RUNOFF, tied=end.tied), told
        return self._eliminate(end.eliminated, told)

    def _eliminate(self, player: Player | None, told: list[Event]) -> tuple[WerewolfState, list[Event]]:
        gone = (player,) if player else ()
        told = [*told, event(event_kinds.ELIMINATED, case=WEREWOLVES, chosen=gone)]
        if player is None:
            return self._unless_won(Stage.NIGHTFALL, told)
        if self.setup.reveal != "none":
            told.append(self._revealed(player))
        state = replace(self, board=self.board.without(player), voted_out=player)
        if self.board.role(player) is Role.HUNTER:
            return replace(state, stage=Stage.VOTE_SHOT), told
        return state._unless_won(Stage.NIGHTFALL, told)

    # The end

    def _unless_won(self, then: Stage, told: list[Event]) -> tuple[WerewolfState, list[Event]]:
        """Goes on with the day or the next night, unless a side has won or the days have run out."""
        is_late = then is Stage.NIGHTFALL and self.round == self.setup.days
        if winner(self.board) or is_late:
            return replace(self, stage=Stage.OVER, speakers=()), [*told, *self._verdict()]
        if then is Stage.NIGHTFALL:
            return self._next_night(), told
        order = speakers(self.board, self._fallen, self.round)
        floor = Floor.opened(self.setup.talk, order, self.setup.speeches)
        return replace(self, stage=Stage.SPEAK, speakers=order, floor=floor, tied=()), told

    @property
    def _fallen(self) -> tuple[Player, ...]:
        """Who died this night, in seat order."""
        lost = {self.night.attacked, self.night.poisoned} & set(self.board.dead)
        return tuple(player for player in self.players if player in lost)

    def _verdict(self) -> Iterator[Event]:
        side = winner(self.board)
        yield event(event_kinds.WON, case=WEREWOLVES, chosen=(side,) if side else ())
        yield from map(self._revealed, self.players)

    def _revealed(self, player: Player) -> Event:
        return event(event_kinds.REVEALED, chosen=(player,), role=self.board.role(player))

    # Requests

    def _night(self, each: Due) -> Request:
        words = CONFER_WORDS if each.kind is kinds.CONFER else 0
        return self._request(each.player, each.kind, options=each.options, words=words)

    def _on_floor(self, each: FloorRequest) -> Request:
        request = self._request(each.player, each.kind, options=each.options, words=self.setup.words)
        return replace(request, partner=each.partner)

    def _vote(self, player: Player, candidates: Sequence[Player]) -> Request:
        options = tuple(name for name in candidates if name != player)
        return self._request(player, request_kinds.VOTE, case=WEREWOLVES, options=options)

    def _request(
        self,
        player: Player,
        kind: RequestKind,
        *,
        case: str | None = None,
        options: tuple[str, ...] = (),
        words: int = 0,
    ) -> Request:
        scale = CHINESE_CHARACTERS_PER_WORD if self.setup.language == "zh" else 1
        return Request(
            id=f"{self.step}.{kind}.{player}",
            step=self.step,
            player=player,
            kind=kind,
            round=self.round,
            case=case,
            options=options,
            most=min(1, len(options)),
            words=round(words * scale),
            coached=self.setup.coaching,
        )
