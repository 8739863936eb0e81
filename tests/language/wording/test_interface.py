import re
from pathlib import Path
from string import Formatter

import pytest

import parlour
from parlour.core import GAMES
from parlour.errors import TemplateError
from parlour.language.wording import Phrases, game_word, has_word, word
from parlour.llm import Language
from tests.cases import cases

HALF_WIDTH = re.compile(r"[\u3400-\u9fff][,:;?!()]|[,:;?!()][\u3400-\u9fff]|[\u3400-\u9fff]\.")
LANGUAGES: tuple[Language, ...] = ("en", "zh")


def wanted(phrase: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(phrase) if field is not None}


PACKAGE = Path(parlour.__file__).parent
FOLDERS = [path.parents[1].relative_to(PACKAGE.parent) for path in PACKAGE.glob("**/words/en.yaml")]
PACKAGES = {".".join(folder.parts) for folder in FOLDERS if "src" not in folder.parts}
HOUSES = {package: Phrases(package) for package in sorted(PACKAGES - {"parlour.language.wording.vocabulary"})}
"""The phrases of every package but the words of prompts, whose grammar differs between the languages."""


def test_every_package_with_phrases_is_looked_at():
    games = {game.package for game in GAMES.load_all().values()}
    ours = {"parlour.language.wording", "parlour.web.pages.table", "parlour.methods.gratr.views"}
    assert games | ours <= set(HOUSES)


@cases("house", HOUSES)
def test_both_languages_have_the_same_phrases_with_the_same_gaps(house: str):
    english, chinese = (HOUSES[house].all(language) for language in LANGUAGES)
    assert english
    assert {key: wanted(phrase) for key, phrase in english.items()} == {
        key: wanted(phrase) for key, phrase in chinese.items()
    }
    for key, phrase in (*english.items(), *chinese.items()):
        gaps = {place: f"<{place}>" for place in wanted(phrase)}
        assert all(gap in phrase.format(**gaps) for gap in gaps.values()), key


@cases("house", HOUSES)
def test_each_phrase_is_in_its_language_and_chinese_ones_are_punctuated_in_full_width(house: str):
    english, chinese = (HOUSES[house].all(language) for language in LANGUAGES)
    assert not re.search(r"[\u3000-\u9fff\uff00-\uffef]", "".join(english.values()))
    for key, phrase in chinese.items():
        named = re.sub(r"\{\w+\}", "名", phrase)
        assert not HALF_WIDTH.search(named), key
        letters = re.findall("[A-Za-z]", re.sub(r"\{\w+\}", "", english[key]))
        assert re.search(r"[\u3400-\u9fff]", re.sub(r"\{\w+\}", "", phrase)) or len(letters) <= len("UTC"), (
            key
        )


def test_a_game_says_what_it_has_words_for_and_leaves_the_rest_to_the_interface():
    assert game_word("won_werewolf", "en", "onenight") == "The werewolf's side wins."
    assert (
        game_word("won_werewolf", "en", "werewolf") == "The werewolves win: nobody can outvote them any more."
    )
    assert game_word("verdict", "zh", "werewolf") == word("verdict", "zh")
    assert not has_word("won_werewolf", "en", "mystery")


def test_a_phrase_is_spoken_in_the_language_asked_for():
    assert word("round", "en", round=2, rounds=3) == "Round 2 of 3"
    assert word("round", "zh", round=2, rounds=3) == "第2轮，共3轮"


def test_an_unknown_phrase_or_a_variable_left_out_is_named_with_its_file():
    with pytest.raises(TemplateError, match=r"words/zh\.yaml: farewell"):
        word("farewell", "zh")
    with pytest.raises(TemplateError, match=r"words/en\.yaml: round: 'rounds' is missing"):
        word("round", "en", round=1)
