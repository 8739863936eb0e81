"""A game of One Night as it is told on the screen."""

from __future__ import annotations

from dataclasses import dataclass

from rich.markup import escape

from parlour.core import Event, Player, event_kinds
from parlour.games.onenight.setup import OneNightSetup
from parlour.views import MatchStory, PlainStory, ScreenPage
from parlour.wording import tell


@dataclass(frozen=True, kw_only=True)
class OneNightStory(PlainStory):
    """Prints the night, the rounds and the verdict; to a player its own secrets as it is told them.

    Attributes:
        setup: of the table.
    """

    setup: OneNightSetup

    def show(self, event: Event) -> None:
        """Prints an event, if it is one to be seen."""
        page, actor, choice = self.page, self.page.name(event.actor), self.page.names(event.chosen)
        match event.kind:
            case event_kinds.NIGHT:
                page.head(page.word("the_night"))
            case event_kinds.ROUND:
                page.head(page.word("round", round=event.round, rounds=self.setup.rounds))
            case event_kinds.SPOKE:
                page.say(actor, event.text)
            case event_kinds.PASSED:
                page.line(page.word("silent", actor=actor))
            case event_kinds.TIED:
                page.line(page.word("tied", choice=choice))
            case event_kinds.ELIMINATED:
                page.line(page.word("voted_out" if event.chosen else "nobody_out", choice=choice))
            case event_kinds.WON:
                page.head(page.word("verdict"))
                page.line(f"[bold]{page.word(f'won_{event.chosen[0]}')}[/]")
            case event_kinds.REVEALED:
                page.line(page.word("was", name=choice, role=self.role(event)))
            case event_kinds.DAY | event_kinds.FELLOWS:
                pass
            case _ if self.viewpoint:
                self._own(event)
            case event_kinds.ROLE:
                page.line(page.word("is", name=actor, role=self.role(event)))
            case _:
                page.line(page.word(self._key(event), actor=actor, choice=choice))

    def expected_requests(self) -> int:
        """How many requests a match makes, for a bar: the seer's, and of everybody two in each round."""
        return int(self.setup.table.seer > 0) + 2 * len(self.setup.players) * self.setup.rounds

    def _own(self, event: Event) -> None:
        """What the player alone is told; its papers are shown to it as they are dealt."""
        if not event.kind.dealt:
            self.page.line(f"[italic]{escape(tell(event, self.page.language, self.setup.name))}[/]")

    def _key(self, event: Event) -> str:
        """The phrase for what somebody does in secret."""
        if event.kind is event_kinds.CHECKED:
            return f"points_{event.role}" if event.chosen else "lets_be"
        return "votes_in_secret" if event.chosen else "votes_not"


class OneNightStoryteller:
    """Tells games of One Night."""

    def story(self, setup: OneNightSetup, page: ScreenPage, viewpoint: Player | None) -> MatchStory:
        """A match of that setup on a page, through the eyes of one player; of nobody, everything."""
        return OneNightStory(page=page, setup=setup, viewpoint=viewpoint)


PART = OneNightStoryteller()
