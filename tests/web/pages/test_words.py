"""The phrases of all pages: the same in both languages, and none missing or spare."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest
import yaml

PAGES = Path(str(resources.files("parlour.web.pages")))
FOLDERS = sorted(path.parent for path in PAGES.glob("*/words"))
PLACES = re.compile(r"\{(\w+)\}")


def _words(folder: Path, language: str) -> dict[str, str]:
    return yaml.safe_load((folder / "words" / f"{language}.yaml").read_text(encoding="utf-8"))


def test_there_are_phrases_to_check():
    assert "table" in {folder.name for folder in FOLDERS}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_both_languages_have_the_same_phrases_with_the_same_places(folder: Path):
    english, chinese = _words(folder, "en"), _words(folder, "zh")
    assert english.keys() == chinese.keys()
    for key, phrase in english.items():
        assert set(PLACES.findall(phrase)) == set(PLACES.findall(chinese[key])), key


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_chinese_phrases_are_chinese_and_english_ones_are_not(folder: Path):
    han = re.compile(r"[\u3400-\u9fff]")
    english = {key: PLACES.sub("", phrase) for key, phrase in _words(folder, "en").items()}
    assert not [key for key, bare in english.items() if han.search(bare)]
    for key, phrase in _words(folder, "zh").items():
        bare = PLACES.sub("", phrase)
        is_of_words = len(re.findall("[A-Za-z]", english[key])) > len("UTC")
        assert han.search(bare) or not is_of_words, key
        assert not re.search(r"[\u3400-\u9fff][,;?!]", bare), key
