"""Probes of how well somebody reads a mystery: small tables of which one vote is asked."""

from parlour.games.mystery.probes.making import MysteryProbes

PART = MysteryProbes()

__all__ = ["PART", "MysteryProbes"]
