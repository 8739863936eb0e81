from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from parlour.core import chance
from parlour.core.conformance import check_game, check_secrecy, play_randomly, random_action
from parlour.games.mystery import MysterySetup, MysteryState, Script, start

FORM = TypeAdapter(MysteryState)
MakeSetup = Callable[..., MysterySetup]
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lee")
QUESTION = {"aspect": "who", "points": 10, "text": "Who?", "options": ["Ann", "Bo"], "key": ["b"]}


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """The arguments of a setup: anything that the rules must cope with."""
    names = NAMES[: draw(st.integers(3, 12))]
    some = st.lists(st.sampled_from(names), unique=True, max_size=3)
    asked = st.lists(some.map(lambda asked_of: {**QUESTION, "asked_of": asked_of, "choose": 2}), max_size=3)
    return {
        "names": names,
        "victims": {f"Victim {n}": draw(some) for n in range(draw(st.integers(1, 4)))},
        "acts": {name: draw(st.integers(1, 4)) for name in names},
        "questions": draw(asked),
        "rounds": draw(st.integers(1, 3)),
        "questions_each": draw(st.sampled_from([1, 1, 2, 11])),
        "self_votes": draw(st.booleans()),
        "answers": draw(st.booleans()),
        "language": draw(st.sampled_from(["en", "zh"])),
    }


def begin(setup: MysterySetup, seed: int) -> MysteryState:
    return start(setup.script.players, seed, setup)


def seat(mystery: MakeSetup, table: dict[str, Any]) -> MysterySetup:
    """`questions` is both the script's and the setup's word."""
    told = dict(table)
    each = told.pop("questions_each")
    return mystery(**told).model_copy(update={"questions": each})


@pytest.mark.parametrize("count", range(3, 13))
def test_a_mystery_of_any_size_does_what_every_game_must(mystery: MakeSetup, count: int):
    victims = {f"Victim {n}": NAMES[n : min(2 * n, count)] for n in range(1 + count % 4)}
    setup = mystery(NAMES[:count], victims, acts=1 + count % 3, questions=[QUESTION] * 3, rounds=2)
    check_game(lambda seed: begin(setup, seed), FORM, seeds=range(2))


@settings(max_examples=25)
@given(table=tables(), seed=st.integers(0, 99))
def test_any_mystery_does_what_every_game_must(mystery: MakeSetup, table: dict[str, Any], seed: int):
    setup = seat(mystery, table)
    check_game(lambda seed: begin(setup, seed), FORM, seeds=[seed])


def test_a_victim_that_nobody_killed_does_what_every_game_must(mystery: MakeSetup):
    setup = mystery(victims={"Vic": (), "Wes": ("Ann", "Di")}, questions=[QUESTION], self_votes=True)
    check_game(lambda seed: begin(setup, seed), FORM, seeds=range(10))


@settings(max_examples=20)
@given(table=tables(), seed=st.integers(0, 99))
def test_no_event_shows_what_stands_in_anothers_papers(mystery: MakeSetup, table: dict[str, Any], seed: int):
    setup = seat(mystery, table)
    canaries = {name: f"canary-{name}-" for name in setup.script.players}
    script = setup.script.model_dump()
    for character in script["characters"]:
        for papers in ("acts", "secrets", "objectives"):
            character[papers] = [f"{canaries[character['name']]}{text}" for text in character[papers]]
    marked = setup.model_copy(update={"script": Script.model_validate(script)})
    _, events = play_randomly(begin(marked, seed), seed)
    assert {event.actor for event in events if "canary" in event.text} == set(setup.script.players)
    check_secrecy(events, canaries)


def test_a_state_comes_back_equal_from_json_at_every_step_and_plays_on(mystery: MakeSetup):
    state = begin(mystery(questions=[QUESTION], rounds=2), 3)
    while not state.is_over:
        again = FORM.validate_json(FORM.dump_json(state))
        assert again == state
        actions = {request.id: random_action(request, chance(3, request.id)) for request in state.requests()}
        state, events = state.apply(actions)
        assert again.apply(actions) == (state, events)


def test_a_request_keeps_its_id_for_as_long_as_it_waits(mystery: MakeSetup):
    state = begin(mystery(), 1)
    while not state.is_over:
        assert state.requests() == state.requests()
        state, _ = state.apply({request.id: state.fallback(request) for request in state.requests()})
