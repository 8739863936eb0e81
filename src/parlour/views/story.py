"""A match as a story on a screen: its premise, the page with coloured names, and the telling of events."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from parlour.core import GAMES, MEN, WOMEN, Event, GameSetup, Player, count_words, find_game
from parlour.errors import BrokenPlugin
from parlour.language.hearing import split_reading
from parlour.language.wording import GamePhrases, game_word, tell, title_of
from parlour.llm import Language

WORDS_PER_SECOND, PAUSE, LONGEST_PAUSE = 12, 0.3, 4.0
"""A person's reading speed, in words and seconds."""
COLOURS = (
    "cyan",
    "magenta",
    "green",
    "yellow",
    "blue",
    "red",
    "bright_cyan",
    "bright_magenta",
    "bright_green",
    "bright_yellow",
    "bright_blue",
    "bright_red",
)


@dataclass(frozen=True, kw_only=True)
class ScreenPage:
    """Prints the events of one match.

    Attributes:
        game: by name: its words are those of the lines.
    """

    console: Console
    game: str
    language: Language
    players: Sequence[Player]
    is_paced: bool = False

    def say(self, title: str, text: str, *, indent: int = 0) -> None:
        """Prints a speech under a title, which is markup; without the reading that a person sent with it."""
        text, _ = split_reading(text, self.language)
        self.console.print(Padding(_markup(title), (1, 0, 0, indent)))
        self.console.print(Padding(Text(text), (0, 0, 0, indent + 2)))
        if self.is_paced:
            time.sleep(min(LONGEST_PAUSE, PAUSE + count_words(text) / WORDS_PER_SECOND))

    def head(self, title: str) -> None:
        """Prints a heading, which is markup."""
        self.console.print()
        self.console.print(Rule(_markup(title), style="dim"))

    def line(self, markup: str) -> None:
        """Prints a line of markup."""
        self.console.print(_markup(markup))

    def word(self, key: str, *, case: str | None = None, **variables: object) -> str:
        """Returns a phrase as markup; names in it must be markup already."""
        return game_word(key, self.language, self.game, case=escape(case or ""), **variables)

    def name(self, player: Player | None) -> str:
        """Returns a player's name in its colour."""
        if player is None or player not in self.players:
            return escape(player or "")
        colour = COLOURS[self.players.index(player) % len(COLOURS)]
        return f"[bold {colour}]{escape(player)}[/]"

    def names(self, players: Sequence[Player]) -> str:
        return self.word("comma").join(map(self.name, players))


def _markup(markup: str) -> Text:
    return Text.from_markup(markup, emoji=False)


class MatchStory(Protocol):
    """The story of one match on a screen."""

    def announce(self) -> None:
        """Prints the game, before the first event."""
        ...

    def show(self, event: Event) -> None:
        """Prints an event, if it is visible."""
        ...

    def expected_requests(self) -> int:
        """Returns the expected number of requests of a match, for a progress bar."""
        ...


@runtime_checkable
class Storyteller(Protocol):
    """A game's part `views.STORY`."""

    def story(self, setup: GameSetup, page: ScreenPage, viewpoint: Player | None) -> MatchStory:
        """Returns the story of a match for one player, or with everything if the viewpoint is None."""
        ...


def story_of(setup: GameSetup, page: ScreenPage, viewpoint: Player | None) -> MatchStory:
    """Returns a match's story: its game's own, or the plain one event by event."""
    teller = find_game(setup.name).find_part("views.STORY", Storyteller)
    if teller:
        return teller.story(setup, page, viewpoint)
    return PlainStory(page=page, setup=setup, viewpoint=viewpoint)


