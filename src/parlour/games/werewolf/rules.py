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
    CaseOutcome,
    Event,
    Floor,
    LazyProperty,
    Outcome,
    Player,
    Request,
    RequestKind,
    chance,
    copy_with,
    event,
    event_kinds,
    number_events,
    one_line,
    pair_actions,
    quick_init,
    request_kinds,
)
from parlour.errors import IllegalAction, SetupError
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import (
    OUTVOTED,
    STAYED,
    DeathCause,
    Deaths,
    Due,
    Night,
    NightBoard,
    PowerMark,
    others,
)
from parlour.games.werewolf.day import (
    WEREWOLVES,
    LastAct,
    act,
    candidates,
    count,
    dares,
    elect_mayor,
    fall,
    may_elect,
    sides,
    speakers,
    voters,
    winner,
)
from parlour.games.werewolf.night import DUSK, PAIR, at_dusk, deal, decide, due, morning_news, over
from parlour.games.werewolf.setup import Role, Team, WerewolfSetup

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
    event_count: int = 0
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
        if not self.is_over:
            return None
        truth, side = self.board.pack, winner(self.board)
        end = CaseOutcome(case=WEREWOLVES, eliminated=self.voted_out, truth=truth, winner=side)
        return Outcome(cases=(end,))

    def cases(self, player: Player) -> Sequence[Case]:
        """Returns the question who the werewolves are, among players whose role is unknown to the player."""
        wolves = self.board.pack
        known_players = wolves if player in wolves else (player,)
        answers = 0 if player in wolves else len(wolves)
        return [Case(name=WEREWOLVES, candidates=others(self.players, *known_players), answers=answers)]

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
                return [self._due_request(due) for due in self._due]
            case Stage.LAST_ACT:
                return [self._request(*self.acts[0], options=self.board.living)]
            case Stage.ELECT:
                living = self.board.living
                return [self._request(player, kinds.ELECT, options=living) for player in living]
            case Stage.SPEAK if self.floor:
                return [
                    copy_with(
                        self._request(
                            request.player, request.kind, options=request.options, words=self.setup.words
                        ),
                        partner=request.partner,
                    )
                    for request in self.floor.requests()
                ]
            case Stage.SPEAK:
                return [self._request(self.speakers[0], request_kinds.SPEAK, words=self.setup.words)]
            case Stage.DARE:
                return [self._due_request(due) for due in dares(self.board)]
            case Stage.VOTE:
                return [self._vote(player, candidates(self.board)) for player in voters(self.board)]
            case Stage.RUNOFF:
                return [self._vote(player, self.tied) for player in voters(self.board)]
        assert_never(self.stage)

    @LazyProperty
    def _due(self) -> Sequence[Due]:
        return due(self.board, self.night)

    def apply(self, actions: Mapping[str, Action]) -> tuple[WerewolfState, Sequence[Event]]:
        state, events = self._advance(pair_actions(self.requests(), actions))
        state = copy_with(state, "_due", step=self.step + 1, event_count=self.event_count + len(events))
        return state, number_events(events, self.event_count, self.round)

    def _advance(self, actions: Taken) -> tuple[WerewolfState, list[Event]]:
        match self.stage:
            case Stage.DEAL:
                return self._next_night(), list(deal(self.board))
            case Stage.NIGHTFALL:
                events = [event(event_kinds.NIGHT), *at_dusk(self.board)]
                return copy_with(self, stage=Stage.NIGHT, night=DUSK), events
            case Stage.NIGHT:
                return self._decide_by_night(actions)
            case Stage.LAST_ACT:
                board, events, dead = act(self.board, *actions[0])
                return copy_with(self, board=board, acts=self.acts[1:])._bury(dead, self.then, events)
            case Stage.ELECT:
                board, events = elect_mayor(self.board, actions, self.round)
                return copy_with(self, board=board)._morning(events)
            case Stage.SPEAK if self.floor:
                return self._discuss(self.floor, actions)
            case Stage.SPEAK:
                return self._hear(*actions[0])
            case Stage.DARE:
                return self._dare(actions)
            case Stage.VOTE | Stage.RUNOFF:
                return self._count(actions)
            case Stage.OVER:
                raise IllegalAction("the match is over")
        assert_never(self.stage)

    # Night

    def _next_night(self) -> WerewolfState:
        return copy_with(self, stage=Stage.NIGHTFALL, round=self.round + 1)

    def _decide_by_night(self, actions: Taken) -> tuple[WerewolfState, list[Event]]:
        night, events = decide(self.board, self.night, actions, self.round)
        later = copy_with(self, night=night)
        if later._due:
            return later, events
        night, dead = over(self.board, night, self.round)
        events += [event(event_kinds.DAY), event(kinds.DIED, chosen=tuple(dead))]
        board = self.board.with_marks(*night.marks)
        return copy_with(self, board=board, night=night, fallen=tuple(dead))._bury(dead, Stage.ELECT, events)

    # Death

    def _bury(self, dead: Deaths, then: Stage, events: list[Event]) -> tuple[WerewolfState, list[Event]]:
        """Continues once these have died and done their last acts, after the events so far.

        Last acts come one at a time, deadly ones first, before the winner is determined; harmless ones are
        dropped once a side has won.
        """
        reveals = self.setup.reveal == "all"
        events = [*events, *(self._reveal(player) for player in dead if reveals)]
        board, news, acts = fall(self.board, dead)
        for consequence, who in news:
            events += [consequence, *([self._reveal(who)] if who and reveals else [])]
        acts = sorted([*self.acts, *acts], key=lambda act: act[1] is not kinds.SHOOT)
        if acts and board.living and (acts[0][1] is kinds.SHOOT or winner(board) is None):
            return copy_with(self, board=board, stage=Stage.LAST_ACT, acts=tuple(acts), then=then), events
        return copy_with(self, board=board, acts=())._unless_won(then, events)

    # Day

    def _hear(self, request: Request, action: Action) -> tuple[WerewolfState, list[Event]]:
        speech = one_line(action.speech)
        kind = event_kinds.SPOKE if speech else event_kinds.PASSED
        left = self.speakers[1:]
        state = copy_with(self, speakers=left, stage=Stage.SPEAK if left else self._after_talk)
        return state, [event(kind, actor=request.player, text=speech)]

    @property
    def _after_talk(self) -> Stage:
        return Stage.DARE if dares(self.board) else Stage.VOTE

    def _dare(self, actions: Taken) -> tuple[WerewolfState, list[Event]]:
        """Performs the first daring act in seat order; a second one waits for another day.

        Night falls at once after a werewolf's death.
        """
        board, events, dead = act(self.board, *next((pair for pair in actions if pair[1].chosen), actions[0]))
        if not any(board.role(player).is_wolf for player in dead):
            return copy_with(self, board=board)._bury(dead, Stage.VOTE, events)
        board = board.with_marks(PowerMark(kind=OUTVOTED, by=next(iter(dead))))
        return copy_with(self, board=board)._bury(dead, Stage.NIGHTFALL, events)

    def _discuss(self, floor: Floor, actions: Taken) -> tuple[WerewolfState, list[Event]]:
        floor, events = floor.apply(actions, chance(self.board.seed, "floor", self.step))
        return copy_with(self, floor=floor, stage=self._after_talk if floor.is_over else Stage.SPEAK), events

    def _count(self, actions: Taken) -> tuple[WerewolfState, list[Event]]:
        cast = {request.player: name for request, action in actions for name in action.chosen}
        tied, out = count(self.board, self.night, cast, self.round)
        events = [
            event(event_kinds.VOTED, actor=request.player, case=WEREWOLVES, chosen=action.chosen)
            for request, action in actions
        ]
        if tied:
            events.append(event(event_kinds.TIED, case=WEREWOLVES, chosen=tied))
            if goats := self.board.able(Role.SCAPEGOAT):
                events.append(event(kinds.SCAPEGOATED, chosen=goats))
                return self._put_out(goats[0], DeathCause.TIE, events)
            if self.setup.ties == "runoff" and self.stage is Stage.VOTE:
                return copy_with(self, stage=Stage.RUNOFF, tied=tied), events
        if out and self.board.power(out) is Role.IDIOT:  # shows the card, and stays without a vote
            board = self.board.with_marks(PowerMark(kind=STAYED, by=out, on=(out,)))
            events.append(event(kinds.EXPOSED, chosen=(out,), role=Role.IDIOT))
            return copy_with(self, board=board)._put_out(None, DeathCause.VOTE, [*events, _out(None)])
        return self._put_out(out, DeathCause.VOTE, [*events, _out(out)])

    def _put_out(
        self, player: Player | None, cause: DeathCause, events: list[Event]
    ) -> tuple[WerewolfState, list[Event]]:
        if not player:
            board = self.board.with_marks(PowerMark(kind=OUTVOTED, by=""))
            return copy_with(self, board=board)._unless_won(Stage.NIGHTFALL, events)
        if self.setup.reveal == "eliminated":
            events.append(self._reveal(player))
        board = self.board.with_marks(PowerMark(kind=OUTVOTED, by=player, on=(player,)))
        return copy_with(self, board=board, voted_out=player)._bury({player: cause}, Stage.NIGHTFALL, events)

    # The end

    def _unless_won(self, then: Stage, events: list[Event]) -> tuple[WerewolfState, list[Event]]:
        """Continues with the day or the next night, unless a side has won or the days have run out."""
        is_late = then is Stage.NIGHTFALL and self.round == self.setup.days
        if winner(self.board) or is_late:
            return copy_with(self, stage=Stage.OVER, speakers=()), [*events, *self._verdict()]
        if then is Stage.NIGHTFALL:
            return self._next_night(), events
        if then is Stage.VOTE:
            return copy_with(self, stage=Stage.VOTE), events
        if may_elect(self.board):
            return copy_with(self, stage=Stage.ELECT), events
        return self._morning(events)

    def _morning(self, events: list[Event]) -> tuple[WerewolfState, list[Event]]:
        events = [*events, *morning_news(self.board, self.night)]
        order = speakers(self.board, self.fallen, self.round)
        floor = Floor.begin(self.setup.talk, order, self.setup.speeches)
        return copy_with(self, stage=Stage.SPEAK, speakers=order, floor=floor, tied=()), events

    def _verdict(self) -> Iterator[Event]:
        side = winner(self.board)
        yield event(event_kinds.WON, case=WEREWOLVES, chosen=(side,) if side else ())
        yield from map(self._reveal, self.players)

    def _reveal(self, player: Player) -> Event:
        return event(event_kinds.REVEALED, chosen=(player,), role=self.board.role(player))

    # Requests

    def _due_request(self, due: Due) -> Request:
        player, kind, options = due
        count, words = (PAIR if kind is kinds.LINK else 0), (CONFER_WORDS if kind is kinds.CONFER else 0)
        request = self._request(player, kind, options=options, words=words)
        return copy_with(request, least=count, most=count, or_none=True) if count else request

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
            most=min(1, len(options)),
            words=words,
            coached=setup.coaching,
        )


def _out(player: Player | None) -> Event:
    return event(event_kinds.ELIMINATED, case=WEREWOLVES, chosen=(player,) if player else ())
