"""A mystery as a story on the screen."""

from __future__ import annotations

from dataclasses import dataclass, field

from parlour.core import Event, EventKind, Player, event_kinds
from parlour.games.mystery.setup import MysterySetup
from parlour.language.wording import game_word
from parlour.views import MatchStory, PlainStory, ScreenPage


@dataclass(frozen=True, kw_only=True)
class MysteryStory(PlainStory):
    """Prints the talk, the vote and the verdict, alike for all viewers."""

    setup: MysterySetup
    _told: set[tuple[EventKind, str | None]] = field(default_factory=set[tuple[EventKind, str | None]])

    @staticmethod
    def story(setup: MysterySetup, page: ScreenPage, viewpoint: Player | None) -> MatchStory:
        del viewpoint
        return MysteryStory(page=page, setup=setup)

    def announce(self) -> None:
        """Prints the title, the content warning and the synopsis."""
        page, console, script = self.page, self.page.console, self.setup.script
        console.print(f"\n{script.title}", style="bold")
        if script.warning:
            warning = game_word("content_warning", page.language, page.game, warning=script.warning)
            console.print(warning, style="dim")
        if script.synopsis:
            console.print(f"\n{script.synopsis}")

    def show(self, event: Event) -> None:
        page = self.page
        match event.kind:
            case event_kinds.ROUND:
                page.head(page.word("round", round=event.round, rounds=self.setup.rounds))
            case event_kinds.INTRODUCED:
                page.say(page.name(event.actor), event.text)
            case event_kinds.ASKED:
                actor, to = page.name(event.actor), page.name(event.to)
                page.say(page.word("asks", actor=actor, to=to, case=event.case), event.text)
            case event_kinds.REPLIED:
                page.say(page.name(event.actor), event.text, indent=4)
            case event_kinds.PASSED:
                key = "no_question" if event.case and not event.to else "silent"
                page.line(f"[dim]{page.word(key, actor=page.name(event.actor), case=event.case)}[/]")
            case event_kinds.VOTED:
                key = "votes_for" if event.chosen else "abstains"
                actor, choice = page.name(event.actor), page.names(event.chosen)
                page.line(page.word(key, actor=actor, choice=choice, case=event.case))
            case event_kinds.ELIMINATED | event_kinds.REVEALED | event_kinds.WON:
                self._reveal(event)
            case _:
                pass

    def expected_requests(self) -> int:
        """Returns about how many requests a match will make, for a progress bar."""
        game, script = self.setup, self.setup.script
        players, victims = len(script.players), len(script.victims)
        per_round = 2 * players + 2 * players * victims * game.questions
        return players * (1 + victims) + game.rounds * per_round + (script.rows() if game.answers else 0)

    def _reveal(self, event: Event) -> None:
        """Prints the verdict once; where it was sealed from the players it comes twice."""
        page = self.page
        if (event.kind, event.case) in self._told:
            return
        if not self._told:
            page.head(page.word("verdict"))
        self._told.add((event.kind, event.case))
        if event.kind is event_kinds.ELIMINATED:
            key = "accused" if event.chosen else "nobody_accused"
            page.line(page.word(key, case=event.case, name=page.names(event.chosen)))
        elif event.kind is event_kinds.REVEALED:
            key = "truth" if event.chosen else "truth_nobody"
            page.line(page.word(key, case=event.case, names=page.names(event.chosen)))
        elif event.chosen:
            page.line(f"[bold]{page.word(f'won_{event.chosen[0]}')}[/]")


PART = MysteryStory
