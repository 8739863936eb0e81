"""What all parts of one page of a table look at."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core import Player, RequestKind, find_game
from parlour.games.mystery import MysterySetup
from parlour.llm import Language
from parlour.web.hosting import Form, LiveMatch, Visibility
from parlour.wording import Phrases, word

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

    @property
    def victims(self) -> tuple[str, ...]:
        """Who was killed, in a mystery."""
        game = self.table.setup.game
        return tuple(victim.name for victim in game.script.victims) if isinstance(game, MysterySetup) else ()

    @property
    def title(self) -> str:
        """Of the story, or the game."""
        game = self.table.setup.game
        return game.script.title if isinstance(game, MysterySetup) else self.say(f"game_{game.name}")

    @property
    def faces(self) -> str:
        """What portraits are drawn from: a match that was forked keeps those of the other."""
        origin = self.table.setup.origin
        return origin.match if origin else self.table.match

    def kind(self, form: Form) -> RequestKind:
        """What a form asks for, with all that its game says of it."""
        return find_game(self.table.setup.game.name).kinds.requests[form.kind]

    def say(self, key: str, **variables: object) -> str:
        """A phrase of the page in the table's language."""
        return PHRASES.say(key, self.language, **variables)

    def role(self, role: str) -> str:
        """A role's name."""
        return word(f"role_{role}", self.language)

    def names(self, names: tuple[str, ...]) -> str:
        """Several names."""
        return word("comma", self.language).join(names)

    def seat(self, player: Player | None) -> str:
        """The class that gives an element a player's colours and portrait; none for a stranger."""
        return f"seat-{self.players.index(player)}" if player in self.players else ""
