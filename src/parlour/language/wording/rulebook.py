"""The rules of a table as people read them: the words that agents are told, and when each of them matters.

There is one text, `prompts/{en,zh}/rules.md.j2`. A line of it may end in a comment of Markdown that names the
kinds of request at which it matters, such as `<!-- vote -->`; agents are told the text without them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from parlour.core import Game, GameSetup, find_game
from parlour.llm import Templates

_MARK = re.compile(r" <!-- ([a-z_]+(?:, [a-z_]+)*) -->$", re.MULTILINE)
_NUMBER = re.compile(r"(?:\d+\. |[一二三四五六七八九十]+、)")
_POINT = "- "


@dataclass(frozen=True, kw_only=True)
class RuleText:
    """One rule.

    Attributes:
        words: of it, without its number.
        points: what stands below it, each a sentence or more.
    """

    words: str
    points: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Rulebook:
    """The rules of a table.

    Attributes:
        text: the whole, as it is told.
        opening: the paragraphs before the rules; all of them where none is numbered.
        rules: in their order.
        closing: the paragraphs after them, such as who plays.
        moments: what of it matters to whoever is asked for something, by the kind of the request.
    """

    text: str
    opening: tuple[str, ...]
    rules: tuple[RuleText, ...]
    closing: tuple[str, ...]
    moments: Mapping[str, tuple[str, ...]]

    def at(self, kind: str) -> tuple[str, ...]:
        """What matters to whoever is asked for something of that kind; nothing where nothing is marked."""
        return self.moments.get(kind, ())


def game_words(game: Game[Any]) -> Templates:
    """The templates that a game brings: its rules, and what its requests ask."""
    return Templates(game.package)


def rules(setup: GameSetup) -> str:
    """The rules as this table plays by them, with who is at it and what is dealt, as agents are told them."""
    return _MARK.sub("", _marked(setup))


def rulebook(setup: GameSetup) -> Rulebook:
    """The same words for people."""
    return _read(_marked(setup))


def _marked(setup: GameSetup) -> str:
    return game_words(find_game(setup.name)).speak("rules", setup.language, setup=setup)


@lru_cache(maxsize=256)
def _read(text: str) -> Rulebook:
    opening, closing = list[str](), list[str]()
    rules = list[tuple[str, list[str]]]()
    moments = dict[str, tuple[str, ...]]()
    for line in filter(None, map(str.strip, text.split("\n"))):
        words = _MARK.sub("", line)
        if number := _NUMBER.match(words):
            words = words[number.end() :]
            rules.append((words, []))
        elif words.startswith(_POINT) and rules:
            words = words.removeprefix(_POINT)
            rules[-1][1].append(words)
        else:
            (closing if rules else opening).append(words)
        if marked := _MARK.search(line):
            for kind in marked[1].split(", "):
                moments[kind] = (*moments.get(kind, ()), words)
    return Rulebook(
        text=_MARK.sub("", text),
        opening=tuple(opening),
        rules=tuple(RuleText(words=words, points=tuple(points)) for words, points in rules),
        closing=tuple(closing),
        moments=moments,
    )
