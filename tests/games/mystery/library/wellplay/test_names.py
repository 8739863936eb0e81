from parlour.games.mystery.library.wellplay.texts import Register, mentions


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
