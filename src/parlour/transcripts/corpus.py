"""A collection of recorded games, and what reads it; found by entry point, ours and others' alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from parlour.core import Registry
from parlour.errors import UnknownCorpus
from parlour.transcripts.form import GameTranscript

PROTOCOL = 1
"""The version of the contract between Parlour and what reads a corpus."""


@dataclass(frozen=True, kw_only=True)
class Corpus:
    """A collection of recorded games.

    Attributes:
        title: what it is, in a line.
        wants: what the folder holds, for whoever named another.
        read: its games, one at a time, from a folder or a file; raises `TranscriptError` with file, line and
            field for what is not in its layout. What is odd is kept in the game's `oddities`.
        protocol: the version of the contract that it was written for.
    """

    title: str
    wants: str
    read: Callable[[Path], Iterator[GameTranscript]]
    protocol: int = PROTOCOL


CORPORA = Registry(
    group="parlour.transcripts",
    noun="corpus",
    kind=Corpus,
    protocol=PROTOCOL,
    verb="parlour transcripts corpora",
    unknown=UnknownCorpus,
)
