"""JSON, YAML, texts and names from outside, without what would exhaust the machine or mislead its reader."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, cast

import yaml
from yaml.composer import ComposerError
from yaml.constructor import ConstructorError

DEEPEST = 50
"""Further than any file of ours is nested."""
MOST_NODES = 200_000
"""More than any file of ours has, counting what an alias stands for as often as it stands for it."""


def plain_json(text: str | bytes, *, is_strict: bool = True) -> object:
    """Returns the data of a JSON text.

    Args:
        text: the whole of it.
        is_strict: whether line breaks within its strings are refused, as JSON has it.

    Raises:
        ValueError: if it is none (a `JSONDecodeError` then), or holds what Python cannot take in.
    """
    try:
        return json.loads(text, strict=is_strict)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def plain_yaml(text: str) -> tuple[yaml.Node | None, object]:
    """Returns the data of a YAML text, and its nodes with their positions.

    Raises:
        yaml.YAMLError: if it is none, or holds what cannot be read, is nested too deeply or repeats too much.
    """
    loader: Any = _Loader(text)  # its stubs tell no types
    try:
        node: yaml.Node | None = loader.get_single_node()
        return node, None if node is None else loader.construct_document(node)
    finally:
        loader.dispose()


class _Loader(yaml.SafeLoader):
    """A safe loader whose every refusal is an error of YAML, and names the place."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self._depth = self._nodes = 0
        self._sizes: dict[int, int] = {}

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        upcoming: Any = self
        mark, before = upcoming.peek_event().start_mark, self._nodes
        is_alias = self.check_event(yaml.AliasEvent)
        self._depth += 1
        self._nodes += 1
        if self._depth > DEEPEST:
            raise ComposerError(None, None, "it is nested too deeply", mark)
        node = super().compose_node(parent, index)
        self._depth -= 1
        if is_alias:
            self._nodes += self._sizes.get(id(node), MOST_NODES)
        if self._nodes > MOST_NODES:
            raise ComposerError(None, None, "an alias repeats too much, or itself", mark)
        self._sizes[id(node)] = self._nodes - before
        return node

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Hashable:  # noqa: FBT001, FBT002 - PyYAML's
        try:
            return super().construct_object(node, deep)  # pyright: ignore[reportUnknownMemberType]
        except (ValueError, AttributeError, KeyError, OverflowError) as error:
            content: Any = node.value
            what = f"{str(content)[:40]!r} cannot be read as {node.tag.rpartition(':')[2]}"
            raise ConstructorError(None, None, what, node.start_mark) from error


_UNSEEN = re.compile(
    "\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u2064\u2066-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000110bd\U000110cd"
    "\U00013430-\U00013438\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]"
)
"""Unicode 14's classes Cc, Cf and Cs, without line ends, tabs, and the joiners of scripts and pictures."""


def visible(text: str) -> str:
    """Removes from a text what cannot be seen; line ends and tabs stay.

    Removed are control characters, halves of surrogate pairs, and format characters: those that turn the
    direction of a line round, tags that spell hidden words, and spaces of no width.
    """
    return text if text.isprintable() else _UNSEEN.sub("", text)


def visible_values(data: object) -> object:
    """Removes what cannot be seen from every text in plain data, such as parsed JSON."""
    match data:
        case str():
            return visible(data)
        case list() | tuple():
            return [visible_values(item) for item in cast("Sequence[object]", data)]
        case dict():
            return {key: visible_values(item) for key, item in cast("dict[object, object]", data).items()}
        case _:
            return data


def one_line(speech: str) -> str:
    """Returns a speech in one line of visible characters, which cannot fake speakers or steer a terminal."""
    line = " ".join(speech.split())
    return line if line.isprintable() else " ".join(visible(line).split())


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """Returns the normal form of a name: without case, spaces, punctuation and what cannot be seen.

    So `player_3` and `**Player 3**` are "Player 3". A name of punctuation or symbols alone keeps them.
    """
    visible = name.replace("\u200c", "").replace("\u200d", "")
    folded = unicodedata.normalize("NFKC", one_line(visible)).casefold()
    return "".join(char for char in folded if unicodedata.category(char)[0] in "LMN") or folded
