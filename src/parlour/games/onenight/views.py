"""A game of One Night as people see it: the story on a screen, and the summary of a finished match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from parlour.arena import Record
from parlour.core import Event, Player, event_kinds
from parlour.evaluation import Score, ballots, estimate, polls, score_match, vote_accuracy
from parlour.games.onenight import kinds
from parlour.games.onenight.setup import OneNightSetup, Role, Team
from parlour.views import MatchStory, PlainStory, ScreenPage

_MOVES = {
    kinds.LOOKED: "looks",
    kinds.ROBBED: "robs",
    kinds.SWAPPED: "swaps",
    kinds.DRANK: "drinks",
    kinds.WOKE: "wakes",
}
"""The phrases for what is done to cards by night."""


@dataclass(frozen=True, kw_only=True)
class OneNightStory(PlainStory):
    """Prints the night, the rounds and the verdict; for a player's view, its own secrets as it reads them."""

    setup: OneNightSetup

    @staticmethod
    def story(setup: OneNightSetup, page: ScreenPage, viewpoint: Player | None) -> MatchStory:
        return OneNightStory(page=page, setup=setup, viewpoint=viewpoint)

    def show(self, event: Event) -> None:
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
            case event_kinds.INTERRUPTED:
                page.line(page.word("interrupts", actor=actor, choice=choice))
            case event_kinds.DAY | event_kinds.FELLOWS | kinds.ALONE:
                pass
            case _ if event.kind.tells_end or event.visible_to is None:
                self._tell_end(event)
            case _ if self.viewpoint:
                self.show_own(event)
            case event_kinds.ROLE:
                page.line(page.word("is", name=actor, role=self.role(event)))
            case _:
                role = self.role(event) if event.role else ""
                page.line(page.word(self._key(event), actor=actor, choice=choice, role=role))

    def _tell_end(self, event: Event) -> None:
        page, actor, choice = self.page, self.page.name(event.actor), self.page.names(event.chosen)
        match event.kind:
            case event_kinds.TIED:
                page.line(page.word("tied", choice=choice))
            case event_kinds.ELIMINATED:
                page.line(page.word("voted_out" if event.chosen else "nobody_out", choice=choice))
            case event_kinds.WON:
                page.head(page.word("verdict"))
                page.line(f"[bold]{page.word(_won(event))}[/]")
            case event_kinds.REVEALED:
                page.line(page.word("ends_as" if event.to else "was", name=choice, role=self.role(event)))
            case kinds.LEFT:
                page.line(page.word("lies", name=choice, role=self.role(event)))
            case kinds.SHOT:
                page.line(page.word("shoots", actor=actor, choice=choice))
            case _:
                page.line(page.word("points_at" if event.chosen else "votes_not", actor=actor, choice=choice))

    def expected_requests(self) -> int:
        """Returns the number of requests of a match: those of the night, and two per player and round.

        Where people play it is one in each round and one vote; the night's depend on the centre.
        """
        if self.setup.is_of_people:
            return len(self.setup.players) * (self.setup.rounds + 1) + 2
        return int(self.setup.table.seer > 0) + 2 * len(self.setup.players) * self.setup.rounds

    def _key(self, event: Event) -> str:
        if event.kind is event_kinds.CHECKED:
            return f"points_{event.role}" if event.chosen else "lets_be"
        if event.kind in _MOVES:
            return _MOVES[event.kind] if event.chosen or event.role else "lets_be"
        return "votes_in_secret" if event.chosen else "votes_not"


def _won(event: Event) -> str:
    if len(event.chosen) > 1:
        return "won_both"
    return f"won_{event.chosen[0]}" if event.chosen else "won_nobody"


STORY = OneNightStory


class SecretVoteLine(BaseModel):
    """One ballot on who the werewolf is; only those after the last round decide. No choice: an abstention."""

    voter: Player
    round: int
    decides: bool
    choice: Player | None


class OneNightSummary:
    """Sums up games of One Night."""

    def votes(self, record: Record) -> Sequence[BaseModel]:
        return [
            SecretVoteLine(
                voter=vote.actor or "",
                round=vote.round,
                decides=vote.kind is event_kinds.VOTED,
                choice=next(iter(vote.chosen), None),
            )
            for vote in (*polls(record), *ballots(record))
        ]

    def scores(self, record: Record) -> Mapping[str, Score]:
        return {"werewolf_votes": vote_accuracy(record), **_shares(record)}


SUMMARY = OneNightSummary()


def _shares(record: Record) -> dict[str, Score]:
    dealt = score_match(record)
    names = [f"wins.{side}" for side in Team]
    names += [f"votes.{role}" for role in Role if role in dealt.dealt]
    names += [f"votes.for.{side}" for side in Team]
    measures = {name: estimate([dealt], name) for name in names}
    return {name: Score(value=measure.value, n=measure.n) for name, measure in measures.items()}
