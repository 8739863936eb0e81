"""Texts as vectors: one small contract, and what can stand behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Embedding(Protocol):
    """Something that turns texts into vectors whose nearness is likeness of meaning.

    Attributes:
        name: the string under which it was opened.
    """

    @property
    def name(self) -> str: ...  # noqa: D102

    async def embed(self, texts: Sequence[str], *, is_query: bool) -> NDArray[np.float32]:
        """One unit vector per text, of shape (texts, dimensions).

        Args:
            texts: what is embedded.
            is_query: whether they are questions to be answered from the other texts.

        Raises:
            ModelUnavailable: if the model cannot be asked.
        """
        ...
