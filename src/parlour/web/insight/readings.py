"""Readings of thoughts, one seat's value about another player, and grids of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from pydantic import JsonValue, TypeAdapter, ValidationError

from parlour.agents import BELIEFS, METHODS, ElicitedBeliefs, Held, Measure, Readable, method_words
from parlour.core import EventKind, Player, event_kinds
from parlour.llm import Language
from parlour.web.hosting import FeedLine

_DEEPEST = 42
"""The share of colour in a cell, in percent, at which its number can still be read well."""
_NUMBERS = TypeAdapter(dict[Player, float])


@dataclass(frozen=True, kw_only=True)
class SeatReading:
    """The value of one seat about another player, by one measure."""

    number: int
    round: int
    measure: str
    seat: Player
    about: Player
    case: str
    value: float
    why: str = ""

    @property
    def suspicion(self) -> float:
        """The suspicion from -1 to 1, by which a cell is coloured."""
        return measure(self.measure).suspicion(self.value)


def readings(lines: Iterable[FeedLine]) -> Iterator[SeatReading]:
    """Yields all readings of some lines in order; a thought that its method cannot read has none."""
    now = 0
    for line in lines:
        if line.type == "event":
            now = line.round
        elif line.type == "thought":
            try:
                opinions = list(measure(line.kind).read(line.body))
            except ValidationError:
                continue
            for opinion in opinions:
                yield SeatReading(
                    number=line.number,
                    round=now,
                    measure=line.kind,
                    seat=line.actor or "",
                    about=opinion.about,
                    case=line.case or "",
                    value=opinion.value,
                    why=opinion.why,
                )


def spell(reading: SeatReading) -> str:
    """Formats a reading for a cell."""
    return measure(reading.measure).spell(reading.value)


def tint(reading: SeatReading) -> str:
    """Returns the colour of a cell as a style: warmer for more suspicion, cooler for less."""
    side = "hot" if reading.suspicion > 0 else "cool"
    return f"--share: {abs(reading.suspicion) * _DEEPEST:.0f}%; --side: var(--{side})"


def measure(kind: str) -> Measure:
    """Returns the measure of a kind of thought: its method's, else numbers by player."""
    return _measures().get(kind) or Measure(kind=kind, read=_numbers)


def text_of(kind: str) -> str:
    """Returns the field with the text of a kind of thought; empty if it has none."""
    return next((method.readings.texts[kind] for method in _readable() if kind in method.readings.texts), "")


@cache
def thought_words(language: Language) -> Mapping[str, str]:
    """Returns the methods' names for kinds of thought (`kind_KIND`) and measures (`measure_KIND`)."""
    words: dict[str, str] = {}
    for method in METHODS.load_all():
        words = {**method_words(method, language), **words}
    return words


def _numbers(body: Mapping[str, JsonValue]) -> Iterator[Held]:
    for about, value in _NUMBERS.validate_python(body, strict=True).items():
        yield Held(about=about, value=value)


def _probabilities(body: Mapping[str, JsonValue]) -> Iterator[Held]:
    for about, value in ElicitedBeliefs.model_validate(body).probabilities.items():
        yield Held(about=about, value=value)


_ASKED = Measure(
    kind=BELIEFS, read=_probabilities, spell="{:.0%}".format, suspicion=float, rank=1, is_fine=True, lowest=0
)
"""The measure of elicited beliefs, in one form for all methods."""


@cache
def _measures() -> Mapping[str, Measure]:
    every = [measure for method in _readable() for measure in method.readings.measures]
    return {**{measure.kind: measure for measure in reversed(every)}, BELIEFS: _ASKED}


@cache
def _readable() -> tuple[Readable, ...]:
    return tuple(method for method in METHODS.load_all().values() if isinstance(method, Readable))


Cell = SeatReading | None


@dataclass(frozen=True, kw_only=True)
class Grid:
    """The readings by one measure about one case, in rows and columns."""

    measure: str
    case: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], SeatReading]


def standing(
    seat_readings: Iterable[SeatReading], players: Sequence[Player], until: int | None = None
) -> list[Grid]:
    """Returns the last readings of all seats: a grid for each measure and case, in order."""
    current = (reading for reading in seat_readings if until is None or reading.number <= until)
    placed_readings = (((reading.seat, reading.about), reading) for reading in current)
    return _grids(placed_readings, players, lambda names: _order(names, players))


def over_rounds(seat_readings: Iterable[SeatReading], players: Sequence[Player], seat: Player) -> list[Grid]:
    """Returns one seat's readings at the end of each round: a grid for each measure and case."""
    placed_readings = (
        ((reading.about, str(reading.round)), reading) for reading in seat_readings if reading.seat == seat
    )
    return _grids(placed_readings, players, lambda numbers: tuple(dict.fromkeys(numbers)))


def _grids(
    placed_readings: Iterable[tuple[tuple[str, str], SeatReading]],
    players: Sequence[Player],
    columns: Callable[[Iterable[str]], tuple[str, ...]],
) -> list[Grid]:
    grids: dict[tuple[str, str], dict[tuple[str, str], SeatReading]] = {}
    for place, reading in placed_readings:
        grids.setdefault((reading.measure, reading.case), {})[place] = reading
    return [
        Grid(
            measure=measure,
            case=case,
            rows=_order((row for row, _ in cells), players),
            columns=columns(column for _, column in cells),
            cells=cells,
        )
        for (measure, case), cells in grids.items()
    ]


