"""A match as a story on a screen: the page with coloured names, and the telling event by event."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from parlour.core import Event, GameSetup, Player, count_words, find_game
from parlour.language.wording import GamePhrases, game_word, tell, title_of
from parlour.llm import Language

WORDS_PER_SECOND, PAUSE, LONGEST_PAUSE = 12, 0.3, 4.0
"""How fast a person reads, in words and seconds."""
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
    """Prints what happens at one table.

    Attributes:
        console: where.
        game: what is played, by name: its words are those of the lines.
        language: of the table.
        players: everybody at it, in seat order.
        is_paced: whether it waits after each speech for a person to read it.
    """

    console: Console
    game: str
    language: Language
    players: Sequence[Player]
    is_paced: bool = False

    def say(self, title: str, text: str, *, indent: int = 0) -> None:
        """A speech under a title that is markup."""
        self.console.print(Padding(_marked(title), (1, 0, 0, indent)))
        self.console.print(Padding(Text(text), (0, 0, 0, indent + 2)))
        if self.is_paced:
            time.sleep(min(LONGEST_PAUSE, PAUSE + count_words(text) / WORDS_PER_SECOND))

    def head(self, title: str) -> None:
        """A heading, which is markup."""
        self.console.print()
        self.console.print(Rule(_marked(title), style="dim"))

    def line(self, markup: str) -> None:
        """A line of markup."""
        self.console.print(_marked(markup))

    def word(self, key: str, *, case: str | None = None, **variables: object) -> str:
        """A phrase as markup; names come as markup already."""
        return game_word(key, self.language, self.game, case=escape(case or ""), **variables)

    def name(self, player: Player | None) -> str:
        """A player's name in its colour."""
        if player is None or player not in self.players:
            return escape(player or "")
        colour = COLOURS[self.players.index(player) % len(COLOURS)]
        return f"[bold {colour}]{escape(player)}[/]"

    def names(self, players: Sequence[Player]) -> str:
        """Several names."""
        return self.word("comma").join(map(self.name, players))


def _marked(markup: str) -> Text:
    """Markup as it is meant; what others wrote stands escaped in it, and no `:word:` becomes a picture."""
    return Text.from_markup(markup, emoji=False)


class MatchStory(Protocol):
    """One match as it is told on a screen."""

    def announce(self) -> None:
        """Prints what is played, before anything happens."""
        ...

    def show(self, event: Event) -> None:
        """Prints an event, if it is one to be seen."""
        ...

    def expected_requests(self) -> int:
        """About how many requests a match will make, for a bar."""
        ...


@runtime_checkable
class Storyteller(Protocol):
    """A game's part `story`."""

    def story(self, setup: GameSetup, page: ScreenPage, viewpoint: Player | None) -> MatchStory:
        """A match of that setup on a page, through the eyes of one player; of nobody, everything."""
        ...


def story_of(setup: GameSetup, page: ScreenPage, viewpoint: Player | None) -> MatchStory:
    """How a match is told: as its game brings it, or event by event."""
    teller = find_game(setup.name).find_part("story", Storyteller)
    if teller:
        return teller.story(setup, page, viewpoint)
    return PlainStory(page=page, setup=setup, viewpoint=viewpoint)


@dataclass(frozen=True, kw_only=True)
class PlainStory:
    """Tells every event in the words in which the players hear of it; a game's own story extends it.

    Attributes:
        page: where.
        setup: of the match.
        viewpoint: whose eyes it has; None sees everything.
    """

    page: ScreenPage
    setup: GameSetup
    viewpoint: Player | None = None

    def announce(self) -> None:
        """Prints the game and the roles that are dealt."""
        announce_table(self.setup, self.page)

    def show(self, event: Event) -> None:
        """Prints an event; to a player its own papers are shown as they are dealt."""
        if event.kind.dealt and self.viewpoint:
            return
        told = escape(tell(event, self.page.language, self.setup.name))
        if event.kind.opens:
            self.page.head(told)
        elif event.kind.utterance and event.text:
            self.page.say(self.page.name(event.actor), event.text)
        elif told:
            self.page.line(told)

    def role(self, event: Event) -> str:
        """What people at the table call the role that an event tells."""
        return escape(role_name(event.role or "", self.setup))

    def expected_requests(self) -> int:
        """Two of everybody in each round: how many there are is the game's own affair."""
        return 2 * len(self.setup.players) * max(1, self.setup.most_rounds)


def announce_table(setup: GameSetup, page: ScreenPage) -> None:
    """Prints what is played and how many of each role are dealt, where roles are named."""
    roles = [
        page.word("counted_role", count=count, role=role_name(role, setup))
        for role, count in setup.dealt_roles.items()
    ]
    title = title_of(setup)
    told = page.word("table_of", game=title, roles=page.word("comma").join(roles)) if roles else title
    page.console.print(f"\n{told}", style="bold")


def role_name(role: str, setup: GameSetup) -> str:
    """What people at that table call a role; its bare name where the game has no word for it."""
    return GamePhrases(setup.name, setup.language).role(role)
