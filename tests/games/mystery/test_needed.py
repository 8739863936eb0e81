"""A story that needs the words of one seat, held against the solver; and nothing else changes."""

from __future__ import annotations

import pytest

from parlour.errors import SetupError
from parlour.games.mystery import Difficulty, Script, generate, solve
from parlour.games.mystery.asking import MysteryAsked
from parlour.games.mystery.difficulty import decisive
from parlour.games.mystery.library import saves

SHAPES: tuple[dict[str, int | str], ...] = (
    {},
    {"players": 4},
    {"players": 5, "difficulty": "hard"},
    {"difficulty": "easy", "lang": "zh"},
)


def made(seed: int, needed: str | None, shape: dict[str, int | str]) -> Script:
    return generate(seed, needed=needed, **shape)  # pyright: ignore[reportArgumentType] - as keywords


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_without_the_seat_the_case_stays_open_and_with_it_it_is_proved(shape: dict[str, int | str]):
    innocent = 0
    for seed in range(3):
        script = made(seed, "2", shape)
        name = script.players[1]
        solution = solve(script)
        assert solution.is_proved
        assert not solution.knowing, "nobody can tell alone, the one who is needed neither"
        if script.victims_of(name):
            continue
        innocent += 1
        assert all(name in each for each in decisive(solution.evidence, solution.truth).values())
        others = [each for each in script.players if each != name]
        assert len(list(solution.evidence.told_by(others).survivors())) > 1
    assert innocent


def test_to_be_needed_says_nothing_of_who_did_it():
    for seed in range(4):
        plain, needing = generate(seed), generate(seed, needed="1")
        guilty = bool(plain.victims_of(plain.players[0]))
        assert guilty == bool(needing.victims_of(needing.players[0]))
        if guilty:
            assert [each.acts for each in plain.characters] == [each.acts for each in needing.characters]


def test_the_same_is_made_again_and_a_name_means_its_seat():
    plain = generate(3)
    name = next(each for each in plain.players if not plain.victims_of(each))
    script = generate(3, needed=name)
    assert saves(script) == saves(generate(3, needed=str(1 + plain.players.index(name))))
    assert script.players == plain.players


def test_what_cannot_be_is_refused_in_words():
    for needed, difficulty, said in (
        ("7", "normal", "there is no seat '7'"),
        ("Nobody", "normal", "no seat"),
        ("1", "4", "easy, normal or hard"),
    ):
        with pytest.raises(SetupError, match=said):
            generate(1, needed=needed, difficulty=difficulty)


def test_a_made_story_needs_the_only_person_and_others_stay_as_they_are():
    assert MysteryAsked().for_person(3).needed == "3"
    assert MysteryAsked(victims=2).for_person(6).needed == "6"
    untouched = (
        MysteryAsked(script="teahouse"),
        MysteryAsked(difficulty=Difficulty.FOUR),
        MysteryAsked(victims=3),
        MysteryAsked(players=4),
    )
    assert all(asked.for_person(5) == asked for asked in untouched)
    assert MysteryAsked(needed="2").for_person(5).needed == "2"


def test_another_table_like_it_needs_the_same_seat():
    setup = MysteryAsked(players=5, difficulty=Difficulty.HARD, rounds=1, needed="4").deal(2, "zh")
    again = MysteryAsked.again(setup)
    assert (again.needed, again.players, again.difficulty) == ("4", 5, Difficulty.HARD)
