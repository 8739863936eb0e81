"""Whom half a name, a nickname or a number means at a table."""

from __future__ import annotations

from parlour.language.facts import Language, Name
from parlour.language.hearing.people import aliases, beginnings, mend
from tests.cases import cases

ENGLISH = ("Agatha", "Desmond", "Annie", "Nora", "Rosa Lund", "Hugo Lund")
CHINESE = ("唐凤仪", "林晚")
SEATS = tuple(f"Player {n}" for n in range(1, 13))
COMMON = frozenset({"again", "the", "better"})
NUMBERS = tuple(f"{n}号" for n in range(1, 13))


def meant(typed: str, names: tuple[Name, ...], language: Language = "en") -> Name | None:
    """The first of a table who is called so."""
    patterns = aliases(names, language, COMMON, is_of_roles=names in (SEATS, NUMBERS))
    return next((name for pattern, name in patterns if pattern.fullmatch(typed)), None)


@cases(
    ("name", "typed", "others"),
    [
        ("Agatha", "agatha agat aggie", "a ag aga agay agaa agath agathas ga"),
        ("Desmond", "desmond des dessy desm desmo", "de desmon desmondo"),
        ("Annie", "annie ann anny", "anni an"),
        ("Nora", "nora nora's", "nor no"),
        ("Rosa Lund", "rosa", "lund ros"),
        ("Hugo Lund", "hugo", "hug"),
    ],
)
def test_an_english_name_may_be_cut_short(name: Name, typed: str, others: str):
    assert {word: meant(word, ENGLISH) for word in typed.split()} == dict.fromkeys(typed.split(), name)
    assert {word: meant(word, ENGLISH) for word in others.split()} == dict.fromkeys(others.split())


def test_two_or_three_letters_may_be_the_beginning_of_one_name_and_never_a_word():
    known = frozenset({"no", "the"})
    names = ("Violet", "Nora", "Theo Lund", "Agatha", "Agnes")
    found = beginnings(names, known)
    assert found["vi"] == "Violet"
    assert found["nor"] == "Nora"
    assert found["aga"] == "Agatha"
    assert not {"no", "the", "ag"} & found.keys()


@cases(
    ("name", "typed", "others"),
    [
        (
            "唐凤仪",
            "唐凤仪 凤仪 小唐 老唐 阿唐 唐女士 唐老板 唐阿姨 唐老师 唐大姐 小仪 阿仪 仪仪 仪姐 唐凤仪女士",
            "唐 仪 小凤 凤凤 凤姐 唐凤",
        ),
        ("林晚", "林晚 晚 小林 林总 晚姐", "林 晚晚 小晚"),
    ],
)
def test_a_chinese_name_may_be_half_or_a_pet_name(name: Name, typed: str, others: str):
    assert {word: meant(word, CHINESE, "zh") for word in typed.split()} == dict.fromkeys(typed.split(), name)
    assert {word: meant(word, CHINESE, "zh") for word in others.split()} == dict.fromkeys(others.split())


@cases(
    ("number", "typed"),
    [
        (1, ["player 1", "p1", "#1", "1", "player one", "the 1st player", "first seat", "1's"]),
        (2, ["player 2", "2nd player", "the second chair", "two", "no. 2", "players 2"]),
        (3, ["seat 3", "3rd seat", "third player", "three"]),
        (4, ["4th player", "the fourth player", "four's"]),
        (10, ["10", "tenth player", "10th seat", "ten"]),
        (11, ["11th player", "player eleven", "p11"]),
        (12, ["12", "12th seat", "player 12"]),
    ],
)
def test_an_english_seat_has_its_number(number: int, typed: list[str]):
    assert [meant(each, SEATS) for each in typed] == [f"Player {number}"] * len(typed)


@cases(
    ("number", "typed"),
    [
        (1, ["1号", "一号", "1号玩家", "玩家1", "P1", "1"]),
        (6, ["6号", "六號", "6号位", "#6", "6", "老六", "小六", "六哥", "六姐"]),
        (10, ["10号", "十号", "10"]),
        (11, ["11号", "十一号"]),
        (12, ["12号", "十二号"]),
    ],
)
def test_a_chinese_seat_has_its_number(number: int, typed: list[str]):
    assert [meant(each, NUMBERS, "zh") for each in typed] == [f"{number}号"] * len(typed)


@cases(
    ("names", "language", "typed", "not_heard"),
    [
        (("Agatha", "Hugo"), "en", ["2", "player 2", "p2", "#2", "the second player", "2's", "hugo"], "two"),
        (
            ("唐凤仪", "江一舟"),
            "zh",
            ["2", "2号", "二号", "p2", "#2", "玩家2", "老二", "江一舟", "小江"],
            "二",
        ),
    ],
)
def test_a_player_with_a_name_is_called_by_the_number_of_the_seat_too(
    names: tuple[Name, ...], language: Language, typed: list[str], not_heard: str
):
    def find(words: str, *, is_of_roles: bool = True) -> Name | None:
        patterns = aliases(names, language, COMMON, is_of_roles=is_of_roles)
        return next((name for pattern, name in patterns if pattern.fullmatch(words)), None)

    assert [find(each) for each in typed] == [names[1]] * len(typed)
    assert find(not_heard) is find("3") is None
    assert find("2", is_of_roles=False) is None, "a story's people have no numbers"


def test_a_slip_in_an_english_name_is_mended_where_it_can_be_of_one_alone():
    def slip(word: str, *names: Name, known: frozenset[str] = frozenset()) -> Name | None:
        text, guesses = mend(word, names, "en", known)
        assert text == ("\uf8ff" if guesses else word)
        return guesses[0].meant if guesses else None

    assert slip("desmund", "Desmond", "Agatha") == "Desmond"
    assert slip("besmond", "Desmond") == "Desmond", "one letter off, though it is the first"
    assert slip("besmund", "Desmond") is None
    assert slip("desmund", "Desmond", known=frozenset({"desmund"})) is None
    assert slip("dasher", "Desmond") is None
    assert slip("corad", "Conrad", "Corbin") == "Conrad"
    assert slip("marlin", "Martin", "Marvin") is None, "as like the one as the other"
    assert slip("jon", "John") is None, "too short"


def test_a_wrong_sign_in_a_chinese_name_of_three_is_mended():
    text, guesses = mend("唐风仪和林晓在大厅，唐凤怡不在", CHINESE, "zh", frozenset())
    assert text == "\uf8ff和林晓在大厅，\uf8ff不在"
    assert [(each.typed, each.meant) for each in guesses] == [("唐风仪", "唐凤仪"), ("唐凤怡", "唐凤仪")]
    assert mend("唐凤是谁", CHINESE, "zh", frozenset()) == ("唐凤是谁", [])


def test_a_number_of_what_is_left_calls_nobody():
    def find(words: str) -> list[Name]:
        patterns = aliases(NUMBERS, "zh", COMMON, is_of_roles=True)
        return [name for pattern, name in patterns if pattern.search(words)]

    assert not [find(words) for words in ("还剩2狼", "还有3神", "说了8遍") if find(words)]
    assert find("投2") == ["2号"]


def test_a_doubled_syllable_that_is_a_word_calls_nobody():
    assert meant("明明", ("陆启明", "秦翠屏"), "zh") is None
    assert meant("屏屏", ("陆启明", "秦翠屏"), "zh") == "秦翠屏"
