"""The draws of one call: each falls by what it is for, and by what names the call in its match."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from random import Random

from parlour.llm import Call
from parlour.reader.voice import drawn_for

_BYTES = 8
_VALUES = 256**_BYTES


@dataclass(frozen=True, kw_only=True)
class Lots:
    """What chance decides in one call.

    Attributes:
        call: by whose key on record, and by the lot of the match, everything is drawn.
    """

    call: Call

    def uniform(self, what: bytes, number: int = 0) -> float:
        """A number from 0 on, below 1.

        Args:
            what: that it is for.
            number: of the place in the prompt, where the same may stand in several.
        """
        salt = number.to_bytes(_BYTES)
        return int.from_bytes(blake2b(what, digest_size=_BYTES, key=self._mark, salt=salt).digest()) / _VALUES

    def random(self, *what: object) -> Random:
        """A generator, where one number is not enough."""
        return drawn_for("\x1f".join(map(str, (*self._key, *what))))

    @property
    def _key(self) -> tuple[object, ...]:
        call, prompt = self.call, self.call.prompt
        return prompt.lot, prompt.player, prompt.request, prompt.purpose, call.digest, call.occurrence

    @cached_property
    def _mark(self) -> bytes:
        """The key in short, once for all the sentences of a prompt."""
        return blake2b("\x1f".join(map(str, self._key)).encode()).digest()
