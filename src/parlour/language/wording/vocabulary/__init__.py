"""The words of a game: what a method's prompts say of it where its games differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from parlour.core import Game, request_kinds
from parlour.errors import TemplateError
from parlour.language.wording.interface import Phrases, brought
from parlour.llm import Language, Templates

_USUAL = Phrases("parlour.language.wording.vocabulary")
"""The words of a game that brings none of its own."""


@dataclass(frozen=True, kw_only=True)
class Vocabulary(Mapping[str, str]):
    """A game's words in one language, from its `words/vocabulary.{en,zh}.yaml`, and the usual ones besides.

    A phrase may name what its prompt was given (`who killed {victim}`) and other words of the game. A game
    with several hidden questions may say otherwise of one: `riddle_merlin` goes before `riddle` in the case
    *merlin*.
    """

    game: Game[Any]
    language: Language
    given: Mapping[str, object]

    def __getitem__(self, key: str) -> str:
        phrases = _phrases(self.game.package, self.language)
        special = f"{key}_{self.given.get('victim')}"
        return phrases[special if special in phrases else key].format_map(_Filling(self))

    def __iter__(self) -> Iterator[str]:
        return iter(_phrases(self.game.package, self.language))

    def __len__(self) -> int:
        return len(_phrases(self.game.package, self.language))

    @property
    def has_questions(self) -> bool:
        """Returns true if players put questions to one of the others."""
        return request_kinds.ASK in self.game.requests

    def either(self, *keys: str) -> str:
        """Returns the first of some words that exists.

        Raises:
            TemplateError: if there is none of them.
        """
        match = next((key for key in keys if key in self), None)
        if match is None:
            file = f"words/vocabulary.{self.language}.yaml"
            raise TemplateError(f"{self.game.name}: {file} has none of {', '.join(keys)}")
        return self[match]


class _Filling(dict[str, object]):
    """The values of a phrase: those of its prompt, then the game's other words."""

    def __init__(self, words: Vocabulary) -> None:
        super().__init__(words.given)
        self._words = words

    def __missing__(self, key: str) -> object:
        if key not in self._words:
            raise TemplateError(
                f"{self._words.game.name}: words/vocabulary.{self._words.language}.yaml: {key} is missing"
            )
        return self._words[key]


class MethodTemplates:
    """The templates of a method, which speak of any game in its own words as `game`.

    A game that wants one to read otherwise brings `prompts/{en,zh}/METHOD/VERB.md.j2` itself.

    Args:
        package: the dotted name of the method's package, whose `prompts` folder holds them.
    """

    def __init__(self, package: str) -> None:
        self._own = Templates(package)
        self._method = package.rpartition(".")[2]

    def speak(self, verb: str, game: Game[Any], language: Language, **variables: object) -> str:
        """Returns the template of that verb and language, filled.

        Raises:
            TemplateError: if there is no such template or it wants a variable that is not given.
        """
        words = Vocabulary(game=game, language=language, given=variables)
        templates = Templates(game.package)
        if templates.has(f"{self._method}/{verb}", language):
            return templates.speak(f"{self._method}/{verb}", language, game=words, **variables)
        return self._own.speak(verb, language, game=words, **variables)


@cache
def _phrases(package: str, language: Language) -> Mapping[str, str]:
    return {**_USUAL.all(language), **brought(package, language, "vocabulary")}
