"""Passages that the reader puts in order."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.language.facts import (
    Accusation,
    Fact,
    Level,
    Presence,
    Slot,
    Suspicion,
    render,
)
from parlour.language.wording import rules
from parlour.llm import Language, Part, Prompt
from parlour.reader import game_reader
from parlour.reader.evidence import names_in, order_passages
from parlour.reader.talk_seat import compare_chance, rating
from tests.arena.mysteries import mystery
from tests.arena.werewolves import werewolves

NAMES: dict[Language, tuple[str, str, str, str]] = {
    "en": ("Anna", "Ben", "Carl", "Vera"),
    "zh": ("安娜", "本恩", "卡尔", "薇拉"),
}
SAID: dict[Language, str] = {"en": "{0} says: {1}", "zh": "{0}说：{1}"}
IDLE: dict[Language, str] = {"en": "It was a quiet evening.", "zh": "今晚很安静。"}


def prompt(language: Language, game: str, *user: str) -> Prompt:
    *players, victim = NAMES[language]
    setup = (
        mystery(language, names=players, dead=(victim,), rounds=1)
        if game == "mystery"
        else werewolves(language=language)
    )
    return Prompt(
        player=players[0],
        request="1",
        purpose="rerank",
        language=language,
        system=(Part(text=rules(setup)),),
        user=tuple(Part(text=text) for text in user),
    )


def said(language: Language, by: str, *facts: Fact) -> str:
    words = " ".join(render(fact, language, Random(1), speaker=by) for fact in facts)
    return SAID[language].format(by, words or IDLE[language])


def ranked(language: Language, game: str, question: str, *passages: str) -> list[int]:
    user = [text for number, passage in enumerate(passages, start=1) for text in (f"[{number}]", passage)]
    asked = prompt(language, game, *user, question)
    return order_passages(asked, names_in(asked, NAMES[language][:3], game_reader(game)))


def test_an_accusation_comes_before_whereabouts_and_those_before_idle_talk():
    for language in ("en", "zh"):
        one, two, three, victim = NAMES[language]
        idle = said(language, one)
        seen = said(language, two, Presence(who=two, place="kitchen", slot=Slot(40)))
        accused = said(language, three, Accusation(by=three, whom=two, victim=victim))
        assert ranked(language, "mystery", victim, idle, seen, accused) == [3, 2, 1]


def test_of_equal_passages_the_one_on_whom_is_asked_about_comes_first_else_the_earlier():
    for language in ("en", "zh"):
        one, two, three, _ = NAMES[language]
        of_two = said(language, one, Suspicion(by=one, whom=two, level=Level.SOME))
        of_three = said(language, one, Suspicion(by=one, whom=three, level=Level.SOME))
        assert ranked(language, "werewolf", "?", of_two, of_three) == [1, 2]
        assert ranked(language, "werewolf", three, of_two, of_three) == [2, 1]


anything = st.floats(-5, 5)


@given(anything, st.floats(-1, 1), st.text())
def test_a_rating_is_a_whole_number_from_1_to_10_and_the_same_on_the_same_occasion(
    tone: float, side: float, occasion: str
):
    assert rating(tone, side, occasion) in range(1, 11)
    assert rating(tone, side, occasion) == rating(tone, side, occasion)


def test_kind_words_and_a_common_side_are_liked():
    assert rating(2, 1, "") == 10
    assert rating(-2, -1, "") == 1
    assert rating(1, 0, "x") > rating(-1, 0, "x")
    assert rating(0, 1, "x") > rating(0, -1, "x")


def test_a_chance_is_compared_with_what_is_usual():
    for chance, usual, side in (
        (1, 0.25, 1),
        (0, 0.25, -1),
        (0.25, 0.25, 0),
        (0.625, 0.25, 0.5),
        (0.125, 0.25, -0.5),
        (0, 0, 0),
    ):
        assert compare_chance(chance, usual) == pytest.approx(side)
