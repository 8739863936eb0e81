"""A collection of recorded games, and what reads it; found by entry point, ours and others' alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from parlour.core import Registry
from parlour.errors import UnknownCorpus
from parlour.transcripts.form import GameTranscript

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
    unread: int = 0


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
    recount: Callable[[Sequence[GameTranscript]], Sequence[RecountRow]] | None = None
    protocol: int = PROTOCOL


CORPORA = Registry(
    group="parlour.transcripts",
    noun="corpus",
    kind=Corpus,
    protocol=PROTOCOL,
    verb="parlour transcripts corpora",
    unknown=UnknownCorpus,
)
