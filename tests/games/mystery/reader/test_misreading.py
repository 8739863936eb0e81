"""A reader that knows that it misreads: what it still concludes, and against whom nothing speaks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from bench.strength import by_chance, score
from parlour.core import Event
from parlour.games.mystery.reader import PART
from parlour.language.facts import Fact, Language, Presence, Slot
from parlour.reader import BoundedSeat, Bounds
from tests.games.mystery.reader.tables import EIGHT, LANGUAGES, PLAYERS, VICTIM, introduced, known, prompt

SLIPS = (0.001, 0.1, 0.3, 0.6, 0.9)


def suspected(
    language: Language, slip: float, talk: Sequence[Event] = (), *, own: Sequence[Fact] | None = None
):
    """How suspect the other three are to the first, who may have misread."""
    found = PART.seat(prompt(language, own=own, talk=talk), ())
    assert isinstance(found, BoundedSeat)
    bounded = found.with_bounds(Bounds(slip=slip))
    return {name: bounded.suspicion(name, VICTIM[language]) for name in PLAYERS[language][1:]}


def wandering(language: Language, seat: int) -> list[Event]:
    """Somebody who says of every hour that it was in two places, as misread papers have it."""
    name = PLAYERS[language][seat]
    return [
        introduced(language, seat, Presence(who=name, place=place, slot=Slot(EIGHT.number - before)))
        for before in (1, 2, 3)
        for place in ("kitchen", "library")
    ]


def test_an_alibi_clears_the_less_the_likelier_it_was_misread():
    for language in LANGUAGES:
        ben, carl, dora = PLAYERS[language][1:]
        told = [suspected(language, slip) for slip in SLIPS]
        assert told[0] == {ben: 0, carl: 0, dora: pytest.approx(1, abs=0.01)}
        assert all(more[dora] <= less[dora] + 1e-9 for less, more in pairwise(told))
        assert told[-1][dora] == pytest.approx(1 / 3, abs=0.05)
        assert all(each[dora] >= max(each.values()) for each in told)


def test_being_misread_makes_nobody_the_murderer():
    for language in LANGUAGES:
        for slip in (0.1, 0.3, 0.6, 0.9):
            ben, _, dora = PLAYERS[language][1:]
            alibi = known(language)[
                :2
            ]  # Ben was seen elsewhere, and is heard to contradict himself all evening
            held = suspected(language, slip, wandering(language, 1), own=alibi)
            assert held[ben] < held[dora]


def test_a_lie_about_oneself_tells_as_far_as_nothing_was_misread():
    for language in LANGUAGES:
        dora, before = PLAYERS[language][3], Slot(EIGHT.number - 1)
        lie = [introduced(language, 3, Presence(who=dora, place="library", slot=before))]
        seen = [Presence(who=dora, place="kitchen", slot=before)]
        gains = [
            suspected(language, slip, lie, own=seen)[dora] - suspected(language, slip, own=seen)[dora]
            for slip in SLIPS
        ]
        assert all(more < less for less, more in pairwise(gains))
        assert gains[0] == pytest.approx(2 / 3, abs=0.05)
        assert gains[-1] == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize("count", [4, pytest.param(12, marks=pytest.mark.real)])
def test_misreading_takes_the_score_towards_chance_and_not_through_it(count: int):
    stories = range(count)
    means = [sum(score(story, "slip", slip) for story in stories) / count for slip in ("0", ".1", ".6")]
    chance = sum(map(by_chance, stories)) / count
    assert means[0] == 1
    assert means[0] > means[1] > means[2] > chance
