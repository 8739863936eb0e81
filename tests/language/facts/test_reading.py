from __future__ import annotations

from parlour.language.facts import (
    Claim,
    Killing,
    Language,
    Presence,
    Relation,
    Sighting,
    Slot,
    WhereWas,
    read,
)
from parlour.language.facts.names import is_name
from tests.cases import cases
from tests.language.facts.stories import LANGUAGES, corpus

KITCHEN = Presence(who="Bob", place="kitchen", slot=Slot(41))
PROSE = [(language, sentence) for language in LANGUAGES for sentence in corpus(language, "prose")]


@cases(("language", "sentence"), PROSE)
def test_prose_says_nothing_and_is_listed_as_ignored(language: Language, sentence: str):
    reading = read(sentence, language)
    assert (reading.facts, reading.questions) == ((), ())
    assert "".join(reading.ignored).replace(" ", "") == sentence.replace(" ", "")


def test_a_paragraph_gives_its_facts_with_their_sentences_and_lists_the_rest():
    reading = read(
        "The rain fell. Bob was in the kitchen at 8:30 in the evening! What a night...\n"
        "- Where was Anna at 9:00 in the evening?",
        "en",
    )
    assert [(each.fact, each.sentence) for each in reading.found] == [
        (KITCHEN, "Bob was in the kitchen at 8:30 in the evening!")
    ]
    assert reading.questions == (WhereWas(who="Anna", slot=Slot(42)),)
    assert reading.ignored == ("The rain fell.", "What a night...")


def test_a_chinese_paragraph_needs_no_spaces():
    reading = read("夜雨连绵。晚上八点半，我在厨房里。李四杀了王五。谁知道呢？", "zh", speaker="张三")
    assert reading.facts == (
        Presence(who="张三", place="kitchen", slot=Slot(41)),
        Killing(who="李四", victim="王五"),
    )
    assert reading.ignored == ("夜雨连绵。", "谁知道呢？")


def test_i_and_you_are_nobody_unless_it_is_said_who_they_are():
    text = "I saw you in the kitchen at 8:30 in the evening."
    assert read(text, "en").facts == ()
    assert read(text, "en", speaker="Ann").facts == ()
    assert read(text, "en", speaker="Ann", reader="Bob").facts == (
        Sighting(by="Ann", whom="Bob", place="kitchen", slot=Slot(41)),
    )


def test_in_a_quotation_i_is_whoever_is_quoted():
    text = 'Bob says: "I killed Victor." Anna is Bob\'s cousin.'
    assert read(text, "en", speaker="Clara").facts == (
        Claim(by="Bob", fact=Killing(who="Bob", victim="Victor")),
        Relation(of="Anna", to="Bob", kind="cousin"),
    )


def test_where_names_are_listed_nobody_else_is_one():
    text = "Bob was in the kitchen at 8:30 in the evening. Zed was in the kitchen at 8:30 in the evening."
    assert read(text, "en", names=("Bob",)).facts == (KITCHEN,)


def test_a_title_does_not_end_a_sentence():
    assert read("Dr. Shaw killed Victor.", "en").facts == ()
    assert read("Dr. Shaw killed Victor.", "en", names=("Dr. Shaw", "Victor")).facts == (
        Killing(who="Dr. Shaw", victim="Victor"),
    )


@cases(
    ("language", "names", "others"),
    [
        (
            "en",
            ["Anna", "Mary-Jane", "Huai'an Lee", "Player 4", "Émile"],
            ["Perhaps Bob", "bob", "Bob's", "I", "The Cook", "Ann Bob Carl", ""],
        ),
        (
            "zh",
            ["张三", "唐秀云", "欧阳明月", "玩家4", "4号", "Bob"],
            ["也许张三", "张三不", "三", "有人", "他们", "张三可"],
        ),
    ],
)
def test_names_are_known_by_their_look(language: Language, names: list[str], others: list[str]):
    assert {name: is_name(name, language) for name in names} == dict.fromkeys(names, True)
    assert {name: is_name(name, language) for name in others} == dict.fromkeys(others, False)
