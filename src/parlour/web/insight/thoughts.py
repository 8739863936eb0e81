"""Thoughts, faults, a watcher's readings and a recorded game in words, for pages and exports."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from parlour.agents import BELIEFS, ElicitedBeliefs
from parlour.arena import Record, Setup
from parlour.core import Event, GameSetup
from parlour.errors import ReplayDiffers
from parlour.lab.transcripts import CastMember
from parlour.lab.watching import VOTE, WIN, FollowedGame, most
from parlour.language.wording import GamePhrases, Phrases
from parlour.llm import Language
from parlour.views import event_opinions, recorded_game
from parlour.web.hosting import FeedLine, Happened
from parlour.web.insight.readings import SeatReading, readings, spell, text_of, thought_words

PHRASES = Phrases("parlour.web.insight")
_DIGITS = 3
_NOTHING: tuple[JsonValue, ...] = (None, "", [], {})


def heading(line: FeedLine, language: Language) -> str:
    """Returns the heading of a thought: the player, its kind, and its case."""
    names = {**thought_words(language), **PHRASES.all(language)}
    kind = names.get(f"kind_{line.kind}", line.kind)
    key = "thinks_about" if line.case else "thinks"
    return PHRASES.say(key, language, actor=line.actor, kind=kind, case=line.case)


def in_words(line: FeedLine, language: Language) -> str:
    """Returns the words of a line; of a thought, without its heading."""
    match line.type:
        case "event":
            return line.words
        case "fault":
            key = "fault_of" if line.text else "fault_untold"
            return PHRASES.say(key, language, actor=line.actor, kind=line.kind, problem=line.text)
        case "thought":
            return _thought(line, language)


def measure_name(measure: str, case: str, language: Language) -> str:
    """Returns the name of a grid's measure."""
    name = {**thought_words(language), **PHRASES.all(language)}.get(f"measure_{measure}", measure)
    return PHRASES.say("about_case", language, measure=name, case=case) if case else name


def stop_name(quarter: int, language: Language) -> str:
    """Returns the name of a watcher's stop, after so many quarters of the talk."""
    return PHRASES.say(f"stop_{quarter}", language)


def stretch_name(quarter: int, language: Language) -> str:
    """Returns the name of the talk before a stop, or after the last one."""
    return PHRASES.say(f"stretch_{quarter}", language)


def strip_name(strip: Strip, language: Language) -> str:
    """Returns the label of a strip; empty where it is clear or unchanged from the line before."""
    if strip.is_alone or not strip.is_new:
        return ""
    return PHRASES.all(language).get(f"strip_{strip.measure}") or measure_name(strip.measure, "", language)


def _thought(line: FeedLine, language: Language) -> str:
    if line.kind == BELIEFS:
        return "\n".join(_beliefs(line, language))
    whole = line.body.get(text_of(line.kind))
    if isinstance(whole, str):
        return whole
    if seat_readings := list(readings([line])):
        between = (
            "\n" if any(reading.why for reading in seat_readings) else PHRASES.say("semicolon", language)
        )
        return between.join(_reading_words(reading, language) for reading in seat_readings)
    return "\n".join(_plain(line.kind, line.body, language))


def _beliefs(line: FeedLine, language: Language) -> Iterator[str]:
    beliefs = ElicitedBeliefs.model_validate(line.body)
    probabilities = {f"beliefs_{beliefs.by}": beliefs.probabilities} if beliefs.probabilities else {}
    for key, shares in {
        **probabilities,
        **{f"foretold_{of}": forecast for of, forecast in beliefs.forecasts.items()},
    }.items():
        listed = PHRASES.say("listing", language).join(
            f"{name} {share:.0%}" for name, share in shares.items()
        )
        yield f"{PHRASES.all(language).get(key, key)}{PHRASES.say('colon', language)}{listed}"
    if not beliefs.probabilities:
        yield PHRASES.say("beliefs_unreadable", language)


def _reading_words(reading: SeatReading, language: Language) -> str:
    why = PHRASES.say("colon", language) + reading.why if reading.why else ""
    return f"{reading.about} {spell(reading)}{why}"


