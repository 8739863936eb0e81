"""Whose notes a seat goes by: its own or, as a placebo, the same with their people mixed up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from parlour.agents.seat_context import SeatContext
from parlour.core import Player, chance
from parlour.language.facts import any_name
from parlour.llm import Part
from parlour.reader import EarlierOpinion

Notes = Literal["own", "shuffled"]
"""`own` is how a method is played. `shuffled` is a placebo: what the method notes of somebody stands in its
prompts as noted of somebody else, so that it costs as much and says nothing."""


def shuffled(parts: Sequence[Part], place: SeatContext) -> tuple[Part, ...]:
    """Parts of a prompt, the notes among them with the other players permuted.

    The permutation is drawn by the match seed, once for a seat and match, and any is as likely as any other,
    those that leave somebody in place too: a note is then of whom it tells no oftener than by chance.

    Args:
        parts: as the method wrote them; its notes are those that it marks with what they say.
        place: the seat.
    """
    if not any(isinstance(part.purpose, EarlierOpinion) for part in parts):
        return tuple(parts)
    mixed = permuted(place)
    return tuple(_mixed(part, mixed) for part in parts)


def permuted(place: SeatContext) -> Mapping[Player, Player]:
    """Of each of the others, in whose stead the notes of a placebo are taken."""
    others = [name for name in place.players if name != place.player]
    drawn = chance(place.seed, place.player, "shuffled notes").sample(others, len(others))
    return dict(zip(others, drawn, strict=True))


def _mixed(part: Part, mixed: Mapping[Player, Player]) -> Part:
    if not isinstance(part.purpose, EarlierOpinion):
        return part
    text = any_name(mixed).sub(lambda found: mixed[found.group()], part.text)
    odds = {mixed.get(name, name): each for name, each in part.purpose.odds.items()}
    return replace(part, text=text, purpose=replace(part.purpose, odds=odds))
