"""From a game's setup to the setup of a match that is to be played here and now."""

from __future__ import annotations

import secrets

from parlour.agents import is_control
from parlour.agents.memory import Budgets
from parlour.arena.person import REMOTE
from parlour.arena.record import GameSetup, Seat, Setup
from parlour.arena.table import Seating, versions
from parlour.llm import TEMPERATURE, default_embedding_name

MOST_SEED = 2**31
SECRET_BITS = 128


def drawn_seed(seating: Seating) -> int:
    """Returns a seed: a short one, or a secret one where a program plays from elsewhere."""
    methods = {told.rpartition("=")[2] for told in (seating.method, *seating.teams, *seating.seats)}
    return secret_seed() if REMOTE in methods else secrets.randbelow(MOST_SEED)


def secret_seed() -> int:
    """Returns a seed of 128 bits for a hosted table: the roles follow from it, so it must not be guessed."""
    return secrets.randbits(SECRET_BITS)


def lay_table(
    game: GameSetup,
    seed: int,
    seats: tuple[Seat, ...],
    *,
    budgets: Budgets | None = None,
    embedding: str | None = None,
    temperature: float = TEMPERATURE,
    is_experiment: bool = False,
    elicits: bool = False,
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
        controls=tuple(seat.player for seat in seats if is_experiment and is_control(seat.method)),
        elicits=elicits,
        versions=versions(game.name, (seat.method for seat in seats)),
    )
