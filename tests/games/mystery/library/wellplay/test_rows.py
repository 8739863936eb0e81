from hypothesis import given
from hypothesis import strategies as st

from parlour.games.mystery import Aspect, Category, Question
from parlour.games.mystery.library.wellplay.questions import question

Row = tuple[str, ...]
HEADER = ("value", "type", "question", "a", "b", "c", "d", "e", "truth")


def asked(*row: str, header: Row = HEADER) -> Question:
    return question(header, row, "Ada Moss")


def test_a_whole_row_is_a_question_without_flags():
    told = asked("b", "a", "Where was Finch killed?", "Cellar", "Attic", "Barn", "Pond", "", "d")
    assert told == Question(
        asked_of=("Ada Moss",),
        aspect=Aspect.WHERE,
        points=5,
        text="Where was Finch killed?",
        options=("Cellar", "Attic", "Barn", "Pond"),
        key=("d",),
    )
    assert told.category is Category.REASONING


def test_a_malformed_row_is_repaired_and_flagged():
    for row, flags, key, options in (
        (("b", "a", "Why?", "w", "x", "y", "z", "b"), {"repaired-columns", "key-in-e"}, "b", "wxyz"),
        (("b", "a", "Why?", "w", "x", "y", "z", "b", ""), {"key-in-e"}, "b", "wxyz"),
        (("b", "a", "Why?", "w", "x", "y", "z", "", "b", ""), {"repaired-columns"}, "b", "wxyz"),
        (("b", "a", "Why?", "w", "x"), {"repaired-columns", "no-key"}, "", "wx"),
        (("b", "a", "Why?", "w", "x", "w", "", "", "B"), {"repeated-option"}, "b", "wxw"),
        (("b", "a", "Why?", "w", "x", "y", "", "", "ac"), {"two-keys-single-choice"}, "ac", "wxy"),
        (("b", "a", "Why?", "w", "x", "y", "", "", "C、A"), {"two-keys-single-choice"}, "ac", "wxy"),
        (("b", "a", "Why?", "w", "x", "y", "", "", "bb"), {"repeated-key"}, "b", "wxy"),
        (("b", "a", "", "w", "x", "y", "", "", "a"), {"no-text"}, "a", "wxy"),
        (("b", "a", "Why?", "w", "x", "y", "", "", "x"), {"key-as-text"}, "b", "wxy"),
        (("b", "a", "Why?", "w", "x", "y", "", "", "?"), {"no-key"}, "", "wxy"),
        (("z", "a", "Why?", "w", "x", "y", "", "", "a"), {"no-points"}, "a", "wxy"),
    ):
        told = asked(*row)
        assert set(told.flags) == flags
        assert told.key == tuple(key)
        assert told.options == tuple(options)
        assert told.points == 5


CELLS = st.one_of(st.text(max_size=6), st.sampled_from(["", "a", "b", "ac", "e", "Why?", "x"]))


@given(st.lists(CELLS, max_size=14))
def test_no_row_is_dropped_however_malformed(row: list[str]):
    told = question(HEADER, row, "Ada Moss")
    assert told.is_scored != (Question.NO_KEY in told.flags)
    assert set(told.key) <= set(told.letters)


def test_a_comma_in_a_question_does_not_move_the_options():
    told = asked("b", "a", "Well", "why?", "w", "x", "y", "z", "", "a")
    assert (told.text, told.options, told.key) == ("Well, why?", ("w", "x", "y", "z"), ("a",))
    assert told.flags == ("repaired-columns",)


def test_an_empty_option_is_kept_where_letters_would_shift_or_the_key_points_at_it():
    told = asked("b", "a", "Why?", "w", "", "y", "", "", "d")
    assert (told.options, told.key) == (("w", "", "y", ""), ("d",))
    assert "blank-option" in told.flags


def test_columns_are_taken_by_name_and_others_are_left():
    header = ("id", "question", "truth", "value", "type", "a", "b", "note")
    told = asked("7", "Why?", "a", "c", "a", "w", "x", "?", header=header)
    assert (told.text, told.key, told.points, told.options) == ("Why?", ("a",), 2, ("w", "x"))
    assert told.flags == ()


def test_suspects_and_questions_of_several_answers_let_two_be_chosen():
    suspect = asked("b", "b", "你最怀疑哪两个人杀了老芬？", "w", "x", "y", "z", "v", "e")
    assert (suspect.aspect, suspect.choose, suspect.key) == (Aspect.SUSPECT, 2, ("e",))
    assert asked("b", "b", "Who took the coin?", "w", "x", "y", "z", "", "abc").choose == 3
    assert asked("b", "a", "Who took the coin?", "w", "x", "y", "z", "", "a").choose == 1
