"""A prompt of a game without a script, parsed: its talk, its task and the numbered lists in it."""

from __future__ import annotations

import hashlib
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from parlour.language.facts import (
    Check,
    Chooser,
    Fact,
    Language,
    Name,
    NeitherOfTwo,
    OneOfTwo,
    Question,
    RoleClaim,
    Suspicion,
    Trust,
    Unrepeated,
    VoteFor,
    WhatCheck,
    WhatRole,
    WhomSuspected,
    WhomTrusted,
    WhoseVote,
    Word,
    every_wording,
    read,
    render,
)
from parlour.llm import Prompt
from parlour.reader.hearing import facts, lines
from parlour.reader.phrases import SentenceFrame, TableNames, compile_frame, drawn_for, words
from parlour.reader.seat import UNBOUNDED, Bounds

AskedOf = type[WhomSuspected] | type[WhomTrusted] | type[WhoseVote]
"""A question that can be put to anybody, whatever happened."""


@dataclass(frozen=True, kw_only=True)
class Said:
    """A fact with its speaker.

    Attributes:
        round: in which round, or on which day; 0 where that is not told.
    """

    by: Name
    fact: Fact
    round: int


@dataclass(frozen=True, kw_only=True)
class ParsedPrompt(ABC):
    """A prompt, parsed.

    Attributes:
        scope: the scope of typed talk (`TalkTable`); empty if no one types.
        at: the kind of table, whose players have words of their own (`every_wording`); empty for none.
    """

    package: ClassVar[str]
    opening: ClassVar[str] = "round"
    scope: ClassVar[str] = ""
    asks: ClassVar[tuple[AskedOf, ...]] = (WhomSuspected, WhoseVote)
    hides: ClassVar[frozenset[Word]] = frozenset()
    at: ClassVar[str] = ""
    table: TableNames
    me: Name
    role: Word
    lines: tuple[SentenceFrame, ...]
    task: str
    draw_seed: str = ""
    bounds: Bounds = UNBOUNDED
    is_free: bool = False

    @property
    def language(self) -> Language:
        return self.table.language

    @property
    def frames(self) -> Mapping[str, Any]:
        """The words around the facts."""
        return words("frames", self.language, self.package)

    @property
    def others(self) -> tuple[Name, ...]:
        return tuple(name for name in self.table.players if name != self.me)

    @property
    @abstractmethod
    def round(self) -> int:
        """The round, or day, of the request."""

    @cached_property
    def statements(self) -> tuple[Said, ...]:
        """All public statements that are understood."""
        return tuple(self._read_talk())

    @cached_property
    def occasion(self) -> str:
        """A digest of the match and its public talk, alike for all players.

        A lot that is drawn by it falls anew in every match, alike for all who heard the same, and never by
        the role dealt to the player: a random choice then reveals nothing of it.
        """
        talk = "\n".join(line["text"] for line in self.of("spoke"))
        return hashlib.sha256(f"{self.draw_seed}{talk}".encode()).hexdigest()

    @property
    def limit(self) -> int | None:
        """The word limit; None if the task has none."""
        match = compile_frame(self.frames["limit"], self.table).search(self.task)
        return int(match["number"]) if match else None

    @property
    def draft(self) -> str:
        """The draft of the speech, if the task quotes it; else empty."""
        match = compile_frame(self.frames["draft"], self.table).search(self.task)
        return match["text"] if match else ""

    def draw(self, purpose: str) -> Random:
        """Returns a generator for a wording, seeded by public talk and so alike for any role."""
        return drawn_for(f"{self.draw_seed}{self.me}{self.round}{self._heard_aloud}{purpose}")

    def wording(self, purpose: str, *kinds: str) -> Unrepeated:
        """Returns a chooser of wordings that avoids those of the last speeches.

        Args:
            purpose: tells one draw from another.
            kinds: the kinds of lines that are speeches; public ones unless given.
        """
        players = self.table.players
        recent = tuple(line["text"] for line in self.of(*(kinds or ("spoke",)))[-len(players) :])
        return Unrepeated(rng=self.draw(purpose), recent=recent, language=self.language, names=players)

    def wording_at_once(self, purpose: str, speakers: Sequence[Name], *kinds: str) -> Unrepeated:
        """Returns a chooser for players who speak at the same time: each gets another wording."""
        rng = drawn_for(f"{self.draw_seed}{self.round}{purpose}")
        turn = sorted(speakers).index(self.me)
        return replace(self.wording(purpose, *kinds), rng=rng, turn=turn)

    def say(self, content: Fact | Question, to: Name | None = None, chooser: Chooser | None = None) -> str:
        """Returns a fact or a question in the reader's words."""
        ways = every_wording(
            content, self.language, self.draw(f"ways {content}"), speaker=self.me, reader=to, at=self.at
        )
        return (chooser or self.wording(f"say {content}")).choice(ways)

    @cached_property
    def _heard_aloud(self) -> str:
        return hashlib.sha256("".join(line["text"] for line in self.of("spoke")).encode()).hexdigest()

    def of(self, *kinds: str) -> tuple[SentenceFrame, ...]:
        """Returns the lines of some kinds, in order."""
        return tuple(line for line in self.lines if line.kind in kinds)

    def said_by(self, name: Name) -> tuple[Fact, ...]:
        return tuple(statement.fact for statement in self.statements if statement.by == name)

    def own_words(self, name: Name) -> tuple[Fact, ...]:
        """Returns the facts that a player has stated itself, without retold ones."""
        return tuple(
            fact
            for fact in self.said_by(name)
            if (fact.who if isinstance(fact, RoleClaim) else getattr(fact, "by", name)) == name
        )

    @cached_property
    def kept_words(self) -> tuple[Fact, ...]:
        """Returns the reader's own statements, without a role that slipped out."""
        return tuple(
            fact
            for fact in self.own_words(self.me)
            if not (isinstance(fact, RoleClaim) and fact.role in self.hides)
        )

    @cached_property
    def left_out(self) -> frozenset[Name]:
        """The players some of whose remarks the prompt leaves out: what they did not say is unknown."""
        both, comma = self.frames["and"], self.frames["comma"]
        listings = (line["listed"].replace(both, comma).split(comma) for line in self.of("left_out"))
        return frozenset(name for names in listings for name in names).intersection(self.table.players)

    @property
    def unheard(self) -> int:
        """The number of remarks that the prompt leaves out."""
        return sum(int(line["number"]) for line in self.of("left_out"))

    def facts_of(self, line: SentenceFrame) -> tuple[Fact, ...]:
        """Returns the facts of a spoken line."""
        return facts(line["text"], line["actor"], self.table, self.package, self.scope)

    @cached_property
    def heard_players(self) -> frozenset[Name]:
        """The players who have spoken in public so far, as far as the prompt shows it."""
        return self.left_out.union(line["actor"] for line in self.of("spoke"))

    def has_spoken(self, name: Name) -> bool:
        return any((statement.by, statement.round) == (name, self.round) for statement in self.statements)

    @cached_property
    def this_round(self) -> tuple[SentenceFrame, ...]:
        """The shown talk since the latest round or day began.

        A game may tell of a round only once its first speaker has spoken; who spoke already is in a new one.
        """
        lines = self.of(self.opening, "spoke", "passed")
        last = max((n for n, line in enumerate(lines) if line.kind == self.opening), default=-1)
        spoken = lines[last + 1 :]
        return () if any(line["actor"] == self.me for line in spoken) else spoken

    @property
    def named_suspect(self) -> Name:
        """The last player that the reader suspected or named for a vote in the last round of talk, if any."""
        return next((suspect for by, suspect in reversed(self._last_suspicions) if by == self.me), "")

    @property
    def all_declared(self) -> frozenset[Name]:
        """The players suspected or named for a vote in the last round of talk."""
        return frozenset(suspect for _, suspect in self._last_suspicions)

    @cached_property
    def _last_suspicions(self) -> tuple[tuple[Name, Name], ...]:
        """The suspicions of the last round of talk in order, as pairs of speaker and suspect.

        Not of the round that comes next: when the votes are cast, the talk is over.
        """
        return self._named_in(max((statement.round for statement in self.statements), default=0))

    @property
    def named_today(self) -> tuple[tuple[Name, Name], ...]:
        """The suspicions of the present round of talk in order, as pairs of speaker and suspect."""
        return self._named_in(self.round)

    def _named_in(self, number: int) -> tuple[tuple[Name, Name], ...]:
        spoken = (
            (statement.by, statement.fact) for statement in self.statements if statement.round == number
        )
        return tuple((by, fact.whom) for by, fact in spoken if isinstance(fact, Suspicion | VoteFor))

    def has_had_turn(self, name: Name) -> bool:
        """Returns true if a player has spoken, or passed, since the latest round or day began."""
        return any(line["actor"] == name for line in self.this_round)

    def spoken(self, opening: str) -> Iterator[Said]:
        """Yields the facts of the talk, whose rounds begin with lines of the given kind."""
        number = 0
        for line in self.of(opening, "spoke"):
            if line.kind == opening:
                number = int(line["number"])
                continue
            for fact in self.facts_of(line):
                yield Said(by=line["actor"], fact=fact, round=number)

    @abstractmethod
    def _read_talk(self) -> Iterable[Said]:
        """Yields the talk, as the game remembers it."""


