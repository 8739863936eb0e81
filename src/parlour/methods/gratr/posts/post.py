"""One post, and who it mentions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from parlour.core import Player
from parlour.methods.gratr.posts.contest import AT

_MENTION = re.compile(r"[@＠]([\w.·-]+)")
_SHORTEST = 2
_NEVER = datetime.min.replace(tzinfo=UTC)
_QUOTED = 400
"""Characters of a post that is told among others."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Post:
    """A post as its file has it.

    Attributes:
        number: its place in time, from 0; posts of one moment stand as in the file.
        author: who wrote it, without an `@`.
        time: with its zone; None in a file without times, whose rows stand in order.
        text: its words.
        label: the class that a person gave it, if any.
        line: the line of the file on which it begins.
    """

    number: int
    author: str
    time: datetime | None
    text: str
    label: str | None = None
    line: int = 0

    @property
    def node(self) -> Player:
        """The author in a graph, where no camp can bear the same name."""
        return AT + self.author

    @property
    def heading(self) -> str:
        """Who wrote it, and when: the place in the order, where there is no time."""
        return f"{self.node}, {f'{self.time:%Y-%m-%d %H:%M}' if self.time else f'#{self.number + 1}'}"

    @property
    def moment(self) -> datetime:
        """What posts are sorted by."""
        return self.time or _NEVER

    @property
    def day(self) -> str:
        """The day on which it was written; empty where there is no time."""
        return f"{self.time:%Y-%m-%d}" if self.time else ""

    @property
    def told(self) -> str:
        """The post in one line, as a prompt tells it among others."""
        text = " ".join(self.text.split())
        return f"{self.heading}: {text if len(text) <= _QUOTED else text[:_QUOTED] + '…'}"


def mentioned(post: Post, authors: Mapping[str, str]) -> tuple[Player, ...]:
    """Those authors other than its own whom a post addresses with `@`, in the order of its words.

    Chinese puts no space after a name: there the longest name that fits is taken.

    Args:
        post: the post.
        authors: their names, by the same in lower case.
    """
    found = (_author(match[1].casefold(), authors) for match in _MENTION.finditer(post.text))
    return tuple(dict.fromkeys(AT + name for name in found if name and name != post.author))


def _author(told: str, authors: Mapping[str, str]) -> str | None:
    for end in range(len(told), _SHORTEST - 1, -1):
        if name := authors.get(told[:end]):
            is_cut_within_a_word = end < len(told) and told[end].isascii() and told[end].isalnum()
            return None if is_cut_within_a_word else name
    return None
