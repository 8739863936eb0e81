"""How a game is told on a screen: as it brings it, or event by event in the words of its templates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rich.markup import escape

from parlour.core import Event, GameSetup, Player, find_game
from parlour.language.wording import GamePhrases, tell, title_of
from parlour.views.screen_page import ScreenPage


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
