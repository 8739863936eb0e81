"""The rules of the murder mystery (Zhu et al. 2024, appendices A.1 and A.2; choices in docs/departures.md).

Deal, introductions, rounds of open questioning, an anonymous vote per victim, the reveal, and then the
script's questions. While these are still to be answered the verdict is sealed: visible to the audience, but
to no player, since a player who knows the murderer has nothing left to reason about.
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
    LazyProperty,
    Outcome,
    Player,
    Request,
    RequestKind,
    copy_with,
    event,
    event_kinds,
    number_events,
    one_line,
    pair_actions,
    private,
    request_kinds,
)
from parlour.errors import IllegalAction, SetupError
from parlour.games.mystery.events import Vote, acts_of_round, answer_event, close_case, opening, speech_event
from parlour.games.mystery.script import Script, question_name
from parlour.games.mystery.setup import MysterySetup, Team

WORDS = {request_kinds.INTRODUCE: 120, request_kinds.ASK: 50, request_kinds.REPLY: 100}


class Stage(StrEnum):
    """The stage of the game."""

    DEAL = "deal"
    INTRODUCE = "introduce"
    OPEN_ROUND = "open round"
    PREPARE = "prepare"
    ASK = "ask"
    REPLY = "reply"
    REFLECT = "reflect"
    VOTE = "vote"
    ANSWER = "answer"
    OVER = "over"


_OF_ALL = {
    Stage.INTRODUCE: request_kinds.INTRODUCE,
    Stage.PREPARE: request_kinds.PREPARE,
    Stage.REFLECT: request_kinds.REFLECT,
}
"""The requests to all players at once, by the stage."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """A place in a round's order: an asker and a victim."""

    asker: Player
    case: str


@dataclass(frozen=True, kw_only=True)
class AskedQuestion:
    """A question of the current round."""

    turn: Turn
    addressee: Player
    text: str


def start(players: Sequence[Player], seed: int, setup: MysterySetup) -> MysteryState:
    """Seats the script's characters, in its order.

    Args:
        players: the characters' names.
        seed: the match seed; the rules of a mystery leave nothing to chance, so it is only kept.
        setup: the script and the options.

    Raises:
        SetupError: if the players are not the script's characters.
    """
    if tuple(players) != setup.script.players:
        raise SetupError(f"the seats of {setup.script.title} are {', '.join(setup.script.players)}")
    return MysteryState(setup=setup, seed=seed)


