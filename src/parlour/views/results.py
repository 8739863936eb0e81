"""The results of a match for a person: its truth, its scores, the proof, and the questions after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from pydantic import BaseModel

from parlour.arena import Record
from parlour.core import CaseOutcome, GameSetup, Player, find_game
from parlour.evaluation import Score, ballots, final_roles, verdicts, vote_accuracy
from parlour.lab.watching import FollowedGame


@runtime_checkable
class FollowsRecorded(Protocol):
    """The part `recorded` of a game in which a recorded one is followed."""

    def recorded(self, setup: GameSetup) -> FollowedGame:
        """The game that is followed."""
        ...


def recorded_game(setup: GameSetup) -> FollowedGame | None:
    """The game that a match follows; None of a match that is played.

    Raises:
        BrokenPlugin: if the game's part cannot be used.
    """
    part = find_game(setup.name).find_part("recorded", FollowsRecorded)
    return part.recorded(setup) if part else None


@dataclass(frozen=True, kw_only=True)
class Truth:
    """The answers to a match's hidden questions, and what everybody was dealt.

    Attributes:
        culprits: by case, who is the answer; nobody at the table for a case that is not scored.
        roles: what everybody is in the end, where the game deals roles.
        verdicts: how each case ended, if the match came that far.
    """

    culprits: Mapping[str, tuple[Player, ...]]
    roles: Mapping[Player, str] = field(default_factory=dict[Player, str])
    verdicts: tuple[CaseOutcome, ...] = ()

    def is_right(self, case: str, named: tuple[Player, ...]) -> bool | None:
        """Whether all who are named are culprits; None where there is no truth or nobody is named."""
        true = self.culprits.get(case) or ()
        return set(named) <= set(true) if named and true else None


@runtime_checkable
class Culprits(Protocol):
    """The part `culprits` of a game whose answers do not follow from the roles that it deals."""

    def culprits(self, record: Record) -> Mapping[str, tuple[Player, ...]]:
        """By case, who is the answer."""
        ...


def truth(record: Record) -> Truth:
    """The truth of a match, which may have been broken off: it follows from the deal.

    Raises:
        BrokenPlugin: if the game's part cannot be used.
    """
    if followed := recorded_game(record.setup.game):
        return _recorded(record, followed)
    roles = final_roles(record)
    part = find_game(record.setup.game.name).find_part("culprits", Culprits)
    culprits = part.culprits(record) if part else _sought(record, roles)
    return Truth(culprits=culprits, roles=roles, verdicts=tuple(verdicts(record)))


def _recorded(record: Record, followed: FollowedGame) -> Truth:
    """Of a recorded game that was only watched: as its record has it, with the roles at the end."""
    ends = {each.player: each.end for each in followed.transcript.cast if each.end is not None}
    sought = tuple(name for name in followed.players if name in followed.sought)
    case = followed.subject.case
    return Truth(culprits={case: sought}, roles=ends, verdicts=tuple(verdicts(record)))


def _sought(record: Record, roles: Mapping[Player, str]) -> Mapping[str, tuple[Player, ...]]:
    """The holders of the roles that are looked for, under the name of the game's first hidden question."""
    setup = record.setup
    game = find_game(setup.game.name)
    state = game.begin(setup.game, setup.seed)
    cases = [case.name for player in state.players for case in state.cases(player)]
    found = tuple(name for name in setup.players if roles.get(name) in game.sought)
    return {cases[0]: found} if cases else {}


@runtime_checkable
class Summary(Protocol):
    """A game's part `summary`."""

    def votes(self, record: Record) -> Sequence[BaseModel]:
        """Every ballot of a match, in the order in which they were cast."""
        ...

    def scores(self, record: Record) -> Mapping[str, Score]:
        """The scores of a match by name; the game's word `score_NAME` says what each is."""
        ...


class VoteLine(BaseModel):
    """One ballot of some round; `choice` is null for an abstention."""

    voter: Player
    round: int
    choice: Player | None


class PlainSummary:
    """Of a game that counts nothing of its own."""

    def votes(self, record: Record) -> Sequence[BaseModel]:
        """Every vote that counted."""
        return [
            VoteLine(voter=vote.actor or "", round=vote.round, choice=next(iter(vote.chosen), None))
            for vote in ballots(record)
        ]

    def scores(self, record: Record) -> Mapping[str, Score]:
        """How many votes were right."""
        return {"vote_accuracy": vote_accuracy(record)}


def summary_of(game: str) -> Summary:
    """What sums up the matches of that game."""
    return find_game(game).find_part("summary", Summary) or PlainSummary()


@dataclass(frozen=True, kw_only=True)
class FinaleLine:
    """Something that a step rests on.

    Attributes:
        speaker: whose word it is; None for what everybody knew.
        text: the word.
        note: what became of it at the table, and how one could have heard it.
    """

    speaker: Player | None
    text: str
    note: str


@dataclass(frozen=True, kw_only=True)
class FinaleStep:
    """A step of the proof.

    Attributes:
        title: what it shows.
        about: of whom, whose faces stand beside it.
        lines: what it rests on.
        conclusion: what follows.
    """

    title: str
    about: tuple[Player, ...]
    lines: tuple[FinaleLine, ...]
    conclusion: str


@dataclass(frozen=True, kw_only=True)
class Finale:
    """A proof as people read it.

    Attributes:
        opening: by which rule it goes.
        steps: in order.
        verdict: who is left, and so did it.
        lies: what shows the culprits to have lied.
    """

    opening: str
    steps: tuple[FinaleStep, ...]
    verdict: str
    lies: tuple[FinaleStep, ...] = ()


@runtime_checkable
class Finales(Protocol):
    """The part `finale` of a game whose hidden questions can be settled by what was known at the table."""

    def finale(self, record: Record, viewer: Player | None) -> Finale | None:
        """The proof of a match's truth, with what one seat could have asked; None where there is none."""
        ...


def finale(record: Record, viewer: Player | None = None) -> Finale | None:
    """The proof of who it was; None of a game or a story that has none.

    Args:
        record: of a match that is over: everything is told.
        viewer: through whose eyes one looks back; None for nobody's.

    Raises:
        BrokenPlugin: if the game's part cannot be used.
    """
    part = find_game(record.setup.game.name).find_part("finale", Finales)
    return part.finale(record, viewer) if part else None


@dataclass(frozen=True, kw_only=True)
class PutQuestion:
    """A question that is put after the match.

    Attributes:
        text: of it.
        answers: what may be answered, by the letters that stand on record.
    """

    text: str
    answers: Mapping[str, str]


@runtime_checkable
class PutQuestions(Protocol):
    """The part `questionnaire` of a game that puts questions whose answers are letters."""

    def question(self, setup: GameSetup, case: str) -> PutQuestion | None:
        """The question that bears that name on record; None where none does."""
        ...


def put_question(setup: GameSetup, case: str) -> PutQuestion | None:
    """The question that bears that name in records of a table; None where its game puts none such.

    Raises:
        BrokenPlugin: if the game's part cannot be used.
    """
    part = find_game(setup.name).find_part("questionnaire", PutQuestions)
    return part.question(setup, case) if part else None
