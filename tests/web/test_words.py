"""The words of the server's rooms: the same phrases in both languages, with the same places to fill."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest

import parlour.web
from parlour.language.wording import Phrases

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
