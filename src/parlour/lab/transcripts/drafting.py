"""Drafts of recorded games, shared by all importers: rows gathered, oddities counted, real names replaced."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from parlour.errors import TranscriptError
from parlour.lab.transcripts.files import digest_of
from parlour.lab.transcripts.form import (
    ABSTAINED,
    CastMember,
    GameTranscript,
    Happening,
    HappeningKind,
    Oddity,
    Phase,
    TranscriptOutcome,
    TranscriptSource,
)

SOMEBODY = "somebody"
"""Who stands in the place of a person of the collection that does not sit at this table."""
_WORD = re.compile(r"[^\W\d_]+")
_ALIKE = 0.85
"""From this likeness on, a word that no text has in small letters is a misspelt name."""
_BEFORE_A_WORD = re.compile(
    r"(?<![^\W\d_])(?:the|a|an|no|any|one|your|my|his|her|real|actual|another|of|was)[\W\d_]*$"
)


def small_words(texts: Iterable[str]) -> frozenset[str]:
    """The words that some text has in small letters: of these, one is no name by its look."""
    return frozenset(word for text in texts for word in _WORD.findall(text) if word.islower())


@dataclass
class SeatNames:
    """The seats of one table, and the names that stand for them.

    A word is taken for a name if it is one of the table's, or a short or misspelt form of just one of them
    that no text of the collection has in small letters. A name that is a word as well counts as a name where
    it has a capital within a sentence or before a comma, and not behind an article.
    """

    seats: Mapping[str, str]
    others: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    taken: int = 0
    left: int = 0
    _forms: dict[str, str | None] = field(default_factory=dict[str, "str | None"])

    def seat(self, name: str) -> str | None:
        """Returns the seat of a speaker or of a voted player; of a misspelt name too, if it is clear."""
        wanted = name.strip().casefold()
        return self._exact.get(wanted) or self._close(wanted)

    def replace_names(self, text: str) -> str:
        """A text with seats in the place of names."""
        return _WORD.sub(lambda match: self._word(match, text), text)

    @cached_property
    def _exact(self) -> Mapping[str, str]:
        return {name.casefold(): seat for name, seat in self.seats.items()}

    def _word(self, match: re.Match[str], text: str) -> str:
        word = match[0]
        key = word.casefold()
        if key in self._exact and key not in self.words:
            self.taken += 1
            return self._exact[key]
        if not word[0].isupper():
            return word
        if key in self._exact:
            return self._taken(self._exact[key]) if self._is_named(match, text) else self._left(word)
        if key in self.words:
            return word
        if key not in self._forms:
            self._forms[key] = self._close(key) or (SOMEBODY if key in self.others else None)
        seat = self._forms[key]
        return self._taken(seat) if seat else word

    def _taken(self, seat: str) -> str:
        self.taken += 1
        return seat

    def _left(self, word: str) -> str:
        self.left += 1
        return word

    def _is_named(self, match: re.Match[str], text: str) -> bool:
        """Returns true if a word that is also a name stands for a player here."""
        before, after = text[: match.start()].rstrip(), text[match.end() :]
        if _BEFORE_A_WORD.search(before.casefold()):
            return False
        return bool(before and before[-1] not in ".?!") or after.startswith((",", "?", "!", "'s", "’s"))

    def _close(self, key: str) -> str | None:
        seats = {seat for name, seat in self._exact.items() if _is_form(key, name)}
        return seats.pop() if len(seats) == 1 else None


def seats_of(names: Sequence[str]) -> dict[str, str]:
    """A seat for each name: Player 1, Player 2 and so on, in the order of the source."""
    return {name: f"Player {number}" for number, name in enumerate(names, 1)}


def _is_form(word: str, name: str) -> bool:
    if min(len(word), len(name)) < 3 or word[0] != name[0]:
        return False
    return (
        word.startswith(name) or name.startswith(word) or SequenceMatcher(None, word, name).ratio() >= _ALIKE
    )


ROLE_MISSING, VOTE_MISSING, VOTE_FOR_ONESELF = "role-missing", "vote-missing", "vote-for-oneself"
CLOCK_RESTARTS, TARGET_UNKNOWN = "clock-restarts", "target-unknown"


@dataclass
class OddRows:
    """The oddities of one game, as its importer finds them."""

    found: list[Oddity] = field(default_factory=list[Oddity])

    def add(self, flag: str, where: str, message: str, name: str = "", count: int = 1) -> None:
        """Names one; `name` is the field, and `count` how many rows or places it is about."""
        self.found.append(Oddity(flag=flag, where=where, field=name, told=message, count=count))


@dataclass(frozen=True, kw_only=True)
class Collection:
    """The collection that an importer reads.

    Attributes:
        corpus: the importer's name.
        name: the collection's name, as its authors call it.
    """

    corpus: str
    name: str
    licence: str
    url: str = ""


@dataclass(kw_only=True)
class GameDraft:
    """A game as the reader of its file or folder gathers it.

    Attributes:
        path: what is read.
        out: the players who are out of the game.
    """

    collection: ClassVar[Collection]
    path: Path
    odd: OddRows = field(default_factory=OddRows)
    events: list[Happening] = field(default_factory=list[Happening])
    out: list[str] = field(default_factory=list[str])
    round: int = 0
    phase: Phase = ""

    def error(self, message: str, name: str = "", *, line: int | None = None) -> TranscriptError:
        """Returns an error that names the file, and the field or line."""
        return TranscriptError(message, file=str(self.path), line=line, field=name)

    def add(self, kind: HappeningKind, **fields: object) -> None:
        """Adds an event in the present round and phase."""
        at = {"number": len(self.events), "kind": kind, "round": self.round, "phase": self.phase}
        self.events.append(Happening.model_validate({**at, **fields}))

    def put_out(self, player: str, **fields: object) -> None:
        """Adds the news that a player is out of the game."""
        self.add("news", deed="out", target=(player,), **fields)
        self.out += [player] if player not in self.out else []

    def finish(
        self,
        game: str,
        *,
        rules: str,
        cast: Iterable[CastMember],
        outcome: TranscriptOutcome,
        id: str = "",  # noqa: A002 - the form's own word
        title: str = "",
        file: str = "",
        language: str = "en",
        read: Iterable[Path] = (),
    ) -> GameTranscript:
        """Returns the game in the open form.

        Args:
            game: what was played.
            rules: in what its rules differ from those of Parlour's game.
            cast: the players.
            outcome: who won.
            id: its id; the corpus and the title if left out.
            title: what the source calls it; the name of the file or folder if left out.
            file: the file or folder that it was read from; its name if left out.
            language: of what was said.
            read: the files that were read; `path` alone if left out.
        """
        about = self.collection
        title = title or (self.path.name if self.path.is_dir() else self.path.stem)
        return GameTranscript(
            id=id or f"{about.corpus}-{slug(title)}",
            corpus=about.corpus,
            game=game,
            title=title,
            language=language,
            rules=rules,
            source=TranscriptSource(
                name=about.name,
                file=file or self.path.name,
                licence=about.licence,
                revision=digest_of([*read] or [self.path]),
                url=about.url,
            ),
            cast=tuple(cast),
            events=number_events(self.events),
            outcome=outcome,
            oddities=tuple(self.odd.found),
        )

    def outcome(self, winners: Sequence[str | None], stated: str | None = None) -> TranscriptOutcome:
        """Returns the outcome by the source's own words.

        Args:
            winners: the sides that won; None and no side at all where the source names none.
            stated: the words.
        """
        sides = tuple(side for side in winners if side)
        return TranscriptOutcome(
            winners=sides or None, basis="source" if sides else "unknown", stated=stated, out=tuple(self.out)
        )


def slug(text: str) -> str:
    """A text as a part of an id: small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-")


