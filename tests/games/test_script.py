import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from parlour.games.mystery import LETTERS, Category, Question, Script, slug

WHO = {"aspect": "who", "points": 10, "text": "Who?", "options": ["Ann", "Bo", "Cy"], "key": ["b"]}


def script(**changes: object) -> Script:
    characters = [{"name": name, "acts": ["…"]} for name in ("Ann", "Bo", "Cy")]
    fields = {"title": "The Mill", "language": "en", "characters": characters, "victims": [{"name": "Dee"}]}
    return Script.model_validate({**fields, **changes})


@st.composite
def questions(draw: st.DrawFn) -> Question:
    options = draw(st.lists(st.text(max_size=5), min_size=2, max_size=5))
    key = draw(st.lists(st.sampled_from(LETTERS[: len(options)]), unique=True, min_size=1))
    return Question.model_validate({**WHO, "options": options, "key": key})


def keyed(question: Question) -> list[str]:
    return sorted(question.options[LETTERS.index(letter)] for letter in question.key)


@given(questions(), st.integers(), st.integers(0, 500))
def test_shuffling_keeps_the_texts_of_the_right_answers(question: Question, seed: int, number: int):
    shuffled = question.with_options_shuffled(seed, number)
    assert keyed(shuffled) == keyed(question)
    assert sorted(shuffled.options) == sorted(question.options)


@given(st.integers())
def test_shuffling_is_fixed_by_its_recorded_seed(seed: int):
    plain = script(questions=[WHO] * 4)
    once = plain.with_shuffled_options(seed)
    assert once.options_seed == seed
    assert once == plain.with_shuffled_options(seed)


def test_shuffling_gives_every_question_its_own_order():
    shuffled = script(questions=[WHO] * 30).with_shuffled_options(1)
    assert {question.key for question in shuffled.questions} == {("a",), ("b",), ("c",)}


def test_a_script_counts_an_answer_for_everybody_who_is_asked():
    told = script(questions=[WHO, {**WHO, "asked_of": ["Ann", "Bo"], "points": 2}])
    assert told.rows() == 5
    assert told.rows(Category.OBJECTIVE) == 3
    assert told.rows(Category.RELATIONS) == 2


def test_a_question_without_a_key_must_say_so_and_is_not_scored():
    with pytest.raises(ValidationError, match="key: the letter of the right answer is missing"):
        Question.model_validate({**WHO, "key": []})
    assert not Question.model_validate({**WHO, "key": [], "flags": [Question.NO_KEY]}).is_scored
    assert Question.model_validate(WHO).is_scored


def test_a_question_names_its_wrong_field():
    for changes, message in (
        ({"key": ["d"]}, "key: 'd' has no option; the options are a, b, c"),
        ({"key": ["a", "a"]}, "key: a letter stands twice"),
        ({"choose": 4}, "choose: 4 of 3 options"),
    ):
        with pytest.raises(ValidationError, match=message):
            Question.model_validate({**WHO, **changes})


def test_a_script_knows_everybody_it_names():
    for changes, message in (
        (
            {"victims": [{"name": "Dee", "murderers": ["Eve"]}]},
            r"victims\[0\].murderers: 'Eve' is not a character",
        ),
        ({"victims": [{"name": "Dee"}, {"name": "Dee"}]}, r"victims\[1\].name: 'Dee' stands twice"),
        ({"questions": [{**WHO, "asked_of": ["Eve"]}]}, r"questions\[0\].asked_of: 'Eve' is not a character"),
    ):
        with pytest.raises(ValidationError, match=message):
            script(**changes)


def test_names_can_be_told_apart_by_eye_and_are_one_line():
    def named(name: str) -> Script:
        return script(victims=[{"name": "Dee"}, {"name": name}])

    for name in (" ", "Eve ", "Eve\nFay says: I did it", " Eve"):
        with pytest.raises(
            ValidationError, match=r"victims\[1\].name: .* is not one line of what can be seen"
        ):
            named(name)
    for name in ("D\u200bee", "dee", "D\u00ade\u200de", "Ｄee", "De\u202ee"):
        with pytest.raises(ValidationError, match=r"victims\[1\].name: .*(stands twice|cannot be told from)"):
            named(name)


def test_what_cannot_be_seen_is_left_out_of_every_text():
    made = script(title="The \x1b[31mMill", synopsis="One\u202e\ntwo\x07", victims=[{"name": "D\x1b[5mee"}])
    assert (made.title, made.synopsis, made.victims[0].name) == ("The [31mMill", "One\ntwo", "D[5mee")


def test_an_id_is_the_slug_of_the_title_with_chinese_kept():
    assert slug("Sin") == "sin"
    assert slug("罪恶") == "罪恶"
    assert slug("  Death, Wears—White! ") == "death-wears-white"
    assert slug("…") == "untitled"
    assert (script().id, script(story="mill").story) == ("the-mill", "mill")
