"""The words that a game brings for screens, and what stands where it brings none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from parlour.core import GameSetup, find_game
from parlour.language.wording.interface import brought, word, words
from parlour.llm import Language


class GamePhrases:
    """A game's words in one language, from its `words/{en,zh}.yaml`; a game need not bring any.

    Args:
        game: its name.
        language: of the screen.

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
        """What people call the game."""
        return self._game.titles.get(self._language) or plain(self._game.name)

    @property
    def all(self) -> Mapping[str, str]:
        """Every phrase that it brings, as it stands."""
        return self._words

    def find(self, key: str, **variables: object) -> str | None:
        """One of its phrases, filled; None where it has none, or none that can be filled so."""
        phrase = self._words.get(key)
        if phrase is None:
            return None
        try:
            return phrase.format(**variables)
        except (KeyError, IndexError, ValueError):
            return None

    def say(self, key: str, **variables: object) -> str:
        """The same; the last words of the key where it has none."""
        return self.find(key, **variables) or plain(key.partition("_")[2] or key)

    def asking(self, prefix: str, kind: str, rules: str) -> str:
        """The key of what a request is asked in: that of the table's own rules, where a game has several.

        Args:
            prefix: of all such keys.
            kind: of the request.
            rules: by which the table plays (`rules_of`).
        """
        key = f"{prefix}_{kind}"
        return own if (own := f"{key}_{rules}") in self._words else key

    def role(self, role: str) -> str:
        """What people call a role."""
        return self.say(f"role_{role}")

    def side(self, side: str) -> str:
        """What people call a side; as the role of that name where it has no word of its own."""
        return self.find(f"team_{side}") or self.role(side)

    def case(self, case: str) -> str:
        """What people call a hidden question; most are called by a name that people know already."""
        return self.find(f"case_{case}") or case

    def option(self, option: str) -> str:
        """What people call something that may be chosen; players are called by their names."""
        return self.find(f"option_{option}") or option


@runtime_checkable
class HasRules(Protocol):
    """A setup of a game that can be played by several sets of rules."""

    @property
    def rules(self) -> str:
        """By which."""
        ...


def rules_of(setup: GameSetup) -> str:
    """By which of its game's sets of rules a table plays; empty where there is but one."""
    return setup.rules if isinstance(setup, HasRules) else ""


def title_of(setup: GameSetup) -> str:
    """What a table is called: as its story, or as its game, in its own language."""
    return setup.title or GamePhrases(setup.name, setup.language).title


def plain(name: str) -> str:
    """A name of the code as words: `propose_team` becomes `propose team`."""
    return name.replace("_", " ").replace("-", " ").strip()


def has_word(key: str, language: Language, game: str) -> bool:
    """Whether there is such a phrase at that game."""
    return key in GamePhrases(game, language).all or key in words(language)


def game_word(key: str, language: Language, game: str, /, **variables: object) -> str:
    """A phrase as people read it at that game.

    Raises:
        TemplateError: if neither has such a phrase, or it wants a variable that is not given.
    """
    return GamePhrases(game, language).find(key, **variables) or word(key, language, **variables)
