"""Recorded games that are in the open form already."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from parlour.errors import TranscriptError
from parlour.lab.transcripts.corpus import Corpus
from parlour.lab.transcripts.files import read_lines
from parlour.lab.transcripts.form import GameTranscript

_WANTS = "a file of JSON lines, or a folder with some that end in .jsonl"


def read(path: Path) -> Iterator[GameTranscript]:
    """The games of a file, or of all files of a folder that end in `.jsonl`."""
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    if not files or not files[0].exists():
        raise TranscriptError(f"there is nothing to import; name {_WANTS}", file=str(path))
    seen: dict[str, str] = {}
    for file in files:
        for line, game in read_lines(file):
            if game.id in seen:
                told = f"{game.id!r} is the id of another game, at {seen[game.id]}"
                raise TranscriptError(told, file=str(file), line=line, field="id")
            seen[game.id] = f"{file}:{line}"
            yield game


CORPUS = Corpus(
    title="Games in Parlour's open form, as `parlour transcripts export` writes them",
    wants=_WANTS,
    read=read,
    mark=r'"form":\s*"parlour-transcript"',
)
