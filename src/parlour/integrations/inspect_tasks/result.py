"""What a match came to for the seats that were evaluated, in counts that a log keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from pydantic import BaseModel

from parlour.arena import Act, Record, faults, items
from parlour.core import Player, find_game
from parlour.evaluation import AnswerCount, Sides, VoteCount, count_votes, dealt_roles, score_match, verdicts
from parlour.integrations.inspect_tasks.seats import EVERYBODY

STORED = "parlour"
"""Where a sample's store has it."""


class Ratio(BaseModel):
    """So many of so many; of nothing where nothing was asked.

    Attributes:
        reached: how many.
        of: out of how many.
    """

    reached: float = 0
    of: float = 0

    @property
    def value(self) -> float | None:
        """Between 0 and 1; None of nothing."""
        return self.reached / self.of if self.of else None


class SeatsResult(BaseModel):
    """What a match came to for the seats that were evaluated.

    Attributes:
        match: its id in Parlour's store; `:memory:` where it is in none.
        winners: the side that won, by hidden question.
        roles: that these seats were dealt, where roles are.
        won: of the questions that are scored, those that their side won; of nothing where they hold both.
        votes: right ones, of those among them who seek.
        answers: right ones, where questions are put.
        fallbacks: how many of their actions the game's fallback had to stand in for.
        faults: by purpose.
    """

    match: str
    winners: Mapping[str, str | None]
    roles: Mapping[Player, str]
    won: Ratio
    votes: Ratio
    answers: Ratio
    fallbacks: Ratio
    faults: Mapping[str, int]


def result_of(record: Record, seats: Collection[Player], camp: str) -> SeatsResult:
    """What a finished match came to for some seats.

    Raises:
        RecordError: if it is not finished.
    """
    others = frozenset(record.setup.players) - frozenset(seats)
    score, cases = score_match(record, leaving_out=others), verdicts(record)
    acts = [each for each in items(record) if isinstance(each, Act) and each.player in seats]
    roles = dealt_roles(record)
    seekers = find_game(record.setup.game.name).teams[0]
    return SeatsResult(
        match=record.match,
        winners={case.case: case.winner for case in cases},
        roles={player: roles[player] for player in seats if player in roles},
        won=_won(record, seats, camp),
        votes=_share(count_votes(record, cases, others | _not_of(seekers, record))),
        answers=_share(score.answers),
        fallbacks=Ratio(reached=sum(act.is_fallback for act in acts), of=len(acts)),
        faults=Counter(fault.purpose for fault in faults(record) if fault.player in seats),
    )


def _won(record: Record, seats: Collection[Player], camp: str) -> Ratio:
    reward = None if camp == EVERYBODY else Sides.of(record).reward(next(iter(seats)))
    return Ratio() if reward is None else Ratio(reached=reward, of=1)


def _not_of(side: str, record: Record) -> frozenset[Player]:
    return frozenset(player for player, held in Sides.of(record).teams.items() if held != side)


def _share(counts: Sequence[VoteCount | AnswerCount]) -> Ratio:
    return Ratio(reached=sum(each.right for each in counts), of=sum(each.asked for each in counts))
