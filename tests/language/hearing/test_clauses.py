"""A remark in small letters, and the pieces of it that each say one thing."""

from __future__ import annotations

from parlour.language.facts import Language
from parlour.language.hearing.clauses import clauses, tidy
from tests.cases import cases


@cases(
    ("language", "typed", "tidied"),
    [
        ("en", "  I  SAW\n“Conrad” — it’s\t7 ", "i saw conrad — it's 7"),
        ("zh", " 我是 预言家　过 ", "我是,预言家,过"),
        ("zh", "我是好人\n过", "我是好人\n过"),
        ("zh", "我是好人 \n 过", "我是好人,过"),
        ("zh", "３号 is ok 吗", "3号,is ok,吗"),
        ("zh", "「３号」吗？", "3号,吗?"),
        ("en", "", ""),
        ("zh", " ", ""),
    ],
)
def test_a_text_is_tidied(language: Language, typed: str, tidied: str):
    assert tidy(typed, language) == tidied


def told(text: str, language: Language) -> list[tuple[str, bool, bool]]:
    return [(each.raw, each.asks, each.joined) for each in clauses(tidy(text, language), language)]


def test_a_remark_is_cut_at_stops_and_joints_and_only_its_last_piece_asks():
    assert told("Rain. Snow and hail? 7.30 then", "en") == [
        ("rain", False, False),
        ("snow", False, False),
        ("hail", True, True),
        ("7.30 then", False, False),
    ]