def number_events(events: Iterable[Happening]) -> tuple[Happening, ...]:
    """Events with their positions."""
    return tuple(event.model_copy(update={"number": at}) for at, event in enumerate(events))


def with_oddities(transcript: GameTranscript) -> GameTranscript:
    """A game with what is odd about any game named too: each once, however often it is asked."""
    reported = {(oddity.flag, oddity.field) for oddity in transcript.oddities}
    fresh = [oddity for oddity in _found(transcript) if (oddity.flag, oddity.field) not in reported]
    return transcript.model_copy(update={"oddities": (*transcript.oddities, *fresh)}) if fresh else transcript


def _found(transcript: GameTranscript) -> Iterator[Oddity]:
    file = transcript.source.file
    yield from _in_cast(transcript.cast, file)
    yield from _in_votes(transcript, file)
    yield from _in_clock(transcript.events, file)


def _in_cast(cast: Sequence[CastMember], file: str) -> Iterator[Oddity]:
    for name in ("start", "end"):
        lacking = [member.player for member in cast if getattr(member, name) is None]
        if lacking:
            whose = "anybody" if len(lacking) == len(cast) else ", ".join(lacking)
            message = f"the role of {whose} at the {name} is not known"
            yield Oddity(
                flag=ROLE_MISSING, where=file, field=f"cast.{name}", told=message, count=len(lacking)
            )


def _in_votes(transcript: GameTranscript, file: str) -> Iterator[Oddity]:
    players = {*transcript.players, ABSTAINED}
    for vote in transcript.votes:
        at, where = f"events[{vote.number}].target", _row(file, vote)
        if not vote.target:
            message = f"no vote of {vote.speaker} is on record"
            yield Oddity(flag=VOTE_MISSING, where=where, field=at, told=message)
        if vote.speaker in vote.target:
            message = f"{vote.speaker} voted for itself"
            yield Oddity(flag=VOTE_FOR_ONESELF, where=where, field=at, told=message)
        if not vote.deed and not players.issuperset(vote.target):
            message = f"{vote.speaker} voted for {', '.join(vote.target)}, who is not in the cast"
            yield Oddity(flag=TARGET_UNKNOWN, where=where, field=at, told=message)


def _in_clock(events: Sequence[Happening], file: str) -> Iterator[Oddity]:
    last: float | None = None
    for event in events:
        if event.time is None:
            continue
        if last is not None and event.time < last:
            message = f"the clock goes back from {last:g} to {event.time:g} seconds"
            at = f"events[{event.number}].time"
            yield Oddity(flag=CLOCK_RESTARTS, where=_row(file, event), field=at, told=message)
        last = event.time


def _row(file: str, event: Happening) -> str:
    return file if event.row is None else f"{file}:{event.row}"
