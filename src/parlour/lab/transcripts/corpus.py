"""A collection of recorded games: its reader, found by entry point, and its way into the store and back."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from parlour.core import Registry
from parlour.errors import TranscriptError
from parlour.lab.transcripts.drafting import with_oddities
from parlour.lab.transcripts.files import head_of, read_lines
from parlour.lab.transcripts.form import GameTranscript
from parlour.store import RecordedGame, Store

PROTOCOL = 1
"""The version of the contract between Parlour and what reads a corpus."""


class RecountRow(BaseModel, frozen=True, extra="forbid"):
    """The result of the seats of one method and role, counted anew from recorded games.

    Attributes:
        method: how they played; `unknown` where the record does not say.
        role: what they were; empty for all roles together.
        rate: the share of them.
        low: where its 95 % interval over games begins; null of fewer than five.
        label_ends: the 95 % interval over games of each label's share; a label without one is left out.
    """

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


class SeatShare(BaseModel, frozen=True, extra="forbid"):
    """The share of a group's seats or games that won, with its 95 % interval over games.

    Attributes:
        low: where the interval begins; null of fewer than five games.
    """

    n: int
    wins: int
    low: float | None = None
    high: float | None = None


class RecountPairing(BaseModel, frozen=True, extra="forbid"):
    """The games of one method against another, within one series of a collection.

    Attributes:
        rival: what sat in the other seats; `unknown` where the record does not say.
    """

    series: str
    method: str
    rival: str
    games: int
    sided: SeatShare
    seats: SeatShare
    rival_seats: SeatShare


class Recount(BaseModel, frozen=True, extra="forbid"):
    """A collection's published results, counted anew."""

    rows: tuple[RecountRow, ...]
    pairings: tuple[RecountPairing, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Corpus:
    """A collection of recorded games.

    Attributes:
        read: its games, one at a time, from a folder or a file; raises `TranscriptError` with file, line and
            field for what is not in its layout. What is odd is kept in the game's `oddities`.
        mark: a regular expression that the beginning of such a file matches, and no other corpus's; empty for
            none. By it a file that was named for another importer is recognised.
        recount: what its authors published of it, counted anew; None where nothing is.
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
)


class TranscriptSummary(BaseModel, frozen=True):
    """A recorded game in a list.

    Attributes:
        winner: the sides that won, `nobody`, or None where it cannot be known.
    """

    id: str
    corpus: str
    game: str
    players: int
    utterances: int
    votes: int
    winner: str | None
    roles: dict[str, tuple[str | None, str | None]]
    flags: dict[str, int]


def summary_of(transcript: GameTranscript) -> TranscriptSummary:
    """A recorded game in a list."""
    winners = transcript.outcome.winners
    return TranscriptSummary(
        id=transcript.id,
        corpus=transcript.corpus,
        game=transcript.game,
        players=len(transcript.cast),
        utterances=transcript.utterances,
        votes=sum(bool(vote.target) for vote in transcript.votes),
        winner=None if winners is None else ", ".join(winners) or "nobody",
        roles={member.player: (member.start, member.end) for member in transcript.cast},
        flags=dict(transcript.flags),
    )


def import_corpus(
    store: Store,
    name: str,
    path: Path,
    *,
    is_replacing: bool = False,
    on_game: Callable[[GameTranscript, bool], None] = lambda game, is_new: None,
) -> tuple[TranscriptSummary, ...]:
    """Takes in all games of a corpus, or none if one cannot be read.

    Raises:
        UnknownPlugin: if nothing installed reads it.
        TranscriptError: if it cannot be read, or holds a game whose id another has.
    """
    digests, lines = store.recorded_games.digests(), list[TranscriptSummary]()
    seen: set[str] = set()

    def fresh() -> Iterator[RecordedGame]:
        for game in read_corpus(name, path):
            row = _row(game)
            if game.id in seen:
                raise TranscriptError(f"two games have the id {game.id!r}", file=game.source.file, field="id")
            seen.add(game.id)
            is_new = digests.get(game.id) != row.digest
            if is_new and game.id in digests and not is_replacing:
                message = f"another game has the id {game.id!r} here; --replace puts this one in its place"
                raise TranscriptError(message, file=game.source.file, field="id")
            lines.append(TranscriptSummary.model_validate_json(row.summary))
            on_game(game, is_new)
            if is_new:
                yield row

    store.recorded_games.keep(fresh())
    return tuple(lines)


def read_corpus(name: str, path: Path) -> Iterator[GameTranscript]:
    """Reads the games of a corpus, one at a time, with their oddities.

    Raises:
        UnknownPlugin: if nothing installed reads it.
        TranscriptError: if it cannot be read, or holds no game.
    """
    corpus, has_games = CORPORA.find(name), False
    with CORPORA.guard(name):
        for game in map(with_oddities, _read(name, corpus, path)):
            has_games = True
            yield game
    if not has_games:
        raise TranscriptError(f"there is no game in it; name {corpus.wants}", file=str(path))


def _read(name: str, corpus: Corpus, path: Path) -> Iterator[GameTranscript]:
    """The games of a corpus; of what it cannot read it is said which importer can, if one recognises it."""
    try:
        yield from corpus.read(path)
    except TranscriptError as error:
        head = head_of(path)
        if corpus.mark and re.search(corpus.mark, head, re.MULTILINE):
            raise
        kinds = [kind for kind, corpus in CORPORA.load_all().items() if kind != name and corpus.mark]
        fitting = [kind for kind in kinds if re.search(CORPORA.find(kind).mark, head, re.MULTILINE)]
        if not fitting:
            raise
        hint = (
            f"it looks like {CORPORA.find(fitting[0]).title}: parlour transcripts import {fitting[0]} {path}"
        )
        raise TranscriptError(
            f"{error.message}\n{hint}", file=error.file, line=error.line, field=error.field
        ) from error


def summaries(store: Store, corpus: str = "") -> tuple[TranscriptSummary, ...]:
    """Every recorded game of a store in a line."""
    return tuple(map(TranscriptSummary.model_validate_json, store.recorded_games.summaries(corpus)))


def find_transcript(store: Store, name: str) -> GameTranscript:
    """A recorded game, by its id or an unambiguous beginning of it.

    Raises:
        UnknownTranscript: if there is none, or more than one.
    """
    return GameTranscript.model_validate_json(store.recorded_games.json(name))


def format_transcript(transcript: GameTranscript) -> str:
    """A recorded game as a line of JSON lines, without what is as usual."""
    content = transcript.model_dump(mode="json", exclude_defaults=True)
    content = {"form": transcript.form, "version": transcript.version, **content}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _row(transcript: GameTranscript) -> RecordedGame:
    line = format_transcript(transcript)
    return RecordedGame(
        id=transcript.id,
        corpus=transcript.corpus,
        game=transcript.game,
        digest=hashlib.sha256(line.encode()).hexdigest(),
        summary=summary_of(transcript).model_dump_json(),
        json=line,
    )


_WANTED_FILES = "a file of JSON lines, or a folder with some that end in .jsonl"


def read_open_form(path: Path) -> Iterator[GameTranscript]:
    """The games of a file, or of all files of a folder that end in `.jsonl`."""
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    if not files or not files[0].exists():
        raise TranscriptError(f"there is nothing to import; name {_WANTED_FILES}", file=str(path))
    seen: dict[str, str] = {}
    for file in files:
        for line, game in read_lines(file):
            if game.id in seen:
                message = f"{game.id!r} is the id of another game, at {seen[game.id]}"
                raise TranscriptError(message, file=str(file), line=line, field="id")
            seen[game.id] = f"{file}:{line}"
            yield game


OPEN_FORM = Corpus(
    title="Games in Parlour's open form, as `parlour transcripts export` writes them",
    wants=_WANTED_FILES,
    read=read_open_form,
    mark=r'"form":\s*"parlour-transcript"',
)
