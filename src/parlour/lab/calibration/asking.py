"""Probes, each one question at one point of a game, and the run that puts them to a model once each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Literal, Protocol, get_args, runtime_checkable

from parlour.core import GAMES, Decision, Player, find_game
from parlour.errors import ReplayDiffers, Unreadable, UsageError
from parlour.llm import (
    Language,
    LanguageModel,
    Ledger,
    MatchModels,
    ModelPool,
    Prompt,
    Tally,
    count_tokens,
    refuse_unpriced,
)
from parlour.store import RunLog, Store

Place = Literal["beginning", "middle", "end"]
"""The place of the decisive sentence in a player's private information."""
PLACES: tuple[Place, ...] = get_args(Place)


@dataclass(frozen=True, kw_only=True, eq=False)
class Probe:
    """One question to one player, with as much around it as it shall be found in; equal to itself alone.

    Attributes:
        kind: what it takes to answer, such as `find` or `chain`.
        pattern: probes of one pattern differ in names, words and length alone, so that a reader who has taken
            in the same of their sentences answers them alike.
        bare: the prompt without what the answer does not rest on.
        bearing: the sentences that an answer can rest on, as they stand in both prompts, in the order of the
            pattern.
        roles: the options by the part that each has in the pattern; the first is right.
    """

    name: str
    game: str
    kind: str
    pattern: str
    place: Place
    prompt: Prompt
    bare: Prompt
    reply: type[Decision]
    bearing: tuple[str, ...]
    players: tuple[Player, ...]
    roles: tuple[Player, ...]
    case: str


@dataclass(frozen=True, kw_only=True)
class ProbesAsked:
    """Which probes are wanted."""

    count: int = 360
    languages: tuple[Language, ...] = ("en", "zh")
    longest: int = 1600
    seed: int = 0


@runtime_checkable
class ProbeMaker(Protocol):
    """A game's part `probes`: questions from its own tables, in its own words."""

    def __call__(self, order: ProbesAsked) -> Sequence[Probe]:
        """Probes of every kind, place and length, mixed, so that any first part of them is mixed too."""
        ...


PART = "probes"
_REPLY = 70
"""About so many tokens a vote and its reason take."""


@dataclass(frozen=True, kw_only=True)
class ProbesAnswered:
    """A model's answers to probes."""

    answers: Mapping[Probe, Player]
    faults: Mapping[Probe, str]
    tally: Tally


@dataclass(frozen=True, kw_only=True)
class ExpectedCalls:
    """The expected cost of a probe run.

    Attributes:
        dollars: with nothing cached by the provider; None where no price is known.
    """

    calls: int
    kept: int
    input_tokens: int
    output_tokens: int
    dollars: float | None


@dataclass(kw_only=True)
class ProbeRun:
    """Probes and a model; asked again, it goes on from what is kept.

    Attributes:
        concurrency: the most calls at once; what the model serves well if None.
        budget: dollars in all, those of earlier parts among them; None for any.
    """

    model: str
    probes: Sequence[Probe]
    store: Store
    concurrency: int | None = None
    budget: float | None = None
    _faults: dict[Probe, str] = field(default_factory=dict[Probe, str])
    _answers: dict[Probe, Player] = field(default_factory=dict[Probe, Player])

    async def foresee(self) -> ExpectedCalls:
        """Estimates the cost; no model is called.

        Raises:
            UsageError: if the model cannot be opened as asked, a cap is set and its price is unknown, or a
                prompt does not fit its window.
            ModelUnavailable: if its server or file cannot be brought to answer.
        """
        left, _ = await self._on_record()
        tokens = [_tokens(probe) for probe in left]
        async with ModelPool() as models:
            provider = models.provider(self.model)
            if self.budget is not None:
                refuse_unpriced(provider)
            if max(tokens, default=0) + _REPLY > provider.context:
                raise UsageError(
                    f"the longest prompt has {max(tokens)} tokens, and the window of {self.model} holds"
                    f" {provider.context}: ask for shorter ones with --longest"
                )
            dollars = provider.price(sum(tokens), _REPLY * len(left))
        return ExpectedCalls(
            calls=len(left),
            kept=len(self.probes) - len(left),
            input_tokens=sum(tokens),
            output_tokens=_REPLY * len(left),
            dollars=dollars,
        )

    async def _on_record(self) -> tuple[list[Probe], float]:
        remembered = MatchModels(log=self._log)
        mind = remembered.replay(self.model, context=0)
        left = [probe for probe in self.probes if not await self._is_kept(probe, mind)]
        return left, remembered.ledger.total.usage.dollars or 0.0

    async def _is_kept(self, probe: Probe, remembered: LanguageModel) -> bool:
        """Returns true if the answer to a probe is on record, readable or not."""
        try:
            await _seat_model(remembered, probe).parse(probe.prompt, probe.reply)
        except Unreadable:
            return True
        except ReplayDiffers:
            return False
        return True

    async def ask(self, on_progress: Callable[[int, Tally, int], None]) -> ProbesAnswered:
        """Puts all probes.

        Raises:
            BudgetExhausted: if the next call could cross the cap.
            ModelUnavailable: if the model cannot be asked any more.
        """
        ledger, (_, spent) = Ledger(), await self._on_record()
        async with ModelPool(
            ledger=ledger, budget=self.budget, spent=spent, concurrency=self.concurrency
        ) as models:
            mind = MatchModels(models, log=self._log).open(self.model)
            waiting, at_once = iter(self.probes), models.slots(self.model)

            async def work() -> None:
                for probe in waiting:
                    await self._put(probe, mind)
                    on_progress(len(self._answers) + len(self._faults), ledger.total, len(self._faults))

            workers = [asyncio.ensure_future(work()) for _ in range(at_once)]
            try:
                await asyncio.gather(*workers)
            finally:
                for worker in workers:
                    worker.cancel()
                await asyncio.gather(*workers, return_exceptions=True)
        return ProbesAnswered(answers=self._answers, faults=self._faults, tally=ledger.total)

    async def _put(self, probe: Probe, mind: LanguageModel) -> None:
        try:
            reply = await _seat_model(mind, probe).parse(probe.prompt, probe.reply)
        except Unreadable as error:
            self._faults[probe] = str(error)
        else:
            self._answers[probe] = reply.action().chosen[0]

    @cached_property
    def _log(self) -> RunLog:
        return RunLog(self.store, f"calibrate {self.model}")


def make_probes(order: ProbesAsked, game: str = "") -> tuple[Probe, ...]:
    """The probes of a game, or of the first installed one that has any.

    Raises:
        UnknownGame: if there is no such game.
        UsageError: if it has no probes.
    """
    names = [game] if game else GAMES.names
    for name in names:
        if maker := find_game(name).find_part(PART, ProbeMaker):
            return _make(maker, order)
    raise UsageError(f"{game or 'no installed game'} has no probes to calibrate with")


@lru_cache(maxsize=4)
def _make(maker: ProbeMaker, order: ProbesAsked) -> tuple[Probe, ...]:
    return tuple(maker(order))


def _seat_model(mind: LanguageModel, probe: Probe) -> LanguageModel:
    return replace(mind, game=probe.game, players=probe.players, draw_seed=probe.name)


def _tokens(probe: Probe) -> int:
    return sum(count_tokens(part.text) for part in probe.prompt.parts)
