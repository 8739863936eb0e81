"""An explicit negation or contrast: what it says stands first among the chips, and its contrary does not."""

from __future__ import annotations

import pytest

from parlour.language.facts import Language
from parlour.language.hearing import TalkTable, hear
from tests.language.hearing.scoring import SCOPES, Line, table


def first_acts(text: str, game: str, language: Language, asked: str = "") -> list[tuple[str, object]]:
    at = table(Line(text=text, means=(), asked=asked), game, language)
    return [(each.act.kind, each.act["who"] or each.act["whom"]) for each in hear(text, at).offered[0]]


@pytest.mark.parametrize(
    ("text", "game", "language", "first"),
    [
        ("I don't believe Agatha.", "mystery", "en", [("suspect", "Agatha")]),
        ("Agatha, I don't believe you.", "mystery", "en", [("suspect", "Agatha")]),
        ("I do believe Agatha and Violet tho", "mystery", "en", [("trust", "Violet"), ("trust", "Agatha")]),
        ("imo its not Agatha but Violet", "mystery", "en", [("suspect", "Violet")]),
        ("it's Violet, not Agatha", "mystery", "en", [("suspect", "Violet")]),
        ("Agatha's lying, she only said so after I did", "mystery", "en", [("suspect", "Agatha")]),
        ("I believe 4, not 6", "werewolf", "en", [("trust", "Player 4")]),
        ("我不信沈月娥", "mystery", "zh", [("suspect", "沈月娥")]),
        ("要我说是沈月娥，不是顾维安。", "mystery", "zh", [("suspect", "沈月娥")]),
        ("与其投1不如投5", "werewolf", "zh", [("vote", "5号玩家")]),
    ],
)
def test_what_a_negation_or_a_contrast_says_is_the_first_chip(
    text: str, game: str, language: Language, first: list[tuple[str, str]]
):
    acts = first_acts(text, game, language)
    assert {*first} <= {*acts} or acts[0] in first
    assert SCOPES[game] == table(Line(text=text, means=()), game, language).scope


@pytest.mark.parametrize(
    "text", ["I heard nobody at 7:00.", "I heard nothing at 7", "can't say I heard anyone"]
)
def test_to_have_heard_nobody_is_not_offered_first_as_to_have_heard_somebody(text: str):
    assert first_acts(text, "mystery", "en", asked="Whom did you hear at 7:00?")[0][0] == "saw_nobody"


def test_a_chip_names_nobody_whom_its_sentence_leaves_out():
    at = TalkTable(language="en", names=("Ann", "Bo", "Cy"), speaker="Ann", scope="cards")
    for reading in hear("so bo, who will you vote for? cy maybe?", at).offered:
        for heard in reading:
            assert heard.act["about"] in (None, "Ann") or not heard.act.is_question or heard.means is None


def test_why_somebody_trusts_is_not_heard_for_certain_as_why_it_suspects():
    at = TalkTable(language="en", names=("Ann", "Bo", "Cy"), speaker="Ann", scope="cards")
    assert not [
        each for each in hear("bo why do you trust cy, just because", at).certain if each.act.is_question
    ]
