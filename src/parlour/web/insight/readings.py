"""Readings of thoughts, one seat's value about another player, and grids of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from pydantic import JsonValue, TypeAdapter, ValidationError

from parlour.agents import (
    BELIEFS,
    METHODS,
    ElicitedBeliefs,
    Held,
    Measure,
    Readable,
    method_words,
)
from parlour.core import Player
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
                told = list(measure(line.kind).read(line.body))
            except ValidationError:
                continue
            for each in told:
                yield SeatReading(
                    number=line.number,
                    round=now,
                    measure=line.kind,
                    seat=line.actor or "",
                    about=each.about,
                    case=line.case or "",
                    value=each.value,
                    why=each.why,
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
    return next((each.readings.texts[kind] for each in _readable() if kind in each.readings.texts), "")


@cache
def thought_words(language: Language) -> Mapping[str, str]:
    """Returns the methods' names for kinds of thought (`kind_KIND`) and measures (`measure_KIND`)."""
    found: dict[str, str] = {}
    for method in METHODS.installed():
        found = {**method_words(method, language), **found}
    return found


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
    every = [each for method in _readable() for each in method.readings.measures]
    return {**{each.kind: each for each in reversed(every)}, BELIEFS: _ASKED}


@cache
def _readable() -> tuple[Readable, ...]:
    return tuple(each for each in METHODS.installed().values() if isinstance(each, Readable))


Cell = SeatReading | None


@dataclass(frozen=True, kw_only=True)
class Grid:
    """The readings by one measure about one case, in rows and columns."""

    measure: str
    case: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], SeatReading]


def standing(told: Iterable[SeatReading], players: Sequence[Player], until: int | None = None) -> list[Grid]:
    """Returns the last readings of all seats: a grid for each measure and case, in order."""
    found: dict[tuple[str, str], dict[tuple[str, str], SeatReading]] = {}
    for each in told:
        if until is None or each.number <= until:
            found.setdefault((each.measure, each.case), {})[each.seat, each.about] = each
    return [
        Grid(
            measure=measure,
            case=case,
            rows=_order((seat for seat, _ in cells), players),
            columns=_order((about for _, about in cells), players),
            cells=cells,
        )
        for (measure, case), cells in found.items()
    ]


def over_rounds(told: Iterable[SeatReading], players: Sequence[Player], seat: Player) -> list[Grid]:
    """Returns one seat's readings at the end of each round: a grid for each measure and case."""
    found: dict[tuple[str, str], dict[tuple[str, str], SeatReading]] = {}
    for each in told:
        if each.seat == seat:
            found.setdefault((each.measure, each.case), {})[each.about, str(each.round)] = each
    return [
        Grid(
            measure=measure,
            case=case,
            rows=_order((about for about, _ in cells), players),
            columns=tuple(dict.fromkeys(number for _, number in cells)),
            cells=cells,
        )
        for (measure, case), cells in found.items()
    ]


def _order(names: Iterable[str], players: Sequence[Player]) -> tuple[str, ...]:
    found = dict.fromkeys(names)
    return (*(name for name in players if name in found), *(name for name in found if name not in players))