def _plain(kind: str, body: Mapping[str, JsonValue], language: Language) -> Iterator[str]:
    """Yields a line for each non-empty part of a thought, by its method's vocabulary and ours."""
    words = {**PHRASES.all(language), **thought_words(language)}
    listing, colon = PHRASES.say("listing", language), PHRASES.say("colon", language)

    def name(part: str) -> str:
        phrase = words.get(f"field_{kind}_{part}") or words.get(f"field_{part}")
        return phrase or part.replace("_", " ")

    def spell_value(value: JsonValue) -> str:
        match value:
            case bool():
                return PHRASES.say("value_yes" if value else "value_no", language)
            case dict():
                fields = ((part, content) for part, content in value.items() if content not in _NOTHING)
                return listing.join(f"{name(part)} {spell_value(content)}" for part, content in fields)
            case list() if any(isinstance(element, dict | list) for element in value):
                return "".join(f"\n– {spell_value(element)}" for element in value)
            case list():
                return listing.join(map(spell_value, value))
            case float():
                return f"{value:.{_DIGITS}g}"
            case _:
                return words.get(f"value_{value}", str(value))

    return (
        f"{name(part)}{colon}{spell_value(value)}" for part, value in body.items() if value not in _NOTHING
    )


@dataclass(frozen=True, kw_only=True)
class Strip:
    """A watcher's readings of all players at one line, by one measure."""

    measure: str
    case: str
    held: tuple[SeatReading, ...]
    is_new: bool
    is_alone: bool


NO_STRIPS: Mapping[int, tuple[Strip, ...]] = {}
"""The strips of a played match."""


def readings_between(happened: Sequence[Happened], record: Record) -> Iterator[SeatReading]:
    """Yields methods' readings after each event, as far as their records have them beside thoughts."""
    try:
        opinions = list(event_opinions(record))
    except ReplayDiffers:  # kept by another version: its own thoughts are all that is drawn
        return
    events = {
        entry.item.number: (entry.number, entry.item) for entry in happened if isinstance(entry.item, Event)
    }
    for opinion in opinions:
        number, event = events[opinion.event]
        for about, value in opinion.held.items():
            yield SeatReading(
                number=number,
                round=event.round,
                measure=opinion.measure,
                seat=opinion.seat,
                about=about,
                case=opinion.case,
                value=value,
            )


def strips(
    lines: Iterable[FeedLine], seat_readings: Iterable[SeatReading]
) -> Mapping[int, tuple[Strip, ...]]:
    """Returns the strips of each event by its number.

    Drawn are the beliefs that were asked for, which stand from one stop to the next, and whatever was held
    after single events.
    """
    event_lines = [line for line in lines if line.type == "event" and not line.is_dealt]
    numbers = {line.number for line in event_lines}
    coming = list(seat_readings)
    measures = {reading.measure for reading in coming if reading.number in numbers} | {BELIEFS}
    latest: dict[tuple[str, str], dict[str, SeatReading]] = {}
    before: dict[tuple[str, str], tuple[SeatReading, ...]] = {}
    strips_by_line: dict[int, tuple[Strip, ...]] = {}
    place = 0
    for line in event_lines:
        while place < len(coming) and coming[place].number <= line.number:
            reading = coming[place]
            place += 1
            if reading.measure in measures:
                latest.setdefault((reading.measure, reading.case), {})[reading.about] = reading
        now = {key: tuple(of.values()) for key, of in latest.items()}
        strips_by_line[line.number] = tuple(
            Strip(
                measure=key[0], case=key[1], held=row, is_new=before.get(key) != row, is_alone=len(now) == 1
            )
            for key, row in sorted(now.items(), key=lambda pair: pair[0][0] != BELIEFS)
        )
        before = now
    return strips_by_line


Cell = tuple[str, bool]
"""The text of a cell, and whether it is marked as right."""


