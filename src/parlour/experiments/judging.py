"""A model that reads whole games and tells what it found in them: what a suite brings that wants one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from parlour.evaluation.richness import Judge, TableTalk
from parlour.llm import ModelPool
from parlour.store import Store


class CountedVerdicts(Judge, Protocol):
    """A judge's replies.

    Attributes:
        asked: how many there would be if all could be read.
        times: how often everything was asked.
        unreadable: how many could not be read.
    """

    @property
    def asked(self) -> int: ...  # noqa: D102

    @property
    def times(self) -> int: ...  # noqa: D102

    @property
    def unreadable(self) -> int: ...  # noqa: D102


class Judging(Protocol):
    """Asks a model what it finds in games."""

    async def __call__(
        self, talks: Sequence[TableTalk], model: str, run: str, store: Store, models: ModelPool
    ) -> CountedVerdicts:
        """What a model finds in games; a reply that cannot be read is missing and counted.

        Args:
            talks: the games.
            model: the judge.
            run: whose games they are.
            store: where replies are kept, so that nothing is asked again.
            models: opens the judge; its cap holds.

        Raises:
            UsageError: if the model does not judge, or a game cannot be judged.
        """
        ...
