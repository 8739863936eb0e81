from __future__ import annotations

import time
from random import Random

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
    render,
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


@cases(("language", "sentence"), PROSE)
def test_prose_says_nothing_where_the_names_are_known_either(language: Language, sentence: str):
    names = ("Anna", "Bob", "Clara", "Victor", "张三", "李四", "王五", "赵六")
    reading = read(sentence, language, names=names)
    assert (reading.facts, reading.questions) == ((), ())


def test_there_are_sixty_sentences_of_prose_in_each_language():
    assert all(len(corpus(language, "prose")) >= 60 for language in LANGUAGES)


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


@cases("name", ["Anna", "Mary-Jane", "Huai'an Lee", "Player 4", "Émile"])
def test_english_names_are_known_by_their_look(name: str):
    assert is_name(name, "en")


@cases("name", ["Perhaps Bob", "bob", "Bob's", "I", "The Cook", "Ann Bob Carl", ""])
def test_what_only_looks_like_an_english_name_is_none(name: str):
    assert not is_name(name, "en")


@cases("name", ["张三", "唐秀云", "欧阳明月", "玩家4", "4号", "Bob"])
def test_chinese_names_are_known_by_their_look(name: str):
    assert is_name(name, "zh")


@cases("name", ["也许张三", "张三不", "三", "有人", "他们", "张三可"])
def test_what_only_looks_like_a_chinese_name_is_none(name: str):
    assert not is_name(name, "zh")


@cases("language", LANGUAGES)
def test_a_thousand_sentences_are_read_in_a_fraction_of_a_second(language: Language):
    rng = Random(7)
    names = ("Anna", "Bob", "Clara")

    def text(slots: range) -> str:
        facts = [
            Sighting(by=a, whom=b, place="study", slot=Slot(s))
            for s in slots
            for a in names
            for b in names
            if a != b
        ]
        return " ".join(render(fact, language, rng) for fact in (facts * 7)[:1000])

    read(text(range(24)), language, names=names)
    start = time.process_time()
    read(text(range(24, 48)), language, names=names)
    assert time.process_time() - start < 0.6
