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
from parlour.llm import READER, Call
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

    @property
    def are_off(self) -> bool:
        """Returns true if nothing is limited."""
        return self == IDEAL


IDEAL = Limits()


@dataclass(frozen=True, kw_only=True)
class _Option:
    """One limit as an option.

    Attributes:
        read: the value that a text tells; raises `ValueError` where it tells none.
    """

    says: str
    may_be: str
    read: Callable[[str], float]


def _number(least: float, most: float) -> Callable[[str], float]:
    def read(told: str) -> float:
        if not least <= (value := float(told)) <= most:
            raise ValueError(told)
        return value

    return read


def _whole(least: int) -> Callable[[str], float]:
    def read(told: str) -> float:
        if (value := int(told)) < least:
            raise ValueError(told)
        return value

    return read


LEAST_NOISE, MOST_NOISE = 0.01, 100.0
"""The range of noise: below it nothing but the best would be left, and not even that in floating point."""


def _noise(told: str) -> float:
    return 0.0 if float(told) == 0 else _number(LEAST_NOISE, MOST_NOISE)(told)


_PROBABILITY = "a probability from 0 to 1"
_OPTIONS: Mapping[str, _Option] = {
    "attention": _Option(
        says="with what probability a sentence is taken in", may_be=_PROBABILITY, read=_number(0, 1)
    ),
    "span": _Option(
        says="in the middle of how many tokens every other sentence is lost",
        may_be="a number of tokens from 1 on",
        read=_whole(1),
    ),
    "slip": _Option(says="with what probability one is misread", may_be=_PROBABILITY, read=_number(0, 1)),
    "steps": _Option(
        says="how many statements are put together at most", may_be="a whole number from 0 on", read=_whole(0)
    ),
    "noise": _Option(
        says="the temperature of choices",
        may_be=f"0, or a number from {LEAST_NOISE:g} to {MOST_NOISE:g}",
        read=_noise,
    ),
    "lapse": _Option(
        says="with what probability a speech tells what it should hide",
        may_be=_PROBABILITY,
        read=_number(0, 1),
    ),
}
OPTIONS: Mapping[str, str] = {name: f"{each.says}: {each.may_be}" for name, each in _OPTIONS.items()}
"""The options after the reader's name, with their descriptions."""


def read_limits(model: str) -> Limits:
    """The limits in a model string.

    Args:
        model: `reader`, or `reader:NAME=VALUE,…`.

    Raises:
        UnknownModel: if a limit is not known, told twice, or cannot be as it is told.
    """
    told = model.removeprefix(READER)
    found: dict[str, float] = {}
    for each in told.removeprefix(":").split(",") if told else ():
        name, equals, value = map(str.strip, each.partition("="))
        if name not in _OPTIONS or not equals:
            raise UnknownModel(
                f"{model}: the reader has no limit {each.strip()!r}; it has {', '.join(_OPTIONS)}, "
                f"such as {READER}:attention=.5"
            )
        if name in found:
            raise UnknownModel(f"{model}: {name} is told twice")
        found[name] = _value(model, name, value)
    return Limits(**found)  # pyright: ignore[reportArgumentType] - each is read in its own type


def _value(model: str, name: str, told: str) -> float:
    try:
        return _OPTIONS[name].read(told)
    except ValueError:
        raise UnknownModel(f"{model}: {name} is {_OPTIONS[name].may_be}, not {told!r}") from None


def taken_in(limits: Limits, place: float, tokens: int) -> float:
    """The probability with which a sentence is taken in."""
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
        """A number from 0 on, below 1."""
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
        return blake2b("\x1f".join(map(str, self._key)).encode()).digest()
