"""A game of Avalon as people see it: the story on a screen, and the summary of a finished match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from parlour.arena import Record
from parlour.core import Event, Player, event_kinds
from parlour.evaluation import Score, estimate, score_match
from parlour.language.wording import GamePhrases, tell
from parlour.views import MatchStory, PlainStory, ScreenPage
from pydantic import BaseModel
from rich.markup import escape

from parlour_avalon import kinds
from parlour_avalon.quests import APPROVE, QUESTS, REJECT
from parlour_avalon.setup import AvalonSetup

_VOTES = {APPROVE: "approving", REJECT: "rejecting", "": "abstaining"}


@dataclass(frozen=True, kw_only=True)
class AvalonStory(PlainStory):
    """Prints proposals, the votes on each at a glance, and quests; to a player its own cards as told.

    Attributes:
        setup: of the table.
    """

    setup: AvalonSetup
    _votes: dict[Player, str] = field(default_factory=dict[Player, str])

    def show(self, event: Event) -> None:
        """Prints an event, if it is one to be seen; what a player is dealt is shown."""
        page, actor = self.page, self.page.name(event.actor)
        match event.kind:
            case kinds.LED:
                page.head(page.word("leads", quest=event.round, attempt=event.chosen[0], actor=actor))
            case kinds.HUNT:
                page.head(self._told(event))
            case event_kinds.SPOKE:
                page.say(actor, event.text)
            case event_kinds.CONFERRED if event.text:
                key = "suspects" if event.chosen else "confers"
                page.say(page.word(key, actor=actor, choice=page.names(event.chosen)), event.text, indent=4)
            case kinds.BALLOTED:
                self._votes[event.actor or ""] = "".join(event.chosen)
            case kinds.APPROVED | kinds.REJECTED:
                self._show_votes()
                page.line(self._told(event))
            case event_kinds.WON:
                page.head(page.word("verdict"))
                page.line(f"[bold]{page.word(f'won_{event.chosen[0]}')}[/]")
            case event_kinds.REVEALED:
                page.line(page.word("was", name=page.names(event.chosen), role=self.role(event)))
            case event_kinds.FELLOWS:
                pass
            case _ if self.viewpoint and event.visible_to is not None:
                self.show_own(event)
            case event_kinds.ROLE:
                page.line(page.word("is", name=actor, role=self.role(event)))
            case _:
                page.line(self._line(event))

    def expected_requests(self) -> int:
        """About how many requests a match will make, for a bar: two proposals a quest, on which all speak."""
        return 2 * QUESTS * len(self.setup.players) * (1 + self.setup.discussions)

    def _show_votes(self) -> None:
        """Who voted how, a line for each way."""
        for vote, key in _VOTES.items():
            if voters := [player for player in self.setup.players if self._votes.get(player) == vote]:
                self.page.line(self.page.word(key, choice=self.page.names(voters)))
        self._votes.clear()

    def _line(self, event: Event) -> str:
        """What is seen, proposed or played, with names in their colours; anything else as players hear it."""
        page, actor, choice = self.page, self.page.name(event.actor), self.page.names(event.chosen)
        match event.kind:
            case kinds.SEEN:
                return page.word("sees" if event.chosen else "sees_nobody", actor=actor, choice=choice)
            case kinds.PROPOSED:
                return page.word(
                    "proposes" if event.chosen else "proposes_nobody", actor=actor, choice=choice
                )
            case kinds.PLAYED:
                card = GamePhrases(self.setup.name, page.language).option("".join(event.chosen))
                return page.word("plays" if event.chosen else "plays_nothing", actor=actor, card=card)
            case _:
                return self._told(event)

    def _told(self, event: Event) -> str:
        return escape(tell(event, self.page.language, self.setup.name))


class AvalonStoryteller:
    """Tells games of Avalon."""

    def story(self, setup: AvalonSetup, page: ScreenPage, viewpoint: Player | None) -> MatchStory:
        """A match of that setup on a page, through the eyes of one player; of nobody, everything."""
        return AvalonStory(page=page, setup=setup, viewpoint=viewpoint)


STORY = AvalonStoryteller()


class TeamVoteLine(BaseModel):
    """One vote on a team; `choice` is null where somebody did not vote."""

    voter: Player
    quest: int
    team: tuple[Player, ...]
    choice: str | None


class AvalonSummary:
    """Sums up games of Avalon."""

    def votes(self, record: Record) -> Sequence[BaseModel]:
        """Every vote on every team, in the order in which they were cast."""
        return list(_votes(record))

    def scores(self, record: Record) -> Mapping[str, Score]:
        """Which share of the votes of the good kept to clean teams, and whether Merlin was found."""
        scored = [score_match(record)]
        told = {name: estimate(scored, f"avalon.{name}") for name in ("clean_votes", "merlin_found")}
        return {name: Score(value=each.value, n=each.n) for name, each in told.items()}


def _votes(record: Record) -> Iterator[TeamVoteLine]:
    team: tuple[Player, ...] = ()
    for event in record.events:
        if event.kind == kinds.PROPOSED:
            team = event.chosen
        if event.kind == kinds.BALLOTED:
            choice = next(iter(event.chosen), None)
            yield TeamVoteLine(voter=event.actor or "", quest=event.round, team=team, choice=choice)


SUMMARY = AvalonSummary()
