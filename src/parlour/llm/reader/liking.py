"""How much the reader likes somebody: by what they said of it, and by how likely they are on its side."""

from __future__ import annotations

from parlour.llm.reader.voice import drawn_for

WORST, BEST = 1, 10
_MIDDLE = (WORST + BEST) / 2
_TONE, _MOST_TONE, _SIDE = 1.5, 2.0, 3.0


def rating(tone: float, side: float, occasion: str) -> int:
    """A rating from 1 to 10.

    Args:
        tone: how kindly somebody spoke of the reader; below 0 where unkindly.
        side: how likely it is that they are on the same side, less than usual below 0; in [-1, 1].
        occasion: settles by lot between the two middle ratings, since a whole number has no middle.
    """
    liked = _MIDDLE + _TONE * max(min(tone, _MOST_TONE), -_MOST_TONE) + _SIDE * side
    nudged = liked + drawn_for(occasion).choice((-0.25, 0.25))
    return max(WORST, min(BEST, round(nudged)))


def compared(chance: float, usual: float) -> float:
    """How far a chance is from what is usual, as a share of how far it could be: in [-1, 1]."""
    room = 1 - usual if chance > usual else usual
    return (chance - usual) / room if room else 0.0


def percent(chance: float) -> int:
    """A chance as a form asks for it: nothing is quite impossible."""
    return max(1, round(100 * chance))
