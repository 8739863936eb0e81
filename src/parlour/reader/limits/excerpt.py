"""The mark of what a reader of limited strength has left of a part of its prompt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parlour.llm import Part, PartPurpose, Prompt


@dataclass(frozen=True, kw_only=True)
class Excerpt(PartPurpose):
    """The mark of a part of which a reader has taken in only some, or misread some.

    Attributes:
        whole: the part as it was sent.
        pieces: what is left of it, sentence by sentence.
        missed: how many sentences it has missed.
        sentences: how many there are that it could have missed.
    """

    whole: str
    pieces: tuple[str, ...]
    missed: int
    sentences: int


def sent(part: Part) -> str:
    """The text of a part as it was sent, whatever has been taken in of it."""
    return part.purpose.whole if isinstance(part.purpose, Excerpt) else part.text


def excerpts(prompt: Prompt) -> Mapping[str, tuple[str, ...]]:
    """What is left, sentence by sentence, of the texts of a prompt that a reader has not taken in whole."""
    return {mark.whole: mark.pieces for mark in _marks(prompt)}


def missed(prompt: Prompt) -> float:
    """The share of the sentences of a prompt that its reader has missed, of those that it could have."""
    marks = list(_marks(prompt))
    could = sum(mark.sentences for mark in marks)
    return sum(mark.missed for mark in marks) / could if could else 0.0


def _marks(prompt: Prompt) -> Iterator[Excerpt]:
    return (part.purpose for part in prompt.parts if isinstance(part.purpose, Excerpt))
