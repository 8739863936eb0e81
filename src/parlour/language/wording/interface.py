"""The words of screens and prompts to people, the words that games bring, and choices as people type them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Protocol, runtime_checkable

from pydantic import TypeAdapter

from parlour.core import GameSetup, find_game
from parlour.core.language import read_yaml
from parlour.errors import TemplateError
from parlour.llm import Language

_WORDS = TypeAdapter(dict[str, str])


class Phrases:
    """The phrases of one package, in its `words/{en,zh}.yaml`.

    Args:
        about: what else they are about, as in `words/vocabulary.{en,zh}.yaml`; empty for its screens.
    """

    def __init__(self, package: str, about: str = "") -> None:
        self._package, self._about = package, about

    def say(self, key: str, language: Language, **variables: object) -> str:
        """Returns a phrase, filled.

        Raises:
            TemplateError: if there is no such phrase or it wants a variable that is not given.
        """
        try:
            return self.all(language)[key].format(**variables)
        except KeyError as error:
            raise TemplateError(f"words/{language}.yaml: {key}: {error} is missing") from error

    def all(self, language: Language) -> dict[str, str]:
        """Returns every phrase of one language."""
        return _phrases(self._package, self._about, language)


@cache
def brought(package: str, language: Language, about: str = "") -> dict[str, str]:
    """Returns a package's phrases as they stand; empty if it needs none."""
    return _phrases(package, about, language) if _file(package, about, language).is_file() else {}


@cache
def _phrases(package: str, about: str, language: Language) -> dict[str, str]:
    text = _file(package, about, language).read_text(encoding="utf-8")
    return _WORDS.validate_python(read_yaml(text))


def _file(package: str, about: str, language: Language) -> Traversable:
    name = ".".join(filter(None, (about, language, "yaml")))
    return resources.files(package) / "words" / name


_OURS = Phrases("parlour.language.wording")


def word(key: str, language: Language, **variables: object) -> str:
    """Returns a phrase of the interface, filled.

    Raises:
        TemplateError: if there is no such phrase or it wants a variable that is not given.
    """
    return _OURS.say(key, language, **variables)


def words(language: Language) -> dict[str, str]:
    """Returns every phrase of the interface in one language."""
    return _OURS.all(language)


class GamePhrases:
    """A game's words in one language, from its `words/{en,zh}.yaml`; a game need not bring any.

    Raises:
        UnknownGame: if it is not installed.
        BrokenPlugin: if it cannot be used.
    """

    def __init__(self, game: str, language: Language) -> None:
        self._game = find_game(game)
        self._language: Language = language
        self._words = brought(self._game.package, language)

    @property
    def title(self) -> str:
        """The title of the game."""
        return self._game.titles.get(self._language) or plain(self._game.name)

    @property
    def all(self) -> Mapping[str, str]:
        """Every phrase that it brings, as it stands."""
        return self._words

    def find(self, key: str, **variables: object) -> str | None:
        """Returns one of its phrases, filled; None if it has none, or none that can be filled so."""
        phrase = self._words.get(key)
        if phrase is None:
            return None
        try:
            return phrase.format(**variables)
        except (KeyError, IndexError, ValueError):
            return None

    def say(self, key: str, **variables: object) -> str:
        """Returns one of its phrases, filled; the last words of the key if it has none."""
        return self.find(key, **variables) or plain(key.partition("_")[2] or key)

    def asking(self, prefix: str, kind: str, rules: str) -> str:
        """Returns the key of a request's wording: that of the table's own rules, if a game has several."""
        key = f"{prefix}_{kind}"
        return own if (own := f"{key}_{rules}") in self._words else key

    def role(self, role: str) -> str:
        """Returns the name of a role."""
        return self.say(f"role_{role}")

    def side(self, side: str) -> str:
        """Returns the name of a side; the role of that name if it has none of its own."""
        return self.find(f"team_{side}") or self.role(side)

    def case(self, case: str) -> str:
        """Returns the name of a hidden question; most have a known name already."""
        return self.find(f"case_{case}") or case

    def option(self, option: str) -> str:
        """Returns the name of an option; players have their own."""
        return self.find(f"option_{option}") or option


