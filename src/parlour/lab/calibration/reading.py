"""The answers of a reader with given limits to a probe, as exact probabilities.

A reader draws which sentences it misses and misreads, and then reasons. Of the few sentences that an answer
can rest on, each is missed, read or misread: for every such state the reader itself says how suspect it holds
each player, once for all probes of a pattern, and the states are weighed by the law of attention and span.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from typing import cast

import numpy as np
from numpy.typing import NDArray

from parlour.core import chance
from parlour.lab.calibration.asking import Probe
from parlour.llm import Call, Part, Prompt
from parlour.reader import (
    BoundedSeat,
    Bounds,
    Exposure,
    Intake,
    Limits,
    SeatReader,
    game_reader,
    misread,
    sharpen,
    taken_in,
)

Floats = NDArray[np.float64]
MISSED, READ, MISREAD = range(3)
MOST_STEPS = 3
"""No probe takes more."""
_DRAWS = (1, 40, 5)
"""The number of draws that stand for all misreadings: of none, of one sentence, of several."""
SLIPS = (0.02, 0.2, 0.5)
"""The chances of misreading between which suspicions are interpolated."""
_ALIKE = 1e-9
STRAY = 0.002
"""The share of answers that nothing explains, so that no single one refutes all limits."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ProbePattern:
    """All probes of one pattern; equal to itself alone."""

    probes: tuple[Probe, ...]

    def answers(self, limits: Limits) -> Floats:
        """Returns the probability of each answer.

        Returns:
            Of shape (probes, roles); rows add up to 1.
        """
        states = _states(self.taken([limits.attention], [limits.span])[0, 0], limits.slip)
        choices = _choices(self, _steps(limits.steps), limits.slip, limits.noise)
        chances = np.einsum("ps,psr->pr", states, choices) if choices.ndim > states.ndim else states @ choices
        return (1 - STRAY) * chances + STRAY / chances.shape[1]

    def taken(self, attentions: Sequence[float], spans: Sequence[float | None]) -> Floats:
        """Returns the probability that each bearing sentence is read, by the law of attention and span.

        Returns:
            Of shape (attentions, spans, probes, sentences).
        """
        quoted, places, tokens = self.exposures
        shares = [[_taken(attention, span, places, tokens) for span in spans] for attention in attentions]
        return np.where(quoted, 1.0, np.array(shares))

    def answer_probability(
        self, roles: Sequence[int], shares: Floats, slip: float, noises: Sequence[float], steps: int | None
    ) -> Floats:
        """Returns the probability of one answer to each probe, by readers of one slip.

        Args:
            roles: of the answers, by probe.
            shares: how probably they take in each sentence, of shape (attentions, spans, probes, sentences).
            slip: how probably what is taken in is misread.
            noises: of their choices.
            steps: how many statements they put together; None for any number.

        Returns:
            Of shape (attentions, spans, probes, noises).
        """
        states = np.moveaxis(_states(shares, slip), 2, 0)
        flat = states.reshape(len(roles), -1, states.shape[-1])
        choices = (_choices(self, _steps(steps), slip, noise) for noise in noises)
        named = [
            choice[:, list(roles)].T if choice.ndim == 2 else choice[np.arange(len(roles)), :, list(roles)]
            for choice in choices  # the same in all probes, or for each
        ]
        chances = flat @ np.stack(named, axis=-1)
        answers = (1 - STRAY) * chances + STRAY / self.seats.shape[1]
        return np.moveaxis(answers.reshape(*states.shape[:3], len(noises)), 0, 2)

    @cached_property
    def seats(self) -> NDArray[np.int_]:
        """The seat of each role of each probe, of shape (probes, roles)."""
        return np.array([[probe.players.index(name) for name in probe.roles] for probe in self.probes])

    @cached_property
    def exposures(self) -> tuple[NDArray[np.bool_], Floats, Floats]:
        """For each bearing sentence of each probe: quoted or not, its place, and the tokens of its part."""
        rows = [_exposures(probe, probe.prompt) for probe in self.probes]
        shape = len(rows), len(self.probes[0].bearing)
        quoted = np.array([[exposure.is_quoted for exposure in row] for row in rows], dtype=bool).reshape(
            shape
        )
        places = np.array([[exposure.place for exposure in row] for row in rows], dtype=float).reshape(shape)
        tokens = np.array([[exposure.tokens for exposure in row] for row in rows], dtype=float).reshape(shape)
        return quoted, places, tokens


def patterns(probes: Sequence[Probe]) -> tuple[ProbePattern, ...]:
    """Probes by their pattern."""
    groups: dict[str, list[Probe]] = {}
    for probe in probes:
        groups.setdefault(probe.pattern, []).append(probe)
    return tuple(ProbePattern(probes=tuple(group)) for group in groups.values())


def _states(shares: Floats, slip: float) -> Floats:
    chances = np.stack([1 - shares, shares * (1 - slip), shares * slip], axis=-1)
    weights = np.ones((*shares.shape[:-1], 1))
    for sentence in range(shares.shape[-1]):
        weights = (weights[..., :, None] * chances[..., sentence, None, :]).reshape(*shares.shape[:-1], -1)
    return weights


