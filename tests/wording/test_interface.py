import re
from string import Formatter

import pytest

from parlour.errors import TemplateError
from parlour.llm import Language
from parlour.wording import word, words

LANGUAGES: tuple[Language, ...] = ("en", "zh")


def wanted(phrase: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(phrase) if field is not None}


def test_both_languages_have_the_same_phrases():
    assert set(words("en")) == set(words("zh"))


@pytest.mark.parametrize("key", sorted(words("en")))
def test_both_languages_fill_the_same_places(key: str):
    assert wanted(words("en")[key]) == wanted(words("zh")[key])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_can_be_filled(language: Language):
    for key, phrase in words(language).items():
        filled = word(key, language, **{place: f"<{place}>" for place in wanted(phrase)})
        assert filled.strip()
        assert all(f"<{place}>" in filled for place in wanted(phrase))


@pytest.mark.parametrize("key", sorted(words("zh")))
def test_chinese_phrases_are_punctuated_in_full_width(key: str):
    phrase = re.sub(r"\{\w+\}", "名", words("zh")[key])
    assert not re.search(r"[\u3400-\u9fff][,:;?!()]|[,:;?!()][\u3400-\u9fff]|[\u3400-\u9fff]\.", phrase)


def test_english_phrases_hold_no_chinese():
    assert not re.search(r"[\u3000-\u9fff\uff00-\uffef]", "".join(words("en").values()))


def test_a_phrase_is_spoken_in_the_language_asked_for():
    assert word("round", "en", round=2, rounds=3) == "Round 2 of 3"
    assert word("round", "zh", round=2, rounds=3) == "第2轮，共3轮"


def test_an_unknown_phrase_names_itself_and_its_file():
    with pytest.raises(TemplateError, match=r"words/zh\.yaml: farewell"):
        word("farewell", "zh")


def test_a_variable_left_out_is_named_with_its_phrase():
    with pytest.raises(TemplateError, match=r"words/en\.yaml: round: 'rounds' is missing"):
        word("round", "en", round=1)
