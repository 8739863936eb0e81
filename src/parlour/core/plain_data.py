"""JSON and YAML from outside as plain data, without what would exhaust the stack, the memory or the day."""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import Any

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
            told: Any = node.value
            what = f"{str(told)[:40]!r} cannot be read as {node.tag.rpartition(':')[2]}"
            raise ConstructorError(None, None, what, node.start_mark) from error
