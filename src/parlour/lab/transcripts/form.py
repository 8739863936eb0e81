"""The open form of a recorded game, version 1, with its JSON Schema and the sides of its players.

It describes a game as a spectator could have followed it, and beside each line which others could see it.
Errors of a corpus are kept and named (`Oddity`), never corrected in silence.

Free talk is not understood here: stances (accusations, trust, role claims) are those of annotators' labels
and of the list `stances.yaml`. What it does not list is not found, and what it lists may be irony: a count of
stances is a count of words.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from parlour.core import GAMES, find_game, visible_values
from parlour.core.language import read_yaml
from parlour.evaluation import SOUGHT
from parlour.language.facts import any_name, name_pattern

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
        return sum(event.kind == "speech" for event in self.events)

    @property
    def votes(self) -> tuple[Happening, ...]:
        """All ballots, the missing ones among them."""
        return tuple(event for event in self.events if event.kind == "vote")

    @property
    def flags(self) -> Mapping[str, int]:
        """The number of times that each oddity occurs."""
        counted: Counter[str] = Counter()
        for oddity in self.oddities:
            counted[oddity.flag] += oddity.count
        return dict(sorted(counted.items()))

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        players = self.players
        for at, player in enumerate(players):
            if player in players[:at]:
                raise ValueError(f"cast[{at}].player: {player!r} stands twice")
        for at, event in enumerate(self.events):
            if event.number != at:
                raise ValueError(f"events[{at}].number: it is {event.number} where {at} is due")
            named = (
                ("speaker", (event.speaker,)),
                ("to", (event.to,)),
                ("visible_to", event.visible_to or ()),
            )
            for field, seats in named:
                for seat in seats:
                    if seat is not None and seat not in players:
                        raise ValueError(f"events[{at}].{field}: {seat!r} is not in the cast")
            if event.kind == "vote" and event.speaker is None:
                raise ValueError(f"events[{at}].speaker: a vote is somebody's")
        for seat in self.outcome.out:
            if seat not in players:
                raise ValueError(f"outcome.out: {seat!r} is not in the cast")
        return self


def transcript_schema() -> dict[str, Any]:
    """JSON Schema of a line; fields that may be left out are not required."""
    schema = GameTranscript.model_json_schema(mode="validation")
    for name in ("form", "version"):  # they say what a line is, and are no option
        schema["required"] = [*dict.fromkeys([*schema.get("required", []), name])]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": f"Parlour's open form of recorded games, version {VERSION}",
        **schema,
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
        return _of(game, {member.player: member for member in game.cast if member.end in roles}, tuple(roles))
    sides = Counter(member.team for member in game.cast if member.team)
    team = SOUGHT if SOUGHT in sides else _smaller(sides)
    holders = {member.player: member for member in game.cast if team and member.team == team}
    return _of(game, holders, tuple(dict.fromkeys(member.end for member in holders.values() if member.end)))


def _of(game: GameTranscript, holders: Mapping[str, CastMember], roles: tuple[str, ...]) -> SoughtSeats:
    teams = frozenset(member.team for member in holders.values() if member.team)
    return SoughtSeats(seats=frozenset(holders), roles=roles, teams=teams)


def _smaller(sides: Counter[str]) -> str | None:
    if len(sides) != 2:
        return None
    (_, most), (team, fewest) = sides.most_common()
    return team if fewest < most else None


StanceKind = Literal["accuses", "trusts"]
_KINDS: tuple[StanceKind, ...] = ("accuses", "trusts")
_SENTENCE = re.compile(r"[^.!?。！？]+[.!?。！？]*")
_NOBODY = r"(?!)"


@dataclass(frozen=True, kw_only=True)
class TakenStance:
    """An accusation or a statement of trust that was said aloud."""

    number: int
    by: str
    about: str
    kind: StanceKind
    is_labelled: bool


class _Lexicon(BaseModel, frozen=True, extra="forbid"):
    you: tuple[str, ...]
    asks: str
    doubted: tuple[str, ...]
    accuses: tuple[str, ...]
    trusts: tuple[str, ...]
    claims: tuple[str, ...]

    def patterns(self, kind: StanceKind) -> tuple[str, ...]:
        return self.accuses if kind == "accuses" else self.trusts


class _Lexicons(BaseModel, frozen=True, extra="forbid"):
    labels: Mapping[Literal["accuses", "claims"], tuple[str, ...]]
    en: _Lexicon
    zh: _Lexicon

    def of(self, language: str) -> _Lexicon | None:
        return {"en": self.en, "zh": self.zh}.get(language)


def public_speeches(game: GameTranscript) -> Iterator[Happening]:
    """Yields the public speeches of the cast, in order."""
    for event in game.events:
        if event.is_public_speech and event.speaker and event.text:
            yield event


def named_in(text: str, players: Sequence[str]) -> tuple[str, ...]:
    """The seats that a text names, in the order in which it first does, small letters or not."""
    spelled = {name.casefold(): name for name in players}
    matches = _names(tuple(players)).finditer(text)
    return tuple(dict.fromkeys(spelled[match.group().casefold()] for match in matches))


def without_names(text: str, players: Sequence[str], instead: str) -> str:
    """A text with something else in the place of every seat that it names."""
    return _names(tuple(players)).sub(instead, text)


def stances(game: GameTranscript, roles: Sequence[str]) -> tuple[TakenStance, ...]:
    """Returns every stance that was taken aloud, in order; each once for a speech.

    If a label says that a speech accuses and the lexicon finds no target, the target is the only other seat
    that it names or, if it names none and says "you", the addressee. "You" is the seat that the source says,
    or else the last other speaker.
    """
    lexicons = _lexicons()
    lexicon = lexicons.of(game.language)
    if lexicon is None:
        return ()
    table = (lexicon.you, game.players, tuple(roles))
    patterns = {kind: _pattern(lexicon.patterns(kind), *table) for kind in _KINDS}
    spelled = {name.casefold(): name for name in game.players}
    by_key: dict[tuple[int, str, StanceKind], TakenStance] = {}
    last: list[str] = []
    for event in public_speeches(game):
        by = event.speaker or ""
        other = event.to or next((name for name in reversed(last) if name != by), None)
        for kind in _KINDS:
            is_labelled = kind == "accuses" and bool(set(event.labels) & {*lexicons.labels["accuses"]})
            targets = [spelled.get(name, other) for name in _of_words(event.text, patterns[kind], lexicon)]
            targets = targets or (_of_label(event, game.players, other, lexicon) if is_labelled else [])
            for about in targets:
                if about and about != by:
                    key = (event.number, about, kind)
                    by_key[key] = TakenStance(
                        number=event.number, by=by, about=about, kind=kind, is_labelled=is_labelled
                    )
        last.append(by)
    return tuple(by_key.values())


def claimed_roles(event: Happening, language: str, roles: Sequence[str]) -> tuple[str, ...]:
    """Returns the roles that a speaker claims, in order; a labelled claim may be a bare word."""
    lexicons = _lexicons()
    lexicon = lexicons.of(language)
    if lexicon is None or not roles:
        return ()
    claimed = dict.fromkeys(_of_words(event.text, _claims(lexicon.claims, tuple(roles)), lexicon))
    bare = event.text.casefold().strip(" .!")
    if not claimed and set(event.labels) & {*lexicons.labels["claims"]} and bare in roles:
        return (bare,)
    return tuple(claimed)


def knows_language(language: str) -> bool:
    """Returns true if a lexicon of the language exists."""
    return _lexicons().of(language) is not None


def _of_words(text: str, pattern: re.Pattern[str], lexicon: _Lexicon) -> Iterator[str]:
    doubted = re.compile("|".join(lexicon.doubted), re.IGNORECASE)
    for sentence in _SENTENCE.findall(text):
        if lexicon.asks not in sentence and not doubted.search(sentence):
            for match in pattern.finditer(sentence):
                yield next(group for group in match.groups() if group).casefold()


def _of_label(
    event: Happening, players: Sequence[str], other: str | None, lexicon: _Lexicon
) -> list[str | None]:
    named = [name for name in named_in(event.text, players) if name != event.speaker]
    says_you = any(re.search(rf"\b{word}", event.text, re.IGNORECASE) for word in lexicon.you)
    if len(named) == 1:
        return [*named]
    return [other] if not named and says_you else []


@cache
def _lexicons() -> _Lexicons:
    path = resources.files("parlour.lab.transcripts") / "stances.yaml"
    return _Lexicons.model_validate(read_yaml(path.read_text(encoding="utf-8")))


@cache
def _claims(patterns: tuple[str, ...], roles: tuple[str, ...]) -> re.Pattern[str]:
    role = "|".join(map(re.escape, sorted(roles, key=len, reverse=True)))
    return re.compile("|".join(pattern.replace("{role}", role) for pattern in patterns), re.IGNORECASE)


@cache
def _names(players: tuple[str, ...]) -> re.Pattern[str]:
    return any_name(players, re.IGNORECASE)


@cache
def _pattern(
    patterns: tuple[str, ...], you: tuple[str, ...], players: tuple[str, ...], roles: tuple[str, ...]
) -> re.Pattern[str]:
    marks = [name_pattern(player) for player in sorted(players, key=len, reverse=True)]
    anyone = "|".join((*marks, *map(name_pattern, you)))
    sought = "|".join(map(re.escape, roles)) or _NOBODY
    filled = (
        pattern.replace("{one}", f"({anyone})").replace("{sought}", f"(?:{sought})") for pattern in patterns
    )
    return re.compile("|".join(filled), re.IGNORECASE)
