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

LANGUAGES: tuple[Language, ...] = ("en", "zh")


def wanted(phrase: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(phrase) if field is not None}


PACKAGE = Path(parlour.__file__).parent
FOLDERS = [path.parents[1].relative_to(PACKAGE.parent) for path in PACKAGE.glob("**/words/en.yaml")]
PACKAGES = {".".join(folder.parts) for folder in FOLDERS if "src" not in folder.parts}
HOUSES = {package: Phrases(package) for package in sorted(PACKAGES - {"parlour.language.wording.vocabulary"})}
"""The phrases of every package but the words of prompts, whose grammar differs between the languages."""
HOUSE = cases("house", HOUSES)
PHRASE = cases(
    ("house", "key"), [(house, key) for house, phrases in HOUSES.items() for key in sorted(phrases.all("zh"))]
)


def test_every_package_with_phrases_is_looked_at():
    games = {game.package for game in GAMES.installed().values()}
    assert {
        *games,
        "parlour.language.wording",
        "parlour.web.pages.table",
        "parlour.methods.gratr.views",
    } <= set(HOUSES)


@HOUSE
def test_both_languages_have_the_same_phrases(house: str):
    assert HOUSES[house].all("en")
    assert set(HOUSES[house].all("en")) == set(HOUSES[house].all("zh"))


@PHRASE
def test_both_languages_fill_the_same_places(house: str, key: str):
    assert wanted(HOUSES[house].all("en")[key]) == wanted(HOUSES[house].all("zh")[key])


@HOUSE
@cases("language", LANGUAGES)
def test_every_phrase_can_be_filled(house: str, language: Language):
    for key, phrase in HOUSES[house].all(language).items():
        filled = HOUSES[house].say(key, language, **{place: f"<{place}>" for place in wanted(phrase)})
        assert filled.strip()
        assert all(f"<{place}>" in filled for place in wanted(phrase))


@PHRASE
def test_chinese_phrases_are_punctuated_in_full_width(house: str, key: str):
    phrase = re.sub(r"\{\w+\}", "名", HOUSES[house].all("zh")[key])
    assert not re.search(r"[\u3400-\u9fff][,:;?!()]|[,:;?!()][\u3400-\u9fff]|[\u3400-\u9fff]\.", phrase)


@PHRASE
def test_chinese_phrases_are_chinese_unless_there_is_hardly_a_word_in_them(house: str, key: str):
    english, chinese = (re.sub(r"\{\w+\}", "", HOUSES[house].all(language)[key]) for language in LANGUAGES)
    assert re.search(r"[\u3400-\u9fff]", chinese) or len(re.findall("[A-Za-z]", english)) <= len("UTC")


@HOUSE
def test_english_phrases_hold_no_chinese(house: str):
    assert not re.search(r"[\u3000-\u9fff\uff00-\uffef]", "".join(HOUSES[house].all("en").values()))


def test_a_game_says_what_it_has_words_for_and_leaves_the_rest_to_the_interface():
    assert game_word("won_werewolf", "en", "onenight") == "The werewolf's side wins."
    assert game_word("won_werewolf", "en", "werewolf") == "The werewolves win."
    assert game_word("verdict", "zh", "werewolf") == word("verdict", "zh")
    assert not has_word("won_werewolf", "en", "mystery")


def test_a_phrase_is_spoken_in_the_language_asked_for():
    assert word("round", "en", round=2, rounds=3) == "Round 2 of 3"
    assert word("round", "zh", round=2, rounds=3) == "第2轮，共3轮"


def test_an_unknown_phrase_names_itself_and_its_file():
    with pytest.raises(TemplateError, match=r"words/zh\.yaml: farewell"):
        word("farewell", "zh")


def test_a_variable_left_out_is_named_with_its_phrase():
    with pytest.raises(TemplateError, match=r"words/en\.yaml: round: 'rounds' is missing"):
        word("round", "en", round=1)
