"""The words of the server's rooms: the same phrases in both languages, with the same places to fill."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest

import parlour.web
from parlour.language.wording import Phrases
from parlour.llm import Language
from parlour.web.gate.refusals import preferred_language

WEB = Path(parlour.web.__file__).parent
FOLDERS = sorted(found.parent.relative_to(WEB).parts for found in WEB.rglob("words"))
PACKAGES = [".".join(("parlour.web", *folder)) for folder in FOLDERS]


def places(phrase: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(phrase) if field is not None}


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_have_the_same_phrases_with_the_same_places(package: str):
    english, chinese = (Phrases(package).all(language) for language in ("en", "zh"))
    assert list(english) == list(chinese)
    assert {key: places(said) for key, said in english.items()} == {
        key: places(said) for key, said in chinese.items()
    }


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("en-GB,en;q=0.9,zh;q=0.8", "en"),
        ("fr,de;q=0.5", "en"),
        ("fr,zh;q=0.1", "zh"),
        ("zh;q=0,en;q=0.1", "en"),
        ("zh;q=many", "en"),
        ("*;q=0.5", "en"),
    ],
)
def test_a_browser_gets_the_language_that_it_prefers(header: str, language: Language):
    assert preferred_language(header) == language