def _steps(steps: int | None) -> int:
    return MOST_STEPS if steps is None else min(MOST_STEPS, steps)


@lru_cache(maxsize=4096)
def _choices(pattern: ProbePattern, steps: int, slip: float, noise: float) -> Floats:
    """Returns the reader's choice in each state, (states, roles); without noise, for each probe.

    Without noise it names the most suspected player that sits first; with noise, each of the most suspected
    as often.
    """
    probe = pattern.probes[0]
    suspects, shares = _suspects(probe, steps, slip), _readings(probe)[1]
    if noise:
        values, at = np.unique(suspects, return_inverse=True)
        weights = np.array([sharpen(float(value), noise) for value in values])[at].reshape(suspects.shape)
        return shares @ (weights / weights.sum(axis=-1, keepdims=True))
    is_top = suspects >= suspects.max(axis=-1, keepdims=True) - _ALIKE
    seats = np.where(is_top, pattern.seats[:, None, :], np.inf)
    return shares @ (seats == seats.min(axis=-1, keepdims=True)).astype(float)


def _suspects(probe: Probe, steps: int, slip: float) -> Floats:
    """The same as `_held`, of any slip."""
    if slip == 0:
        return _suspicions_by_reading(probe, steps, 0.0)
    upper = int(np.searchsorted(SLIPS, slip))
    if upper in (0, len(SLIPS)):
        return _suspicions_by_reading(probe, steps, SLIPS[min(upper, len(SLIPS) - 1)])
    low, high = SLIPS[upper - 1 : upper + 1]
    share = (slip - low) / (high - low)
    return (1 - share) * _suspicions_by_reading(probe, steps, low) + share * _suspicions_by_reading(
        probe, steps, high
    )


def _exposures(probe: Probe, prompt: Prompt) -> list[Exposure]:
    call = Call(prompt=prompt, max_tokens=0, temperature=0, game=probe.game, players=probe.players)
    intake = Intake(call=call, game=game_reader(probe.game), limits=Limits())
    exposures = {exposure.sentence.strip(): exposure for exposure in intake.exposures()}
    return [exposures[sentence] for sentence in probe.bearing]


def _taken(attention: float, span: float | None, places: Floats, tokens: Floats) -> Floats:
    """The law of attention and span, for all of them at once; a search goes through parts of tokens."""
    limits = Limits(attention=attention, span=cast("int", span))
    share = taken_in(limits, cast("float", places), cast("int", tokens))  # arithmetic alone
    return np.broadcast_to(np.asarray(share, dtype=float), places.shape)


@lru_cache(maxsize=512)
def _suspicions_by_reading(probe: Probe, steps: int, slip: float) -> Floats:
    """Returns the suspicion of each player after each reading, of shape (readings, roles)."""
    bounds = Bounds(steps=steps, slip=slip)
    seats = (
        seat.with_bounds(bounds) if isinstance(seat, BoundedSeat) else seat for seat in _readings(probe)[0]
    )
    return np.array([[seat.suspicion(name, probe.case) for name in probe.roles] for seat in seats])


@lru_cache(maxsize=64)
def _readings(probe: Probe) -> tuple[tuple[SeatReader, ...], Floats]:
    """Returns a reader for each reading of a probe, and their probabilities, of shape (states, readings)."""
    exposures, game = _exposures(probe, probe.bare), game_reader(probe.game)
    readings: dict[tuple[str, ...], dict[int, float]] = {}
    states = list(product((MISSED, READ, MISREAD), repeat=len(probe.bearing)))
    for number, state in enumerate(states):
        draws = _DRAWS[min(state.count(MISREAD), 2)]
        for draw in range(draws):
            texts = tuple(
                misread(exposure.sentence, exposure.hand, chance(draw, "misreading", exposure.sentence))
                if how == MISREAD
                else exposure.sentence * (how == READ)
                for exposure, how in zip(exposures, state, strict=True)
            )
            shares = readings.setdefault(texts, {})
            shares[number] = shares.get(number, 0.0) + 1 / draws
    shares = np.zeros((len(states), len(readings)))
    for reading, by_state in enumerate(readings.values()):
        for number, share in by_state.items():
            shares[number, reading] = share
    return tuple(game.seat(_read(probe, exposures, texts), probe.players) for texts in readings), shares


def _read(probe: Probe, exposures: Sequence[Exposure], texts: Sequence[str]) -> Prompt:
    words = {exposure.sentence: instead for exposure, instead in zip(exposures, texts, strict=True)}
    return replace(
        probe.bare,
        system=tuple(_with(part, words) for part in probe.bare.system),
        user=tuple(_with(part, words) for part in probe.bare.user),
    )


def _with(part: Part, words: Mapping[str, str]) -> Part:
    text = part.text
    for sentence, instead in words.items():
        text = text.replace(sentence, instead)
    return part if text == part.text else replace(part, text=text)
