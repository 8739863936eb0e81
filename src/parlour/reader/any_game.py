"""How the reader plays a game that brings no part of its own: by the talk alone, whatever its words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp

from parlour.language.facts import Language, Name
from parlour.llm import Prompt
from parlour.reader.evidence import meant
from parlour.reader.frames import KIT, TableNames, words
from parlour.reader.parsed_prompt import ParsedPrompt, Said, discusses_freely
from parlour.reader.passages import said
from parlour.reader.seat import SeatReader
from parlour.reader.talk_seat import TalkSeat

_EVEN, _SCORE = -1.0, 10.0
"""The logarithm of the odds of whoever nothing is said of, and the score that moves it by 1."""


@dataclass(frozen=True, kw_only=True)
class AnyPrompt(ParsedPrompt):
    """A prompt of whatever game.

    Attributes:
        heard: every fact in a line that begins with who says it, and who that is.
    """

    package = KIT
    heard: tuple[tuple[Name, Said], ...]

    @property
    def round(self) -> int:
        """One more than how often the reader has spoken."""
        return max((each.round for by, each in self.heard if by == self.me), default=0) + 1

    @cached_property
    def occasion(self) -> str:
        """The match and every fact that is told before the table, in short."""
        return hashlib.sha256(f"{self.lot}{self.heard}".encode()).hexdigest()

    def _heard(self) -> Iterable[Said]:
        return (each for _, each in self.heard)


@dataclass(frozen=True, kw_only=True)
class AnySeat(TalkSeat):
    """A player of whatever game.

    Attributes:
        prompt: what it is sent, sorted.
    """

    prompt: AnyPrompt

    @property
    def papers(self) -> AnyPrompt:
        """What it was told."""
        return self.prompt

    def suspicion(self, name: Name, case: str | None = None) -> float:
        """By what others said for and against somebody, of whom each counts once for one fact."""
        weight = sum(
            score if does == "attack" else -score
            for each in dict.fromkeys((said.by, said.fact) for said in self.prompt.said)
            for who, does, score in meant(each[1])
            if who == name != each[0]
        )
        return 1 / (1 + exp(-_EVEN - weight / _SCORE))


@dataclass(frozen=True, kw_only=True)
class AnyGame:
    """A `GameReader` for every game; a game's own part may extend it."""

    def seat(self, prompt: Prompt, players: Sequence[Name]) -> SeatReader:
        """The player whom a prompt is for."""
        table = TableNames(prompt.language, tuple(players) or (prompt.player,))
        told = [part.text for part in prompt.user]
        heard = ((by, found) for text in told for by, found in said(text, prompt.language, table.players))
        known = tuple((by, Said(by=by, fact=found.fact, round=1)) for by, found in heard if by)
        task = "\n\n".join(told)
        return AnySeat(
            prompt=AnyPrompt(
                table=table,
                me=prompt.player,
                role="",
                lines=(),
                task=task,
                lot=prompt.lot,
                is_free=discusses_freely(prompt),
                heard=known,
            )
        )

    def people(self, prompt: Prompt) -> tuple[Name, ...]:
        """Nobody beside the players."""
        return ()

    def themes(self, language: Language) -> list[str]:
        """What talk turns on where players look for those among them who hide."""
        return list(words("themes", language)["themes"])
