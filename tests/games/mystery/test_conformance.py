from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from parlour.core.conformance import check_game, check_secrecy, play_randomly
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


@settings(max_examples=25)
@given(table=tables(), seed=st.integers(0, 99))
def test_any_mystery_does_what_every_game_must(mystery: MakeSetup, table: dict[str, Any], seed: int):
    setup = seat(mystery, table)
    check_game(lambda seed: begin(setup, seed), FORM, seeds=[seed])


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
