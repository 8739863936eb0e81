"""What one seat held of another at a time, as its thoughts on record say it."""

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
    """One seat of another, by one measure.

    Attributes:
        number: of the journal's entry that says so.
        round: in which it was thought.
        measure: which: the kind of the thought.
        seat: who thinks.
        about: of whom.
        case: the hidden question; empty where the measure is of none.
        value: as it is on record.
        why: what was given as the reason, if anything.
    """

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
        """From -1, as far from suspected as can be, to 1: what a cell is coloured by."""
        return measure(self.measure).suspicion(self.value)


def readings(lines: Iterable[FeedLine]) -> Iterator[SeatReading]:
    """All readings among lines, in their order. A thought of another form than its method's holds none."""
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


def spelled(reading: SeatReading) -> str:
    """A reading as a cell shows it."""
    return measure(reading.measure).spell(reading.value)


def tint(reading: SeatReading) -> str:
    """The colour of a cell as a style: warmer the more somebody is suspected, cooler the less."""
    side = "hot" if reading.suspicion > 0 else "cool"
    return f"--share: {abs(reading.suspicion) * _DEEPEST:.0f}%; --side: var(--{side})"


def measure(kind: str) -> Measure:
    """How thoughts of a kind are read: as their method says, else as numbers by player if they are that."""
    return _measures().get(kind) or Measure(kind=kind, read=_numbers)


def text_of(kind: str) -> str:
    """Where the text stands in thoughts of a kind that is one; empty if it is none."""
    return next((each.readings.texts[kind] for each in _readable() if kind in each.readings.texts), "")


@cache
def thought_words(language: Language) -> Mapping[str, str]:
    """What methods call their kinds of thought (`kind_KIND`) and their measures (`measure_KIND`)."""
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
"""What a seat answered when it was asked outside the game, in one form for all methods."""


@cache
def _measures() -> Mapping[str, Measure]:
    """By the kind of their thoughts; of two methods' the shipped one's."""
    every = [each for method in _readable() for each in method.readings.measures]
    return {**{each.kind: each for each in reversed(every)}, BELIEFS: _ASKED}


@cache
def _readable() -> tuple[Readable, ...]:
    return tuple(each for each in METHODS.installed().values() if isinstance(each, Readable))


Cell = SeatReading | None


@dataclass(frozen=True, kw_only=True)
class Grid:
    """A table of readings by one measure, about one case.

    Attributes:
        measure: which.
        case: the hidden question; empty where the measure is of none.
        rows: what stands at the left: who thinks, or of whom.
        columns: what stands above: of whom, or the rounds.
        cells: by row and column; a pair that is not in it has no reading.
    """

    measure: str
    case: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], SeatReading]


def standing(told: Iterable[SeatReading], players: Sequence[Player], until: int | None = None) -> list[Grid]:
    """What everybody last held of everybody: a grid for each measure and case, in the order of the measures.

    Args:
        told: all readings of the match, in order.
        players: in seat order.
        until: the last entry of the journal that counts; None for all.
    """
    found: dict[tuple[str, str], dict[tuple[str, str], SeatReading]] = {}
    for each in told:
        if until is None or each.number <= until:
            found.setdefault((each.measure, each.case), {})[each.seat, each.about] = each
    return [
        Grid(
            measure=measure,
            case=case,
            rows=_ordered((seat for seat, _ in cells), players),
            columns=_ordered((about for _, about in cells), players),
            cells=cells,
        )
        for (measure, case), cells in found.items()
    ]


def over_rounds(told: Iterable[SeatReading], players: Sequence[Player], seat: Player) -> list[Grid]:
    """What one seat held of everybody at the end of each round: a grid for each measure and case."""
    found: dict[tuple[str, str], dict[tuple[str, str], SeatReading]] = {}
    for each in told:
        if each.seat == seat:
            found.setdefault((each.measure, each.case), {})[each.about, str(each.round)] = each
    return [
        Grid(
            measure=measure,
            case=case,
            rows=_ordered((about for about, _ in cells), players),
            columns=tuple(dict.fromkeys(number for _, number in cells)),
            cells=cells,
        )
        for (measure, case), cells in found.items()
    ]


def _ordered(names: Iterable[str], players: Sequence[Player]) -> tuple[str, ...]:
    """Each once: those who play in seat order, then those of a table that is only watched as they come."""
    found = dict.fromkeys(names)
    return (*(name for name in players if name in found), *(name for name in found if name not in players))
