"""How much of what is said of others is news: what everybody had to expect tells nothing of its own.

Who knows nothing of the night suspects whom all that was said and done so far makes the likeliest, and a
werewolf says the same. One after another they would then be heard as so many witnesses, where there is none.
So an opinion is heard as a mixture: with probability `ECHO` somebody repeats what follows for anybody from
what all had heard, and else says something of their own,

    P(names x | pack) = ECHO q(x) + (1 - ECHO) P(x) l(pack),

where q(x) is how likely one of the good in the speaker's seat names x by then, without what they said
themselves, P(x) = 1 / (living players - 1), and l the likelihood of the clue. What is as likely with all
packs tells nothing, so that only the odds of the two parts count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from parlour.facts import Name
from parlour.games.werewolf.reader.clues import Clue, Gone
from parlour.games.werewolf.reader.packs import Packs, every_pack, goes_on, scored

ECHO = 0.97
"""How often somebody says of others no more than what all had heard (ours)."""
EVEN = 0.01
"""Whose chances differ by less are suspected alike, so that it is by lot who is named."""
_OPINIONS = frozenset({"suspects", "trusts"})
Scores = NDArray[np.float64]


@lru_cache(maxsize=256)
def heard(happened: tuple[Clue | Gone, ...], players: tuple[Name, ...], pack: int) -> tuple[Clue, ...]:
    """The clues in order, each opinion once and with how much of it is an echo of what happened before it.

    Args:
        happened: what everybody knows of the table, in order.
        players: everybody, in seat order.
        pack: how many werewolves were dealt.
    """
    return tuple(_heard(happened, Hearsay(players=players, packs=every_pack(len(players), pack))))


@dataclass(kw_only=True)
class Hearsay:
    """A game as far as it has come.

    Attributes:
        players: everybody, in seat order.
        packs: every pack that there could be: (packs, players).
    """

    players: Sequence[Name]
    packs: Packs

    def __post_init__(self) -> None:
        """Begins before anything has happened."""
        self.living = list(self.players)
        self.scores: Scores = np.zeros(len(self.packs))
        self.own: defaultdict[Name, Scores] = defaultdict(lambda: np.zeros(len(self.packs)))

    def bury(self, gone: Gone) -> None:
        """Somebody left the game, and all may have been told what they were."""
        self.living = [name for name in self.living if name != gone.name]
        if gone.is_wolf is not None:
            kept = self.packs[:, self.players.index(gone.name)] == gone.is_wolf
            self.packs, self.scores = self.packs[kept], self.scores[kept]
            self.own = defaultdict(
                lambda: np.zeros(len(self.packs)), {name: each[kept] for name, each in self.own.items()}
            )

    def add(self, clue: Clue) -> None:
        """One more clue."""
        scores = scored(clue, self.packs, self.players)
        self.scores = self.scores + scores
        self.own[clue.by] = self.own[clue.by] + scores

    def echo(self, clue: Clue) -> float:
        """The odds that an opinion repeats what follows from the talk so far in its speaker's seat."""
        speaker, about = self.players.index(clue.by), self.players.index(clue.about)
        others = [self.players.index(name) for name in self.living if name != clue.by]
        alive = np.array([float(name in self.living) for name in self.players])
        fits = goes_on(self.packs, alive) & (self.packs[:, speaker] == 0)
        if about not in others or not fits.any():
            return 0.0
        scores = (self.scores - self.own[clue.by])[fits]
        weights = np.exp(scores - scores.max())
        chances = weights @ self.packs[fits] / weights.sum() * (1 if clue.kind == "suspects" else -1)
        named = [seat for seat in others if chances[seat] > max(chances[others]) - EVEN]
        return ECHO / len(named) / ((1 - ECHO) / len(others)) if about in named else 0.0


def _heard(happened: Sequence[Clue | Gone], hearsay: Hearsay) -> Iterator[Clue]:
    told = set[tuple[str, Name, Name]]()
    for each in happened:
        if isinstance(each, Gone):
            hearsay.bury(each)
            continue
        key = (each.kind, each.by, each.about)
        if key in told:
            continue
        told.add(key)
        clue = replace(each, echo=hearsay.echo(each)) if each.kind in _OPINIONS else each
        hearsay.add(clue)
        yield clue
