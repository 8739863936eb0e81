"""What everybody may know of a table's story before it begins, and which stories lie ready on a shelf."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from parlour.core import GAMES, GameSetup, Player, find_game
from parlour.errors import BrokenPlugin
from parlour.llm import Language


@dataclass(frozen=True, kw_only=True)
class Premise:
    """What everybody may know of a story.

    Attributes:
        id: by which it is asked for.
        title: of the story; empty in a game without one.
        language: that it is told in.
        players: the seats, in their order.
        synopsis: what everybody is told.
        warning: about what is in it.
        victims: what befell whom before it begins: the names that its hidden questions bear.
        reader_plays: whether the reader, which is no language model, understands it.
        women: whose name everybody takes for a woman's; of whoever is in neither nobody knows.
        men: whose name everybody takes for a man's.
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
    """The stories that lie ready, and how many files there are that hold none that can be read."""

    premises: tuple[Premise, ...] = ()
    broken: int = 0


@runtime_checkable
class GamePremises(Protocol):
    """The part `stories` of a game whose matches tell one."""

    def premise(self, setup: GameSetup) -> Premise:
        """What everybody may know of a table's story."""
        ...

    def shelf(self) -> StoryShelf:
        """The stories that lie ready."""
        ...


def premise_of(setup: GameSetup) -> Premise:
    """What everybody may know of a table before it begins; of a game without stories little more than names.

    Raises:
        BrokenPlugin: if the game's part cannot be used.
    """
    stories = find_game(setup.name).find_part("premise", GamePremises)
    if stories is None:
        return Premise(title=setup.title, language=setup.language, players=setup.players)
    return stories.premise(setup)


def story_shelf(game: str) -> StoryShelf:
    """The stories of a game that lie ready; none in a game without.

    Raises:
        BrokenPlugin: if the game's part cannot be used.
    """
    stories = find_game(game).find_part("premise", GamePremises)
    return stories.shelf() if stories else StoryShelf()


def story_shelves() -> Mapping[str, StoryShelf]:
    """The shelves of all games that have one and work."""
    shelves: dict[str, StoryShelf] = {}
    for game in GAMES.installed():
        try:
            shelves[game] = story_shelf(game)
        except BrokenPlugin:
            continue
    return {game: shelf for game, shelf in shelves.items() if shelf.premises or shelf.broken}
