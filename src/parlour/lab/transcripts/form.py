"""The open form of a recorded game, version 1, with its JSON Schema and the sides of its players.

It describes a game as a spectator could have followed it, and beside each line which others could see it.
Errors of a corpus are kept and named (`Oddity`), never corrected in silence.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from parlour.core import GAMES, find_game, visible_values
from parlour.evaluation import SOUGHT

VERSION = 1
FORM = "parlour-transcript"
ABSTAINED = "pass"
"""The target of a ballot for no player."""
Phase = Literal["day", "night", ""]
HappeningKind = Literal["speech", "vote", "deed", "news", "thought"]
HolderKind = Literal["person", "model", "unknown"]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class TranscriptSource(_Row):
    """Where a game comes from, and on what terms."""

    name: str = Field(description="of the collection, as its authors call it")
    file: str = Field(description="the file or folder that it was read from, within what was imported")
    licence: str = Field(description="under which the collection was published")
    revision: str = Field(
        description="which state of it: a commit, or sha256: and the digest of the files read"
    )
    url: str = Field(default="", description="where it was published")


class CastMember(_Row):
    """A seat, by the name that this form gives it: nobody's own name."""

    player: str = Field(min_length=1, description="the seat's name, as events use it")
    holder: HolderKind = Field(default="unknown", description="who sat there: person, model or unknown")
    model: str = Field(default="", description="the language model, where one sat there")
    method: str = Field(default="", description="the method by which it played, where that is known")
    start: str | None = Field(default=None, description="the role that was dealt; null where it is not known")
    end: str | None = Field(default=None, description="the role at the end; null where it is not known")
    team: str | None = Field(default=None, description="the side that its role at the end is on")


class Happening(_Row):
    """Something that was said, chosen, done or announced; in the order in which it stood on record."""

    number: int = Field(ge=0, description="position among the events, from 0")
    kind: HappeningKind = Field(
        description="speech: aloud; vote: a ballot; deed: any other choice; news: what the table was told;"
        " thought: what nobody else saw"
    )
    round: int = Field(default=0, ge=0, description="from 1; 0 where there are none, or before the first")
    phase: Phase = Field(default="", description="day, night, or empty where the game has none")
    time: float | None = Field(
        default=None, description="seconds on the source's clock, which may start anew"
    )
    speaker: str | None = Field(default=None, description="the seat; null where nobody at the table speaks")
    to: str | None = Field(default=None, description="the seat that is addressed, where the source says so")
    text: str = Field(default="", description="what was said or told, with seats in the place of names")
    deed: str = Field(default="", description="of a deed or of news: what sort, such as check or quest")
    target: tuple[str, ...] = Field(
        default=(),
        description="seats or words that were chosen; `pass` abstains, and a vote without is missing",
    )
    labels: tuple[str, ...] = Field(
        default=(), description="what annotators called it, in the source's words"
    )
    visible_to: tuple[str, ...] | None = Field(
        default=None, description="the seats that learned of it; null is everybody, spectators too"
    )
    row: int | None = Field(default=None, description="its line or row in the source's file")

    @property
    def is_public_speech(self) -> bool:
        """Returns true if something was said aloud, to all players."""
        return self.kind == "speech" and self.visible_to is None


class TranscriptOutcome(_Row):
    """How it ended."""

    winners: tuple[str, ...] | None = Field(
        description="the sides that won; empty where nobody did, null where it cannot be known"
    )
    basis: Literal["rules", "source", "unknown"] = Field(
        description="whether winners were worked out by the game's rules or taken over from the source"
    )
    stated: str | None = Field(default=None, description="who won in the source's own words")
    out: tuple[str, ...] = Field(default=(), description="the seats that were put out of the game, in order")


class Oddity(_Row):
    """Something about the source that is not as it should be: kept as it was, and named."""

    flag: str = Field(pattern=r"^[a-z][a-z-]*$", description="what sort of oddity")
    where: str = Field(description="the file and, where it has lines, the line")
    field: str = Field(default="", description="the field")
    told: str = Field(description="what is odd about it, in a sentence")
    count: int = Field(default=1, ge=1, description="of how many rows or places it tells")


