"""The shared data of the parts of a table's page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from parlour.core import EventKind, Game, Player, RequestKind, find_game
from parlour.language.wording import GamePhrases, Phrases, Rulebook, rulebook, title_of, word
from parlour.llm import Language
from parlour.views import premise_of
from parlour.web.hosting import FeedLine, Form, LiveMatch, Visibility
from parlour.web.insight import kind_of

PHRASES = Phrases("parlour.web.pages.table")


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A table from the point of view of one page.

    Attributes:
        table: the table.
        player: the player of the page; None for a spectator.
    """

    table: LiveMatch
    player: Player | None

    @property
    def visibility(self) -> Visibility:
        """The visibility of the page; unchanged after the match, since the truth has its own page."""
        return Visibility(player=self.player)

    @property
    def language(self) -> Language:
        """The language of the table and its page."""
        return self.table.setup.language

    @property
    def players(self) -> tuple[Player, ...]:
        """The players, in seat order."""
        return self.table.setup.players

    @cached_property
    def game(self) -> Game[Any]:
        """The game."""
        return find_game(self.table.setup.game.name)

    @cached_property
    def phrases(self) -> GamePhrases:
        """The words of the game."""
        return GamePhrases(self.game.name, self.language)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules of the table."""
        return rulebook(self.table.setup.game)

    @cached_property
    def victims(self) -> tuple[str, ...]:
        """The victims of the story."""
        return premise_of(self.table.setup.game).victims

    @property
    def title(self) -> str:
        """The title of the story, or of the game."""
        return title_of(self.table.setup.game)

    @property
    def is_talk_free(self) -> bool:
        """True if players take the floor when they want to."""
        return getattr(self.table.setup.game, "talk", "turns") != "turns"

    def kind(self, form: Form) -> RequestKind:
        """Returns the kind of a form's request."""
        return self.game.kinds.requests[form.kind]

    def event_kind(self, line: FeedLine) -> EventKind | None:
        """Returns the event kind of a line; None for a line that is no event of the game."""
        return kind_of(line, self.game.kinds.events)

    def find_phrase(self, key: str, **variables: object) -> str:
        """Returns a phrase of the game, else of the page, else the last words of the key."""
        if said := self.phrases.find(key, **variables):
            return said
        return self.say(key, **variables) if key in PHRASES.all(self.language) else self.phrases.say(key)

    def say(self, key: str, **variables: object) -> str:
        """Returns a phrase of the page in the table's language."""
        return PHRASES.say(key, self.language, **variables)

    def role(self, role: str) -> str:
        """Returns the name of a role."""
        return self.phrases.role(role)

    def names(self, names: tuple[str, ...]) -> str:
        """Joins names of players or of other options."""
        return word("comma", self.language).join(map(self.phrases.option, names))

    def seat(self, player: Player | None) -> str:
        """Returns the class with a player's colours and portrait; empty for other names."""
        return f"seat-{self.players.index(player)}" if player in self.players else ""
