"""How much of what is said of others is news (see `parlour.reader.evidence`), by what is left of the packs.

An opinion is an echo of what one of the good in the speaker's seat would say by then, without what they said
themselves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from parlour.games.werewolf.reader.clues import Clue, Gone
from parlour.games.werewolf.reader.packs import Packs, every_pack, goes_on, scored
from parlour.language.facts import Name
from parlour.reader import OPINIONS, echo_odds

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
        chances = weights @ self.packs[fits] / weights.sum()
        return echo_odds(chances, clue.kind, about, others)


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
        clue = replace(each, echo=hearsay.echo(each)) if each.kind in OPINIONS else each
        hearsay.add(clue)
        yield clue
