"""A collection of recorded games, and what reads it; found by entry point, ours and others' alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from parlour.core import Registry
from parlour.errors import UnknownCorpus
from parlour.lab.transcripts.form import GameTranscript

PROTOCOL = 1
"""The version of the contract between Parlour and what reads a corpus."""


class RecountRow(BaseModel):
    """What the seats of one method and role came to, counted anew from recorded games.

    Attributes:
        method: how they played; `unknown` where the record does not say.
        role: what they were; empty for all roles together.
        games: in how many games they sat.
        seats: how many there were.
        wins: how many of them won.
        rate: the share of them.
        low: where its 95 % interval over games begins; null of fewer than five.
        high: where it ends.
        score: the mean action score of a seat.
        labels: their deeds by label.
        label_ends: the 95 % interval over games of each label's share; a label without one is left out.
        thought: the labels of those deeds whose thought is on record.
        unread: deeds whose thought is not on record, so that the deed itself was taken for it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    method: str
    role: str
    games: int
    seats: int
    wins: int
    rate: float
    low: float | None = None
    high: float | None = None
    score: float
    labels: Mapping[str, int] = {}
    label_ends: Mapping[str, tuple[float, float]] = {}
    thought: Mapping[str, int] = {}
    unread: int = 0


class SeatShare(BaseModel):
    """The share of a group's seats or games that won, with its 95 % interval over games.

    Attributes:
        n: how many there are.
        wins: how many of them won.
        low: where the interval begins; null of fewer than five games.
        high: where it ends.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    n: int
    wins: int
    low: float | None = None
    high: float | None = None


class RecountPairing(BaseModel):
    """The games of one method against another, within one series of a collection.

    Attributes:
        series: of which series.
        method: the method that is counted.
        rival: what sat in the other seats; `unknown` where the record does not say.
        games: how many there are.
        sided: the games in which the method had one side, and how many of them that side won.
        seats: the method's seats.
        rival_seats: the other seats.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    series: str
    method: str
    rival: str
    games: int
    sided: SeatShare
    seats: SeatShare
    rival_seats: SeatShare


class Recount(BaseModel):
    """What a collection's authors published of it, counted anew.

    Attributes:
        rows: by method and role, and by method alone.
        pairings: one method against each other, by series.
        notes: what the counts rest on, a sentence each.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    rows: tuple[RecountRow, ...]
    pairings: tuple[RecountPairing, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Corpus:
    """A collection of recorded games.

    Attributes:
        title: what it is, in a line.
        wants: what the folder holds, for whoever named another.
        read: its games, one at a time, from a folder or a file; raises `TranscriptError` with file, line and
            field for what is not in its layout. What is odd is kept in the game's `oddities`.
        mark: a regular expression that the beginning of such a file matches, and no other corpus's; empty for
            none. By it a file that was named for another importer is recognised.
        recount: what its authors published of it, counted anew; None where nothing is.
        protocol: the version of the contract that it was written for.
    """

    title: str
    wants: str
    read: Callable[[Path], Iterator[GameTranscript]]
    mark: str = ""
    recount: Callable[[Sequence[GameTranscript]], Recount] | None = None
    protocol: int = PROTOCOL


CORPORA = Registry(
    group="parlour.transcripts",
    noun="corpus",
    kind=Corpus,
    protocol=PROTOCOL,
    verb="parlour transcripts corpora",
    unknown=UnknownCorpus,
)
