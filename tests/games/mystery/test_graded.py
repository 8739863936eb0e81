from collections.abc import Callable, Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from parlour.arena import Record
from parlour.core import Event
from parlour.evaluation import Score
from parlour.games.mystery import Category, Question, Team
from parlour.games.mystery.answers import Graded, accuracy, grade_answers, is_right, overall
from parlour.games.mystery.events import ANSWERED

MakeRecord = Callable[..., Record]
WHO = {"aspect": "who", "points": 10, "text": "Who?", "options": ["Ann", "Bo", "Cy", "Di"], "key": ["b"]}
WHERE = {**WHO, "aspect": "where", "points": 5}
KIN = {**WHO, "aspect": "relationship", "points": 2}
NO_KEY = {**WHO, "key": [], "flags": [Question.NO_KEY]}


def question(**changes: object) -> Question:
    return Question.model_validate({**WHO, **changes})


def answered(number: int, player: str, case: str, *chosen: str) -> Event:
    return Event(
        number=number,
        kind=ANSWERED,
        actor=player,
        case=case,
        chosen=chosen,
        visible_to=frozenset({player}),
    )


def test_an_answer_is_right_if_it_says_what_the_whole_key_says():
    repeated = {"options": ["Ann", "Bo", "Cy", "Bo "]}
    for changes, right, wrong in (
        ({}, "b", ("a", "", "ab")),
        ({"key": ["a", "c"], "choose": 3}, "ca", ("a", "c", "abc", "bd", "")),
        (repeated, "b", ("a",)),
        (repeated, "d", ("a",)),
    ):
        assert is_right(question(**changes), tuple(right))
        assert not any(is_right(question(**changes), tuple(chosen)) for chosen in wrong)


def test_a_suspect_is_right_if_the_keyed_person_is_among_at_most_two():
    """Questum's and WellPlay's "the two people you most suspect"."""
    for chosen, right in (
        ("b", True),
        ("ab", True),
        ("bd", True),
        ("ac", False),
        ("", False),
        ("abc", False),
        ("abcd", False),
    ):
        assert is_right(question(aspect="suspect", choose=2), tuple(chosen)) is right


@given(st.sets(st.sampled_from("abcd")))
def test_no_answer_to_a_question_without_a_key_is_right(chosen: set[str]):
    for aspect in ("who", "suspect"):
        assert not is_right(question(aspect=aspect, key=[], flags=[Question.NO_KEY], choose=2), tuple(chosen))


@given(st.lists(st.sampled_from("abcd"), unique=True), st.sets(st.sampled_from("abcd"), min_size=1))
def test_the_order_of_letters_does_not_matter(chosen: Sequence[str], key: set[str]):
    several = question(key=sorted(key), choose=4)
    assert is_right(several, chosen) == is_right(several, chosen[::-1]) == (set(chosen) == key)


def test_every_answer_is_graded_with_its_player_and_side(record: MakeRecord):
    told = [answered(0, "Ann", "q1", "b"), answered(1, "Bo", "q2"), answered(2, "Cy", "q2", "b")]
    first, second, third = grade_answers(record(told, questions=[WHO, WHERE]))
    assert (first.player, first.team, first.is_right) == ("Ann", Team.CIVILIAN, True)
    assert (second.player, second.team, second.chosen, second.is_right) == ("Bo", Team.MURDERER, (), False)
    assert third.question.points == 5


def test_every_answer_says_which_evaluation_it_is_of_and_whether_its_question_is_flagged(record: MakeRecord):
    told = [answered(0, "Ann", "q1", "b"), answered(1, "Ann", "q2", "b"), answered(2, "Ann", "q1/3", "a")]
    answers = grade_answers(record(told, questions=[WHO, {**WHERE, "flags": ["repeated-option"]}]))
    assert [(each.evaluation, each.is_flagged, each.is_right) for each in answers] == [
        (1, False, True),
        (1, True, True),
        (3, False, False),
    ]


def test_a_question_without_a_key_enters_no_score(record: MakeRecord):
    told = [answered(0, "Ann", "q1", "b"), answered(1, "Ann", "q2", "b"), answered(2, "Ann", "q2")]
    answers = grade_answers(record(told, questions=[WHO, NO_KEY]))
    assert overall(answers) == accuracy(answers) == Score(value=1.0, n=1)


def grades(*given: tuple[Mapping[str, object], bool]) -> list[Graded]:
    return [
        Graded(
            player="Ann",
            team=Team.CIVILIAN,
            question=Question.model_validate(asked),
            chosen=("b",),
            is_right=right,
        )
        for asked, right in given
    ]


def test_overall_weighs_questions_by_ten_five_and_two():
    """PLAYER*, table 5."""
    assert overall(grades((WHO, True), (WHERE, False), (KIN, True))) == Score(value=12 / 17, n=3)
    assert overall(grades((WHO, False), (WHERE, True), (KIN, False))) == Score(value=5 / 17, n=3)


def test_accuracy_counts_the_answers_of_its_category_only():
    answers = grades((WHO, True), (WHO, False), (WHO, False), (WHERE, True), (KIN, False))
    assert accuracy(answers, Category.OBJECTIVE) == Score(value=1 / 3, n=3)
    assert accuracy(answers, Category.REASONING) == Score(value=1.0, n=1)
    assert accuracy(answers, Category.RELATIONS) == Score(value=0.0, n=1)
    assert accuracy(answers) == Score(value=2 / 5, n=5)
