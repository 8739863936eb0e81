from __future__ import annotations

from parlour.language.facts import Language, Slot, say_time
from parlour.language.facts.clock import (
    hear_hour,
    hear_number,
    hear_time,
    possible_times,
    say_hour,
    say_number,
)
from tests.cases import cases
from tests.language.facts.stories import LANGUAGES


@cases("language", LANGUAGES)
def test_every_half_hour_is_said_in_its_own_words_and_heard_again(language: Language):
    words = [say_time(Slot(number), language) for number in range(48)]
    assert len(set(words)) == 48
    assert [hear_time(each, language) for each in words] == [Slot(number) for number in range(48)]


def test_each_part_of_the_day_begins_where_people_say_that_it_does():
    edges = {11: "凌晨五点半", 12: "早上六点", 17: "早上八点半", 18: "上午九点", 23: "上午十一点半"}
    edges |= {25: "中午十二点半", 26: "下午一点", 35: "下午五点半", 36: "晚上六点", 47: "晚上十一点半"}
    assert {number: say_time(Slot(number), "zh") for number in edges} == edges
    edges = {1: "12:30 at night", 2: "1:00 in the morning", 23: "11:30 in the morning"}
    edges |= {25: "12:30 in the afternoon", 35: "5:30 in the afternoon", 36: "6:00 in the evening"}
    edges |= {43: "9:30 in the evening", 44: "10:00 at night", 47: "11:30 at night"}
    assert {number: say_time(Slot(number), "en") for number in edges} == edges


@cases(
    ("language", "texts"),
    [
        ("en", ["8:30 pm", "8:30 p.m.", "20:30", "half past eight at night", "8:45 pm"]),
        ("zh", ["晚上8点半", "20:30", "20点30分", "晚8点半", "夜里八点半", "晚上八点三刻"]),
    ],
)
def test_a_time_is_heard_in_many_spellings_as_the_half_hour_it_falls_in(language: Language, texts: list[str]):
    assert [hear_time(text, language) for text in texts] == [Slot(41)] * len(texts)


@cases(("text", "language"), [("8:30", "en"), ("nine", "en"), ("八点半", "zh")])
def test_a_time_of_the_morning_or_the_evening_is_not_decided(text: str, language: Language):
    assert len(possible_times(text, language)) == 2
    assert hear_time(text, language) is None


@cases("text", ["25:00", "8:61 pm", "soon", "8:30 in the afternoon", "12 in the evening"])
def test_what_is_no_time_is_heard_as_none(text: str):
    assert possible_times(text, "en") == ()


@cases(
    ("part", "first", "last"),
    [
        *(("am", 0, 11), ("a.m.", 0, 11), ("pm", 12, 23), ("p.m.", 12, 23), ("in the morning", 0, 11)),
        *(("in the afternoon", 12, 18), ("in the evening", 16, 23), ("at night", 19, 5)),
        *(("凌晨", 0, 6), ("清晨", 4, 9), ("早上", 4, 11), ("早晨", 4, 11), ("上午", 6, 12)),
        *(("中午", 11, 14), ("下午", 12, 18), ("傍晚", 16, 19), ("晚上", 17, 0), ("晚", 17, 0)),
        *(("夜里", 19, 5), ("半夜", 22, 5), ("深夜", 21, 5), ("午夜", 0, 0)),
    ],
)
def test_a_part_of_the_day_means_its_own_hours_alone(part: str, first: int, last: int):
    language = "en" if part.isascii() else "zh"
    texts = [f"{hour} {part}" if language == "en" else f"{part}{hour}点" for hour in range(1, 13)]
    heard = [slot for text in texts for slot in possible_times(text, language)]
    after = range((last - first) % 24 + 1)
    assert sorted(heard) == sorted(Slot((first + hours) % 24 * 2) for hours in after)


@cases("language", LANGUAGES)
def test_every_half_hour_inside_a_sentence_is_heard_again(language: Language):
    words = [say_hour(Slot(number), language) for number in range(48)]
    assert [hear_hour(each, language) for each in words] == [Slot(number) for number in range(48)]


def test_a_sentence_leaves_out_that_it_is_evening():
    assert [say_hour(Slot(number), "zh") for number in (17, 36, 41)] == ["早上八点半", "六点", "八点半"]
    assert [say_hour(Slot(number), "en") for number in (17, 30, 41, 45)] == [
        "8:30 in the morning",
        "3:00 in the afternoon",
        "8:30",
        "10:30",
    ]
    assert hear_hour("12:30", "en") is None


def test_chinese_numbers_are_said_and_heard_below_a_hundred():
    assert [say_number(number) for number in (2, 10, 12, 20, 35)] == ["二", "十", "十二", "二十", "三十五"]
    assert all(hear_number(say_number(number)) == number for number in range(100))
    assert hear_number("百") is None
