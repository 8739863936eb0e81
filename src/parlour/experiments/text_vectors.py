"""What was said in games as vectors, for the measures that are pure and cannot wait for a model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parlour.evaluation.richness import TableTalk
from parlour.llm import Embedding

AT_ONCE = 256
"""Texts that are embedded, and remembered, together."""


@dataclass(frozen=True, kw_only=True)
class TextVectors:
    """Texts whose vectors are known; the `Embeds` of the measures.

    Attributes:
        vectors: by text.
    """

    vectors: Mapping[str, NDArray[np.float32]]

    def __call__(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        """One vector per text, of shape (texts, dimensions)."""
        return np.stack([self.vectors[text] for text in texts])


Embedded = Callable[[int, int], None]
"""Told how many texts are embedded, and of how many."""


async def text_vectors(
    talks: Sequence[TableTalk], embedding: Embedding, embedded: Embedded | None = None
) -> TextVectors:
    """Embeds what was said in games, the same words once.

    Args:
        talks: the games.
        embedding: asked for `AT_ONCE` texts at a time, so that what it had is not lost when it is stopped.
        embedded: told before the first and after each part of the texts how far it has come.

    Raises:
        ModelUnavailable: if it cannot be asked.
    """
    texts = list(dict.fromkeys(utterance.text for talk in talks for utterance in talk.utterances))
    told: dict[str, NDArray[np.float32]] = {}
    for start in range(0, len(texts), AT_ONCE):
        if embedded:
            embedded(start, len(texts))
        some = texts[start : start + AT_ONCE]
        told |= zip(some, await embedding.embed(some, is_query=False), strict=True)
    if embedded:
        embedded(len(texts), len(texts))
    return TextVectors(vectors=told)
