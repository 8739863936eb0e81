"""Advice on a script, and the example of the documentation."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from parlour.games.mystery import Aspect, Character, Kinship, Question, Script, Victim
from parlour.games.mystery.library import advise, loads

ASPECTS = [aspect.value for aspect in Aspect]


def questions(**changes: object) -> list[dict[str, object]]:
    """Thirty-three questions without a fault: every aspect, and keys spread evenly."""
    options = ["a mill", "a barn", "a pond"]
    fields = {"points": 5, "text": "Which?", "options": options}
    return [
        {**fields, "aspect": ASPECTS[n % len(ASPECTS)], "key": ["abc"[n % 3]], **changes} for n in range(33)
    ]


def test_a_careful_script_gets_no_advice(story: Callable[..., Script]):
    assert advise(story(questions=questions())) == ()


def test_what_the_whole_script_lacks_is_said(story: Callable[..., Script]):
    advice = "\n".join(advise(story(warning="", victims=[{"name": "Dee"}])))
    assert "warning: there is no content warning" in advice
    assert "questions: 0, where 30" in advice
    assert "none asks for who, how" in advice
    assert "victims[0].murderers: nobody at the table" in advice


def test_a_character_who_is_called_like_a_word_of_the_table_is_warned_of(story: Callable[..., Script]):
    called = [{"name": name, "acts": ["You were there."]} for name in ("Ann", "Bo", "No-one", "凶手", "Mona")]
    advice = advise(story(questions=questions(), characters=called))
    assert [each.partition(":")[0] for each in advice] == ["characters[2].name", "characters[3].name"]


def test_keys_that_stand_in_one_place_are_told(story: Callable[..., Script]):
    advice = advise(story(questions=questions(key=["a"])))
    assert "questions: `a` is right in 33 of 33 (questions): shuffle them" in advice


def test_faults_of_one_question_name_it(story: Callable[..., Script]):
    faulty = questions()
    faulty[1] = {**faulty[1], "text": " ", "options": ["x", "x", "y"], "choose": 2}
    faulty[2] = {**faulty[2], "key": ["a", "b"]}
    assert advise(story(questions=faulty)) == (
        "questions[1].text: is empty",
        "questions[1].options: 'x' stands twice",
        "questions[1].choose: 2, where one letter is right",
        "questions[2].choose: 1, where 2 letters are right",
    )


def test_two_suspects_may_be_named_where_one_is_right(story: Callable[..., Script]):
    assert advise(story(questions=[*questions(), {**questions()[0], "aspect": "suspect", "choose": 2}])) == ()


def test_an_option_that_alone_is_about_another_person_gives_itself_away(story: Callable[..., Script]):
    given_away = ["Ann is the aunt of Bo", "Bo is the son of Ann", "Bo is the heir of Ann"]
    hidden = ["Ann is the aunt of Bo", "Ann is the boss of Bo", "Ann is the wife of Bo"]
    relations = [{**questions()[0], "options": options, "key": ["a"]} for options in (given_away, hidden)]
    told = [advice for advice in advise(story(questions=[*questions(), *relations])) if "guessed" in advice]
    assert told == ["questions[33].options: only the right one begins with another person and so is guessed"]


PAGE = (Path(__file__).parents[4] / "docs" / "scripts.md").read_text("utf-8")


def example() -> str:
    (block,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    return block


def test_the_example_is_a_whole_script():
    script = loads(example())
    assert script.id == "the-locked-mill"
    assert script.victims_of("Bo") == ("Dunstan",)
    assert [len(question.options) for question in script.questions] == [3, 3, 3, 4]


def test_the_only_advice_for_the_example_is_that_it_is_small():
    assert all(advice.startswith("questions: ") for advice in advise(loads(example())))


def test_the_page_names_every_field_of_the_form():
    for form in (Script, Character, Victim, Kinship, Question):
        for name in form.model_fields:
            assert f"`{name}`" in PAGE
