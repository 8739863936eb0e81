"""From a game's setup to the setup of a match that is to be played here and now."""

from __future__ import annotations

import secrets

from parlour.arena.record import GameSetup, Seat, Setup
from parlour.arena.table import versions
from parlour.llm import TEMPERATURE, default_embedding_name
from parlour.memory import Budgets

MOST_SEED = 2**31


def any_seed() -> int:
    """A seed for a match that nobody gave one."""
    return secrets.randbelow(MOST_SEED)


def lay_table(
    game: GameSetup,
    seed: int,
    seats: tuple[Seat, ...],
    *,
    budgets: Budgets | None = None,
    embedding: str | None = None,
    temperature: float = TEMPERATURE,
) -> Setup:
    """The setup of a match that is to be played here and now."""
    return Setup(
        game=game,
        seed=seed,
        language=game.language,
        seats=seats,
        budgets=budgets or Budgets(),
        embedding=embedding or default_embedding_name(),
        temperature=temperature,
        versions=versions(game.name, (seat.method for seat in seats)),
    )
