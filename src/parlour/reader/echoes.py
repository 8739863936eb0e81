"""How likely an opinion is an echo: in every game, what everybody had to expect tells nothing of its own.

Whoever knows nothing suspects whom all that was said so far makes the likeliest, and says so; a culprit says
the same. One after another they would then be heard as so many witnesses, where there is none. So an opinion
is heard as a mixture: with probability `ECHO` somebody repeats what follows for anybody from what all had
heard, and else says something of their own,

    P(names x | w) = ECHO q(x) + (1 - ECHO) P(x) l(w),

where w is how the roles may lie, q(x) how likely an ordinary player in the speaker's seat names x by then,
P(x) = 1 / (others), and l the likelihood of the clue. What is as likely whatever w is tells nothing, so that
only the odds of the two parts count.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

OPINIONS = frozenset({"suspects", "trusts"})
"""The kinds of clue that are heard so."""
ECHO = 0.97
"""How often somebody says of others no more than what all had heard (ours)."""
EVEN = 0.01
"""Whose chances differ by less are suspected alike, so that it is by lot who is named."""


def echo_odds(chances: NDArray[np.float64], kind: str, about: int, others: Sequence[int]) -> float:
    """The odds that an opinion repeats what follows from the talk so far, against something of its own.

    Args:
        chances: how likely each seat is a culprit to an ordinary player in the speaker's seat.
        kind: suspects, who names one of the likeliest, or trusts, who names one of the least likely.
        about: the seat that is named.
        others: the seats that the speaker could name.
    """
    fitting = chances if kind == "suspects" else -chances
    most = max(fitting[seat] for seat in others)
    named = [seat for seat in others if fitting[seat] > most - EVEN]
    return ECHO / len(named) / ((1 - ECHO) / len(others)) if about in named else 0.0
