"""The rules of Werewolf (the trust paper, appendix E): nights and days by turns until one side has won.

By night the werewolves attack and the powers act (`night.py`). In the morning the dead are announced,
everybody who lives speaks, and all vote at once on whom to eliminate (`day.py`). What a role can do stands
with the role (`powers`). Whoever has a last act, as a hunter has a shot, does it before anything else
happens: it belongs to the death that set it off (`dying.py`), so only after it is it seen whether a side has
won (`verdict.py`). The dead are asked nothing else.
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
    Outcome,
    Player,
    Request,
    RequestKind,
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
from parlour.games.werewolf.dying import LastAct, fall
from parlour.games.werewolf.night import DUSK, deaths, decide, due
from parlour.games.werewolf.powers import Death, DeathCause, Due, Night, power_of
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
    SPEAK = "speak"
    VOTE = "vote"
    RUNOFF = "runoff"
    LAST_ACT = "last act"
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
        fallen: who died in it, in seat order.
        acts: what those who have just died may still do, in order.
        then: what the table does after that.
        speakers: who is still to speak, in order.
        tied: who may be voted for in a runoff.
        voted_out: whom the last vote that eliminated anybody eliminated.
    """

    board: NightBoard
    step: int = 0
    told: int = 0
    stage: Stage = Stage.DEAL
    round: int = 0
    night: Night = DUSK
    fallen: tuple[Player, ...] = ()
    acts: tuple[LastAct, ...] = ()
    then: Stage = Stage.NIGHTFALL
    speakers: tuple[Player, ...] = ()
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
    def outcome(self) -> Outcome | None:
        """Who won; None until the end."""
        return outcome(self.board, self.voted_out) if self.is_over else None

    def cases(self, player: Player) -> Sequence[Case]:
        """Who the werewolves are, among those of whom the player is not told at the deal; a werewolf is."""
        wolves = [other for other in self.players if self.board.role(other).is_wolf]
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
            case Stage.LAST_ACT:
                act = self.acts[0]
                return [self._request(act.player, act.kind, options=self.board.living)]
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
            case Stage.LAST_ACT:
                return self._act_last(*taken[0])
            case Stage.SPEAK:
                return self._hear(*taken[0])
            case Stage.VOTE | Stage.RUNOFF:
                return self._count(taken)
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
        dead = deaths(self.board, self.night)
        fallen = tuple(death.player for death in dead)
        told = [event(event_kinds.DAY), event(kinds.DIED, chosen=fallen)]
        board = self.board.with_marks(*self.night.marks)
        return replace(self, board=board, fallen=fallen)._bury(dead, Stage.SPEAK, told)

    # Death

    def _bury(
        self, dead: Sequence[Death], then: Stage, told: list[Event]
    ) -> tuple[WerewolfState, list[Event]]:
        """Goes on once these have died and done what they still may, after what is told of it already."""
        if self.setup.reveal == "all":
            told = [*told, *(self._revealed(death.player) for death in dead)]
        board, acts = fall(self.board, dead)
        return replace(self, board=board, acts=(*self.acts, *acts))._last_acts(then, told)

    def _last_acts(self, then: Stage, told: list[Event]) -> tuple[WerewolfState, list[Event]]:
        if self.acts:
            return replace(self, stage=Stage.LAST_ACT, then=then), told
        return self._unless_won(then, told)

    def _act_last(self, request: Request, action: Action) -> tuple[WerewolfState, list[Event]]:
        came = power_of(self.board, request.player).acts(self.board, request, action)
        state = replace(self, board=came.board, acts=self.acts[1:])
        return state._bury(came.deaths, self.then, [*came.told])

    # Day

    def _hear(self, request: Request, action: Action) -> tuple[WerewolfState, list[Event]]:
        speech = one_line(action.speech)
        kind = event_kinds.SPOKE if speech else event_kinds.PASSED
        left = self.speakers[1:]
        state = replace(self, speakers=left, stage=Stage.SPEAK if left else Stage.VOTE)
        return state, [event(kind, actor=request.player, text=speech)]

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
        if self.setup.reveal == "eliminated":
            told.append(self._revealed(player))
        dead = [Death(player=player, cause=DeathCause.VOTE)]
        return replace(self, voted_out=player)._bury(dead, Stage.NIGHTFALL, told)

    # The end

    def _unless_won(self, then: Stage, told: list[Event]) -> tuple[WerewolfState, list[Event]]:
        """Goes on with the day or the next night, unless a side has won or the days have run out."""
        is_late = then is Stage.NIGHTFALL and self.round == self.setup.days
        if winner(self.board) or is_late:
            return replace(self, stage=Stage.OVER, speakers=()), [*told, *self._verdict()]
        if then is Stage.NIGHTFALL:
            return self._next_night(), told
        order = speakers(self.board, self.fallen, self.round)
        return replace(self, stage=Stage.SPEAK, speakers=order, tied=()), told

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
