from collections.abc import Callable

import pytest

from parlour.games.onenight import OneNightSetup
from tests.games.onenight.people.written import LETTERS, NAMES, Choices, Game


@pytest.fixture(scope="session")
def cards() -> Callable[..., OneNightSetup]:
    """Makes a setup from a letter per seat and three for the centre: `wsr dvv` has Ann as a werewolf."""

    def make(letters: str, **options: object) -> OneNightSetup:
        deal = [LETTERS[letter] for letter in letters.replace(" ", "")]
        told = {"players": NAMES[: len(deal) - 3], "deal": deal, "rules": "people", "rounds": 1}
        return OneNightSetup.model_validate({**told, **options})

    return make


@pytest.fixture(scope="session")
def play(cards: Callable[..., OneNightSetup]) -> Callable[..., Game]:
    """Plays a written game to its end."""

    def run(letters: str, night: Choices | None = None, votes: Choices | None = None) -> Game:
        return Game(cards(letters), night or {}, votes or {})

    return run
