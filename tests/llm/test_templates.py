from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import Environment, meta

from parlour.errors import TemplateError
from parlour.llm import Language, Templates
from tests.cases import cases

PROMPTS = Path(__file__).parents[2] / "src/parlour/llm/prompts"
TEMPLATES = Templates("parlour.llm")


def variables(path: Path) -> set[str]:
    return meta.find_undeclared_variables(Environment(autoescape=True).parse(path.read_text("utf-8")))


def test_both_languages_ask_for_the_same_variables() -> None:
    asked = {
        language: {p.name: variables(p) for p in (PROMPTS / language).iterdir()} for language in ("en", "zh")
    }
    assert asked["en"]
    assert asked["en"] == asked["zh"]


@cases("language", ["en", "zh"])
def test_a_missing_variable_or_template_is_an_error(language: Language) -> None:
    with pytest.raises(TemplateError, match="schema"):
        TEMPLATES.speak("repair", language, problem="x")
    with pytest.raises(TemplateError, match="missing"):
        TEMPLATES.speak("sing", language)


def test_chinese_is_punctuated_as_chinese() -> None:
    for path in (PROMPTS / "zh").iterdir():
        assert not set(path.read_text("utf-8")) & set(",;:?!()"), path.name