class GameTranscript(_Row):
    """A recorded game. It was played elsewhere: it can be read and measured, and not replayed."""

    form: Literal["parlour-transcript"] = Field(default=FORM, description="which form this is")
    version: Literal[1] = Field(default=VERSION, description="of the form")
    id: str = Field(
        pattern=r"^[a-z0-9][a-z0-9._-]*$", max_length=200, description="its id, unique in a store"
    )
    corpus: str = Field(description="the importer that made it")
    game: str = Field(min_length=1, description="what was played, by Parlour's name where it has one")
    title: str = Field(default="", description="what the source calls it")
    language: str = Field(default="en", description="of what was said")
    status: Literal["imported"] = Field(default="imported", description="played elsewhere, by its own rules")
    rules: str = Field(default="", description="in what its rules differ from those of Parlour's game")
    source: TranscriptSource
    cast: tuple[CastMember, ...] = Field(min_length=1, description="in seat order")
    centre: tuple[str, ...] = Field(
        default=(), description="roles of cards that lie in the middle at the end"
    )
    events: tuple[Happening, ...]
    outcome: TranscriptOutcome
    oddities: tuple[Oddity, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _can_be_seen(cls, data: object) -> object:
        return visible_values(data)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(member.player for member in self.cast)

    @property
    def utterances(self) -> int:
        """The number of speeches, aloud or among some players."""
        return sum(each.kind == "speech" for each in self.events)

    @property
    def votes(self) -> tuple[Happening, ...]:
        """All ballots, the missing ones among them."""
        return tuple(each for each in self.events if each.kind == "vote")

    @property
    def flags(self) -> Mapping[str, int]:
        """The number of times that each oddity occurs."""
        counted: Counter[str] = Counter()
        for each in self.oddities:
            counted[each.flag] += each.count
        return dict(sorted(counted.items()))

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        players = self.players
        for at, player in enumerate(players):
            if player in players[:at]:
                raise ValueError(f"cast[{at}].player: {player!r} stands twice")
        for at, each in enumerate(self.events):
            if each.number != at:
                raise ValueError(f"events[{at}].number: it is {each.number} where {at} is due")
            named = (("speaker", (each.speaker,)), ("to", (each.to,)), ("visible_to", each.visible_to or ()))
            for field, seats in named:
                for seat in seats:
                    if seat is not None and seat not in players:
                        raise ValueError(f"events[{at}].{field}: {seat!r} is not in the cast")
            if each.kind == "vote" and each.speaker is None:
                raise ValueError(f"events[{at}].speaker: a vote is somebody's")
        for seat in self.outcome.out:
            if seat not in players:
                raise ValueError(f"outcome.out: {seat!r} is not in the cast")
        return self


def transcript_schema() -> dict[str, Any]:
    """JSON Schema of a line; fields that may be left out are not required."""
    told = GameTranscript.model_json_schema(mode="validation")
    for name in ("form", "version"):  # they say what a line is, and are no option
        told["required"] = [*dict.fromkeys([*told.get("required", []), name])]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": f"Parlour's open form of recorded games, version {VERSION}",
        **told,
    }


def transcript_schema_text() -> str:
    """The same as `docs/transcripts.schema.json` holds it and `parlour transcripts --schema` prints it."""
    return json.dumps(transcript_schema(), indent=2, ensure_ascii=False) + "\n"


@dataclass(frozen=True, kw_only=True)
class SoughtSeats:
    """The players that the others look for."""

    seats: frozenset[str] = frozenset()
    roles: tuple[str, ...] = ()
    teams: frozenset[str] = frozenset()


def sought_seats(game: GameTranscript) -> SoughtSeats:
    """Who was sought: by the roles that Parlour's game of that name seeks, or else by sides.

    Of sides it is the one that bears the name of those who are sought, or of two the smaller; of two alike
    neither, since nothing tells.
    """
    roles = find_game(game.game).sought if game.game in GAMES.names else ()
    if roles:
        return _of(game, {each.player: each for each in game.cast if each.end in roles}, tuple(roles))
    sides = Counter(each.team for each in game.cast if each.team)
    team = SOUGHT if SOUGHT in sides else _smaller(sides)
    holders = {each.player: each for each in game.cast if team and each.team == team}
    return _of(game, holders, tuple(dict.fromkeys(each.end for each in holders.values() if each.end)))


def _of(game: GameTranscript, holders: Mapping[str, CastMember], roles: tuple[str, ...]) -> SoughtSeats:
    teams = frozenset(each.team for each in holders.values() if each.team)
    return SoughtSeats(seats=frozenset(holders), roles=roles, teams=teams)


def _smaller(sides: Counter[str]) -> str | None:
    if len(sides) != 2:
        return None
    (_, most), (team, fewest) = sides.most_common()
    return team if fewest < most else None