def table_of(package: str, prompt: Prompt) -> TableNames | None:
    """Returns the names of the players; None if the prompt does not state them."""
    frames = words("frames", prompt.language, package)
    seats = compile_frame(frames["players"], TableNames(prompt.language, ())).search(prompt.system_text)
    return TableNames(prompt.language, tuple(seats["chosen"].split(frames["comma"]))) if seats else None


def discusses_freely(prompt: Prompt) -> bool:
    """Returns true if the rules say that talk has no turns."""
    return words("frames", prompt.language)["free_talk"] in prompt.system_text


def sorted_out(package: str, prompt: Prompt, table: TableNames) -> tuple[tuple[SentenceFrame, ...], str]:
    """Splits a prompt into its events, line by line, and its task."""
    parts = [(part.text, lines(part.text, table, package)) for part in prompt.user]
    task = "\n\n".join(text for text, frames in parts if not frames)
    return tuple(line for _, frames in parts for line in frames), task


_LISTED = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)
ANSWERS: Mapping[type[Question], type[Fact]] = {
    WhatRole: RoleClaim,
    WhatCheck: Check,
    WhomSuspected: Suspicion,
    WhomTrusted: Trust,
    WhoseVote: VoteFor,
}
"""The types of fact that answer each question."""


def _listed_lines(parsed: ParsedPrompt) -> Iterator[tuple[int, str]]:
    return ((int(number), text) for number, text in _LISTED.findall(parsed.task))


