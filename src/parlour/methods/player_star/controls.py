"""Whom to ask by anything but a score: what a gain of the paper's choice has to be held against."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from parlour.core import Player
from parlour.methods.player_star.information_gain import AddresseeChoice, InformationGain


def at_random(among: Sequence[Player], rng: Random) -> AddresseeChoice:
    """Any of the candidates, each as likely as the others."""
    return AddresseeChoice(player=rng.choice(list(among)), is_exploration=True)


def in_turn(
    among: Sequence[Player],
    seats: Sequence[Player],
    me: Player,
    history: InformationGain,
    now: Sequence[Player],
) -> AddresseeChoice:
    """Whoever was asked least so far, of equals whoever sits next.

    Args:
        among: the candidates, at least one.
        seats: everybody, in seat order.
        me: who asks.
        history: whom earlier rounds questioned.
        now: whom this round has questioned.
    """
    asked = [*(name for gain in history.rounds for name in gain.questioned), *now]
    turns = sorted(among, key=lambda name: (seats.index(name) - seats.index(me)) % len(seats))
    return AddresseeChoice(player=min(turns, key=asked.count), is_exploration=False)
