"""The words of screens and prompts to people."""

from __future__ import annotations

from functools import cache
from importlib import resources

import yaml
from pydantic import TypeAdapter

from parlour.errors import TemplateError
from parlour.llm import Language

_WORDS = TypeAdapter(dict[str, str])


def word(key: str, language: Language, **variables: object) -> str:
    """A phrase of the interface, filled.

    Raises:
        TemplateError: if there is no such phrase or it wants a variable that is not given.
    """
    try:
        return words(language)[key].format(**variables)
    except KeyError as error:
        raise TemplateError(f"words/{language}.yaml: {key}: {error} is missing") from error


@cache
def words(language: Language) -> dict[str, str]:
    """Every phrase of one language."""
    path = resources.files("parlour.wording") / "words" / f"{language}.yaml"
    return _WORDS.validate_python(yaml.safe_load(path.read_text(encoding="utf-8")))
