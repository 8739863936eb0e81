"""How a victim's case ends, by the votes on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from parlour.core import CaseOutcome, Player
from parlour.games.mystery.script import Victim
from parlour.games.mystery.setup import Team


@dataclass(frozen=True, kw_only=True)
class Vote:
    """One ballot; `choice` is None for an abstention."""

    voter: Player
    case: str
    choice: Player | None


def closed(victim: Victim, votes: Sequence[Vote]) -> CaseOutcome:
    """The end of a case.

    Eliminated is whoever has most votes and at least half of those cast; a tie eliminates nobody (NOTES 5).
    Civilians win if the eliminated player is any one of the murderers; a victim whom nobody at the table
    killed is not scored.
    """
    eliminated = _eliminated([vote.choice for vote in votes if vote.case == victim.name and vote.choice])
    winner = Team.CIVILIAN if eliminated in victim.murderers else Team.MURDERER
    return CaseOutcome(
        case=victim.name,
        eliminated=eliminated,
        truth=victim.murderers,
        winner=winner if victim.murderers else None,
    )


def _eliminated(cast: Sequence[Player]) -> Player | None:
    tally = Counter(cast).most_common()
    if not tally or (len(tally) > 1 and tally[0][1] == tally[1][1]):
        return None
    leader, count = tally[0]
    return leader if 2 * count >= len(cast) else None
