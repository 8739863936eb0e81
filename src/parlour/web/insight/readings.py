"""What one seat held of another at a time, as its thoughts on record say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, assert_never, get_args

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from parlour.core import Player
from parlour.web.hosting import Line

Measure = Literal["sensors", "suspects", "trust", "judgement", "favor"]
"""What is measured: by PLAYER*'s sensors and suspect lists, GRATR's trust, Humanized's beliefs and favor."""

MEASURES: tuple[Measure, ...] = get_args(Measure)
_SPEAKS_AGAINST = frozenset({"negative", "yes"})
"""What a sensor says that points at the suspect: bad feelings; a motive, a chance, evidence, a past."""
_CULPRITS = frozenset({"murderer", "werewolf"})
"""The roles that a case asks for, whatever the game."""
_INDIFFERENT = 50


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One seat of another, by one measure.

    Attributes:
        number: of the journal's entry that says so.
        round: in which it was thought.
        measure: which.
        seat: who thinks.
        about: of whom.
        case: the hidden question; empty where the measure is of none.
        value: as it is on record: of sensors the share that point at the suspect, of suspects 1 on the list
            and 0 off it, of a judgement the probability of being the culprit, in [0, 1]; of trust in [-1, 1];
            of favor in [0, 100].
        why: what was given as the reason, if anything.
    """

    number: int
    round: int
    measure: Measure
    seat: Player
    about: Player
    case: str
    value: float
    why: str = ""

    @property
    def suspicion(self) -> float:
        """From -1, as far from suspected as can be, to 1: what a cell is coloured by."""
        match self.measure:
            case "sensors" | "suspects" | "judgement":
                return self.value
            case "trust":
                return -self.value
            case "favor":
                return (_INDIFFERENT - self.value) / _INDIFFERENT
        assert_never(self.measure)


def readings(lines: Iterable[Line]) -> Iterator[Reading]:
    """All readings among lines, in their order. A thought of another form than ours holds none."""
    now = 0
    for line in lines:
        if line.type == "event":
            now = line.round
        elif line.type == "thought" and line.kind in _READERS:
            try:
                told = list(_READERS[line.kind](line.body))
            except ValidationError:
                continue
            for about, value, why in told:
                yield Reading(
                    number=line.number,
                    round=now,
                    measure=_measure(line.kind),
                    seat=line.actor or "",
                    about=about,
                    case=line.case or "",
                    value=value,
                    why=why,
                )


def spelled(reading: Reading) -> str:
    """A reading as a cell shows it."""
    match reading.measure:
        case "sensors" | "judgement":
            return f"{reading.value:.0%}"
        case "suspects":
            return "●" if reading.value else "○"
        case "trust":
            told = f"{reading.value:+.2f}".replace("-", "−")
            return "0" if told.endswith("0.00") else told
        case "favor":
            return f"{reading.value:.0f}"
    assert_never(reading.measure)


_Told = Iterator[tuple[Player, float, str]]


class _Sensed(BaseModel):
    model_config = ConfigDict(extra="ignore")
    readings: Mapping[Player, Mapping[str, str]]


class _Listed(BaseModel):
    model_config = ConfigDict(extra="ignore")
    before: tuple[Player, ...]
    after: tuple[Player, ...]


class _Trusted(BaseModel):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, float]  # pyright: ignore[reportIncompatibleVariableOverride]


class _Judged(BaseModel):
    model_config = ConfigDict(extra="ignore")
    roles: tuple[str, ...]
    matrix: Mapping[Player, tuple[float, ...]]


class _Favored(BaseModel):
    model_config = ConfigDict(extra="ignore")
    favor: Mapping[Player, float]


def _sensors(body: Mapping[str, JsonValue]) -> _Told:
    for about, sensed in _Sensed.model_validate(body).readings.items():
        said = {name: word for name, word in sensed.items() if name not in ("why", "information")}
        if said:
            against = [name for name, word in said.items() if word in _SPEAKS_AGAINST]
            why = " · ".join(
                filter(None, (", ".join(f"{n}: {w}" for n, w in said.items()), sensed.get("why")))
            )
            yield about, len(against) / len(said), why


def _suspects(body: Mapping[str, JsonValue]) -> _Told:
    told = _Listed.model_validate(body)
    for about in dict.fromkeys((*told.before, *told.after)):
        yield about, float(about in told.after), ""


def _trust(body: Mapping[str, JsonValue]) -> _Told:
    for about, value in _Trusted.model_validate(body).__pydantic_extra__.items():
        yield about, value, ""


def _judgement(body: Mapping[str, JsonValue]) -> _Told:
    told = _Judged.model_validate(body)
    for about, row in told.matrix.items():
        shares = dict(zip(told.roles, row, strict=False))
        likeliest = max(shares, key=lambda role: shares[role], default="")
        why = f"{likeliest} {shares[likeliest]:.0%}" if likeliest else ""
        yield about, sum(share for role, share in shares.items() if role in _CULPRITS), why


def _favor(body: Mapping[str, JsonValue]) -> _Told:
    for about, value in _Favored.model_validate(body).favor.items():
        yield about, value, ""


_READERS: Mapping[str, Callable[[Mapping[str, JsonValue]], _Told]] = {
    "sensors": _sensors,
    "suspects": _suspects,
    "trust": _trust,
    "judgement": _judgement,
    "favor": _favor,
}


def _measure(kind: str) -> Measure:
    return next(each for each in MEASURES if each == kind)
