"""Evidence that the reader finds in a statement, without knowing who reads it."""

from __future__ import annotations

from random import Random

import pytest

from parlour.facts import Accusation, Check, Fact, Level, Motive, NoMotive, Suspicion, Trust, render
from parlour.llm import Language, Observed, Part, Prompt
from parlour.llm.reader.evidence import items
from parlour.wording import mystery_rules

NAMES: dict[Language, tuple[str, str, str, str]] = {
    "en": ("Anna", "Ben", "Carl", "Vera"),
    "zh": ("安娜", "本恩", "卡尔", "薇拉"),
}
FRAMES: dict[Language, str] = {
    "en": "{0} introduces themselves: {1}",
    "zh": "{0}自我介绍：{1}",
}
SPOKE: dict[Language, str] = {"en": "{0} says: {1}", "zh": "{0}说：{1}"}
each_language = pytest.mark.parametrize("language", ["en", "zh"])


def found(language: Language, *facts: Fact) -> list[tuple[object, ...]]:
    one, two, three, victim = NAMES[language]
    rules = mystery_rules(language, players=(one, two, three), victims=(victim,), rounds=1)
    said = " ".join(render(fact, language, Random(1), speaker=one) for fact in facts)
    prompt = Prompt(
        player=two,
        request="1",
        purpose="evidence",
        language=language,
        system=(Part(text=rules),),
        user=(Part(text=FRAMES[language].format(one, said)),),
    )
    want = Observed(by=one, targets=(two, three))
    return [(each["target"], each["type"], each["score"]) for each in items(prompt, want)]


@each_language
def test_judgements_weigh_more_than_circumstances(language: Language):
    one, two, three, victim = NAMES[language]
    assert found(language, Accusation(by=one, whom=two, victim=victim)) == [(two, "attack", 10)]
    assert found(language, Suspicion(by=one, whom=three, level=Level.STRONG)) == [(three, "attack", 9)]
    assert found(language, Trust(by=one, whom=two, level=Level.SOME)) == [(two, "defend", 6)]
    assert found(language, Motive(who=two, victim=victim, kind="debt")) == [(two, "attack", 5)]
    assert found(language, NoMotive(who=three, victim=victim)) == [(three, "defend", 5)]


@each_language
def test_what_speakers_say_of_themselves_is_left_out_where_they_are_no_target(language: Language):
    one, _, _, victim = NAMES[language]
    assert found(language, NoMotive(who=one, victim=victim)) == []


@each_language
def test_an_accusation_in_werewolf_is_read_without_the_rules_of_a_mystery(language: Language):
    one, two, three, _ = NAMES[language]
    checked = render(Check(by=one, whom=two, role="werewolf", night=1), language, Random(1), speaker=one)
    prompt = Prompt(
        player=three,
        request="1",
        purpose="evidence",
        language=language,
        system=(Part(text="-"),),
        user=(Part(text=SPOKE[language].format(one, checked)),),
    )
    [item] = items(prompt, Observed(by=one, targets=(two, three)))
    assert (item["target"], item["type"], item["relation"]) == (two, "attack", "adversary")
    assert item["reason"] == checked
