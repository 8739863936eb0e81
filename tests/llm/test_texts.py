from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import Environment, meta

from parlour.errors import TemplateError
from parlour.llm import Language, Templates, count_tokens
from parlour.llm.texts import ChunkSink, cut_tokens
from tests.cases import cases

ENGLISH = (
    "On the night of the storm, Margaret Ashdown was found dead in the library of Harrow House. The window"
    " was open, the lamp was still burning, and a letter addressed to her brother lay burnt in the hearth."
)
CHINESE = (
    "暴风雨的那天夜里，玛格丽特被人发现死在书房里。窗户开着，灯还亮着，"
    "壁炉里有一封烧了一半的信，是写给她哥哥的。"
)


@cases(("text", "tokens"), [(ENGLISH, 46), (CHINESE, 42)])
def test_the_estimate_is_near_the_tokens_that_qwen_counts(text: str, tokens: int):
    assert 0.85 * tokens <= count_tokens(text) <= 1.2 * tokens


def test_a_word_costs_one_token_per_eight_letters_begun():
    words = ("a", "Margaret", "Ashdownes", "indistinguishable")
    assert [count_tokens(word) for word in words] == [1, 1, 2, 3]


def test_the_longest_beginning_within_a_number_of_tokens_is_kept_whole_and_in_pieces():
    for text in (ENGLISH, CHINESE, "indistinguishable " * 20, "\n\na\n" * 20):
        for most in (1, 5, 17, 30):
            cut, pieces = cut_tokens(text, most), list[str]()
            assert text.startswith(cut)
            assert count_tokens(cut) <= most < count_tokens(text[: len(cut) + 1])
            sink = ChunkSink(pieces.append, most)
            for start in range(0, len(text), 3):
                sink.send(text[start : start + 3])
            assert "".join(pieces) == cut
    assert cut_tokens(ENGLISH, 400) == ENGLISH


PROMPTS = Path(__file__).parents[2] / "src/parlour/llm/prompts"
TEMPLATES = Templates("parlour.llm")


def variables(path: Path) -> set[str]:
    return meta.find_undeclared_variables(Environment(autoescape=True).parse(path.read_text("utf-8")))


def test_both_languages_ask_for_the_same_variables():
    asked = {
        language: {p.name: variables(p) for p in (PROMPTS / language).iterdir()} for language in ("en", "zh")
    }
    assert asked["en"]
    assert asked["en"] == asked["zh"]


@cases("language", ["en", "zh"])
def test_a_missing_variable_or_template_is_an_error(language: Language):
    with pytest.raises(TemplateError, match="schema"):
        TEMPLATES.speak("repair", language, problem="x")
    with pytest.raises(TemplateError, match="missing"):
        TEMPLATES.speak("sing", language)
