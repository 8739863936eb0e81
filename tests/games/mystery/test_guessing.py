"""What may be had without reading the script."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.evaluation import Column, estimate
from parlour.games.mystery import Question, Script, generate
from parlour.games.mystery.answers import GuessRule, by_chance, by_oddness, guess_score
from parlour.games.mystery.library import import_folder

WHO = {"aspect": "who", "points": 10, "text": "Who?", "options": ["Ann", "Bo", "Cy", "Di"], "key": ["b"]}
KIN = {"aspect": "one-relationship", "points": 2, "text": "What is Ann to Bo?", "key": ["a"]}
ODD = [
    "Bo is the aunt of Ann",
    "Ann is the debtor of Bo",
    "Ann is the rival of Bo",
    "Ann is the tenant of Bo",
]


def question(**changes: object) -> Question:
    return Question.model_validate({**WHO, **changes})


def script(*questions: Mapping[str, object], title: str = "The Mill") -> Script:
    return Script.model_validate(
        {
            "title": title,
            "language": "en",
            "characters": [{"name": name, "acts": ["…"]} for name in ("Ann", "Bo", "Cy")],
            "victims": [{"name": "Vic", "murderers": ["Bo"]}],
            "questions": questions,
        }
    )


def value(scripts: Sequence[Script], guess: GuessRule, metric: str = "overall") -> float:
    told = estimate([guess_score(each, guess, scripts) for each in scripts], metric).value
    assert told is not None
    return told


def test_random_is_the_share_of_all_legal_answers_that_are_right():
    """All non-empty sets of up to `choose` letters; either letter of a repeated option is right."""
    for changes, share in (
        ({}, 1 / 4),
        ({"options": ["Ann", "Bo"]}, 1 / 2),
        ({"options": ["Ann", "Bo", "Cy", "Bo "]}, 2 / 4),
        ({"choose": 2}, 1 / 10),
        ({"choose": 2, "key": ["a", "c"]}, 1 / 10),
        ({"key": ["a", "c"]}, 0),
        ({"choose": 2, "options": ["Ann", "Bo", "Bo"], "key": ["b"]}, 3 / 6),
        ({"aspect": "suspect", "points": 5, "choose": 2}, (1 + 3) / 10),
        ({"aspect": "suspect", "points": 5, "choose": 2, "key": ["a", "b"]}, 1 / 10),
        ({"aspect": "suspect", "points": 5, "choose": 3}, (1 + 3) / 14),
        ({"choose": 4, "key": ["a", "b", "c"]}, 1 / 15),
    ):
        assert by_chance(question(**changes)) == pytest.approx(share)


@given(st.integers(0, 1000))
def test_random_does_not_care_how_options_are_shuffled(seed: int):
    for asked in (question(), question(aspect="suspect", choose=2), question(options=["a", "b", "b", "c"])):
        assert by_chance(asked.with_options_shuffled(seed, 0)) == by_chance(asked)


def test_a_guess_counts_the_rows_that_a_match_counts():
    asked = script(
        WHO, {**WHO, "asked_of": ["Bo"]}, {**WHO, "key": [], "flags": ["no-key"]}, {**KIN, "options": ODD}
    )
    told = guess_score(asked, GuessRule.RANDOM)
    assert (told.match, told.script) == ("random", "the-mill")
    assert estimate([told], "objective").n == 3 + 1
    assert estimate([told], "objective", Column.CIVILIANS).n == 2
    assert estimate([told], "overall").n == 7
    assert estimate([told], "overall").value == pytest.approx(1 / 4)


def test_flagged_questions_are_left_out_of_strict_guesses():
    asked = script(WHO, {**WHO, "options": ["Ann", "Bo"], "flags": ["repeated-option"]})
    assert estimate([guess_score(asked, GuessRule.RANDOM)], "overall", Column.STRICT).value == pytest.approx(
        1 / 4
    )


def test_position_learns_a_letter_for_each_aspect_from_the_other_half_of_the_questions():
    always = [{**WHO, "key": ["c"]}] * 4 + [{**KIN, "options": ODD}] * 4
    assert value([script(*always)], GuessRule.POSITION) == 1
    alternating = [{**WHO, "key": [letter]} for letter in "abababab"]
    assert value([script(*alternating)], GuessRule.POSITION) == 0


def test_position_learns_from_all_scripts_of_the_table():
    taught = [script({**WHO, "key": ["d"]}, {**WHO, "key": ["d"]}, title=f"Mill {n}") for n in range(5)]
    other = script({**WHO, "key": ["d"]}, title="Another")
    assert estimate([guess_score(other, GuessRule.POSITION)], "overall").value == 0
    assert estimate([guess_score(other, GuessRule.POSITION, [*taught, other])], "overall").value == 1


def test_position_takes_a_letter_that_the_question_has():
    four = [{**WHO, "key": ["d"]}] * 6
    asked = script(*four, {**WHO, "options": ["Ann", "Bo", "Cy"], "key": ["a"]}, {**WHO, "key": ["d"]})
    assert value([asked], GuessRule.POSITION) == 1


def test_position_is_at_chance_where_options_are_shuffled():
    plain = [generate(seed, players=5) for seed in range(3)]
    asked = [
        each.model_copy(
            update={
                "questions": tuple(
                    q.model_copy(update={"key": ("a",)}) for q in each.questions if q.choose == 1
                )
            }
        )
        for each in plain
    ]
    assert value(asked, GuessRule.POSITION) == 1
    shuffled = [
        value([each.with_shuffled_options(seed) for each in asked], GuessRule.POSITION, "reasoning")
        for seed in range(30)
    ]
    assert sum(shuffled) / 30 == pytest.approx(value(asked, GuessRule.RANDOM, "reasoning"), abs=0.03)


def test_the_option_about_another_person_is_the_odd_one():
    for options in (
        ODD,
        ["Tony Bell is brother of Tony", "Tony is guest of Tony Bell", "Tony is friend of Tony Bell"],
        ["阿明是小李的姑母", "小李是阿明的债主", "小李是阿明的对手", "小李是阿明的房客"],
        ["小明是小李的姑母", "小李是小明的债主", "小李是小明的对手"],
        ["Bo IS the aunt of Ann", "ann is the debtor of Bo", "Ann  is the rival of Bo"],
    ):
        assert by_oddness(question(**{**KIN, "options": options})) == 1
        assert by_oddness(question(**{**KIN, "options": options, "key": ["b"]})) == 0


@given(st.integers(0, 1000))
def test_the_odd_one_is_found_wherever_it_stands(seed: int):
    assert by_oddness(question(**{**KIN, "options": ODD}).with_options_shuffled(seed, 0)) == 1


def test_among_equally_odd_options_one_is_drawn():
    same = ["Ann is aunt of Bo", "Ann is debtor of Bo", "Ann is rival of Bo", "Ann is tenant of Bo"]
    assert by_oddness(question(**{**KIN, "options": same})) == 1 / 4
    two = ["Bo is aunt of Ann", "Cy is aunt of Ann", "Ann is rival of Bo", "Ann is tenant of Bo"]
    assert by_oddness(question(**{**KIN, "options": two})) == 1 / 2


def test_elsewhere_than_in_relations_the_odd_one_out_is_drawn_by_chance():
    assert by_oddness(question(options=ODD, key=["a"])) == 1 / 4


def test_our_own_questions_give_nothing_away():
    """Of generated mysteries: the questions of this package are written against both rules."""
    made = [generate(seed, players=6) for seed in range(24)]
    chance = value(made, GuessRule.RANDOM, "relations")
    assert value(made, GuessRule.ODD_ONE_OUT, "relations") == pytest.approx(chance, abs=0.02)
    assert value(made, GuessRule.POSITION) == pytest.approx(value(made, GuessRule.RANDOM), abs=0.06)


@pytest.fixture(scope="module")
def published(wellplay: Path) -> list[Script]:
    return [found for found, _ in import_folder(wellplay)]


def test_wellplay_as_its_authors_order_it_gives_its_relations_away(published: list[Script]):
    for language in ("en", "zh"):
        scripts = [each for each in published if each.language == language]
        assert estimate([guess_score(each, GuessRule.RANDOM) for each in scripts], "relations").n == 381
        assert value(scripts, GuessRule.RANDOM, "relations") == pytest.approx(1 / 4)
        assert (
            value(scripts, GuessRule.POSITION, "relations")
            == value(scripts, GuessRule.ODD_ONE_OUT, "relations")
            == 1
        )
        assert value(scripts, GuessRule.POSITION) == pytest.approx(0.557, abs=6e-4)
        assert value(scripts, GuessRule.ODD_ONE_OUT) == pytest.approx(0.409, abs=6e-4)
        assert value(scripts, GuessRule.RANDOM) == pytest.approx(0.268, abs=6e-4)


def test_shuffling_wellplays_options_takes_the_position_away_but_not_the_odd_one(published: list[Script]):
    scripts = [each for each in published if each.language == "en"]
    shuffled = [[each.with_shuffled_options(seed) for each in scripts] for seed in range(6)]
    by_position = [value(each, GuessRule.POSITION, "relations") for each in shuffled]
    assert sum(by_position) / 6 == pytest.approx(1 / 4, abs=0.03)
    assert all(value(each, GuessRule.ODD_ONE_OUT, "relations") == 1 for each in shuffled[:1])
