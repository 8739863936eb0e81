"""The question of a counterfactual, the forks that answer it, and which of them are played already."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ValidationError

from parlour.arena import OUTSIDE, PlayedRules, Record, Status, TakenDecision, find_player, play_rules
from parlour.core import Action, Player
from parlour.errors import IllegalAction, RecordError, UnknownPlayer, UsageError
from parlour.evaluation import MatchScore, dealt_roles
from parlour.llm import ChosenSettings, settle
from parlour.store import Store

QUESTION = "question"
"""The key under which the store holds what was asked, beside its forks."""
OWN, EVERYBODY = "own", "everybody"
"""Seats by no name: those of an arm's own method, and all of them."""


class WhatIf(BaseModel, frozen=True, extra="forbid"):
    """A change to one seat of a match from some step on; all others react as they would.

    Attributes:
        who: a seat, a role, a side, `own` or `everybody`: of several seats, each in a fork of its own.
        method: the method of the seat from there on, with its options; empty where it stays.
        model: the model of that method; empty for the seat's former model.
        at: the step from which on; `each` for every step at which the seat decides, one fork for each.
        says: the seat's speech at that step, which replaces the recorded one; None to keep it.
        chooses: its choice there, which replaces the recorded one; None to keep it.
    """

    who: str
    method: str = ""
    model: str = ""
    at: int | Literal["each"] = 0
    repeats: int = 1
    says: str | None = None
    chooses: tuple[str, ...] | None = None

    @property
    def is_deed(self) -> bool:
        """True if the change is a single decision, not a method."""
        return not self.method

    @property
    def summary(self) -> str:
        """The change in a few words."""
        if self.is_deed:
            choice = [", ".join(self.chooses) or "nobody"] if self.chooses is not None else []
            speech = [f"“{self.says}”"] if self.says is not None else []
            return f"{self.who} at {self.at}: {', '.join((*choice, *speech))}"
        mind = "@".join(filter(None, (self.method, self.model)))
        return f"{self.who}={mind} from {self.at}"


class AskedMatches(BaseModel, frozen=True, extra="forbid"):
    """A question and its matches: the same command finds it again and resumes it.

    Attributes:
        arms: the arm of a run that each match is of, by match; empty where they are of none.
    """

    question: WhatIf
    arms: Mapping[str, str]
    own: Mapping[str, tuple[str, ...]] = {}

    @property
    def id(self) -> str:
        """Its name in the store, such as `what-if-1f3a9c2e`."""
        return f"what-if-{hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:8]}"


class PlayedFork(BaseModel, frozen=True, extra="forbid"):
    """A fork as the store holds it.

    Attributes:
        repeat: which time, from 0.
        score: what it came to; None while it is not finished, and then it is gone on with.
        reward: of the seat; None where nothing is scored.
    """

    origin: str
    player: Player
    step: int
    repeat: int
    is_placebo: bool
    match: str = ""
    score: MatchScore | None = None
    reward: float | None = None

    @property
    def key(self) -> str:
        """Its name among the forks of the question."""
        kind = "placebo" if self.is_placebo else "fork"
        return f"{kind}|{self.origin}|{self.player}|{self.step}|{self.repeat}"


def read_change(text: str) -> tuple[str, str, str]:
    """Reads `WHO=METHOD[@MODEL]`."""
    who, equals, mind = text.partition("=")
    if not equals or not who.strip() or not mind.strip():
        raise UsageError(f"--seat {text}: write it as NAME=METHOD or ROLE=METHOD@MODEL")
    method, _, model = mind.strip().partition("@")
    return who.strip(), method, model


def read_question(text: str) -> WhatIf:
    """Reads `WHO=METHOD[@MODEL] from STEP`; from the first step where none is named."""
    change, _, step = text.partition(" from ")
    who, method, model = read_change(change)
    return WhatIf(who=who, method=method, model=model, at=read_step(step.strip() or "0"))


def with_model(question: WhatIf, chosen: ChosenSettings) -> WhatIf:
    """Returns a question whose model has its settings, those of a command line and of its entry."""
    model = question.model and settle(chosen.on(question.model))
    return question.model_copy(update={"model": model})


def read_step(text: str) -> int | Literal["each"]:
    """Reads a step, or `each`."""
    if text == "each":
        return "each"
    if not text.isdecimal():
        raise UsageError(f"--from {text}: a step is a number, or each: `parlour what-if MATCH` lists them")
    return int(text)


def read_deed(text: str, option: str) -> tuple[str, int, str]:
    """Reads `NAME@STEP=WORDS`."""
    place, equals, words = text.partition("=")
    who, _, step = place.rpartition("@")
    if not equals or not who.strip() or not step.strip().isdecimal():
        raise UsageError(f"{option} {text}: write it as NAME@STEP=…")
    return who.strip(), int(step), words.strip()


@dataclass(frozen=True, kw_only=True)
class ForkPlan:
    """A question and where it stands."""

    asked: AskedMatches
    forks: tuple[PlayedFork, ...]
    left_out: tuple[tuple[str, str], ...] = ()

    @property
    def left(self) -> tuple[PlayedFork, ...]:
        """Those that are not done; those that were begun come first."""
        return tuple(sorted((fork for fork in self.forks if not fork.score), key=lambda fork: not fork.match))


