"""How a method's thoughts on record are read: what one seat held of another, as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from pydantic import JsonValue

from parlour.core import Player


@dataclass(frozen=True, kw_only=True)
class Held:
    """What a thought says of one player.

    Attributes:
        about: the player.
        value: as it is on record.
        why: what was given as the reason, if anything.
    """

    about: Player
    value: float
    why: str = ""


def as_it_is(value: float) -> str:
    """A number whose scale nobody declared."""
    return f"{value:g}".replace("-", "−")


@dataclass(frozen=True, kw_only=True)
class Measure:
    """A kind of thought that says something of other players by numbers.

    Its name in words is `measure_KIND` of its method's `words/{en,zh}.yaml`.

    Attributes:
        kind: of the thoughts.
        read: what a thought's body says; raises `ValidationError` if it has another form.
        spell: a value as a cell shows it.
        suspicion: from -1, as far from suspected as can be, to 1, of a value.
        rank: how plainly it names somebody as the answer, 1 the plainest; 0 if it names nobody.
        is_fine: whether it moves by small steps, so that a line tells more than its cells.
        lowest: the least suspicion that it knows.
    """

    kind: str
    read: Callable[[Mapping[str, JsonValue]], Iterable[Held]]
    spell: Callable[[float], str] = as_it_is
    suspicion: Callable[[float], float] = lambda value: 0.0 * value
    rank: int = 0
    is_fine: bool = False
    lowest: int = -1


@dataclass(frozen=True, kw_only=True)
class Readings:
    """What a method says of its thoughts.

    Attributes:
        measures: those that are numbers by player, each kind once.
        texts: of kinds that are a text, where in the body it stands.
    """

    measures: tuple[Measure, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict[str, str])


@runtime_checkable
class Readable(Protocol):
    """A method that says how its thoughts are read."""

    @property
    def readings(self) -> Readings: ...  # noqa: D102
