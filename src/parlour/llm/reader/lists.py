"""Numbered lists in the task of a prompt: what is remembered, told as facts, and what might be asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol

from parlour.facts import Language, Name, Question, read
from parlour.llm.reader.frames import Table

_LISTED = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)


class Papers(Protocol):
    """A prompt, sorted, of any game without a script."""

    @property
    def table(self) -> Table:
        """Who plays."""
        ...

    @property
    def language(self) -> Language:
        """Of everything."""
        ...

    @property
    def me(self) -> Name:
        """Who reads."""
        ...

    @property
    def task(self) -> str:
        """What is asked this time."""
        ...


def lines(papers: Papers) -> Iterator[tuple[int, str]]:
    """Every line with its number."""
    return ((int(number), text) for number, text in _LISTED.findall(papers.task))


def timelines(papers: Papers) -> Iterator[tuple[int, str]]:
    """The lines that tell a fact, in words in which anybody may tell it again."""
    for number, text in lines(papers):
        if read(text, papers.language, names=papers.table.players).facts:
            yield number, text


def topics(papers: Papers, to: Name) -> Iterator[tuple[int, Question]]:
    """The lines that ask something, as put to somebody; those that are understood."""
    for number, text in lines(papers):
        for question in read(
            text, papers.language, speaker=papers.me, reader=to, names=papers.table.players
        ).questions[:1]:
            yield number, question
