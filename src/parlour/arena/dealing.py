"""From what is asked for to a setup: a story found or made, a table of roles, and the match around it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Literal

from parlour.arena.record import GameSetup, Seat, Setup
from parlour.arena.table import versions
from parlour.errors import UsageError
from parlour.games import onenight, werewolf
from parlour.games.mystery import Script, generate, library
from parlour.games.onenight import OneNightSetup
from parlour.games.werewolf import WerewolfSetup
from parlour.llm import Language, default_embedding_name
from parlour.memory import Budgets

GENERATED = "generated"
"""What is said in the place of a script's name for one that is made by the seed."""
USUAL_CAST = 6
"""Players of a generated mystery."""
USUAL_CIRCLE = 8
"""Players of Werewolf and One Night: so many sit at GRATR's table and at that of Humanized Agents."""
MOST_SEED = 2**31

RolesGame = Literal["werewolf", "onenight"]


def any_seed() -> int:
    """A seed for a match that nobody gave one."""
    return secrets.randbelow(MOST_SEED)


def pick_script(
    name: str,
    seed: int,
    *,
    language: Language | None = None,
    players: int | None = None,
    victims: int | None = None,
) -> Script:
    """A script from the library, or one made for this seed.

    Args:
        name: an id, a story, a YAML file, or `generated`.
        seed: of what is made.
        language: the one wanted; where nothing is said, English or the only one there is.
        players: of a generated one.
        victims: likewise.

    Raises:
        UsageError: if there is no such script, or it cannot be had with so many.
    """
    if name == GENERATED:
        cast = players or USUAL_CAST
        return generate(seed, players=cast, victims=victims or 1, lang=language or "en")
    if players or victims:
        raise UsageError(f"players and victims can be chosen for a generated mystery; {name!r} has its own")
    return library.find(name, language)


def deal_roles(
    game: RolesGame,
    *,
    language: Language | None,
    players: int | None,
    roles: werewolf.RoleTable | onenight.RoleTable | None,
    options: Mapping[str, object],
) -> WerewolfSetup | OneNightSetup:
    """A table of Werewolf or One Night.

    Args:
        game: which.
        language: of the table; English where nothing is said.
        players: how many; as many as there are roles where nothing is said.
        roles: how many of each; as usual for so many players where nothing is said.
        options: of the setup, None where nothing is said.

    Raises:
        SetupError: if it cannot be dealt.
        ValidationError: if an option is not what the setup takes.
    """
    names, setup = (
        (werewolf.seat_names, WerewolfSetup) if game == "werewolf" else (onenight.seat_names, OneNightSetup)
    )
    spoken = language or "en"
    count = players if players is not None else len(roles.roles) if roles else USUAL_CIRCLE
    told = {name: value for name, value in options.items() if value is not None}
    return setup.model_validate({"language": spoken, "players": names(count, spoken), "roles": roles, **told})


def lay_table(
    game: GameSetup,
    seed: int,
    seats: tuple[Seat, ...],
    *,
    budgets: Budgets | None = None,
    embedding: str | None = None,
) -> Setup:
    """The setup of a match that is to be played here and now."""
    return Setup(
        game=game,
        seed=seed,
        language=game.language,
        seats=seats,
        budgets=budgets or Budgets(),
        embedding=embedding or default_embedding_name(),
        versions=versions(),
    )
