"""A mystery as people see it: its premise, the story on a screen, and the summary of a finished match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel

from parlour.arena import Record
from parlour.core import MEN, WOMEN, Event, EventKind, GameSetup, Player, event_kinds
from parlour.errors import SetupError
from parlour.evaluation import Score, ballots, verdicts, vote_accuracy, win_rate
from parlour.games.mystery import library
from parlour.games.mystery.answers import Graded, accuracy, grade_answers, overall
from parlour.games.mystery.hearing import is_controlled
from parlour.games.mystery.script import Category, Gender, Script
from parlour.games.mystery.setup import MysterySetup, Team
from parlour.games.mystery.telling import tell_person
from parlour.language.wording import game_word
from parlour.views import MatchStory, PlainStory, Premise, ScreenPage, StoryShelf


class ScriptStories:
    """The scripts of mysteries as stories that can be chosen."""

    def premise(self, setup: GameSetup) -> Premise:
        if not isinstance(setup, MysterySetup):
            raise SetupError(f"no mystery, but {setup.name}")
        return _premise(setup.script)

    def tell(self, setup: GameSetup, text: str, reader: Player | None) -> str:
        """Returns a dealt text as a person's page shows it."""
        names = (*setup.players, *self.premise(setup).victims)
        return tell_person(text, setup.language, names, reader)

    def shelf(self) -> StoryShelf:
        shelf = library.shelf()
        premises = tuple(_premise(entry.script) for entry in shelf.entries)
        return StoryShelf(premises=premises, broken=len(shelf.broken))


PREMISE = ScriptStories()


def _premise(script: Script) -> Premise:
    return Premise(
        id=script.id,
        title=script.title,
        language=script.language,
        players=script.players,
        synopsis=tell_person(
            script.synopsis, script.language, (*script.players, *(victim.name for victim in script.victims))
        ),
        warning=script.warning,
        victims=tuple(victim.name for victim in script.victims),
        reader_plays=is_controlled(script),
        women=_people(script, "woman", WOMEN),
        men=_people(script, "man", MEN),
    )


def _people(script: Script, gender: Gender, names: frozenset[str]) -> frozenset[Player]:
    """Returns the characters of a gender: by the script, or else by their names."""
    return frozenset(
        part.name
        for part in script.characters
        if part.gender == gender or (not part.gender and part.name in names)
    )


@dataclass(frozen=True, kw_only=True)
class MysteryStory(PlainStory):
    """Prints the talk, the vote and the verdict, alike for all viewers."""

    setup: MysterySetup
    _verdicts: set[tuple[EventKind, str | None]] = field(default_factory=set[tuple[EventKind, str | None]])

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
        if (event.kind, event.case) in self._verdicts:
            return
        if not self._verdicts:
            page.head(page.word("verdict"))
        self._verdicts.add((event.kind, event.case))
        if event.kind is event_kinds.ELIMINATED:
            key = "accused" if event.chosen else "nobody_accused"
            page.line(page.word(key, case=event.case, name=page.names(event.chosen)))
        elif event.kind is event_kinds.REVEALED:
            key = "truth" if event.chosen else "truth_nobody"
            page.line(page.word(key, case=event.case, names=page.names(event.chosen)))
        elif event.chosen:
            page.line(f"[bold]{page.word(f'won_{event.chosen[0]}')}[/]")


STORY = MysteryStory


class AccusationLine(BaseModel):
    """One ballot on a victim's murderer; `choice` is null for an abstention."""

    voter: Player
    victim: str
    choice: Player | None


class MysterySummary:
    """Sums up mysteries."""

    def votes(self, record: Record) -> Sequence[BaseModel]:
        return [
            AccusationLine(
                voter=vote.actor or "", victim=vote.case or "", choice=next(iter(vote.chosen), None)
            )
            for vote in ballots(record)
        ]

    def scores(self, record: Record) -> Mapping[str, Score]:
        """Returns the scores of all players; those of civilians only as a second column."""
        answers = grade_answers(record)
        civilians = [answer for answer in answers if answer.team is Team.CIVILIAN]
        return {
            **_answer_scores(answers, ""),
            "cases_won": win_rate(verdicts(record), Team.CIVILIAN),
            "vote_accuracy": vote_accuracy(record),
            **_answer_scores(civilians, "civilians."),
        }


SUMMARY = MysterySummary()


def _answer_scores(answers: Sequence[Graded], prefix: str) -> dict[str, Score]:
    if not answers:
        return {}
    by_category = {f"{prefix}{category}": accuracy(answers, category) for category in Category}
    return {f"{prefix}overall": overall(answers), **by_category}
