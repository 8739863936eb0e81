"""The samples of a task: tables that a seed deals, with the seats of each that are evaluated."""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from inspect_ai.dataset import MemoryDataset, Sample

from parlour.core import GameAsked, GameSetup
from parlour.errors import UsageError
from parlour.integrations.inspect_tasks.seats import ChosenSeats, SampleTable, check_seats, choose
from parlour.llm import Language

Table = tuple[int, GameSetup]
"""A seed and what it deals."""
MOST_EMPTY = 50
"""Of how many tables in a row a side may be empty before the task gives up looking for one that is not."""


@dataclass(frozen=True, kw_only=True)
class SampleMaker:
    """What the samples of one task have in common.

    Attributes:
        game: by name.
        seats: which are evaluated.
        others: how the others play.
        db: where matches are kept.
    """

    game: str
    seats: str
    others: str
    db: str

    def dataset(self, tables: Iterable[Table], games: int | None = None) -> MemoryDataset:
        """The samples of the first tables that have such seats.

        Args:
            tables: in order.
            games: how many of them; all if left out.

        Raises:
            UsageError: if there are none.
        """
        check_seats(self.game, self.seats)
        played = islice(self._with_seats(tables), games)
        samples = [self._sample(seed, setup, chosen) for seed, setup, several in played for chosen in several]
        if not samples:
            raise UsageError(
                f"seats={self.seats}: no table of {self.game} has such seats, as it is asked for"
            )
        return MemoryDataset(samples, name=self.game)

    def _with_seats(
        self, tables: Iterable[Table]
    ) -> Iterator[tuple[int, GameSetup, tuple[ChosenSeats, ...]]]:
        empty = number = 0
        for seed, setup in tables:
            if chosen := tuple(choose(self.seats, setup, seed, number)):
                empty, number = 0, number + 1
                yield seed, setup, chosen
            elif (empty := empty + 1) == MOST_EMPTY:
                return

    def _sample(self, seed: int, setup: GameSetup, chosen: ChosenSeats) -> Sample:
        who = ", ".join(chosen.seats)
        table = SampleTable(
            game=self.game,
            seed=seed,
            camp=chosen.camp,
            seats=chosen.seats,
            others=self.others,
            db=self.db,
            setup=setup.model_dump(mode="json"),  # pyright: ignore[reportAttributeAccessIssue]
        )
        story = setup.story or self.game
        alone = f"-{who}" if len(chosen.seats) == 1 else ""
        return Sample(
            id=f"{story}-{seed}{alone}",
            input=f"{story}, seed {seed}: {who}",
            target=chosen.camp,
            metadata=table.model_dump(mode="json"),
        )


def dealt(asked: GameAsked, seed: int, language: Language | None) -> Iterator[Table]:
    """Tables of a game without end, by seeds that count on.

    Raises:
        UsageError: if the game cannot be dealt so.
    """
    while True:
        yield seed, asked.deal(seed, language)
        seed += 1