def plan_forks(store: Store, inquiry: AskedMatches) -> ForkPlan:
    """Returns the plan of the forks that answer a question, with the stored ones.

    Raises:
        UsageError: if no match can answer it; with one match, why.
        RecordError: if forks were kept by a Parlour whose form this one cannot read.
    """
    stored = _stored_forks(store, inquiry)
    forks: list[PlayedFork] = []
    left_out: list[tuple[str, str]] = []
    for match in inquiry.arms:
        try:
            match_forks = list(_forks(store.record(match, with_calls=False), inquiry))
        except UsageError as error:
            left_out.append((match, str(error)))
            continue
        forks += [stored.get(fork.key, fork) for fork in match_forks]
    if not forks:
        raise UsageError(left_out[0][1] if left_out else "there is no match to ask it of")
    return ForkPlan(asked=inquiry, forks=tuple(forks), left_out=tuple(left_out))


def changed_decision(record: Record, question: WhatIf) -> tuple[TakenDecision, Action]:
    """Returns the decision that a question changes, and the action that replaces it.

    Raises:
        UsageError: if the seat decides nothing at that step, or may not do that.
    """
    players = seats_meant(record, question.who)
    if len(players) > 1:
        raise UsageError(f"{question.who} are several: name the seat that does it: {', '.join(players)}")
    replay, player = play_rules(record), next(iter(players))
    location = f"{record.match}: at step {question.at} {player}"
    decisions = [decision for decision in replay.of(player) if decision.request.step == question.at]
    if not decisions:
        raise UsageError(f"{location} decides nothing{_nearest(replay, player)}")
    if len(decisions) > 1:
        raise UsageError(f"{location} decides {len(decisions)} things at once: change the mind instead")
    act = decisions[0].act
    action = Action(
        chosen=act.chosen if question.chooses is None else question.chooses,
        speech=act.speech if question.says is None else question.says,
    )
    try:
        decisions[0].request.check(action)
    except IllegalAction as error:
        raise UsageError(f"{location} may not do that: {error}") from error
    return decisions[0], action


def seats_meant(record: Record, who: str, own: Sequence[str] = ()) -> tuple[Player, ...]:
    """Returns the seats that a name, a role or a side means."""
    seats = record.setup.seats
    if who == EVERYBODY:
        return tuple(seat.player for seat in seats)
    if who == OWN:
        return tuple(seat.player for seat in seats if seat.method in own)
    roles, teams = dealt_roles(record), play_rules(record).teams
    groups = {seat.player: (roles.get(seat.player), teams.get(seat.player)) for seat in seats}
    players = [player for player, names in groups.items() if who.casefold() in names]
    if players:
        return tuple(players)
    try:
        return (find_player(who, record.setup.game),)
    except UnknownPlayer as error:
        sides = ", ".join(dict.fromkeys((*roles.values(), *teams.values())))
        raise UnknownPlayer(f"{record.match}: {error}; roles and sides: {sides}") from error


def _forks(record: Record, inquiry: AskedMatches) -> Iterator[PlayedFork]:
    question = inquiry.question
    if record.status is not Status.FINISHED:
        raise UsageError(f"{record.match} is {record.status}: what comes of a match is known when it is over")
    players = seats_meant(record, question.who, inquiry.own.get(inquiry.arms[record.match], ()))
    _refuse_people(record, players)
    if question.is_deed:
        changed_decision(record, question)
    replay = play_rules(record)
    places = [(player, step) for player in players for step in _steps(replay, player, question)]
    if not places:
        raise UsageError(f"{record.match}: nobody who is meant decides anything from step {question.at} on")
    for player, step in places:
        for repeat in range(question.repeats):
            for is_placebo in (False, True):
                yield PlayedFork(
                    origin=record.match, player=player, step=step, repeat=repeat, is_placebo=is_placebo
                )


def _steps(replay: PlayedRules, player: Player, question: WhatIf) -> Sequence[int]:
    decided = list(dict.fromkeys(decision.request.step for decision in replay.of(player)))
    if question.at == "each":
        return decided
    return [question.at] if any(step >= question.at for step in decided) else []


def _refuse_people(record: Record, players: Sequence[Player]) -> None:
    """Raises `UsageError` if another seat was played from outside: its other replies are not known."""
    for seat in record.setup.seats:
        if seat.holder.method in OUTSIDE and seat.player not in players:
            raise UsageError(
                f"{record.match}: {seat.player} was played from outside, and what they had said to something"
                " else is not known"
            )


def _nearest(replay: PlayedRules, player: Player) -> str:
    steps = list(dict.fromkeys(decision.request.step for decision in replay.of(player)))
    return f"; it does at {', '.join(map(str, steps[:12]))}{', …' if len(steps) > 12 else ''}"


def _stored_forks(store: Store, inquiry: AskedMatches) -> dict[str, PlayedFork]:
    try:
        return {
            key: PlayedFork.model_validate_json(json)
            for key, json in store.cells(inquiry.id).items()
            if key != QUESTION
        }
    except ValidationError as error:
        raise RecordError(f"{inquiry.id} was kept by a Parlour whose forks this one cannot read") from error
