"""Greetings and thanks say nothing of those whom they name."""

from __future__ import annotations

import time

import pytest

from parlour.language.facts import Language
from parlour.language.hearing import HeardRemark, hear
from parlour.language.hearing.clauses import tidy
from parlour.language.hearing.entities import Entities, mark_entities
from parlour.language.hearing.ruled import is_greeting
from tests.cases import cases
from tests.language.hearing.scoring import Line, table


@cases(
    ("language", "text"),
    [
        ("en", "Good evening, Conrad!"),
        ("en", "what a night, Violet"),
        ("en", "Hello everyone, and hello to you too, Agatha."),
        ("en", "Thank you very much, Desmond"),
        ("en", "conrad, my dear friend, welcome"),
        ("zh", "晚上好，顾维安！"),
        ("zh", "顾维安，谢谢你"),
        ("zh", "沈月娥，久仰久仰"),
        ("zh", "大家晚上好，幸会幸会"),
    ],
)
@cases("asked", [False, True])
def test_who_is_greeted_is_not_spoken_of(language: Language, text: str, asked: bool):
    question = {"en": "Whom do you suspect?", "zh": "你怀疑谁？"}[language] if asked else ""
    assert hear(text, table(Line(text=text, means=(), asked=question), "mystery", language)) == HeardRemark()


@cases(
    ("language", "text", "kind"),
    [
        ("en", "Hi, Conrad did it", "suspect"),
        ("en", "Conrad", "suspect"),
        ("en", "Good evening, Conrad. I was in the lobby at 7.", "was"),
        ("en", "evening everyone, lobby at 7", "was"),
        ("zh", "你好，贺芳菲是凶手", "suspect"),
        ("zh", "谢谢，我七点在大堂", "was"),
    ],
)
def test_what_else_is_said_is_heard(language: Language, text: str, kind: str):
    found = hear(text, table(Line(text=text, means=()), "mystery", language))
    assert kind in [each.act.kind for each in found.heard]


@pytest.mark.parametrize(
    ("language", "text"), [("en", "hi " + "Conrad, " * 60 + "x"), ("zh", "辛苦了顾维安" * 60 + "嗯哼")]
)
def test_a_long_row_of_names_takes_no_longer_to_hear(language: Language, text: str):
    at = table(Line(text=text, means=()), "mystery", language)
    began = time.thread_time()
    found = mark_entities(tidy(text, language), Entities(table=at))
    assert not is_greeting(found, language)
    assert time.thread_time() - began < 1
