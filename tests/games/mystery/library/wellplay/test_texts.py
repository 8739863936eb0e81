"""The rows, aspects, names and texts of the authors' files, one by one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parlour.games.mystery import Aspect, Category, Question
from parlour.games.mystery.library.wellplay.questions import aspect_of, question
from parlour.games.mystery.library.wellplay.texts import Register, clean, is_chinese, mentions, split_goals


def test_line_breaks_that_were_spelt_out_are_line_breaks():
    for text, cleaned in (
        (r"One. \ n Two.", "One.\nTwo."),
        (r"One.\nTwo.", "One.\nTwo."),
        (r"One. \\ n \\ n Two.", "One.\n\nTwo."),
        (r"One. \N2. Two.", "One.\n2. Two."),
        (r"One. \Now two.", "One.\nNow two."),
        ("One.  n2. Two.", "One.\n2. Two."),
        ("One.\r\nTwo. \n\n\n\nThree.\n", "One.\nTwo.\n\nThree."),
        ("Neither an n nor a new line.", "Neither an n nor a new line."),
    ):
        assert clean(text) == cleaned


def test_goals_are_parted_by_their_numbers_or_lines():
    for text in (
        "1. Find the key.\n2. Keep calm.",
        "Find the key.\nKeep calm.",
        r"① Find the key. \ n ② Keep calm.",
        "1) Find the key. 2) Keep calm.",
        "1、Find the key.\n2。Keep calm.",
        "1Find the key.\n2. Keep calm.”",
    ):
        assert split_goals(text) == ([], ["Find the key.", "Keep calm."])


def test_numbers_within_a_goal_do_not_part_it():
    goals = ["Be home by 9pm, or 23% will doubt you.", "晚上9点以前到家"]
    assert split_goals("\n".join(goals)) == ([], goals)


def test_what_a_heading_forbids_to_say_is_a_secret():
    secrets, objectives = split_goals(
        "【不能说的事】\n你去过磨坊\n【必须公开】\n你很穷\n【任务】\n1.找到钥匙（2分）"
    )
    assert secrets == ["你去过磨坊"]
    assert objectives == ["[必须公开] 你很穷", "找到钥匙（2分）"]


def test_hints_are_secrets_and_tasks_are_not():
    secrets, objectives = split_goals(
        "Stay calm.\nTip:\n1. You did it.\n[Your Secret Mission]\nFind the key."
    )
    assert secrets == ["You did it."]
    assert objectives == ["Stay calm.", "Find the key."]


def test_a_text_is_chinese_when_much_of_it_is():
    assert is_chinese("你是老芬的房客 (Ada)")
    assert not is_chinese("You rent a room from 老芬 and pay in coins.")


ONE, TWO = ("x is heir of y", "y is rival of x"), ("x is heir and friend of y", "y is rival and aunt of x")


def test_both_languages_tell_the_same_aspect():
    for english, chinese, aspect in (
        ("Who killed Finch?", "谁杀了【芬】？", Aspect.WHO),
        ("How did Finch die?", "【芬】怎么会死？", Aspect.HOW),
        ("What was the motive of whoever did it?", "谁都不知道的动机是什么？", Aspect.WHY),
        ("Why did Ada come?", "【艾达】为什么来？", Aspect.WHY),
        (
            "The culprit is the victim's what?",
            "凶手算被害人的什么亲戚？",
            Aspect.RELATIONSHIP,
        ),
        (
            "Who is Ada in relationship to Ben?",
            "【艾】和【本】有什么关系？",
            Aspect.RELATIONSHIP,
        ),
        ("Where did Finch fall?", "【芬】死在哪里？", Aspect.WHERE),
        ("When did Finch fall?", "【芬】何时死的？", Aspect.WHEN),
        ("Which two do you most suspect?", "你最怀疑哪两个人？", Aspect.SUSPECT),
        ("Is Ada to be trusted?", "【艾达】可信吗？", Aspect.OTHER),
    ):
        assert aspect_of(english, 5, ("x", "y")) is aspect
        assert aspect_of(chinese, 5, ("x", "y")) is aspect


def test_relations_are_told_apart_by_how_many_an_option_names():
    assert aspect_of("What is the relationship between x and y?", 2, ONE) is Aspect.ONE_RELATIONSHIP
    assert aspect_of("【x】和【y】有什么关系？", 2, TWO) is Aspect.TWO_RELATIONSHIPS
    assert aspect_of("Which relationship is non-existent?", 2, ONE) is Aspect.THREE_RELATIONSHIPS
    assert aspect_of("哪种关系在【x】和【y】间不存在？", 2, ONE) is Aspect.THREE_RELATIONSHIPS


def test_ten_points_are_for_who_did_it_even_without_a_text():
    assert aspect_of("", 10, ("x", "y")) is Aspect.WHO
    assert aspect_of("", 5, ("x", "y")) is Aspect.OTHER


def register() -> Register:
    people = Register()
    for name in ("Yara Molina", "Wu Tiesheng", "Ada"):
        people.enter(name, ())
    return people


def test_a_letter_more_or_less_is_the_same_person():
    people = register()
    assert people.recognise("Yara Mollina") == "Yara Molina"
    assert people.recognise("Tie Sheng") == "Wu Tiesheng"
    assert people.recognise("Molly") is None
    assert people.aliases("Yara Molina") == ("Yara Mollina",)


def test_other_spaces_and_capitals_make_no_other_name():
    people = register()
    assert people.recognise("WU Tie Sheng") == "Wu Tiesheng"
    assert people.aliases("Wu Tiesheng") == ()


def test_a_name_within_a_longer_mention_is_recognised():
    assert register().recognise("Uncle Wu Tiesheng") == "Wu Tiesheng"
    assert register().recognise("the Dean [Ada]") == "Ada"


def test_what_is_like_two_people_is_neither():
    people = Register()
    for name in ("Lin Yana", "Lin Yano"):
        people.enter(name, ())
    assert people.recognise("Lin Yan") is None


def test_a_shared_first_name_is_only_a_doubt():
    assert register().recognise("Yara Stein") is None
    assert register().doubt("Yara Stein") == "Yara Molina"
    assert register().doubt("Zoe Stein") is None


def test_mentions_are_bracketed_or_have_capitals():
    assert list(mentions(["【老芬】 met Ada Moss's aunt"])) == ["老芬", "Ada Moss"]


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
