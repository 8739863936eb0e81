"""The measures in thoughts of Humanized Agents: probability of being the culprit, and favor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import BaseModel, ConfigDict, JsonValue

from parlour.agents import Held, Measure, Readings
from parlour.core import GAMES, Player

_INDIFFERENT = 50


class _Judged(BaseModel):
    model_config = ConfigDict(extra="ignore")
    roles: tuple[str, ...]
    matrix: Mapping[Player, tuple[float, ...]]


class _Favored(BaseModel):
    model_config = ConfigDict(extra="ignore")
    favor: Mapping[Player, float]


def _judgement(body: Mapping[str, JsonValue]) -> Iterator[Held]:
    """Yields each player's probability of having a role that a case asks for, in [0, 1]."""
    told = _Judged.model_validate(body)
    culprits = _culprits(told.roles)
    for about, row in told.matrix.items():
        shares = dict(zip(told.roles, row, strict=False))
        likeliest = max(shares, key=lambda role: shares[role], default="")
        why = f"{likeliest} {shares[likeliest]:.0%}" if likeliest else ""
        yield Held(
            about=about, value=sum(share for role, share in shares.items() if role in culprits), why=why
        )


def _culprits(roles: tuple[str, ...]) -> frozenset[str]:
    games = [game for game in GAMES.installed().values() if set(roles) <= set(game.roles)]
    found = {each for game in games for each in roles if each in game.sought}
    return frozenset(found or roles[-1:])


def _favor(body: Mapping[str, JsonValue]) -> Iterator[Held]:
    for about, value in _Favored.model_validate(body).favor.items():
        yield Held(about=about, value=value)


READINGS = Readings(
    measures=(
        Measure(
            kind="judgement",
            read=_judgement,
            spell="{:.0%}".format,
            suspicion=float,
            rank=2,
            is_fine=True,
            lowest=0,
        ),
        Measure(
            kind="favor",
            read=_favor,
            spell="{:.0f}".format,
            suspicion=lambda value: (_INDIFFERENT - value) / _INDIFFERENT,
            is_fine=True,
        ),
    ),
    texts={"strategy": "strategy", "persona": "statement"},
)
