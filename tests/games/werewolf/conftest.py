from collections.abc import Callable, Sequence

import pytest

from parlour.games.werewolf import Role, Stage, WerewolfSetup
from tests.games.werewolf.tales import Tale

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lee")
WORDS = {
    "w": Role.WEREWOLF,
    "s": Role.SEER,
    "x": Role.WITCH,
    "g": Role.GUARD,
    "h": Role.HUNTER,
    "v": Role.VILLAGER,
}


@pytest.fixture(scope="session")
def table() -> Callable[..., WerewolfSetup]:
    """Makes a setup from a letter per seat: `wwsxghvv` seats Ann and Bo as werewolves, Cy as seer, ..."""

    def make(letters: str, **options: object) -> WerewolfSetup:
        deal = [WORDS[letter] for letter in letters]
        return WerewolfSetup.model_validate({"players": NAMES[: len(deal)], "deal": deal, **options})

    return make


@pytest.fixture(scope="session")
def tell() -> Callable[..., Tale]:
    """Plays a written story up to a stage of a round, or to the end."""

    def run(
        setup: WerewolfSetup,
        until: Stage = Stage.OVER,
        rounds: int = 1,
        seed: int = 1,
        **story: Sequence[str],
    ) -> Tale:
        tale = Tale(setup, story, seed)
        tale.play(until, rounds)
        return tale

    return run
