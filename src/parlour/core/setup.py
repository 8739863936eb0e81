"""What every game's setup offers, whatever else it holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from parlour.core.language import Language
from parlour.core.request import Player


class GameSetup(Protocol):
    """What a match of some game is dealt from: a frozen pydantic model that the game brings.

    Attributes:
        name: the game.
        language: the table's.
        players: everybody, in seat order.
        most_rounds: how many rounds are played, at most.
        dealt_roles: how many of each role are dealt, as the rules tell everybody; none where none is named.
        story: the id of the story that is played; empty in a game without one.
        title: what the table is called where it has a name of its own; empty where it has none.
    """

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def language(self) -> Language: ...  # noqa: D102

    @property
    def players(self) -> tuple[Player, ...]: ...  # noqa: D102

    @property
    def most_rounds(self) -> int: ...  # noqa: D102

    @property
    def dealt_roles(self) -> Mapping[str, int]: ...  # noqa: D102

    @property
    def story(self) -> str: ...  # noqa: D102

    @property
    def title(self) -> str: ...  # noqa: D102
