"""The limits of a reader, written after its name (`reader:attention=.5,steps=2`), with its law and draws.

P(a sentence is taken in) = attention / (1 + 4 x (1 - x) T / span), with x its relative position in a prompt
of T tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from random import Random

from parlour.errors import UnknownModel
from parlour.llm import BUILT_IN, Call
from parlour.reader.phrases import drawn_for


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of a reader; by default none.

    Attributes:
        attention: with what probability a sentence of talk or papers is taken in, in each call anew.
        span: of how many tokens a prompt is in whose middle every other sentence is lost; None for any.
        slip: with what probability a sentence that is taken in is misread.
        steps: how many statements are put together, at most, to conclude something; None for any number.
        noise: the temperature at which choices are drawn; at 0 the best is chosen.
        lapse: with what probability a speech lets slip what it should hide.
    """

    attention: float = 1.0
    span: int | None = None
    slip: float = 0.0
    steps: int | None = None
    noise: float = 0.0
    lapse: float = 0.0

    @property
    def reads_all(self) -> bool:
        """Returns true if a prompt is taken in whole."""
        return self.attention == 1 and self.span is None and not self.slip


IDEAL = Limits()


def _number(least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        if not least <= (value := float(text)) <= most:
            raise ValueError(text)
        return value

    return read


def _whole(least: int) -> Callable[[str], float]:
    def read(text: str) -> float:
        if (value := int(text)) < least:
            raise ValueError(text)
        return value

    return read


LEAST_NOISE, MOST_NOISE = 0.01, 100.0
"""The range of noise: below it nothing but the best would be left, and not even that in floating point."""


def _noise(text: str) -> float:
    return 0.0 if float(text) == 0 else _number(LEAST_NOISE, MOST_NOISE)(text)


_PROBABILITY = "a probability from 0 to 1"
_OPTIONS: Mapping[str, tuple[str, str, Callable[[str], float]]] = {
    "attention": ("with what probability a sentence is taken in", _PROBABILITY, _number(0, 1)),
    "span": (
        "in the middle of how many tokens every other sentence is lost",
        "a number of tokens from 1 on",
        _whole(1),
    ),
    "slip": ("with what probability one is misread", _PROBABILITY, _number(0, 1)),
    "steps": ("how many statements are put together at most", "a whole number from 0 on", _whole(0)),
    "noise": ("the temperature of choices", f"0, or a number from {LEAST_NOISE:g} to {MOST_NOISE:g}", _noise),
    "lapse": ("with what probability a speech tells what it should hide", _PROBABILITY, _number(0, 1)),
}
"""Each limit in words, its values in words, and how one is read; that raises `ValueError` for another."""
OPTIONS: Mapping[str, str] = {name: f"{says}: {may_be}" for name, (says, may_be, _) in _OPTIONS.items()}
"""The options after the reader's name, with their descriptions."""


def read_limits(model: str) -> Limits:
    """Returns the limits in a model string.

    Args:
        model: `reader`, or `reader:NAME=VALUE,…`.

    Raises:
        UnknownModel: if a limit is not known, told twice, or cannot be as it is told.
    """
    text = model.removeprefix(BUILT_IN)
    limits: dict[str, float] = {}
    for option in text.removeprefix(":").split(",") if text else ():
        name, equals, value = map(str.strip, option.partition("="))
        if name not in _OPTIONS or not equals:
            raise UnknownModel(
                f"{model}: the reader has no limit {option.strip()!r}; it has {', '.join(_OPTIONS)}, "
                f"such as {BUILT_IN}:attention=.5"
            )
        if name in limits:
            raise UnknownModel(f"{model}: {name} is told twice")
        _, may_be, read = _OPTIONS[name]
        try:
            limits[name] = read(value)
        except ValueError:
            raise UnknownModel(f"{model}: {name} is {may_be}, not {value!r}") from None
    return Limits(**limits)  # pyright: ignore[reportArgumentType] - each is read in its own type


def taken_in(limits: Limits, place: float, tokens: int) -> float:
    """Returns the probability that a sentence is taken in."""
    if limits.span is None:
        return limits.attention
    return limits.attention / (1 + 4 * place * (1 - place) * tokens / limits.span)


_BYTES = 8
_VALUES = 256**_BYTES


@dataclass(frozen=True, kw_only=True)
class Lots:
    """The random draws of one call."""

    call: Call

    def uniform(self, what: bytes, number: int = 0) -> float:
        """Returns a number in [0, 1)."""
        salt = number.to_bytes(_BYTES)
        return int.from_bytes(blake2b(what, digest_size=_BYTES, key=self._mark, salt=salt).digest()) / _VALUES

    def random(self, *what: object) -> Random:
        """Returns a generator, if one number is not enough."""
        return drawn_for("\x1f".join(map(str, (*self._key, *what))))

    @property
    def _key(self) -> tuple[object, ...]:
        call, prompt = self.call, self.call.prompt
        return prompt.draw_seed, prompt.player, prompt.request, prompt.purpose, call.digest, call.occurrence

    @cached_property
    def _mark(self) -> bytes:
        return blake2b("\x1f".join(map(str, self._key)).encode()).digest()