@runtime_checkable
class HasRules(Protocol):
    """A setup of a game that can be played by several sets of rules."""

    @property
    def rules(self) -> str:
        """The set of rules."""
        ...


def rules_of(setup: GameSetup) -> str:
    """Returns the set of rules of a game's setup; empty if there is only one."""
    return setup.rules if isinstance(setup, HasRules) else ""


def title_of(setup: GameSetup) -> str:
    """Returns the title of a setup: of its story or of its game, in its own language."""
    return setup.title or GamePhrases(setup.name, setup.language).title


def plain(name: str) -> str:
    """Returns a name of the code as words: `propose_team` becomes `propose team`."""
    return name.replace("_", " ").replace("-", " ").strip()


def has_word(key: str, language: Language, game: str) -> bool:
    """Returns true if a game has such a phrase."""
    return key in GamePhrases(game, language).all or key in words(language)


def game_word(key: str, language: Language, game: str, /, **variables: object) -> str:
    """Returns a phrase as people read it at that game.

    Raises:
        TemplateError: if neither has such a phrase, or it wants a variable that is not given.
    """
    return GamePhrases(game, language).find(key, **variables) or word(key, language, **variables)


_SEPARATORS = tuple(
    map(re.compile, (r"\s*[,，、;；]\s*", r"\s+(?:and|&|\+|和|与|跟)\s+", r"\s*[&+和与跟]\s*", r"\s+"))
)
"""Separators of choices; a later one may also be part of a name, and is tried later."""


def own_numbers(options: Sequence[str]) -> dict[str, str]:
    """Returns the options by the number in each one's name; empty unless every name has exactly one."""
    numbers = {digits[0]: option for option in options if len(digits := re.findall(r"\d+", option)) == 1}
    return numbers if len(numbers) == len(options) else {}


def number_options(options: Sequence[str]) -> dict[str, str]:
    """Returns the options by their own numbers, or by their places where not all have one.

    At a table of Player 1, Player 2 and so on, 3 never means the third of the players who are left.
    """
    return own_numbers(options) or {str(place): option for place, option in enumerate(options, 1)}


def find_choice(text: str, names: Mapping[str, str], numbers: Mapping[str, str]) -> str | None:
    """Returns the one option that a text means: its number, its name, or the beginning of its name alone."""
    if option := numbers.get(text):
        return option
    folded = text.casefold()
    begun = {option for name, option in names.items() if name.casefold().startswith(folded)}
    exact = {option for name, option in names.items() if name.casefold() == folded}
    return next(iter(exact or begun)) if len(exact or begun) == 1 else None


def find_choices(
    text: str,
    names: Mapping[str, str],
    numbers: Mapping[str, str],
    separators: Sequence[re.Pattern[str]] = _SEPARATORS,
) -> Iterator[str | None]:
    """Yields the options that a text lists, and None for a piece that means none of them.

    A piece that means none as a whole is split further: commas first, then "and" and spaces.
    """
    if not text:
        return
    option = find_choice(text, names, numbers)
    if option or not separators:
        yield option
        return
    for piece in separators[0].split(text):
        yield from find_choices(piece, names, numbers, separators[1:])


def read_chosen(chosen: Sequence[str], options: Sequence[str]) -> tuple[str, ...]:
    """Returns what a program chose, with each text that is no option read as a person's line would be.

    A text that means no option stays as it is. Numbers count only where every option has its own, since a
    program sees no list of places.

    Args:
        chosen: names, numbers or lists of them, such as "Player 1 and Player 3".
        options: of the request.
    """
    names, numbers = dict(zip(options, options, strict=True)), own_numbers(options)
    read: list[str] = []
    for text in chosen:
        choices = [text] if text in names else list(find_choices(text.strip(), names, numbers))
        understood = [choice for choice in choices if choice]
        read += understood if understood and len(understood) == len(choices) else [text]
    return tuple(read)
