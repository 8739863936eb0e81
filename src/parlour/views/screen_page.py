"""What a story of any game is printed on: speeches, lines and headings, with each name in its colour."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from parlour.core import Player, count_words
from parlour.language.wording import game_word
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
