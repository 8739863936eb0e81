"""A call to a reader of limited strength: noisy choices, slips of secrets, bounded reasoning.

A game whose player offers no hooks is limited only in what it takes in and in how it chooses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp
from random import Random
from typing import Any, Protocol, cast, runtime_checkable

from parlour.language.facts import Name
from parlour.llm import Call, Culprit, EarlierOpinion, Speech, Talk
from parlour.reader.limits.intake import Intake, missed_share
from parlour.reader.limits.options import IDEAL, Limits, Lots
from parlour.reader.phrases import fitting
from parlour.reader.seat import UNBOUNDED, Blank, Bounds, ChoicePurpose, GameReader, SeatReader


@runtime_checkable
class BoundedSeat(Protocol):
    """A player whose reasoning can be bounded."""

    def with_bounds(self, bounds: Bounds) -> SeatReader:
        """Returns the same player within bounds."""
        ...


@runtime_checkable
class HidingSeat(Protocol):
    """A player who may have something to hide."""

    def hidden(self) -> Sequence[str]:
        """Returns the sentences with which it would give itself away, in its own words; none for most."""
        ...


_LEAST = 0.01
"""The least probability of an option: a noisy player may choose one that it takes to be cleared."""


def sharpen(likely: float, noise: float) -> float:
    """Returns the weight of an option, by its suspicion and the noise, which is more than 0."""
    return max(_LEAST, likely) ** (1 / noise)


class LimitedSeat:
    """A `SeatReader` around another that replaces its choices, their reasons and its speeches.

    If a culprit is asked for, or the most suspected player chosen, an option is drawn with a probability in
    proportion to p^(1/t), where p is how suspect they are and t the noise: at t = 1 as probably as it
    believes, near 0 the best, at large t anybody. Where it chooses by something else, which has no
    probabilities, what it prefers has the weight 1 and anything else exp(-1/t).
    """

    def __init__(self, inner: SeatReader, limits: Limits, lots: Lots) -> None:
        self._inner, self._limits, self._lots = inner, limits, lots

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever it is
        return getattr(self._inner, name)

    def chosen(self, purpose: ChoicePurpose, blank: Blank) -> object:
        best = self._inner.chosen(purpose, blank)
        if not self._limits.noise:
            return best
        rng = self._lots.random("choose", blank.form.__name__, blank.name, blank.about)
        wanted = cast("list[Any]", best if blank.is_list else [best])
        weights = self._weights(purpose, wanted, blank.options)
        drawn = _draw(weights, len(wanted), rng)
        return drawn if blank.is_list else drawn[0]

    def why(self, purpose: ChoicePurpose, blank: Blank, case: str | None, most: int | None) -> str:
        """Returns the reason for a choice; for a drawn one, the evidence for and against it."""
        chosen = self.chosen(purpose, blank)
        if chosen == self._inner.chosen(purpose, blank):
            return self._inner.why(purpose, blank, case, most)
        drawn = cast("list[object]", chosen if blank.is_list else [chosen])
        name = next((name for name in self._inner.names if name in drawn), None)
        return self._inner.grounds(name, case, most) if name else self._inner.overall(case, most)

    def suspects(self, options: Sequence[Name], case: str | None, most: int | None) -> list[Name]:
        """Returns suspects by a draw: as many as the inner player would name."""
        best = self._inner.suspects(options, case, most)
        if not self._limits.noise:
            return best
        weights = {name: self._belief(name, case) for name in options}
        return _draw(weights, len(best), self._lots.random("suspect", case, *options))

    def speech(self, purpose: Speech | Talk) -> tuple[str, ...]:
        """Returns the speech with a slip at its end, if there is room for it."""
        sentences = self._inner.speech(purpose)
        inner = self._inner
        among = purpose.among if isinstance(purpose, Talk) else "everybody"
        if among != "everybody" or not isinstance(inner, HidingSeat):
            return sentences
        if self._lots.uniform(b"lapse") >= self._limits.lapse or not (hidden := inner.hidden()):
            return sentences
        slip = self._lots.random("let slip").choice(hidden)
        lines = fitting((slip, *sentences), inner.limit)
        return (*lines[1:], *lines[:1])

    def _weights(
        self, purpose: ChoicePurpose, best: Sequence[Any], options: Sequence[str]
    ) -> dict[Any, float]:
        if options and set(options) <= set(self._inner.players):
            likely = {name: self._belief(name, getattr(purpose, "case", None)) for name in options}
            top = [name for name in options if likely[name] == max(likely.values())]
            if isinstance(purpose, Culprit) or top == [*best]:
                return likely
        rest = exp(-1 / self._limits.noise)
        return {option: 1.0 if option in best else rest for option in (*best, *options)}

    def _belief(self, name: Name, case: str | None) -> float:
        return sharpen(self._inner.suspicion(name, case), self._limits.noise)


def _draw(weights: dict[Any, float], count: int, rng: Random) -> list[Any]:
    """Draws `count` of the options one after another, none twice."""
    left, drawn = dict(weights), list[Any]()
    while left and len(drawn) < count:
        option = rng.choices(list(left), weights=list(left.values()))[0]
        del left[option]
        drawn.append(option)
    return drawn


@dataclass(frozen=True, kw_only=True)
class BoundedCall:
    """A call to a reader of some strength."""

    call: Call
    game: GameReader
    limits: Limits

    @cached_property
    def taken(self) -> Call:
        """The call with the part of its prompt that is taken in."""
        if self.limits.reads_all:
            return self.call
        return replace(self.call, prompt=Intake(call=self.call, game=self.game, limits=self.limits).read())

    @cached_property
    def seat(self) -> SeatReader:
        """The player that reasons.

        Raises:
            UsageError: if the prompt, whole, does not say what its game has to be played by.
        """
        seat = self.game.seat(self.taken.prompt, self.call.players)
        if self.limits == IDEAL:
            return seat
        if isinstance(seat, BoundedSeat) and self._bounds != UNBOUNDED:
            seat = seat.with_bounds(self._bounds)
        if self.limits.noise or self.limits.lapse:
            return cast("SeatReader", LimitedSeat(seat, self.limits, Lots(call=self.call)))
        return seat

    @property
    def _bounds(self) -> Bounds:
        weight = missed_share(self.taken.prompt)
        parts = self.call.prompt.parts if weight else ()
        opinions = tuple(part.purpose for part in parts if isinstance(part.purpose, EarlierOpinion))
        return Bounds(
            steps=self.limits.steps,
            slip=self.limits.slip,
            opinions=opinions,
            weight=weight if opinions else 0.0,
        )
