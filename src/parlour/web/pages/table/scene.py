"""What all parts of one page of a table look at."""

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
    """A table through one pair of eyes.

    Attributes:
        table: what is looked at.
        player: whose seat the page belongs to; None for whoever watches.
    """

    table: LiveMatch
    player: Player | None

    @property
    def visibility(self) -> Visibility:
        """What is seen: after the match no more than before it, since the truth has a page of its own."""
        return Visibility(player=self.player)

    @property
    def language(self) -> Language:
        """Of the table, and so of the page."""
        return self.table.setup.language

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the table, in seat order."""
        return self.table.setup.players

    @cached_property
    def game(self) -> Game[Any]:
        """What is played, as it registers itself."""
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
        """To whom something befell before it begins."""
        return premise_of(self.table.setup.game).victims

    @property
    def title(self) -> str:
        """Of the story, or the game."""
        return title_of(self.table.setup.game)

    @property
    def is_talk_free(self) -> bool:
        """Whether whoever wants to speak takes the floor, as a game's setup says it."""
        return getattr(self.table.setup.game, "talk", "turns") != "turns"

    def kind(self, form: Form) -> RequestKind:
        """What a form asks for, with all that its game says of it."""
        return self.game.kinds.requests[form.kind]

    def event_kind(self, line: FeedLine) -> EventKind | None:
        """What happened, with all that its game says of it; None for a line that is no event of the game."""
        return kind_of(line, self.game.kinds.events)

    def told(self, key: str, **variables: object) -> str:
        """A phrase of the game where it has one, else of the page, else the last words of the key."""
        if said := self.phrases.find(key, **variables):
            return said
        return self.say(key, **variables) if key in PHRASES.all(self.language) else self.phrases.say(key)

    def say(self, key: str, **variables: object) -> str:
        """A phrase of the page in the table's language."""
        return PHRASES.say(key, self.language, **variables)

    def role(self, role: str) -> str:
        """A role's name."""
        return self.phrases.role(role)

    def names(self, names: tuple[str, ...]) -> str:
        """Several names of players, or of what else may be chosen."""
        return word("comma", self.language).join(map(self.phrases.option, names))

    def seat(self, player: Player | None) -> str:
        """The class that gives an element a player's colours and portrait; none for a stranger."""
        return f"seat-{self.players.index(player)}" if player in self.players else ""