def timelines(parsed: ParsedPrompt) -> Iterator[tuple[int, str]]:
    """Yields the lines that state a fact, in words in which the reader may repeat it: about itself as *I*."""
    for number, text in _listed_lines(parsed):
        facts = _facts(parsed, text)
        if any(parsed.me in people(fact) for fact in facts):
            rng = drawn_for(f"{parsed.me}{parsed.round}{text}")
            gap = words("phrases", parsed.language, parsed.package)["gap"]
            yield number, gap.join(render(fact, parsed.language, rng, speaker=parsed.me) for fact in facts)
        elif facts:
            yield number, text


def timeline(parsed: ParsedPrompt, number: int) -> tuple[Fact, ...]:
    """Returns the facts of a line, if any."""
    return _facts(parsed, dict(_listed_lines(parsed)).get(number, ""))


def _facts(parsed: ParsedPrompt, line: str) -> tuple[Fact, ...]:
    return read(line, parsed.language, names=parsed.table.players).facts


def is_told(parsed: ParsedPrompt, number: int) -> bool:
    """Returns true if the draft states all facts of a timeline."""
    facts = read(parsed.draft, parsed.language, speaker=parsed.me, names=parsed.table.players).facts
    return all(fact in facts for fact in timeline(parsed, number))


def topics(parsed: ParsedPrompt, to: Name) -> Iterator[tuple[int, Question]]:
    """Yields the listed questions, as put to a player, that the grammar understands."""
    for number, text in _listed_lines(parsed):
        for question in read(
            text, parsed.language, speaker=parsed.me, reader=to, names=parsed.table.players
        ).questions[:1]:
            yield number, question


def least_answered(parsed: ParsedPrompt, others: Sequence[Name], most: int) -> list[int]:
    """Returns the numbers of the questions that fewest others have answered; of equal ones the first."""
    unanswered = {
        number: sum(_is_open(parsed, number, to) for to in others) for number, _ in _listed_lines(parsed)
    }
    return sorted(sorted(unanswered, key=lambda number: -unanswered[number])[:most])


def _is_open(parsed: ParsedPrompt, number: int, to: Name) -> bool:
    """Returns true if a listed question is understood and a player has not answered it."""
    question = dict(topics(parsed, to)).get(number)
    answer = ANSWERS.get(type(question)) if question else None
    return answer is not None and not any(isinstance(fact, answer) for fact in parsed.said_by(to))


def people(fact: Fact) -> frozenset[Name]:
    """Returns the players in a fact that may be retold; none for other facts."""
    match fact:
        case OneOfTwo(by=by, whom=whom, other=other) | NeitherOfTwo(by=by, whom=whom, other=other):
            return frozenset({by, whom, other})
        case Check(by=by, whom=whom) | Suspicion(by=by, whom=whom) | VoteFor(by=by, whom=whom):
            return frozenset({by, whom})
        case RoleClaim(who=who):
            return frozenset({who})
        case _:
            return frozenset()
