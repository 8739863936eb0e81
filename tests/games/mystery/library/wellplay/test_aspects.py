from parlour.games.mystery import Aspect
from parlour.games.mystery.library.wellplay.questions import aspect_of

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
