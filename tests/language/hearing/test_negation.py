"""An explicit negation or contrast: what it says stands first among the chips, and its contrary does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.language.facts import Language, Slot
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


FOLK = TalkTable(
    language="en", names=("Ivy", "Bruno", "Cleo", "Dexter", "Elsa", "Frank"), speaker="Ivy", scope="roles"
)


def first_of(text: str, at: TalkTable) -> list[tuple[str, object]]:
    return [(each.act.kind, each.act["who"] or each.act["whom"]) for each in hear(text, at).offered[0]]


def pairs_of(text: str, at: TalkTable) -> set[tuple[str, object]]:
    acts = [each.act for row in hear(text, at).offered for each in row]
    return {(act.kind, act["who"] or act["whom"]) for act in acts}


def test_a_name_in_a_reason_or_another_ones_accusation_is_not_the_one_who_is_meant():
    for text, act in {
        "bruno i voted you because you jumped on cleo with zero reason": ("suspect", "Bruno"),
        "two people pointing at Cleo for no reason is lazy, and Bruno just copied Dexter": (
            "suspect",
            "Bruno",
        ),
        "Dexter is obviously the wolf, he covers for Frank": ("suspect", "Dexter"),
        "frank is voting elsa way too fast": ("suspect", "Frank"),
        "Bruno and Cleo are after Dexter and im with them": ("suspect", "Dexter"),
        "Cleo vouched for Dexter and I do too": ("trust", "Dexter"),
        "Cleo suspects Frank but I don't": ("trust", "Frank"),
        "i dont buy that Frank is the wolf": ("trust", "Frank"),
        "elsa keeps flip flopping, first it was cleo and now bruno": ("contradict", "Elsa"),
        "Bruno, still you, since Cleo is clear": ("suspect", "Bruno"),
    }.items():
        assert act in first_of(text, FOLK), text
        assert len(first_of(text, FOLK)) == 1, text


def test_who_is_named_for_itself_stays_among_the_chips():
    for text, acts in {
        "Bruno and Cleo are both wolves": [("suspect", "Bruno"), ("suspect", "Cleo")],
        "I suspect Dexter, and Frank is covering for him": [("suspect", "Dexter"), ("suspect", "Frank")],
        "I voted Cleo because Cleo is a wolf": [("vote", "Cleo")],
        "I trust Elsa and I suspect Frank": [("trust", "Elsa"), ("suspect", "Frank")],
    }.items():
        assert {*acts} <= pairs_of(text, FOLK), text


def test_he_or_she_is_the_one_named_last_who_is_neither_asked_nor_acted_on():
    assert ("claim", "Elsa") in pairs_of("Elsa cleared Frank, shes prolly the seer", FOLK)
    assert ("claim", "Frank") not in pairs_of("Frank is lying, hes not the seer", FOLK)
    asked = "Was Agatha in the bar at 7:00?"
    at = replace(table(Line(text="", means=(), asked=asked), "mystery", "en"), to="Conrad", asker="Conrad")
    assert ("was", "Agatha") in first_of("No, he was in the lobby like I said", at)
    assert ("was", "Sylvia") not in pairs_of("No, he was in the lobby like I said", at)


def test_one_who_is_only_spoken_to_and_one_who_would_have_been_seen_were_not_seen():
    asked = "Whom did you see at 7:00?"
    at = replace(table(Line(text="", means=(), asked=asked), "mystery", "en"), to="Conrad", asker="Conrad")
    for text in ("Nobody, Conrad. I was alone", "no one conrad", "Not a soul, Conrad."):
        rows = hear(text, at).offered
        assert not [each for row in rows for each in row if each.act.kind == "saw"], text
        assert rows[0][0].act.kind == "saw_nobody", text
    absent = hear("If Agatha had been in the bar I would of seen her", at)
    assert absent.offered[0][0].act.kind == "not_there"
    assert not absent.certain


def test_from_one_time_till_another_is_every_half_hour_between():
    heard = hear("i was in the bar from 7 till 8", table(Line(text="", means=()), "mystery", "en"))
    assert [each.act["when"] for each in heard.offered[0]] == [Slot(38), Slot(39), Slot(40)]
    assert not heard.certain


def test_past_ties_to_the_dead_are_heard():
    asked = "What was Nora to you?"
    at = replace(table(Line(text="", means=(), asked=asked), "mystery", "en"), to="Conrad", asker="Conrad")
    for text, of, kind in (
        ("I worked for her", "Sylvia", "employee"),
        ("she worked for me", "Nora", "employee"),
        ("she used to be my landlady", "Nora", "landlord"),
        ("we were old friends, Conrad, nothing more", "Sylvia", "friend"),
        ("i owed her a bit of money", "Sylvia", "debtor"),
        ("I rented a room from her", "Sylvia", "tenant"),
    ):
        told = [(each.act["of"], each.act["kind"]) for row in hear(text, at).offered for each in row]
        assert (of, kind) in told, text


def test_words_without_their_last_letter_and_names_without_an_apostrophe_are_known():
    at = table(Line(text="", means=()), "mystery", "en")
    [(asked, *_), *_] = hear("conrad could u get at the sleepin draught?", at).offered
    assert (asked.act.kind, asked.act["whom"], asked.act["thing"]) == (
        "ask_means",
        "Conrad",
        "sleeping_draught",
    )
    cards = TalkTable(language="en", names=("Kate", "Pete", "Percival"), speaker="Kate", scope="cards")
    robbed = [each.act for row in hear("i stole petes card", cards).offered for each in row]
    assert ("robbed", "Pete") in [(act.kind, act["whom"]) for act in robbed]
    assert ("suspect", "Percival") in first_of("i think percy is the wolf", cards)
