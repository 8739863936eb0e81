"""The result of a match for its evaluated seats, and Inspect's scores of it, each from 0 to 1 or unscored."""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from inspect_ai.scorer import Score, Scorer, Target, accuracy, grouped, scorer, stderr
from inspect_ai.solver import TaskState
from pydantic import BaseModel

from parlour.arena import Act, Record
from parlour.core import Player, find_game
from parlour.evaluation import AnswerCount, Sides, VoteCount, count_votes, dealt_roles, score_match, verdicts
from parlour.integrations.inspect_tasks.samples import EVERYBODY

STORED = "parlour"
"""The key of the result in a sample's store."""


class Ratio(BaseModel):
    """A count out of a total; the total is 0 if nothing was counted."""

    reached: float = 0
    of: float = 0

    @property
    def value(self) -> float | None:
        """The share, between 0 and 1; None if the total is 0."""
        return self.reached / self.of if self.of else None


class SeatsResult(BaseModel):
    """The result of a match for its evaluated seats."""

    match: str
    winners: Mapping[str, str | None]
    roles: Mapping[Player, str]
    won: Ratio
    votes: Ratio
    answers: Ratio
    fallbacks: Ratio
    faults: Mapping[str, int]


def result_of(record: Record, seats: Collection[Player], camp: str) -> SeatsResult:
    """Returns the result of a finished match for some seats.

    Raises:
        RecordError: if the match is not finished.
    """
    others = frozenset(record.setup.players) - frozenset(seats)
    score, cases = score_match(record, leaving_out=others), verdicts(record)
    acts = [item for item in record.items if isinstance(item, Act) and item.player in seats]
    roles = dealt_roles(record)
    seekers = find_game(record.setup.game.name).teams[0]
    return SeatsResult(
        match=record.match,
        winners={case.case: case.winner for case in cases},
        roles={player: roles[player] for player in seats if player in roles},
        won=_reward(record, seats, camp),
        votes=_share(count_votes(record, cases, others | _not_of(seekers, record))),
        answers=_share(score.answers),
        fallbacks=Ratio(reached=sum(act.is_fallback for act in acts), of=len(acts)),
        faults=Counter(fault.purpose for fault in record.faults if fault.player in seats),
    )


def _reward(record: Record, seats: Collection[Player], camp: str) -> Ratio:
    reward = None if camp == EVERYBODY else Sides.of(record).reward(next(iter(seats)))
    return Ratio() if reward is None else Ratio(reached=reward, of=1)


def _not_of(side: str, record: Record) -> frozenset[Player]:
    return frozenset(player for player, held in Sides.of(record).teams.items() if held != side)


def _share(counts: Sequence[VoteCount | AnswerCount]) -> Ratio:
    return Ratio(reached=sum(each.right for each in counts), of=sum(each.asked for each in counts))


BY_CAMP = [accuracy(), stderr(), grouped(accuracy(), "camp", all=False)]


@scorer(metrics=BY_CAMP)
def won() -> Scorer:
    """Scores the share of the scored hidden questions that their side won; no side wins a draw."""
    return _of(lambda result: result.won)


@scorer(metrics=BY_CAMP)
def votes() -> Scorer:
    """Scores the share of the seekers' votes that named a sought player."""
    return _of(lambda result: result.votes)


@scorer(metrics=BY_CAMP)
def answers() -> Scorer:
    """Scores the share of the script's questions answered right by its key; a missing answer is wrong."""
    return _of(lambda result: result.answers)


@scorer(metrics=[accuracy(), stderr()])
def fallbacks() -> Scorer:
    """Scores the share of the seats' actions that were unreadable or illegal, so the fallback was played."""
    return _of(lambda result: result.fallbacks)


def _of(part: Callable[[SeatsResult], Ratio]) -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        del target
        stored = state.store.get(STORED)
        if stored is None:
            return Score.unscored(explanation="the match did not end")
        result = SeatsResult.model_validate(stored)
        share, won_by = part(result), ", ".join(map(str, result.winners.values()))
        about = {"match": result.match, "faults": dict(result.faults), "of": share.of}
        if share.value is None:
            return Score.unscored(explanation="there was nothing to score", metadata=about)
        return Score(value=share.value, answer=won_by, metadata=about)

    return score