@dataclass(frozen=True, kw_only=True)
class MysteryState:
    """The full state of a mystery.

    Attributes:
        round: the round of questioning, from 1.
    """

    setup: MysterySetup
    seed: int
    step: int = 0
    told: int = 0
    stage: Stage = Stage.DEAL
    round: int = 0
    turn: int = 0
    asked: tuple[AskedQuestion, ...] = ()
    passed: tuple[Turn, ...] = ()
    votes: tuple[Vote, ...] = ()

    @property
    def script(self) -> Script:
        return self.setup.script

    @property
    def players(self) -> tuple[Player, ...]:
        return self.script.players

    @property
    def is_over(self) -> bool:
        return self.stage is Stage.OVER

    @property
    def outcome(self) -> Outcome | None:
        """The end of each victim's case; None until the vote."""
        if self.stage not in (Stage.ANSWER, Stage.OVER):
            return None
        return Outcome(cases=tuple(close_case(victim, self.votes) for victim in self.script.victims))

    def cases(self, player: Player) -> Sequence[Case]:
        """Returns a case per victim: any other player may be its murderer."""
        others = tuple(other for other in self.players if other != player)
        return [Case(name=victim.name, candidates=others) for victim in self.script.victims]

    def teams(self) -> Mapping[Player, Team]:
        return {
            player: Team.MURDERER if self.script.victims_of(player) else Team.CIVILIAN
            for player in self.players
        }

    def fallback(self, request: Request) -> Action:
        """Returns silence, no question, an abstention: never a decision that no player made."""
        return PASS

    def requests(self) -> Sequence[Request]:
        """Returns the requests of this step: one question at a time, all else at once."""
        return self._open

    @LazyProperty
    def _open(self) -> Sequence[Request]:
        match self.stage:
            case Stage.DEAL | Stage.OPEN_ROUND | Stage.OVER:
                return []
            case Stage.INTRODUCE | Stage.PREPARE | Stage.REFLECT:
                return [self._request(player, _OF_ALL[self.stage]) for player in self.players]
            case Stage.ASK:
                return [self._ask(self._order[self.turn])]
            case Stage.REPLY:
                to, turn, text = self.asked[-1].addressee, self.asked[-1].turn, self.asked[-1].text
                kind = request_kinds.REPLY
                return [self._request(to, kind, case=turn.case, text=text, partner=turn.asker)]
            case Stage.VOTE:
                return [
                    self._vote(player, victim.name)
                    for player in self.players
                    for victim in self.script.victims
                ]
            case Stage.ANSWER:
                return list(self._answers())
        assert_never(self.stage)

    def apply(self, actions: Mapping[str, Action]) -> tuple[MysteryState, Sequence[Event]]:
        """Returns the next state and the events, given a legal action per request id."""
        state, events = self._advance(pair_actions(self.requests(), actions))
        state = copy_with(state, step=self.step + 1, told=self.told + len(events))
        return state, number_events(events, self.told, self.round)

    def _advance(self, actions: Sequence[tuple[Request, Action]]) -> tuple[MysteryState, list[Event]]:
        match self.stage:
            case Stage.DEAL:
                dealt = copy_with(self, stage=Stage.INTRODUCE)
                return dealt if self.setup.introductions else dealt._next_round(), list(opening(self.setup))
            case Stage.INTRODUCE:
                return self._next_round(), [speech_event(request, action) for request, action in actions]
            case Stage.OPEN_ROUND:
                return copy_with(self, stage=Stage.PREPARE), [
                    event(event_kinds.ROUND),
                    *acts_of_round(self.setup, self.round),
                ]
            case Stage.PREPARE:
                return copy_with(self, stage=Stage.ASK), []
            case Stage.ASK:
                return self._take_question(*actions[0])
            case Stage.REPLY:
                return self._after_turn(), [speech_event(*actions[0])]
            case Stage.REFLECT:
                return self._next_round(), []
            case Stage.VOTE:
                return self._count(actions)
            case Stage.ANSWER:
                answers = [answer_event(request, action) for request, action in actions]
                return copy_with(self, stage=Stage.OVER), [*answers, *self._verdict(sealed=False)]
            case Stage.OVER:
                raise IllegalAction("the match is over")
        assert_never(self.stage)

    # Rounds of questioning

    @LazyProperty
    def _order(self) -> tuple[Turn, ...]:
        asked_of_each = min(self.setup.questions, len(self.players) - 1)
        return tuple(
            Turn(asker=asker, case=victim.name)
            for asker in self.players
            for victim in self.script.victims
            for _ in range(asked_of_each)
        )

    def _next_round(self) -> MysteryState:
        opened = copy_with(self, stage=Stage.OPEN_ROUND, round=self.round + 1, turn=0, asked=(), passed=())
        return opened if opened.round <= self.setup.rounds else copy_with(self, stage=Stage.VOTE)

    def _after_turn(self) -> MysteryState:
        turn = self.turn + 1
        while turn < len(self._order) and self._order[turn] in self.passed:
            turn += 1
        if turn < len(self._order):
            return copy_with(self, stage=Stage.ASK, turn=turn)
        is_last = self.round == self.setup.rounds
        return copy_with(self, stage=Stage.VOTE if is_last else Stage.REFLECT, turn=turn)

    def _take_question(self, request: Request, action: Action) -> tuple[MysteryState, list[Event]]:
        turn = self._order[self.turn]
        if not action.chosen:
            state = copy_with(self, passed=(*self.passed, turn))
            return state._after_turn(), [event(event_kinds.PASSED, actor=request.player, case=request.case)]
        to, text = action.chosen[0], one_line(action.speech)
        question = AskedQuestion(turn=turn, addressee=to, text=text)
        asked_event = event(event_kinds.ASKED, actor=turn.asker, to=to, case=turn.case, text=text)
        return copy_with(self, stage=Stage.REPLY, asked=(*self.asked, question)), [asked_event]

    def _ask(self, turn: Turn) -> Request:
        addressees = {question.addressee for question in self.asked if question.turn == turn}
        free = tuple(name for name in self.players if name != turn.asker and name not in addressees)
        if addressees and self.setup.questions_to == "one":
            free = tuple(addressees)
        return self._request(turn.asker, request_kinds.ASK, case=turn.case, options=free, most=1)

    # The vote and the reveal

    def _vote(self, player: Player, case: str) -> Request:
        may_name_itself = self.setup.self_votes and not self.script.victims_of(player)
        options = tuple(name for name in self.players if name != player or may_name_itself)
        return self._request(player, request_kinds.VOTE, case=case, options=options, most=1)

    def _count(self, actions: Sequence[tuple[Request, Action]]) -> tuple[MysteryState, list[Event]]:
        votes = tuple(
            Vote(voter=request.player, case=request.case or "", choice=next(iter(action.chosen), None))
            for request, action in actions
        )
        ballots = [
            private(event_kinds.VOTED, request.player, case=request.case, chosen=action.chosen[:1])
            for request, action in actions
        ]
        counted = copy_with(self, votes=votes, stage=Stage.OVER)
        if any(counted._answers()):
            counted = copy_with(counted, stage=Stage.ANSWER)
        return counted, [*ballots, *counted._verdict(sealed=counted.stage is Stage.ANSWER)]

    def _verdict(self, *, sealed: bool) -> Iterator[Event]:
        viewers = frozenset[Player]() if sealed else None
        for end in self.outcome.cases if self.outcome else ():
            out = (end.eliminated,) if end.eliminated else ()
            yield event(event_kinds.ELIMINATED, case=end.case, chosen=out, visible_to=viewers)
            yield event(event_kinds.REVEALED, case=end.case, chosen=end.truth, visible_to=viewers)
            won = (end.winner,) if end.winner else ()
            yield event(event_kinds.WON, case=end.case, chosen=won, visible_to=viewers)

    # The script's questions

    def _answers(self) -> Iterator[Request]:
        if not self.setup.answers:
            return
        for evaluation in range(1, self.setup.evaluations + 1):
            for player in self.players:
                for number, question in enumerate(self.script.questions):
                    if self.script.is_asked(question, player):
                        yield self._request(
                            player,
                            request_kinds.ANSWER,
                            case=question_name(number, evaluation),
                            options=question.letters,
                            labels=question.options,
                            most=question.choose,
                            text=question.text,
                        )

    def _request(
        self,
        player: Player,
        kind: RequestKind,
        *,
        case: str | None = None,
        options: tuple[str, ...] = (),
        labels: tuple[str, ...] = (),
        most: int = 0,
        text: str = "",
        partner: Player | None = None,
    ) -> Request:
        scale = CHINESE_CHARACTERS_PER_WORD if self.script.language == "zh" else 1
        return Request(
            id=".".join(str(piece) for piece in (self.step, kind, player, case) if piece is not None),
            step=self.step,
            player=player,
            kind=kind,
            round=self.round,
            case=case,
            options=options,
            labels=labels,
            most=most,
            words=round(WORDS.get(kind, 0) * scale),
            text=text,
            partner=partner,
        )
