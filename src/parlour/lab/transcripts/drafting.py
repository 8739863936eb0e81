"""What importers share: a game as it is gathered from its rows, and the oddities that any corpus may have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from parlour.lab.transcripts.form import (
    ABSTAINED,
    CastMember,
    GameTranscript,
    Happening,
    HappeningKind,
    Oddity,
    Phase,
    TranscriptOutcome,
)

ROLE_MISSING, VOTE_MISSING, VOTE_FOR_ONESELF = "role-missing", "vote-missing", "vote-for-oneself"
CLOCK_RESTARTS, TARGET_UNKNOWN = "clock-restarts", "target-unknown"


@dataclass
class OddRows:
    """What is odd about one game, as its reader finds it."""

    found: list[Oddity] = field(default_factory=list[Oddity])

    def add(self, flag: str, where: str, told: str, name: str = "", count: int = 1) -> None:
        """Names one; `name` is the field, and `count` how many rows or places it is about."""
        self.found.append(Oddity(flag=flag, where=where, field=name, told=told, count=count))


@dataclass
class GameDraft:
    """The events of a game as its reader gathers them.

    Attributes:
        events: in the order of the source.
        out: who was put out of the game, in order.
        round: of the next event.
        phase: of the next event.
    """

    events: list[Happening] = field(default_factory=list[Happening])
    out: list[str] = field(default_factory=list[str])
    round: int = 0
    phase: Phase = ""

    def add(self, kind: HappeningKind, **fields: object) -> None:
        """Adds an event in the present round and phase."""
        at = {"number": len(self.events), "kind": kind, "round": self.round, "phase": self.phase}
        self.events.append(Happening.model_validate({**at, **fields}))

    def put_out(self, player: str, **fields: object) -> None:
        """Adds the news that a player is out of the game."""
        self.add("news", deed="out", target=(player,), **fields)
        self.out += [player] if player not in self.out else []

    def outcome(self, winners: Sequence[str | None], stated: str | None = None) -> TranscriptOutcome:
        """Returns the outcome by the source's own words.

        Args:
            winners: the sides that won; None and no side at all where the source names none.
            stated: the words.
        """
        sides = tuple(side for side in winners if side)
        return TranscriptOutcome(
            winners=sides or None,
            basis="source" if sides else "unknown",
            stated=stated,
            out=tuple(self.out),
        )


def slug(text: str) -> str:
    """A text as a part of an id: small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-")


def numbered(events: Iterable[Happening]) -> tuple[Happening, ...]:
    """Events with their positions."""
    return tuple(each.model_copy(update={"number": at}) for at, each in enumerate(events))


def with_oddities(transcript: GameTranscript) -> GameTranscript:
    """A game with what is odd about any game named too: each once, however often it is asked."""
    known = {(each.flag, each.field) for each in transcript.oddities}
    fresh = [each for each in _found(transcript) if (each.flag, each.field) not in known]
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
            told = f"the role of {whose} at the {name} is not known"
            yield Oddity(flag=ROLE_MISSING, where=file, field=f"cast.{name}", told=told, count=len(lacking))


def _in_votes(transcript: GameTranscript, file: str) -> Iterator[Oddity]:
    players = {*transcript.players, ABSTAINED}
    for each in transcript.votes:
        at, where = f"events[{each.number}].target", _row(file, each)
        if not each.target:
            told = f"no vote of {each.speaker} is on record"
            yield Oddity(flag=VOTE_MISSING, where=where, field=at, told=told)
        if each.speaker in each.target:
            told = f"{each.speaker} voted for itself"
            yield Oddity(flag=VOTE_FOR_ONESELF, where=where, field=at, told=told)
        if not each.deed and not players.issuperset(each.target):
            told = f"{each.speaker} voted for {', '.join(each.target)}, who is not in the cast"
            yield Oddity(flag=TARGET_UNKNOWN, where=where, field=at, told=told)


def _in_clock(events: Sequence[Happening], file: str) -> Iterator[Oddity]:
    last: float | None = None
    for each in events:
        if each.time is None:
            continue
        if last is not None and each.time < last:
            told = f"the clock goes back from {last:g} to {each.time:g} seconds"
            at = f"events[{each.number}].time"
            yield Oddity(flag=CLOCK_RESTARTS, where=_row(file, each), field=at, told=told)
        last = each.time


def _row(file: str, each: Happening) -> str:
    return file if each.row is None else f"{file}:{each.row}"
