"""The words of pages and figures: the same in both languages, all of them used."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

from parlour.llm import Language
from parlour.methods.gratr import EvidenceType, Stance, views
from parlour.methods.gratr.views.clerk import PHRASES
from tests.cases import cases

ROOM = Path(views.__file__).parent
KEYS = sorted(PHRASES.all("en"))
BUILT = (
    *(f"stance_{each}" for each in Stance),
    *(f"why_{each}" for each in Stance),
    *(f"item_type_{each}" for each in EvidenceType),
    *(
        "known_myself",
        "known_a fellow werewolf",
        "known_a fellow mason",
        "known_checked",
        "known_revealed",
        "known_attacked",
        "known_truth",
    ),
    *("note_prior", "note_unmerged", "note_corrected_before", "note_clipped", "note_no_weight"),
    *("heard", "learned", "asked"),
)
"""Keys that are put together."""


def places(phrase: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(phrase) if name is not None}


def test_both_languages_have_the_same_phrases():
    assert set(PHRASES.all("en")) == set(PHRASES.all("zh"))


@cases("key", KEYS)
def test_both_languages_fill_the_same_places(key: str):
    assert places(PHRASES.all("en")[key]) == places(PHRASES.all("zh")[key])


@cases("language", ["en", "zh"])
def test_every_key_that_is_put_together_is_there(language: Language):
    assert set(BUILT) <= set(PHRASES.all(language))


def test_every_phrase_is_used():
    files = [path for path in ROOM.rglob("*") if path.suffix in (".py", ".js", ".j2")]
    source = "\n".join(path.read_text("utf-8") for path in files)
    named = set(re.findall(r"\w+", source))
    assert [key for key in KEYS if key not in BUILT and key not in named] == []


@cases("key", KEYS)
def test_chinese_phrases_are_punctuated_in_full_width(key: str):
    phrase = re.sub(r"\{\w+\}", "名", PHRASES.all("zh")[key])
    assert not re.search(r"[\u3400-\u9fff][,:;?!()]|[,:;?!()][\u3400-\u9fff]|[\u3400-\u9fff]\.", phrase)
