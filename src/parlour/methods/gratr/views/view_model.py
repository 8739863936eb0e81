"""The data of a page of trust graphs: plain values and words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line of arithmetic, with what is special about it in words."""

    equation: str
    text: str
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class ItemView:
    """An item of evidence: what was said, and what was read off it."""

    event: int
    round: int
    by: int
    about: int
    told: str
    type: str
    score: str
    credibility: float
    line: str
    reason: str = ""
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Link:
    """A hop of a chain: speaker, target, evidence and its arithmetic."""

    by: int
    about: int
    items: tuple[int, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, kw_only=True)
class Way:
    """A chain with its arithmetic."""

    players: tuple[int, ...]
    is_used: bool
    links: tuple[Link, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, kw_only=True)
class TrustReason:
    """The reason for a player's trust."""

    lead: str
    lines: tuple[Line, ...] = ()
    items: tuple[int, ...] = ()
    ways: tuple[Way, ...] = ()
    missed: tuple[str, ...] = ()
    mean: tuple[Line, ...] = ()
    backward: tuple[Line, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Point:
    """A player from a step on."""

    player: int
    trust: float
    stance: str
    reason: TrustReason


@dataclass(frozen=True, kw_only=True)
class Arrow:
    """The edge of one player to another, from a step on."""

    by: int
    about: int
    value: float
    items: tuple[int, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, kw_only=True)
class Claimed:
    """A player's claimed role in words, from a step on."""

    player: int
    text: str
    is_contested: bool = False


@dataclass(frozen=True, kw_only=True)
class Frame:
    """One step: what happened, and what is other than before."""

    kind: Literal["start", "heard", "learned", "asked"]
    round: int
    round_name: str
    caption: str
    points: tuple[Point, ...]
    arrows: tuple[Arrow, ...]
    claims: tuple[Claimed, ...] = ()


@dataclass(frozen=True, kw_only=True)
class GraphViewModel:
    """The history of one graph. Players are numbered by seat, items and frames in order."""

    owner: int
    players: tuple[str, ...]
    shown: tuple[int, ...]
    title: str
    case: str
    truth: tuple[str, ...]
    items: tuple[ItemView, ...]
    frames: tuple[Frame, ...]
