"""An explicit negation or contrast: what it says stands first among the chips, and its contrary does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.language.facts import Language
from parlour.language.hearing import TalkTable, hear
from parlour.language.hearing import chip as chip_of
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


ANN = TalkTable(language="en", names=("Ann", "Bo", "Cy", "Dora"), speaker="Dora", scope="cards")
STORY = replace(ANN, scope="story")
YE = TalkTable(language="zh", names=("叶秋棠", "唐世昌", "江一舟", "韩振邦"), speaker="韩振邦", scope="roles")


@pytest.mark.parametrize(
    ("text", "table", "chip"),
    [
        ("bo, why do you trust cy", ANN, "ask Bo: why trust Cy?"),
        ("why are you vouching for Cy, Bo?", ANN, "ask Bo: why trust Cy?"),
        ("Ann what makes you believe Bo", ANN, "ask Ann: why trust Bo?"),
        ("cy, why did you stick up for ann", ANN, "ask Cy: why trust Ann?"),
        ("Bo, why do you think Ann is innocent?", ANN, "ask Bo: why trust Ann?"),
        ("Cy, what has Bo done to earn your trust?", replace(ANN, scope="roles"), "ask Cy: why trust Bo?"),
        ("叶秋棠，你凭什么信江一舟？", YE, "问叶秋棠：为什么信任江一舟？"),
        ("唐世昌你干嘛站边叶秋棠", YE, "问唐世昌：为什么信任叶秋棠？"),
        ("江一舟，你为什么觉得唐世昌是好人", replace(YE, scope="cards"), "问江一舟：为什么信任唐世昌？"),
    ],
)
def test_why_one_trusts_another_is_the_first_chip(text: str, table: TalkTable, chip: str):
    first, *others = [chip_of(reading, table).text for reading in hear(text, table).offered]
    assert first == chip
    assert not [
        other for other in others if other == chip.replace("trust", "suspect").replace("信任", "怀疑")
    ]


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("Bo, why do you think Ann is a wolf?", ANN),
        ("Bo, why don't you trust Ann?", ANN),
        ("I trust Ann because she spoke first", ANN),
        ("Bo, do you trust Ann?", ANN),
        ("唐世昌，你为什么不信叶秋棠？", YE),
        ("江一舟你凭什么踩唐世昌", YE),
    ],
)
def test_what_looks_like_the_question_why_one_trusts_is_not_offered_as_such(text: str, table: TalkTable):
    acts = [each.act.kind for reading in hear(text, table).offered for each in reading]
    assert "ask_why_trust" not in acts


@pytest.mark.parametrize(
    ("text", "table", "chip", "sentence"),
    [
        ("Bo, do you trust Ann?", ANN, "ask Bo: what of Ann?", "Bo, what do you make of Ann?"),
        ("cy is ann lying?", ANN, "ask Cy: what of Ann?", "Cy, what do you make of Ann?"),
        ("Bo, do you trust me?", ANN, "ask Bo: what of me?", "Bo, what do you make of me?"),
        ("Bo, do you trust Ann?", STORY, "ask Bo: what of Ann?", "Bo, what do you make of Ann?"),
        ("叶秋棠，唐世昌你信他吗？", YE, "问叶秋棠：怎么看唐世昌？", "叶秋棠，你怎么看唐世昌？"),
        ("江一舟，你怀疑唐世昌吗？", YE, "问江一舟：怎么看唐世昌？", "江一舟，你怎么看唐世昌？"),
    ],
)
def test_a_question_of_trust_in_a_player_is_sent_as_that_for_the_view_of_it(
    text: str, table: TalkTable, chip: str, sentence: str
):
    first = chip_of(hear(text, table).offered[0], table)
    assert (first.text, first.sentences) == (chip, (sentence,))
    [[sent]] = [reading for reading in hear(sentence, table).offered if reading[0].is_sure]
    assert chip_of([sent], table).text == chip


def test_a_question_which_of_two_names_neither():
    texts = ["Bo, who do you believe, me or Ann?", "bo whom do u trust more, cy or ann"]
    for text in texts:
        acts = [each.act for reading in hear(text, ANN).offered for each in reading]
        assert any(act.kind == "ask_trust" for act in acts)
        assert not [act for act in acts if act.kind == "ask_trust" and act["about"]]
