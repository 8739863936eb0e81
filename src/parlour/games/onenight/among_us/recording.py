"""A game of Werewolf Among Us as its files tell it, with first names, before it is put into the open form."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from parlour.games.onenight.table_rules import DOPPELGANGER
from parlour.lab.transcripts import OddRows

_UNTOLD = frozenset({"", "none", "nan", "na", "n/a", "null", "-1"})
_CLOCK = re.compile(r"(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)")
_CARD = re.compile(r"cent(?:er|re) card\b.*", re.IGNORECASE)
_SPELLINGS = {"doppleganger": DOPPELGANGER, "doppelgänger": DOPPELGANGER, "p.i.": "paranormal investigator"}


@dataclass(frozen=True, kw_only=True)
class SpokenRow:
    """Something that was said.

    Attributes:
        at: the line or row in the file.
        number: its number within the game, as annotated.
        speaker: the first name.
        time: on the recording's clock, in seconds; None where that cannot be read.
        text: the words.
        labels: what annotators called it.
    """

    at: int
    number: int
    speaker: str
    time: float | None
    text: str
    labels: tuple[str, ...]


@dataclass(kw_only=True)
class RecordedTable:
    """One game of one recording.

    Attributes:
        recording: the video's name or id.
        game: its number within the recording.
        file: where its talk stands, or its cast.
        origin: which part of the collection it is from.
        start: the role that each first name was dealt, where it is known.
        end: the role of each first name at the end; its keys are the cast, in order.
        centre: roles of cards in the middle at the end.
        votes: whom each voted for, by first name; None where that is missing.
        rows: where each first name's row of the cast stands.
        stated: the winner that the source gives.
        voted: whom the source calls most voted for, where it says so.
        said: the talk, in the order of the file.
        odd: what is odd about it.
    """

    recording: str
    game: str
    file: str
    origin: str
    start: dict[str, str | None] = field(default_factory=dict[str, "str | None"])
    end: dict[str, str | None] = field(default_factory=dict[str, "str | None"])
    centre: list[str] = field(default_factory=list[str])
    votes: dict[str, str | None] = field(default_factory=dict[str, "str | None"])
    rows: dict[str, str] = field(default_factory=dict[str, str])
    stated: str | None = None
    voted: str | None = None
    said: list[SpokenRow] = field(default_factory=list[SpokenRow])
    odd: OddRows = field(default_factory=OddRows)

    @property
    def key(self) -> tuple[str, str]:
        """By which the same game is found in the copy and in the original set."""
        number = re.sub(r"\D", "", self.game)
        return re.sub(r"[\W_]+", "", self.recording.casefold()), number or self.game.casefold()


def told(cell: object) -> str | None:
    """A cell's content; None where nothing is told."""
    text = "" if cell is None else str(cell).strip()
    return None if text.casefold() in _UNTOLD else text


def role_of(cell: object) -> str | None:
    """A role as the open form has it, in small letters."""
    found = told(cell)
    return None if found is None else _SPELLINGS.get(found.casefold(), found.casefold())


def is_card(name: str) -> bool:
    """Whether a row of the cast is a card in the middle, and nobody."""
    return bool(_CARD.fullmatch(name.strip()))


def seconds(cell: object) -> float | None:
    """A time in seconds, from a number or from hours, minutes and seconds; None where it is neither."""
    text = str(cell).strip()
    if clock := _CLOCK.fullmatch(text):
        hours, minutes, rest = clock.groups(default="0")
        return int(hours) * 3600 + int(minutes) * 60 + float(rest)
    try:
        found = float(text)
    except ValueError:
        return None
    return found if found == found and abs(found) != float("inf") else None
