"""A game of Werewolf as people see it: the story on a screen, and the summary of a finished match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel

from parlour.arena import Record
from parlour.core import Event, EventKind, GameSetup, Player, event_kinds
from parlour.evaluation import Score, ballots, vote_accuracy
from parlour.games.werewolf import kinds
from parlour.games.werewolf.setup import WerewolfSetup
from parlour.language.wording import GamePhrases
from parlour.llm import Language
from parlour.views import MatchStory, PlainStory, ScreenPage

_LINES: Mapping[EventKind, tuple[str, str]] = {
    event_kinds.PASSED: ("silent", "silent"),
    event_kinds.INTERRUPTED: ("interrupts", "interrupts"),
    kinds.TARGETED: ("targets", "lets_be"),
    kinds.ATTACKED: ("attacked", "attacked_nobody"),
    kinds.PROTECTED: ("protects", "lets_be"),
    kinds.SAVED: ("saves", "lets_be"),
    kinds.POISONED: ("poisons", "lets_be"),
    kinds.DIED: ("found_dead", "nobody_dead"),
    kinds.SHOT: ("shoots", "lets_be"),
    kinds.LINKED: ("links", "lets_be"),
    kinds.LOVED: ("loves", "loves"),
    kinds.SPIED: ("spies", "lets_be"),
    kinds.CHARMED: ("charms", "lets_be"),
    kinds.CURSED: ("curses", "lets_be"),
    kinds.CROWED: ("crowed", "crowed"),
    kinds.EXPOSED: ("exposed", "exposed"),
    kinds.LOST_POWERS: ("lost_powers", "lost_powers"),
    kinds.SCAPEGOATED: ("scapegoated", "scapegoated"),
    kinds.BARRED: ("bars", "bars"),
    kinds.EXPLODED: ("explodes", "explodes"),
    kinds.GRIEVED: ("grieves", "grieves"),
    kinds.PERISHED: ("perishes", "perishes"),
    kinds.NAMED: ("names_mayor", "names_nobody"),
    kinds.ELECTED: ("elected", "nobody_elected"),
    kinds.BEQUEATHED: ("hands_on", "tears_up"),
    event_kinds.VOTED: ("votes_against", "votes_not"),
    event_kinds.TIED: ("tied", "tied"),
    event_kinds.ELIMINATED: ("voted_out", "nobody_out"),
}
"""The phrases for an event with and without a player."""
_ON_ONESELF = frozenset({"protects", "saves"})
"""The phrases with another form for players who choose themselves."""
_BY_SIDE: Mapping[EventKind, str] = {
    event_kinds.CHECKED: "checks",
    kinds.BURIED: "buries",
    kinds.GROWLED: "growls",
    kinds.DUELLED: "duels",
}
"""The events with another phrase for a werewolf."""


@dataclass(frozen=True, kw_only=True)
class WerewolfStory(PlainStory):
    """Prints nights and days; for a player's view, its own nights as that player reads them."""

    setup: WerewolfSetup
    _attacks: set[int] = field(default_factory=set[int])

    @staticmethod
    def story(setup: WerewolfSetup, page: ScreenPage, viewpoint: Player | None) -> MatchStory:
        return WerewolfStory(page=page, setup=setup, viewpoint=viewpoint)

    def announce(self) -> None:
        super().announce()
        table = self.setup.table
        if table.is_decided_by_one_death:
            text = self.page.word("one_death", wolves=table.wolves, players=len(self.setup.players))
            self.page.console.print(text, style="yellow")

    def show(self, event: Event) -> None:
        page = self.page
        match event.kind:
            case event_kinds.NIGHT | event_kinds.DAY:
                page.head(page.word(event.kind.name, round=event.round))
            case event_kinds.SPOKE:
                page.say(page.name(event.actor), event.text)
            case event_kinds.CONFERRED if event.text:
                key = "proposes" if event.chosen else "confers"
                title = page.word(key, actor=page.name(event.actor), choice=page.names(event.chosen))
                page.say(title, event.text, indent=4)
            case event_kinds.WON:
                page.head(page.word("verdict"))
                page.line(f"[bold]{page.word(f'won_{event.chosen[0]}' if event.chosen else 'draw')}[/]")
            case event_kinds.REVEALED:
                page.line(page.word("was", name=page.names(event.chosen), role=self.role(event)))
            case _ if self.viewpoint and event.visible_to is not None:
                self.show_own(event)
            case event_kinds.ROLE:
                page.line(page.word("is", name=page.name(event.actor), role=self.role(event)))
            case kind if kind in _BY_SIDE and event.role:
                names = {"actor": page.name(event.actor), "choice": page.names(event.chosen)}
                page.line(page.word(f"{_BY_SIDE[kind]}_{event.role}", to=page.name(event.to), **names))
            case _:
                self._line(event)

    def expected_requests(self) -> int:
        """Returns about how many requests a match will make: two die a day, until half are left."""
        players = len(self.setup.players)
        return max(1, players // 4) * players * (2 + self.setup.discussions)

    def _line(self, event: Event) -> None:
        is_again = event.kind is kinds.ATTACKED and event.round in self._attacks
        key = self._key(event)
        if key is None or is_again:
            return
        if event.kind is kinds.ATTACKED:
            self._attacks.add(event.round)
        if key in _ON_ONESELF and event.chosen == (event.actor,):
            key = f"{key}_self"
        actor, choice = self.page.name(event.actor), self.page.names(event.chosen)
        self.page.line(self.page.word(key, actor=actor, choice=choice))

    def _key(self, event: Event) -> str | None:
        if event.kind in (event_kinds.CHECKED, event_kinds.CONFERRED):
            return "lets_be"
        if event.kind is kinds.SHOT and event.role:
            return f"shoots_{event.role}"
        somebody, nobody = _LINES.get(event.kind, (None, None))
        return somebody if event.chosen else nobody


STORY = WerewolfStory


class DayVoteLine(BaseModel):
    """One ballot of a day; `choice` is null for an abstention."""

    voter: Player
    day: int
    choice: Player | None


class WerewolfSummary:
    """Sums up games of Werewolf."""

    def votes(self, record: Record) -> Sequence[BaseModel]:
        return [
            DayVoteLine(voter=vote.actor or "", day=vote.round, choice=next(iter(vote.chosen), None))
            for vote in ballots(record)
        ]

    def scores(self, record: Record) -> Mapping[str, Score]:
        return {"werewolf_votes": vote_accuracy(record)}


SUMMARY = WerewolfSummary()


_DOUBLY_SAVED = frozenset({kinds.ATTACKED, kinds.PROTECTED, kinds.SAVED})


def explain_deaths(setup: GameSetup, events: Sequence[Event], language: Language) -> Sequence[str]:
    """Returns a sentence for each player who died because both guard and witch saved it (同守同救)."""
    phrases = GamePhrases(setup.name, language)
    happened = {(event.kind, event.round, name) for event in events for name in event.chosen}
    return [
        phrases.say("why_doubly_saved", round=event.round, name=name)
        for event in events
        if event.kind is kinds.DIED
        for name in event.chosen
        if all((kind, event.round, name) in happened for kind in _DOUBLY_SAVED)
        and (kinds.POISONED, event.round, name) not in happened
    ]
