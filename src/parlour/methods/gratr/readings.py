"""The measure in GRATR's thoughts: trust, from -1 to 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import BaseModel, ConfigDict, JsonValue

from parlour.agents import Held, Measure, Readings


class _Trusted(BaseModel):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, float]  # pyright: ignore[reportIncompatibleVariableOverride]


def _trust(body: Mapping[str, JsonValue]) -> Iterator[Held]:
    for about, value in _Trusted.model_validate(body).__pydantic_extra__.items():
        yield Held(about=about, value=value)


def _spell(value: float) -> str:
    told = f"{value:+.2f}".replace("-", "−")
    return "0" if told.endswith("0.00") else told


READINGS = Readings(
    measures=(
        Measure(
            kind="trust", read=_trust, spell=_spell, suspicion=lambda value: -value, rank=3, is_fine=True
        ),
    )
)
