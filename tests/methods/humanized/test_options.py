"""How the method is asked for, and what is said of what it does not take."""

from __future__ import annotations

import pytest

from parlour.agents import MethodSpec, read_options
from parlour.errors import SetupError
from parlour.methods.humanized.method import HumanizedOptions


def read(text: str) -> HumanizedOptions:
    return read_options(HumanizedOptions, "humanized", MethodSpec.read(f"humanized:{text}").options)


def test_personas_are_drawn_by_the_match_seed_seat_by_seat():
    drawn = [[read("").persona_of(name, seed) for name in ("Ann", "Ben")] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert drawn[0][0] != drawn[0][1]


def test_a_persona_that_is_given_sits_in_every_seat():
    found = read("persona=c1o4n2e1a7").persona_of("Ann", 1)
    assert found
    assert found.code == "A7E1N2O4C1"
    assert read("condition=favor").persona_of("Ann", 1) is None


def test_what_it_does_not_take_is_refused():
    for told, problem in (
        ("condition=kind", "condition"),
        ("condition=strategy,fondness=shuffled", "likes nobody"),
        ("persona=A9E1N2O4C1", "from 1 to 7"),
        ("condition=favor,phrase=printed", "phrase=printed changes personas, and condition=favor has none"),
        ("condition=favor,items=parlour", "items=parlour changes personas, and condition=favor has none"),
        ("condition=favor,spread=true", "spread=true changes judgements, and condition=favor has none"),
        ("persona=A7", "such as A7E1N2O4C1"),
        ("condition=strategy,persona=A7E1N2O4C1", "has none"),
        ("memory=0", "memory"),
        ("mood=good", "mood"),
    ):
        with pytest.raises(SetupError, match=problem):
            read(told)