@dataclass(frozen=True, kw_only=True)
class ToldTable:
    """A table in words; the first cell of a row is its head."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def likeliest(shares: Mapping[str, float]) -> tuple[str, ...]:
    """Returns the likeliest outcomes of a forecast; none if all are equally likely."""
    top = most(shares)
    return tuple(outcome for outcome in shares if outcome in top) if len(top) < len(shares) else ()


def recorded_words(setup: Setup, lines: Iterable[FeedLine]) -> RecordedWords | None:
    """Returns the words about the game that a match follows; None for a played match."""
    followed = recorded_game(setup.game)
    bodies = [line.body for line in lines if line.type == "thought" and line.kind == BELIEFS]
    return (
        RecordedWords(followed, setup.game, map(ElicitedBeliefs.model_validate, bodies)) if followed else None
    )


class RecordedWords:
    """The words about a recorded game, its votes, and its watcher's forecasts, stop by stop."""

    def __init__(self, followed: FollowedGame, setup: GameSetup, stops: Iterable[ElicitedBeliefs]) -> None:
        self._followed, self._stops = followed, tuple(stops)
        self._ballots = [
            {ballot.speaker: ballot.target for ballot in ballots if ballot.speaker}
            for ballots in followed.ballots()
        ]
        self._chair = next((name for name in setup.players if name in followed.players), None)
        self._language: Language = setup.language
        self._phrases = GamePhrases(setup.name, setup.language)

    @property
    def heading(self) -> str:
        return self._say("recorded")

    def lines(self) -> Iterator[str]:
        """Yields the source, the watcher's seat, the winner, and the cards in the centre."""
        source = self._followed.transcript.source
        yield self._say("recorded_from", name=source.name, file=source.file, licence=source.licence)
        key = "recorded_in_chair" if self._chair else "recorded_beside"
        yield self._say(key, player=self._chair)
        if self._followed.subject.has_winner:
            yield self._won()
        if centre := self._followed.transcript.centre:
            yield self._say("centre", roles=self._join([self._role(role) for role in centre]))

    def notes(self, between: Iterable[SeatReading]) -> Iterator[str]:
        """Yields the notes on the readings beside the lines, those between two stops among them."""
        if self._stops:
            yield self._say("strips_stops")
        for key in dict.fromkeys((reading.measure, reading.case) for reading in between):
            yield self._say("strips_events", measure=measure_name(*key, self._language))

    def seats(self) -> ToldTable:
        """Returns the roles of each player at the start and at the end, and the votes."""
        count = len(self._ballots)
        numbers = [self._say("votes_of", number=number) for number in range(1, count + 1)]
        votes = [self._say("votes")] if count == 1 else numbers
        heads = [self._say(key) for key in ("player", "dealt", "ended")]
        rows = tuple(map(self._seat, self._followed.transcript.cast))
        return ToldTable(caption=self.heading, heads=(*heads, *votes), rows=rows)

    def foretold(self) -> ToldTable | None:
        """Returns the likeliest forecast at each stop beside the outcome; None without stops."""
        if not self._stops:
            return None
        subject = self._followed.subject
        kinds = {"is_sought": True, "foretold_vote": subject.has_ballots, "foretold_win": subject.has_winner}
        heads = tuple(
            self._say(key) for key in ("stop", *(kind for kind, is_told in kinds.items() if is_told))
        )
        return ToldTable(caption=self._say("foretold"), heads=heads, rows=tuple(map(self._stop, self._stops)))

    def _seat(self, member: CastMember) -> tuple[Cell, ...]:
        unknown = self._say("unknown")
        roles = (self._role(role) if role else unknown for role in (member.start, member.end))
        votes = [ballot.get(member.player) for ballot in self._ballots]
        voted = [
            (self._join(chosen) if chosen else "–", bool(set(chosen or ()) & self._followed.sought_players))
            for chosen in votes
        ]
        return ((member.player, False), *((role, False) for role in roles), *voted)

    def _stop(self, beliefs: ElicitedBeliefs) -> tuple[Cell, ...]:
        followed, quarter = self._followed, beliefs.round - 1
        cells = [self._likeliest(beliefs, beliefs.probabilities, followed.sought_players)]
        if followed.subject.has_ballots:
            ballots = followed.next_vote(quarter)
            cells.append(
                self._likeliest(beliefs, beliefs.forecasts.get(VOTE, {}), most(ballots) if ballots else ())
            )
        if followed.subject.has_winner:
            shares = beliefs.forecasts.get(WIN, {})
            cells.append(self._likeliest(beliefs, shares, followed.winners or (), is_side=True))
        return ((stop_name(quarter, self._language), False), *cells)

    def _likeliest(
        self,
        beliefs: ElicitedBeliefs,
        shares: Mapping[str, float],
        came: Collection[str],
        *,
        is_side: bool = False,
    ) -> Cell:
        if not shares:
            return self._say("not_read") if beliefs.by == "unreadable" else "–", False
        outcomes = likeliest(shares)
        if not outcomes:
            return self._say("all_alike"), False
        names = self._join([self._phrases.side(outcome) if is_side else outcome for outcome in outcomes])
        return f"{names} {shares[outcomes[0]]:.0%}", set(outcomes) <= set(came)

    def _won(self) -> str:
        winners = self._followed.winners
        if winners is None:
            return self._say("won_unknown")
        sides = self._join([self._phrases.side(side) for side in winners])
        return self._say("won", sides=sides) if sides else self._say("won_nobody")

    def _role(self, role: str) -> str:
        return self._phrases.find(f"card_{role}") or self._phrases.role(role)

    def _join(self, names: Sequence[str]) -> str:
        return self._say("listing").join(names)

    def _say(self, key: str, **variables: object) -> str:
        return PHRASES.say(key, self._language, **variables)
