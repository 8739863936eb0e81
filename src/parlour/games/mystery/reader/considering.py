"""What the reader makes of lists in its prompt: questions that it may ask, timelines that it may tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parlour.games.mystery.reader.asking import worths
from parlour.games.mystery.reader.frames import find
from parlour.games.mystery.reader.grounds import Grounds
from parlour.games.mystery.reader.mind import Mind, typed
from parlour.games.mystery.reader.parsed import Task
from parlour.games.mystery.reader.telling import LEAST_BEARING, bearing, bears_on, tellable
from parlour.language.facts import (
    Absence,
    Claim,
    Hearing,
    Name,
    Plain,
    Presence,
    Question,
    Sighting,
    StatedFact,
    read,
)
from parlour.language.hearing import as_confirmed
from parlour.reader import Reached

_LISTED = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Considering:
    """Somebody before a list.

    Attributes:
        mind: what it knows.
        task: the prompt's list, and what is asked about it.
    """

    mind: Mind
    task: Task

    def questions(self, to: Name) -> Mapping[int, Question]:
        """The questions of the list by their numbers, as put to somebody; those that are understood."""
        return {
            number: question
            for number, text in self._lines.items()
            for question in _questions(text, self.mind, by=self.mind.me, to=to)[:1]
        }

    def asked(self) -> tuple[Question, ...]:
        """What the question means that one is to answer; nothing where there is none, or none we know."""
        frame = find("question", self.task.text, self.mind.papers.table)
        return _questions(frame["text"], self.mind, by=frame["partner"], to=self.mind.me) if frame else ()

    @property
    def _lines(self) -> Mapping[int, str]:
        return {int(number): text for number, text in _LISTED.findall(self.task.text)}

    def topics(self, case: Name, most: int) -> list[int]:
        """The numbers that are worth most, put to everybody; of equal ones the first."""
        totals = dict.fromkeys(self._lines, 0.0)
        for name in self.mind.others:
            questions = self.questions(name)
            values = worths(self.mind, name, case, tuple(questions.values()))
            for number, question in questions.items():
                totals[number] += values[question]
        return sorted(sorted(totals, key=lambda number: -totals[number])[:most])

    def reached(self, case: Name) -> Reached:
        """Whether it is known who did it; a murderer is never safe before the end."""
        if case in self.mind.papers.killed:
            return "partly" if any(self.mind.share(name, case) for name in self.mind.others) else "no"
        if self.mind.is_settled(case):
            return "yes"
        return "partly" if len(self.mind.open_suspects(case)) < len(self.mind.others) else "no"

    def timelines(self, case: Name) -> list[str]:
        """Who was where: as it stands in the papers or was said, the nearest to the death first."""
        told = sorted(self._remembered(), key=lambda each: bearing(_bare(each[1]), case, self.mind))
        near = [each for each in told if bearing(_bare(each[1]), case, self.mind) < LEAST_BEARING]
        return Grounds(mind=self.mind).quoted(iter(near))

    def _remembered(self) -> Iterator[tuple[Name | None, StatedFact]]:
        """What is known of whereabouts and may be spoken of, each fact once."""
        mine, seen = set(tellable(self.mind)), set[Plain]()
        for source, found in self.mind.known():
            fact = _bare(found)
            is_open = source != self.mind.me or fact in mine
            if isinstance(fact, Presence | Absence | Sighting | Hearing) and is_open and fact not in seen:
                seen.add(fact)
                yield source, found

    def is_needed(self, number: int) -> bool:
        """Whether a timeline of one's own answers the question; what others said they say themselves."""
        asked = self.asked()
        return any(bears_on(fact, question) for fact in self._own(number) for question in asked)

    def is_told(self, number: int) -> bool:
        """Whether what it means to answer tells all of a timeline of its own."""
        table = self.mind.papers.table
        frame = find("draft", self.task.text, table)
        text = frame["text"] if frame else ""
        said = read(text, table.language, speaker=self.mind.me, names=table.names).facts
        return all(fact in said for fact in self._own(number))

    def _own(self, number: int) -> list[Plain]:
        """The facts of a timeline that stand in one's own papers."""
        line = self._lines.get(number, "")
        known = self._remembered()
        return [_bare(found) for source, found in known if source == self.mind.me and found.sentence in line]


def _questions(text: str, mind: Mind, *, by: Name, to: Name) -> tuple[Question, ...]:
    """What a text asks somebody: as it is rendered, or as people type."""
    table = mind.papers.table
    text = as_confirmed(text, table.language)
    if plain := read(text, table.language, speaker=by, reader=to, names=table.names).questions:
        return plain
    return tuple(each for each in typed(text, mind.papers, by, to) if isinstance(each, Question))


def _bare(found: StatedFact) -> Plain:
    """What is said, without who says it."""
    return found.fact.fact if isinstance(found.fact, Claim) else found.fact
