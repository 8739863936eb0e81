"""From a corpus into the store, and back: import, list, read and export."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from parlour.errors import TranscriptError
from parlour.lab.transcripts.corpus import CORPORA, Corpus
from parlour.lab.transcripts.drafting import with_oddities
from parlour.lab.transcripts.files import head_of
from parlour.lab.transcripts.form import GameTranscript
from parlour.store import RecordedGame, Store


class TranscriptSummary(BaseModel):
    """A recorded game in a list.

    Attributes:
        id: its id.
        corpus: the importer that read it.
        game: what was played.
        players: how many seats.
        utterances: how many times somebody spoke.
        votes: how many ballots were cast; missing ones are not counted.
        winner: the sides that won, `nobody`, or None where it cannot be known.
        roles: of each seat, at the start and at the end.
        flags: how often there is which oddity.
    """

    model_config = ConfigDict(frozen=True)
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
        votes=sum(bool(each.target) for each in transcript.votes),
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

    Args:
        store: where to.
        name: the corpus, as its importer is called.
        path: its folder or file.
        is_replacing: whether another game of the same id gives way.
        on_game: told each game, and whether it is new here.

    Returns:
        Every game's line, whether it is new here or was there already.

    Raises:
        UnknownCorpus: if nothing installed reads it.
        TranscriptError: if it cannot be read, or holds a game whose id another has.
    """
    known, lines = store.recorded.digests(), list[TranscriptSummary]()
    seen: set[str] = set()

    def fresh() -> Iterator[RecordedGame]:
        for game in read_corpus(name, path):
            row = _row(game)
            if game.id in seen:
                raise TranscriptError(f"two games have the id {game.id!r}", file=game.source.file, field="id")
            seen.add(game.id)
            is_new = known.get(game.id) != row.digest
            if is_new and game.id in known and not is_replacing:
                told = f"another game has the id {game.id!r} here; --replace puts this one in its place"
                raise TranscriptError(told, file=game.source.file, field="id")
            lines.append(TranscriptSummary.model_validate_json(row.summary))
            on_game(game, is_new)
            if is_new:
                yield row

    store.recorded.keep(fresh())
    return tuple(lines)


def read_corpus(name: str, path: Path) -> Iterator[GameTranscript]:
    """Reads the games of a corpus, one at a time, with their oddities.

    Raises:
        UnknownCorpus: if nothing installed reads it.
        TranscriptError: if it cannot be read, or holds no game.
    """
    corpus, has_games = CORPORA.find(name), False
    with CORPORA.guarded(name):
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
        kinds = [kind for kind, each in CORPORA.installed().items() if kind != name and each.mark]
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
    return tuple(map(TranscriptSummary.model_validate_json, store.recorded.summaries(corpus)))


def find_transcript(store: Store, name: str) -> GameTranscript:
    """A recorded game, by its id or an unambiguous beginning of it.

    Raises:
        UnknownTranscript: if there is none, or more than one.
    """
    return GameTranscript.model_validate_json(store.recorded.json(name))


def spelled(transcript: GameTranscript) -> str:
    """A recorded game as a line of JSON lines, without what is as usual."""
    told = transcript.model_dump(mode="json", exclude_defaults=True)
    told = {"form": transcript.form, "version": transcript.version, **told}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _row(transcript: GameTranscript) -> RecordedGame:
    line = spelled(transcript)
    return RecordedGame(
        id=transcript.id,
        corpus=transcript.corpus,
        game=transcript.game,
        digest=hashlib.sha256(line.encode()).hexdigest(),
        summary=summary_of(transcript).model_dump_json(),
        json=line,
    )
