"""Scripts whose players only read, vote and answer (the papers' personal perspective, PP)."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.core import GameSetup
from parlour.errors import UsageError
from parlour.games.mystery.arms import MysteryArm
from parlour.games.mystery.stories import GENERATED, WELLPLAY, MysteryStories
from parlour.llm import Language

ARM = MysteryArm(name="answering", method="", is_played=False)


def reading_tables(
    script: str, *, language: Language | None, games: int, seed: int
) -> Iterator[tuple[int, GameSetup]]:
    """Yields WellPlay's tables if they are on the shelf and no script is named, else generated ones.

    Raises:
        UsageError: if there are none of those that are asked for.
    """
    stories = MysteryStories()
    try:
        matches = stories.find(script or WELLPLAY, language, games, seed)
    except UsageError:
        if script:
            raise
        matches = stories.find(GENERATED, language, games, seed)
    for story in matches:
        yield seed if story.seed is None else story.seed, ARM.setup(story, evaluations=1)


PART = reading_tables