def _order(names: Iterable[str], players: Sequence[Player]) -> tuple[str, ...]:
    unique = dict.fromkeys(names)
    return (*(name for name in players if name in unique), *(name for name in unique if name not in players))


ArrowKind = Literal["speech", "vote", "suspicion"]


@dataclass(frozen=True, kw_only=True)
class StageArrow:
    """An arrow from one player to another.

    Attributes:
        kind: a speech, a vote, or a suspicion.
        by: the first player.
        of: the second player.
        strength: above 0, up to 1: how strong a suspicion is; 1 of all else.
    """

    kind: ArrowKind
    by: Player
    of: Player
    strength: float = 1.0


@dataclass(kw_only=True)
class StageState:
    """The state of a table, read from its lines one by one.

    Roles are known as far as the viewer knows them: its own, its fellows', revealed ones, and sides that it
    has learnt of.

    Attributes:
        viewer: the player whose own secret ballots are no count; None where all lines are seen.
    """

    kinds: Mapping[str, EventKind]
    viewer: Player | None = None
    fates: dict[Player, EventKind] = field(default_factory=dict[Player, EventKind])
    roles: dict[Player, str] = field(default_factory=dict[Player, str])
    opened: EventKind | None = None
    round: int = 0
    speech: FeedLine | None = None
    ballots: list[FeedLine] = field(default_factory=list[FeedLine])
    won: dict[str, FeedLine] = field(default_factory=dict[str, FeedLine])

    def take(self, line: FeedLine) -> None:
        """Reads a line; thoughts change nothing."""
        kind = kind_of(line, self.kinds)
        if kind is None:
            return
        if kind.removes:
            self.fates.update(dict.fromkeys(line.chosen, kind))
        if line.role:
            new_roles = dict.fromkeys(_players_shown(kind, line), line.role)
            is_hearsay = kind == event_kinds.FELLOWS or kind.secret  # it calls all of a side alike
            self.roles = {**new_roles, **self.roles} if is_hearsay else {**self.roles, **new_roles}
        if kind.dealt:
            return
        if is_vote(kind):
            self.ballots.append(line)
        elif kind.opens or kind.utterance:
            self.ballots.clear()
        self.speech = line if kind.utterance else None
        if kind.opens:
            self.opened, self.round = kind, line.round
        if kind == event_kinds.WON:
            self.won[line.case or ""] = line

    @property
    def is_night(self) -> bool:
        return self.opened == event_kinds.NIGHT and not self.won

    def arrows(self) -> Iterator[StageArrow]:
        """Yields the last speech's arrow and the arrows of the latest votes."""
        if self.speech and self.speech.actor and self.speech.to:
            yield StageArrow(kind="speech", by=self.speech.actor, of=self.speech.to)
        for ballot in self.ballots:
            for name in ballot.chosen:
                yield StageArrow(kind="vote", by=ballot.actor or "", of=name)

    def count(self, player: Player) -> int:
        """Counts a player's votes in the latest count."""
        return sum(player in ballot.chosen for ballot in self.ballots if not self._is_own_secret(ballot))

    def has_own_vote(self, player: Player) -> bool:
        """Tests whether the viewer has voted for a player in the latest count, in secret."""
        return any(player in ballot.chosen for ballot in self.ballots if self._is_own_secret(ballot))

    def _is_own_secret(self, ballot: FeedLine) -> bool:
        return ballot.is_private and self.viewer is not None and ballot.actor == self.viewer


def kind_of(line: FeedLine, kinds: Mapping[str, EventKind]) -> EventKind | None:
    """Returns the event kind of a line; None for a line that is no event of the game."""
    return kinds.get(line.kind) if line.type == "event" else None


def is_vote(kind: EventKind) -> bool:
    """Tests for a ballot, polls that decide nothing included."""
    return kind in (event_kinds.VOTED, event_kinds.POLLED)


def suspicions(
    seat_readings: Iterable[SeatReading], players: Sequence[Player], until: int | None = None
) -> tuple[StageArrow, ...]:
    """Returns each player's strongest suspicion by its plainest measure; none in a tie."""
    plain: dict[tuple[Player, str], Grid] = {}
    for grid in sorted(standing(seat_readings, players, until), key=lambda grid: measure(grid.measure).rank):
        if measure(grid.measure).rank:
            for by in grid.rows:
                plain.setdefault((by, grid.case), grid)
    strongest: dict[tuple[Player, Player], float] = {}
    for (by, _), grid in plain.items():
        strengths = {of: grid.cells[by, of].suspicion for of in grid.columns if (by, of) in grid.cells}
        most = max(strengths.values(), default=0.0)
        top = [of for of, suspicion in strengths.items() if suspicion == most]
        if most > 0 and len(top) == 1:
            strongest[by, top[0]] = max(most, strongest.get((by, top[0]), 0.0))
    return tuple(
        StageArrow(kind="suspicion", by=by, of=of, strength=most)
        for (by, of), most in strongest.items()
        if by in players and of in players and by != of
    )


def _players_shown(kind: EventKind, line: FeedLine) -> tuple[Player, ...]:
    match kind:
        case event_kinds.ROLE:
            return (line.actor,) if line.actor else ()
        case event_kinds.FELLOWS:
            return line.chosen
        case _ if kind.shows == "chosen":
            return () if line.is_private and len(line.chosen) > 1 else line.chosen  # one of several is meant
        case _ if kind.shows == "to":
            return (line.to,) if line.to else ()
        case _:
            return ()
