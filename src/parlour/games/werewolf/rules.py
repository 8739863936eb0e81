"""The rules of Werewolf (the trust paper, appendix E): nights and days by turns until one side has won.

By night the werewolves attack and the powers act (`night.py`). In the morning the dead are announced, all
living players speak, in turn or freely (`core/floor.py`), and all vote at once on an elimination
(`day.py`). Roles have `powers`. A last act, such as a hunter's shot, happens before anything else: it belongs
to the death that set it off, so the winner is determined only after it (`day.winner`). The dead are asked
nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
    LazyProperty,
    Outcome,
    Player,
    Request,
    RequestKind,
    chance,
    changed,
    decided,
    event,
    event_kinds,
    numbered,
    one_line,
    quick_init,
    request_kinds,
)
from parlour.errors import IllegalAction, SetupError
from parlour.games.werewolf import kinds
from parlour.games.werewolf.day import (
    WEREWOLVES,
    LastAct,
    candidates,
    count,
    fall,
    outcome,
    sides,
    speakers,
    voters,
    winner,
)
from parlour.games.werewolf.night import DUSK, deal, deaths, decide, due, over
from parlour.games.werewolf.powers import (
    BADGE,
    OUTVOTED,
    STAYED,
    Death,
    DeathCause,
    Due,
    Night,
    Power,
    able,
    dealt_power,
    elect_mayor,
    may_elect,
    others,
    power_of,
    table_powers,
)
from parlour.games.werewolf.powers.power import NightBoard, PowerMark
from parlour.games.werewolf.setup import Team, WerewolfSetup

CONFER_WORDS = 50
Taken = Sequence[tuple[Request, Action]]


class Stage(StrEnum):
    """The stage of the game."""

    DEAL = "deal"
    NIGHTFALL = "nightfall"
    NIGHT = "night"
    ELECT = "elect"
    SPEAK = "speak"
    DARE = "dare"
    VOTE = "vote"
    RUNOFF = "runoff"
    LAST_ACT = "last act"
    OVER = "over"


def start(players: Sequence[Player], seed: int, setup: WerewolfSetup) -> WerewolfState:
    """Seats the players and deals the roles.

    Raises:
        SetupError: if the players are not the setup's.
    """
    if tuple(players) != setup.players:
        raise SetupError(f"the seats of this table are {', '.join(setup.players)}")
    return WerewolfState(board=NightBoard(setup=setup, seed=seed, roles=setup.dealt(seed)))


@quick_init
@dataclass(frozen=True, kw_only=True)
class WerewolfState:
    """The full state of a game of Werewolf.

    Attributes:
        board: roles, living players, spent powers.
        step: the number of steps taken.
        told: the number of events so far.
        stage: the stage of the game.
        round: the night and the day after it, from 1.
        night: the decisions of this night; by day, of the one before.
        fallen: the players who died in it, in seat order.
        acts: the last acts of those who have just died, in order.
        then: the stage after that.
        speakers: the players still to speak, in order.
        floor: the discussion, where it is free.
        tied: the candidates of a runoff.
        voted_out: the last player eliminated by a vote.
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
    floor: Floor | None = None
    tied: tuple[Player, ...] = ()
    voted_out: Player | None = None

    @property
    def setup(self) -> WerewolfSetup:
        return self.board.setup

    @property
    def players(self) -> tuple[Player, ...]:
        return self.setup.players

    @property
    def is_over(self) -> bool:
        return self.stage is Stage.OVER

    @property
    def may_be_cut(self) -> bool:
        return self.setup.talk == "open"

    @property
    def outcome(self) -> Outcome | None:
        return outcome(self.board, self.voted_out) if self.is_over else None

    def cases(self, player: Player) -> Sequence[Case]:
        """Returns the question who the werewolves are, among players whose role is unknown to the player."""
        wolves = self.board.pack
        known = wolves if player in wolves else (player,)
        answers = 0 if player in wolves else len(wolves)
        return [Case(name=WEREWOLVES, candidates=others(self.players, *known), answers=answers)]

    def teams(self) -> Mapping[Player, Team]:
        return sides(self.board)

    def fallback(self, request: Request) -> Action:
        return PASS

    def requests(self) -> Sequence[Request]:
        """Returns the requests of this step: one speech at a time, all else at once."""
        return self._open

    @LazyProperty
    def _open(self) -> Sequence[Request]:
        match self.stage:
            case Stage.DEAL | Stage.NIGHTFALL | Stage.OVER:
                return []
            case Stage.NIGHT:
                return [self._due_request(each) for each in due(self.board, self.night)]
            case Stage.LAST_ACT:
                act = self.acts[0]
                return [self._request(act.player, act.kind, options=self.board.living)]
            case Stage.ELECT:
                living = self.board.living
                return [self._request(player, kinds.ELECT, options=living) for player in living]
            case Stage.SPEAK if self.floor:
                return [self._on_floor(each) for each in self.floor.requests()]
            case Stage.SPEAK:
                return [self._request(self.speakers[0], request_kinds.SPEAK, words=self.setup.words)]
            case Stage.DARE:
                return [self._due_request(each) for each in self._dares]
            case Stage.VOTE:
                return [self._vote(player, candidates(self.board)) for player in voters(self.board)]
            case Stage.RUNOFF:
                return [self._vote(player, self.tied) for player in voters(self.board)]
        assert_never(self.stage)

    def apply(self, actions: Mapping[str, Action]) -> tuple[WerewolfState, Sequence[Event]]:
        state, events = self._advance(decided(self.requests(), actions))
        state = changed(state, step=self.step + 1, told=self.told + len(events))
        return state, numbered(events, self.told, self.round)

    def _advance(self, taken: Taken) -> tuple[WerewolfState, list[Event]]:
        match self.stage:
            case Stage.DEAL:
                return self._next_night(), list(deal(self.board))
            case Stage.NIGHTFALL:
                return self._nightfall()
            case Stage.NIGHT:
                return self._decide_by_night(taken)
            case Stage.LAST_ACT:
                return self._act_last(*taken[0])
            case Stage.ELECT:
                board, told = elect_mayor(self.board, taken, self.round)
                return changed(self, board=board)._morning(told)
            case Stage.SPEAK if self.floor:
                return self._discuss(self.floor, taken)
            case Stage.SPEAK:
                return self._hear(*taken[0])
            case Stage.DARE:
                return self._dare(taken)
            case Stage.VOTE | Stage.RUNOFF:
                return self._count(taken)
            case Stage.OVER:
                raise IllegalAction("the match is over")
        assert_never(self.stage)

    # Night

    def _next_night(self) -> WerewolfState:
        return changed(self, stage=Stage.NIGHTFALL, round=self.round + 1)

    def _nightfall(self) -> tuple[WerewolfState, list[Event]]:
        told = [event(event_kinds.NIGHT)]
        for player, power in able(self.board, "at_dusk"):
            told += power.at_dusk(self.board, player)
        return changed(self, stage=Stage.NIGHT, night=DUSK), told

    def _decide_by_night(self, taken: Taken) -> tuple[WerewolfState, list[Event]]:
        night, told = decide(self.board, self.night, taken, self.round)
        state = changed(self, night=night)
        if due(self.board, night):
            return state, told
        state, dawn = state._dawn()
        return state, [*told, *dawn]

    def _dawn(self) -> tuple[WerewolfState, list[Event]]:
        night = over(self.board, self.night, self.round)
        dead = deaths(self.board, night)
        fallen = tuple(death.player for death in dead)
        told = [event(event_kinds.DAY), event(kinds.DIED, chosen=fallen)]
        board = self.board.with_marks(*night.marks)
        return changed(self, board=board, night=night, fallen=fallen)._bury(dead, Stage.ELECT, told)

    # Death

    def _bury(
        self, dead: Sequence[Death], then: Stage, told: list[Event]
    ) -> tuple[WerewolfState, list[Event]]:
        """Continues once these have died and done their last acts, after the events so far."""
        tells_all = self.setup.reveal == "all"
        if tells_all:
            told = [*told, *(self._reveal(death.player) for death in dead)]
        burial = fall(self.board, dead)
        for news, who in burial.told:
            told = [*told, news, *([self._reveal(who)] if who and tells_all else [])]
        return changed(self, board=burial.board, acts=(*self.acts, *burial.acts))._last_acts(then, told)

    def _last_acts(self, then: Stage, told: list[Event]) -> tuple[WerewolfState, list[Event]]:
        if acts := self._acts_left:
            return changed(self, stage=Stage.LAST_ACT, acts=acts, then=then), told
        return changed(self, acts=())._unless_won(then, told)

    @property
    def _acts_left(self) -> tuple[LastAct, ...]:
        """The remaining last acts, deadly ones first; harmless ones are dropped once a side has won."""
        if not self.acts or not self.board.living:
            return ()
        if all(act.is_harmless for act in self.acts) and winner(self.board) is not None:
            return ()
        return tuple(sorted(self.acts, key=lambda act: act.is_harmless))

    def _act_last(self, request: Request, action: Action) -> tuple[WerewolfState, list[Event]]:
        came = self._last_power(request).acts(self.board, request, action)
        state = changed(self, board=came.board, acts=self.acts[1:])
        return state._bury(came.deaths, self.then, [*came.told])

    def _last_power(self, request: Request) -> Power:
        """Returns the power behind a last act: the one dealt, even if the village has lost it since."""
        if request.kind is kinds.BEQUEATH:
            return BADGE
        return dealt_power(self.board, request.player)

    # Day

    def _hear(self, request: Request, action: Action) -> tuple[WerewolfState, list[Event]]:
        speech = one_line(action.speech)
        kind = event_kinds.SPOKE if speech else event_kinds.PASSED
        left = self.speakers[1:]
        state = changed(self, speakers=left, stage=Stage.SPEAK if left else self._after_talk)
        return state, [event(kind, actor=request.player, text=speech)]

    @property
    def _after_talk(self) -> Stage:
        return Stage.DARE if self._dares else Stage.VOTE

    @property
    def _dares(self) -> list[Due]:
        board = self.board
        return [each for player, power in able(board, "by_day") for each in power.by_day(board, player)]

    def _dare(self, taken: Taken) -> tuple[WerewolfState, list[Event]]:
        """Performs the first daring act in seat order; a second one waits for another day."""
        request, action = next((each for each in taken if each[1].chosen), taken[0])
        came = power_of(self.board, request.player).acts(self.board, request, action)
        if not came.is_dusk:
            return changed(self, board=came.board)._bury(came.deaths, Stage.VOTE, [*came.told])
        board = came.board.with_marks(PowerMark(kind=OUTVOTED, by=request.player))
        return changed(self, board=board)._bury(came.deaths, Stage.NIGHTFALL, [*came.told])

    def _discuss(self, floor: Floor, taken: Taken) -> tuple[WerewolfState, list[Event]]:
        floor, told = floor.apply(taken, chance(self.board.seed, "floor", self.step))
        return changed(self, floor=floor, stage=self._after_talk if floor.is_over else Stage.SPEAK), told

    def _count(self, taken: Taken) -> tuple[WerewolfState, list[Event]]:
        cast = {request.player: name for request, action in taken for name in action.chosen}
        end = count(self.board, self.night, cast, self.round, is_runoff=self.stage is Stage.RUNOFF)
        told = [
            event(event_kinds.VOTED, actor=request.player, case=WEREWOLVES, chosen=action.chosen)
            for request, action in taken
        ]
        if end.tied:
            told.append(event(event_kinds.TIED, case=WEREWOLVES, chosen=end.tied))
            if blamed := self._scapegoat():
                return self._put_out(*blamed, told=told)
        if end.is_again:
            return changed(self, stage=Stage.RUNOFF, tied=end.tied), told
        return self._eliminate(end.eliminated, told)

    def _eliminate(self, player: Player | None, told: list[Event]) -> tuple[WerewolfState, list[Event]]:
        stays = power_of(self.board, player).stays(self.board, player) if player else None
        if player and stays:
            board = self.board.with_marks(PowerMark(kind=STAYED, by=player, on=(player,)))
            return changed(self, board=board)._eliminate(None, [*told, stays])
        gone = (player,) if player else ()
        out = event(event_kinds.ELIMINATED, case=WEREWOLVES, chosen=gone)
        if player:
            return self._put_out(Death(player=player, cause=DeathCause.VOTE), out, told=told)
        board = self.board.with_marks(PowerMark(kind=OUTVOTED, by=""))
        return changed(self, board=board)._unless_won(Stage.NIGHTFALL, [*told, out])

    def _put_out(self, death: Death, out: Event, *, told: list[Event]) -> tuple[WerewolfState, list[Event]]:
        told, player = [*told, out], death.player
        if self.setup.reveal == "eliminated":
            told.append(self._reveal(player))
        board = self.board.with_marks(PowerMark(kind=OUTVOTED, by=player, on=(player,)))
        return changed(self, board=board, voted_out=player)._bury([death], Stage.NIGHTFALL, told)

    def _scapegoat(self) -> tuple[Death, Event] | None:
        for player, power in able(self.board, "takes_tie"):
            if out := power.takes_tie(self.board, player):
                return Death(player=player, cause=DeathCause.TIE), out
        return None

    # The end

    def _unless_won(self, then: Stage, told: list[Event]) -> tuple[WerewolfState, list[Event]]:
        """Continues with the day or the next night, unless a side has won or the days have run out."""
        is_late = then is Stage.NIGHTFALL and self.round == self.setup.days
        if winner(self.board) or is_late:
            return changed(self, stage=Stage.OVER, speakers=()), [*told, *self._verdict()]
        if then is Stage.NIGHTFALL:
            return self._next_night(), told
        if then is Stage.VOTE:
            return changed(self, stage=Stage.VOTE), told
        if may_elect(self.board):
            return changed(self, stage=Stage.ELECT), told
        return self._morning(told)

    def _morning(self, told: list[Event]) -> tuple[WerewolfState, list[Event]]:
        for power in table_powers(self.board, "news"):
            told = [*told, *power.news(self.board, self.night)]
        for player, power in able(self.board, "at_dawn"):
            told = [*told, *power.at_dawn(self.board, player)]
        order = speakers(self.board, self.fallen, self.round)
        floor = Floor.opened(self.setup.talk, order, self.setup.speeches)
        return changed(self, stage=Stage.SPEAK, speakers=order, floor=floor, tied=()), told

    def _verdict(self) -> Iterator[Event]:
        side = winner(self.board)
        yield event(event_kinds.WON, case=WEREWOLVES, chosen=(side,) if side else ())
        yield from map(self._reveal, self.players)

    def _reveal(self, player: Player) -> Event:
        return event(event_kinds.REVEALED, chosen=(player,), role=self.board.role(player))

    # Requests

    def _due_request(self, each: Due) -> Request:
        return self._request(
            each.player,
            each.kind,
            options=each.options,
            least=each.least,
            most=each.most,
            or_none=each.or_none,
            words=CONFER_WORDS if each.kind is kinds.CONFER else 0,
        )

    def _on_floor(self, each: FloorRequest) -> Request:
        request = self._request(each.player, each.kind, options=each.options, words=self.setup.words)
        return changed(request, partner=each.partner)

    def _vote(self, player: Player, candidates: Sequence[Player]) -> Request:
        options = others(candidates, player)
        return self._request(player, request_kinds.VOTE, case=WEREWOLVES, options=options)

    def _request(
        self,
        player: Player,
        kind: RequestKind,
        *,
        case: str | None = None,
        options: tuple[str, ...] = (),
        least: int = 0,
        most: int = 1,
        or_none: bool = False,
        words: int = 0,
    ) -> Request:
        setup = self.board.setup
        if setup.language == "zh":
            words = round(words * CHINESE_CHARACTERS_PER_WORD)
        return Request(
            id=f"{self.step}.{kind}.{player}",
            step=self.step,
            player=player,
            kind=kind,
            round=self.round,
            case=case,
            options=options,
            least=least,
            most=min(most, len(options)),
            or_none=or_none,
            words=words,
            coached=setup.coaching,
        )
