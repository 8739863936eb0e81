"""How much the reader likes somebody: by what they said of it, and by how likely they are on its side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.language.facts import Fact, Level, Name, Suspicion, Trust, VoteFor
from parlour.reader.parsed_prompt import Said
from parlour.reader.voice import drawn_for

WORST, BEST = 1, 10
_MIDDLE = (WORST + BEST) / 2
_WEIGHT: Mapping[Level, float] = {Level.LITTLE: 0.2, Level.SOME: 0.6, Level.STRONG: 1.0}
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


def tone(fact: Fact, me: Name) -> float:
    """How kindly something that was said speaks of the reader; 0 where it does not speak of it."""
    match fact:
        case Trust(whom=whom, level=level) if whom == me:
            return _WEIGHT[level]
        case Suspicion(whom=whom, level=level) if whom == me:
            return -_WEIGHT[level]
        case VoteFor(whom=whom) if whom == me:
            return -1.0
        case _:
            return 0.0


def latest(said: Sequence[Said], by: Name) -> tuple[Fact, ...]:
    """What somebody said in the last round in which they spoke."""
    last = max((each.round for each in said if each.by == by), default=0)
    return tuple(each.fact for each in said if (each.by, each.round) == (by, last))


def compared(chance: float, usual: float) -> float:
    """How far a chance is from what is usual, as a share of how far it could be: in [-1, 1]."""
    room = 1 - usual if chance > usual else usual
    return (chance - usual) / room if room else 0.0


def percent(chance: float) -> int:
    """A chance as a form asks for it: nothing is quite impossible."""
    return max(1, round(100 * chance))
