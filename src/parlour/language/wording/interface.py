"""The words of screens and prompts to people."""

from __future__ import annotations

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

import yaml
from pydantic import TypeAdapter

from parlour.errors import TemplateError
from parlour.llm import Language

_WORDS = TypeAdapter(dict[str, str])


class Phrases:
    """The phrases of one package, in its `words/{en,zh}.yaml`.

    Args:
        package: its dotted name.
        about: what else they are about, as in `words/vocabulary.{en,zh}.yaml`; empty for its screens.
    """

    def __init__(self, package: str, about: str = "") -> None:
        self._package, self._about = package, about

    def say(self, key: str, language: Language, **variables: object) -> str:
        """A phrase, filled.

        Raises:
            TemplateError: if there is no such phrase or it wants a variable that is not given.
        """
        try:
            return self.all(language)[key].format(**variables)
        except KeyError as error:
            raise TemplateError(f"words/{language}.yaml: {key}: {error} is missing") from error

    def all(self, language: Language) -> dict[str, str]:
        """Every phrase of one language."""
        return _phrases(self._package, self._about, language)


@cache
def brought(package: str, language: Language, about: str = "") -> dict[str, str]:
    """What a package brings of such phrases, as they stand; nothing where it need not bring any."""
    return _phrases(package, about, language) if _file(package, about, language).is_file() else {}


@cache
def _phrases(package: str, about: str, language: Language) -> dict[str, str]:
    text = _file(package, about, language).read_text(encoding="utf-8")
    return _WORDS.validate_python(yaml.safe_load(text))


def _file(package: str, about: str, language: Language) -> Traversable:
    name = ".".join(filter(None, (about, language, "yaml")))
    return resources.files(package) / "words" / name


_OURS = Phrases("parlour.language.wording")


def word(key: str, language: Language, **variables: object) -> str:
    """A phrase of the interface, filled.

    Raises:
        TemplateError: if there is no such phrase or it wants a variable that is not given.
    """
    return _OURS.say(key, language, **variables)


def words(language: Language) -> dict[str, str]:
    """Every phrase of the interface in one language."""
    return _OURS.all(language)