@dataclass(frozen=True, kw_only=True)
class PlainStory:
    """Prints every event in the words of the players' prompts; a game's own story extends it.

    Attributes:
        viewpoint: the viewing player; None sees everything.
    """

    page: ScreenPage
    setup: GameSetup
    viewpoint: Player | None = None

    def announce(self) -> None:
        """Prints the game and the roles that are dealt."""
        announce_table(self.setup, self.page)

    def show(self, event: Event) -> None:
        """Prints an event; dealt information is left out if the viewer is a player."""
        if event.kind.dealt and self.viewpoint:
            return
        sentence = escape(tell(event, self.page.language, self.setup.name))
        if event.kind.opens:
            self.page.head(sentence)
        elif event.kind.utterance and event.text:
            self.page.say(self.page.name(event.actor), event.text)
        elif sentence:
            self.page.line(sentence)

    def show_own(self, event: Event) -> None:
        """Prints a secret as the viewing player reads it; what was dealt to it is left out."""
        if not event.kind.dealt:
            self.page.line(f"[italic]{escape(tell(event, self.page.language, self.setup.name))}[/]")

    def role(self, event: Event) -> str:
        return escape(role_name(event.role or "", self.setup))

    def expected_requests(self) -> int:
        """Returns an estimate: two requests per player and round."""
        return 2 * len(self.setup.players) * max(1, self.setup.most_rounds)


def announce_table(setup: GameSetup, page: ScreenPage) -> None:
    """Prints the game, and the number of each role if roles are dealt by name."""
    roles = [
        page.word("counted_role", count=count, role=role_name(role, setup))
        for role, count in setup.dealt_roles.items()
    ]
    title = title_of(setup)
    heading = page.word("table_of", game=title, roles=page.word("comma").join(roles)) if roles else title
    page.console.print(f"\n{heading}", style="bold")


def role_name(role: str, setup: GameSetup) -> str:
    """Returns the game's word for a role; its bare name if there is none."""
    return GamePhrases(setup.name, setup.language).role(role)


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
    """The part `views.PREMISE` of a game whose matches have a story."""

    def premise(self, setup: GameSetup) -> Premise:
        """Returns the public part of a match's story."""
        ...

    def tell(self, setup: GameSetup, text: str, reader: Player | None) -> str:
        """Returns a dealt text as a person's page shows it: the reader's own, or all players'."""
        ...

    def shelf(self) -> StoryShelf:
        """Returns the available stories."""
        ...


def premise_of(setup: GameSetup) -> Premise:
    """Returns the public part of a match before it begins; the players' names in a game without stories."""
    stories = find_game(setup.name).find_part("views.PREMISE", GamePremises)
    if stories is None:
        players = setup.players
        women, men = WOMEN & set(players), MEN & set(players)
        return Premise(title=setup.title, language=setup.language, players=players, women=women, men=men)
    return stories.premise(setup)


def tell_person(setup: GameSetup, text: str, reader: Player | None) -> str:
    """Returns a dealt text as a person's page shows it; in a game without stories as it stands."""
    stories = find_game(setup.name).find_part("views.PREMISE", GamePremises)
    return stories.tell(setup, text, reader) if stories else text


def story_shelf(game: str) -> StoryShelf:
    """Returns the available stories of a game; none in a game without."""
    stories = find_game(game).find_part("views.PREMISE", GamePremises)
    return stories.shelf() if stories else StoryShelf()


def story_shelves() -> Mapping[str, StoryShelf]:
    """Returns the available stories of all games that work and have some."""
    shelves: dict[str, StoryShelf] = {}
    for game in GAMES.load_all():
        try:
            shelves[game] = story_shelf(game)
        except BrokenPlugin:
            continue
    return {game: shelf for game, shelf in shelves.items() if shelf.premises or shelf.broken}


CHINESE_FONTS = (
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "WenQuanYi Zen Hei",
    "PingFang SC",
    "Microsoft YaHei",
    "SimHei",
)
"""The fonts for pictures, the best first."""


def chinese_fonts() -> tuple[str, ...]:
    """Returns the fonts that matplotlib finds on this machine.

    Raises:
        ImportError: if matplotlib is not installed.
    """
    from matplotlib import font_manager  # imported where something is drawn: it is large

    font_names = set(font_manager.get_font_names())
    return tuple(name for name in CHINESE_FONTS if name in font_names)
