"""A player of a mystery with all that it can be asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from parlour.games.mystery.reader.asking import addressee, gain
from parlour.games.mystery.reader.choosing import Chooser
from parlour.games.mystery.reader.considering import Considering, Grounds
from parlour.games.mystery.reader.mind import Mind, bounded_mind
from parlour.games.mystery.reader.parsed import Task
from parlour.games.mystery.reader.speech import Speaker
from parlour.language.facts import (
    Accusation,
    Claim,
    Fact,
    Killing,
    Language,
    Name,
    Secret,
    Suspicion,
    Trust,
    Word,
    render,
)
from parlour.llm import Addressee, Choice, Culprit, Speech, Talk, Target
from parlour.reader import Blank, Bounds, Impression, Reached, compared, drawn_for, rating

_USUAL_CHARACTERS = 1000
"""How long a reason is where its field sets no limit."""


@dataclass(frozen=True, kw_only=True)
class MysterySeat:
    """A player of a mystery.

    Attributes:
        mind: what it knows.
        task: what the prompt asks for.
    """

    mind: Mind
    task: Task

    @property
    def me(self) -> Name:
        """Who reads."""
        return self.mind.me

    @property
    def names(self) -> tuple[Name, ...]:
        """Everybody whom a speech may name, the dead among them."""
        return self.mind.papers.table.names

    @property
    def players(self) -> tuple[Name, ...]:
        """Everybody at the table, in seat order."""
        return self.mind.papers.table.players

    @property
    def language(self) -> Language:
        """The language of everything."""
        return self.mind.papers.language

    @property
    def limit(self) -> int | None:
        """In how many words it is to speak; None where the prompt does not say."""
        return self.task.limit(self.mind.papers.table)

    def bounded(self, bounds: Bounds) -> MysterySeat:
        """The same player within bounds."""
        return replace(self, mind=bounded_mind(self.mind, bounds))

    def hidden(self) -> Sequence[str]:
        """What a murderer knows and its story denies or leaves out, as it would say it; who killed apart."""
        if not self.mind.papers.killed:
            return ()
        told = {found.fact for found in self.mind.guise.papers.facts}
        facts = [found.fact for found in self.mind.papers.facts if found.fact not in told]
        kept = [fact for fact in facts if not isinstance(fact, Claim | Secret | Killing)]
        return [render(fact, self.language, drawn_for(str(fact)), speaker=self.me) for fact in kept]

    def said_by(self, name: Name) -> tuple[Fact, ...]:
        """What somebody has said aloud, as far as it is understood."""
        return tuple(each.found.fact for each in self.mind.heard if each.by == name)

    def suspicion(self, name: Name, case: str | None = None) -> float:
        """The share of what is not refuted in which somebody killed the victim."""
        return self.mind.share(name, self._case(case))

    def suspects(self, options: Sequence[Name], case: str | None, most: int | None) -> list[Name]:
        """Who can still have done it, the likeliest first; at least one, and one where no number is set."""
        still = [name for name in self.mind.guise.open_suspects(self._case(case)) if name in options]
        return (still or self._ranked(options, case)[:1])[: most or 1]

    def chosen(self, purpose: Culprit | Target | Addressee | Choice, blank: Blank) -> object:
        """The most suspected, whom it would ask next, or the letters of what is not ruled out."""
        match purpose:
            case Choice():
                return self._letters(blank)
            case Addressee(case=case):
                return self._addressee(self._case(case), blank.options)
            case _:
                ranked = self._ranked(blank.options, getattr(purpose, "case", None))
                return ranked[: max(1, blank.least)] if blank.is_list else ranked[0]

    def why(
        self, purpose: Culprit | Target | Addressee | Choice, blank: Blank, case: str | None, most: int | None
    ) -> str:
        """Why it suspects whom it does."""
        return self.overall(case, most)

    def grounds(self, name: Name, case: str | None = None, most: int | None = None) -> str:
        """The telling sentences about somebody, as they were said."""
        return Grounds(mind=self.mind).on_suspect(name, self._case(case), most or _USUAL_CHARACTERS)

    def overall(self, case: str | None = None, most: int | None = None) -> str:
        """Why it suspects whom it does."""
        return Grounds(mind=self.mind).on(case, most or _USUAL_CHARACTERS)

    def plan(self, case: str | None = None) -> str:
        """What it means to do about a case with its next words."""
        return Grounds(mind=self.mind).plan(case, self.limit)

    def speech(self, purpose: Speech | Talk) -> tuple[str, ...]:
        """What it says aloud; what is no question and no answer is an introduction."""
        want = purpose if isinstance(purpose, Speech) else Speech(kind="introduce", to=purpose.to)
        return Speaker(mind=self.mind.guise, task=self.task, want=want).sentences()

    def profile(self, case: str) -> str:
        """What is known of whoever did it."""
        return Grounds(mind=self.mind).profile(self._case(case))

    def impression(self, name: Name, case: str) -> Impression:
        """What is to be read off a suspect."""
        return Grounds(mind=self.mind).impression(name, self._case(case))

    def rating(self, name: Name) -> int:
        """How much it likes somebody, from 1 to 10."""
        return Attitudes(mind=self.mind).rating(name)

    def role(self, name: Name, roles: Sequence[Word], case: str) -> tuple[Word, float]:
        """Whether somebody killed the victim, and how probable that is."""
        return Attitudes(mind=self.mind).role(name, self._case(case))

    def gain(self, name: Name, case: str | None) -> float:
        """How likely another question to somebody tells something new, inside 0 and 1."""
        return gain(self.mind.guise, name, self._case(case))

    def topics(self, case: str, most: int) -> list[int]:
        """The questions of the list that are worth most, put to everybody."""
        return self._considering.topics(self._case(case), most)

    def reached(self, case: str) -> Reached:
        """Whether it is known who did it; a murderer is never safe before the end."""
        return Considering(mind=self.mind, task=self.task).reached(self._case(case))

    def timelines(self, case: str) -> list[str]:
        """Who was where: as it stands in the papers or was said, the nearest to the death first."""
        return self._considering.timelines(self._case(case))

    def is_needed(self, number: int) -> bool:
        """Whether a timeline of its own answers the question."""
        return self._considering.is_needed(number)

    def is_told(self, number: int) -> bool:
        """Whether what it means to say tells all of a timeline."""
        return self._considering.is_told(number)

    @property
    def _considering(self) -> Considering:
        return Considering(mind=self.mind.guise, task=self.task)

    def _case(self, case: str | None) -> Name:
        """The victim who is meant; the first, where none is."""
        victims = self.mind.papers.table.victims
        return case if case in victims else victims[0]

    def _ranked(self, options: Sequence[Name], case: str | None) -> list[Name]:
        ranked = [name for name in self.mind.ranked(self._case(case)) if name in options]
        return [*ranked, *(name for name in options if name not in ranked)]

    def _letters(self, blank: Blank) -> object:
        letters = Chooser(mind=self.mind, task=self.task).letters(blank.most or 1) or blank.options[:1]
        return letters if blank.is_list else letters[0]

    def _addressee(self, case: Name, options: Sequence[Name]) -> Name:
        """Whom anybody might ask next, whatever is to be expected of it."""
        mine = self.players.index(self.me)
        turns = sorted(options, key=lambda name: (self.players.index(name) - mine) % len(self.players))
        return addressee(self.mind.guise, turns, case)


MURDERER: Word = "murderer"
CIVILIAN: Word = "civilian"


@dataclass(frozen=True, kw_only=True)
class Attitudes:
    """A player looking at the others.

    Attributes:
        mind: what it knows and believes.
    """

    mind: Mind

    def rating(self, name: Name) -> int:
        """How much it likes somebody, from 1 to 10: by what they said of it, and how innocent they seem."""
        papers = self.mind.papers
        usual = 1 / max(len(self.mind.others), 1)
        sides = [-compared(self.guilt(name, case), usual) for case in papers.table.victims]
        tone = sum(_tone(each.found.fact, papers.me) for each in self.mind.heard if each.by == name)
        tone -= self.mind.pointed(name, papers.me)
        return rating(tone, sum(sides) / len(sides), f"{papers.me}{name}{len(papers.talk)}")

    def role(self, name: Name, case: Name) -> tuple[Word, float]:
        """Whether somebody killed the victim, and how probable that is."""
        guilt = self.guilt(name, case)
        return (MURDERER, guilt) if guilt > 1 - guilt else (CIVILIAN, 1 - guilt)

    def guilt(self, name: Name, case: Name) -> float:
        """How likely somebody killed the victim, from 0 to 1; a lone murderer knows that no other did."""
        is_mine = case in self.mind.papers.killed
        return 0.0 if is_mine and self.mind.evidence.hands.get(case, 1) == 1 else self.mind.share(name, case)


def _tone(fact: Fact, me: Name) -> float:
    """How kindly what somebody thinks of the reader is."""
    match fact:
        case Accusation(whom=whom) if whom == me:
            return -2.0
        case Suspicion(whom=whom) if whom == me:
            return -1.0
        case Trust(whom=whom) if whom == me:
            return 1.0
        case _:
            return 0.0
