"""The measures in PLAYER*'s thoughts: the share of sensors against a player, and the suspect list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import BaseModel, ConfigDict, JsonValue

from parlour.agents import Held, Measure, Readings
from parlour.core import Player
from parlour.methods.player_star.sensors import INFORMATION, SENSORS, Sensor


class _Sensed(BaseModel):
    model_config = ConfigDict(extra="ignore")
    readings: Mapping[Player, Mapping[str, str]]


class _Listed(BaseModel):
    model_config = ConfigDict(extra="ignore")
    before: tuple[Player, ...]
    after: tuple[Player, ...]


def _sensors(body: Mapping[str, JsonValue]) -> Iterator[Held]:
    """Yields the share of the sensors that point at each player, in [0, 1]."""
    for about, sensed in _Sensed.model_validate(body).readings.items():
        said = {name: word for name, word in sensed.items() if name not in ("why", INFORMATION)}
        if said:
            against = [name for name, word in said.items() if word == SENSORS[Sensor(name)].against]
            told = (", ".join(f"{name}: {word}" for name, word in said.items()), sensed.get("why"))
            yield Held(about=about, value=len(against) / len(said), why=" · ".join(filter(None, told)))


def _suspects(body: Mapping[str, JsonValue]) -> Iterator[Held]:
    told = _Listed.model_validate(body)
    for about in dict.fromkeys((*told.before, *told.after)):
        yield Held(about=about, value=float(about in told.after))


READINGS = Readings(
    measures=(
        Measure(kind="sensors", read=_sensors, spell="{:.0%}".format, suspicion=float),
        Measure(
            kind="suspects",
            read=_suspects,
            spell=lambda value: "●" if value else "○",
            suspicion=float,
            rank=1,
        ),
    )
)
