"""The public part of a match's story before it begins, and the list of available stories."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from parlour.core import GAMES, GameSetup, Player, find_game
from parlour.errors import BrokenPlugin
from parlour.llm import Language


@dataclass(frozen=True, kw_only=True)
class Premise:
    """The public part of a story.

    Attributes:
        title: of the story; empty in a game without one.
        victims: the names of its hidden questions: the victims before it begins.
    """

    id: str = ""
    title: str = ""
    language: Language
    players: tuple[Player, ...]
    synopsis: str = ""
    warning: str = ""
    victims: tuple[str, ...] = ()
    reader_plays: bool = True
    women: frozenset[Player] = frozenset()
    men: frozenset[Player] = frozenset()


@dataclass(frozen=True, kw_only=True)
class StoryShelf:
    """The available stories, and the number of files without a readable one."""

    premises: tuple[Premise, ...] = ()
    broken: int = 0


@runtime_checkable
class GamePremises(Protocol):
    """The part `premise` of a game whose matches have a story."""

    def premise(self, setup: GameSetup) -> Premise:
        """Returns the public part of a match's story."""
        ...

    def shelf(self) -> StoryShelf:
        """Returns the available stories."""
        ...


def premise_of(setup: GameSetup) -> Premise:
    """Returns the public part of a match before it begins; the players' names in a game without stories.

    Raises:
        BrokenPlugin: if the game's part cannot be used.
    """
    stories = find_game(setup.name).find_part("premise", GamePremises)
    if stories is None:
        return Premise(title=setup.title, language=setup.language, players=setup.players)
    return stories.premise(setup)


def story_shelf(game: str) -> StoryShelf:
    """Returns the available stories of a game; none in a game without.

    Raises:
        BrokenPlugin: if the game's part cannot be used.
    """
    stories = find_game(game).find_part("premise", GamePremises)
    return stories.shelf() if stories else StoryShelf()


def story_shelves() -> Mapping[str, StoryShelf]:
    """Returns the available stories of all games that work and have some."""
    shelves: dict[str, StoryShelf] = {}
    for game in GAMES.installed():
        try:
            shelves[game] = story_shelf(game)
        except BrokenPlugin:
            continue
    return {game: shelf for game, shelf in shelves.items() if shelf.premises or shelf.broken}
