"""Plays forks: recorded replies are reused until a request differs; then models are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from parlour.agents.memory import BM25, LazyRanking
from parlour.arena import (
    Record,
    RecordedCall,
    ReusingLog,
    Setup,
    calls_by_step,
    fork_setup,
    hold,
    open_match,
    overruling,
    passed_to,
    reusable_calls,
    try_out,
)
from parlour.errors import ReplayDiffers, UnknownMatch
from parlour.evaluation import Sides, score_match
from parlour.experiments.preflight import Expected
from parlour.experiments.runner import matches_at_once, until_failed
from parlour.experiments.what_if.question import (
    QUESTION,
    AskedMatches,
    ForkPlan,
    PlayedFork,
    changed_decision,
)
from parlour.llm import (
    BUILT_IN,
    NOTHING,
    CallKey,
    MatchModels,
    ModelPool,
    Provider,
    Rehearsal,
    default_model,
    is_rule_based,
    open_provider,
    refuse_unpriced,
)
from parlour.store import MemoryLog, Store, refuse_foreign

MOST_REHEARSED = 8
"""Forks that are rehearsed, evenly spread; the others are taken to cost as much on average."""
REMEMBERED = 4
"""ForkOrigins that are kept in memory, since forks of one match follow each other."""


@dataclass(frozen=True, kw_only=True)
class ForkOrigins:
    """The matches that forks part from, read and replayed once for all forks of each."""

    store: Store
    _cache: dict[str, tuple[Record, Mapping[CallKey, int]]] = field(
        default_factory=dict[str, tuple[Record, Mapping[CallKey, int]]]
    )

    async def get(self, match: str) -> tuple[Record, Mapping[CallKey, int]]:
        """Returns a match, and the step of each of its calls.

        Raises:
            ReplayDiffers: if it does not repeat its record, so that no fork of it would mean anything.
            UsageError: if it was imported and names addresses that the user has not.
        """
        if match not in self._cache:
            refuse_foreign(self.store, match)
            record = self.store.record(match)
            self._cache[match] = record, await calls_by_step(record)
            if len(self._cache) > REMEMBERED:
                del self._cache[next(iter(self._cache))]
        return self._cache[match]


@dataclass(frozen=True, kw_only=True)
class LaidFork:
    """A fork that can be played.

    Attributes:
        set: the decision at its step that replaces the recorded one; None where the method changes.
    """

    setup: Setup
    reusable: Mapping[CallKey, RecordedCall]
    set: RecordedCall | None = None


async def lay_fork(
    fork: PlayedFork, inquiry: AskedMatches, origins: ForkOrigins, models: ModelPool
) -> LaidFork:
    """Seats a fork.

    Raises:
        UsageError: if it cannot be played with this change.
        ReplayDiffers: if its origin does not repeat its record.
    """
    question = inquiry.question
    record, steps = await origins.get(fork.origin)
    setup = fork_setup(record, fork.step)
    if fork.is_placebo:
        return LaidFork(setup=setup, reusable=reusable_calls(record, steps, fork.step, fork.player))
    if question.is_deed:
        decision, action = changed_decision(record, question)
        all_calls = {call.key: call for call in record.calls}
        return LaidFork(setup=setup, reusable=all_calls, set=overruling(decision.request, action))
    seat = next(seat for seat in record.setup.seats if seat.player == fork.player)
    model = question.model or seat.holder.model or default_model()
    holder = hold(fork.player, question.method, model, models.window)
    setup = passed_to(setup, fork.player, fork.step, holder)
    return LaidFork(setup=setup, reusable=reusable_calls(record, steps, fork.step, fork.player))


@dataclass(frozen=True, kw_only=True)
class ForkRunner:
    """Plays the forks of a question in this process, any number of them at once."""

    asked: AskedMatches
    store: Store
    models: ModelPool
    origins: ForkOrigins
    say: Callable[[str], None] = lambda sentence: None

    async def play(self, fork: PlayedFork) -> PlayedFork:
        """Plays a fork to its score, or goes on with it."""
        laid = await lay_fork(fork, self.asked, self.origins, self.models)
        begun = fork if fork.match and self._is_there(fork.match) else self._begin(fork, laid)
        try:
            record = await self._finish(begun.match, laid)
        except ReplayDiffers as error:
            self.say(f"{begun.match} cannot be gone on with and is played anew: {error}")
            begun = self._begin(fork, laid)
            record = await self._finish(begun.match, laid)
        reward = Sides.of(record).reward(fork.player)
        done = begun.model_copy(update={"score": score_match(record), "reward": reward})
        await self.store.put_cell_soon(self.asked.id, done.key, done.model_dump_json())
        return done

    def _is_there(self, match: str) -> bool:
        try:
            self.store.setup(match)
        except UnknownMatch:
            return False
        return True

    def _begin(self, fork: PlayedFork, laid: LaidFork) -> PlayedFork:
        begun = fork.model_copy(update={"match": self.store.create(laid.setup)})
        self.store.put_cell(self.asked.id, begun.key, begun.model_dump_json())
        return begun

    async def _finish(self, match: str, laid: LaidFork) -> Record:
        log = self.store.journal(match)
        self.models.carry_over(match, log.dollars)
        if laid.set and not log.find(laid.set.key):
            log.adopt((laid.set,))
        reusing = ReusingLog(log=log, reusable=laid.reusable, adopt=log.adopt_soon)
        ranking = LazyRanking(laid.setup.embedding)
        models = MatchModels(self.models, log=reusing)
        await open_match(laid.setup, reusing, models, ranking, match=match).play()
        return self.store.finished_record(log)


async def play_forks(
    plan: ForkPlan, runner: ForkRunner, at_once: int, on_end: Callable[[PlayedFork], None]
) -> None:
    """Plays every fork that is left; each is stored as soon as it is done."""
    runner.store.put_cell(plan.asked.id, QUESTION, plan.asked.model_dump_json())
    left = iter(plan.left)

    async def play_on() -> None:
        for fork in left:
            on_end(await runner.play(fork))

    await until_failed(play_on() for _ in range(at_once))


def is_deterministic(plan: ForkPlan, store: Store) -> bool:
    """Returns whether every agent repeats its answer to a request, at no cost: bots and the reader."""
    question = plan.asked.question
    models = {question.model}
    for match in {fork.origin for fork in plan.forks}:
        seat_models = {seat.holder.model for seat in store.setup(match).seats}
        models |= seat_models
        if question.method and not question.model and not all(seat_models):
            models.add(default_model())
    return all(is_rule_based(model or BUILT_IN) for model in models)


async def look_ahead_forks(plan: ForkPlan, store: Store, budget: float | None) -> tuple[int, Expected]:
    """Returns the number of concurrent forks, and the expected usage of those left, by rehearsing some.

    A rehearsal differs from the first request that is made anew, and reuses nothing after it: it
    estimates the most that a fork uses.

    Raises:
        UsageError: if a fork cannot be played, or a budget is set and a model's price is not known.
        ModelUnavailable: if a model cannot be brought to answer.
    """
    opened: list[str] = []

    def open_rehearsal(model: str) -> Provider:
        provider = open_provider(model)
        if budget is not None:
            refuse_unpriced(provider)
        opened.append(model)
        return provider if is_rule_based(model) else Rehearsal(provider)

    origins, left = ForkOrigins(store=store), plan.left
    if is_deterministic(plan, store):
        async with ModelPool() as models:
            for fork in left[:1]:
                try_out((await lay_fork(fork, plan.asked, origins, models)).setup, MemoryLog())
        return 1, Expected(matches=len(left))
    sample = left[:: -(-len(left) // MOST_REHEARSED)] if left else ()
    async with ModelPool(opener=open_rehearsal) as models:
        for fork in sample:
            await _rehearse(await lay_fork(fork, plan.asked, origins, models), models)
        total, share = models.ledger.total, len(left) / max(1, len(sample))
        slots = min((models.slots(model) for model in opened if not is_rule_based(model)), default=1)
    usage = total.usage
    expected = Expected(
        matches=len(left),
        calls=round(total.calls * share),
        input_tokens=round(usage.input_tokens * share),
        output_tokens=round(usage.output_tokens * share),
        dollars=None if usage.dollars is None else usage.dollars * share,
    )
    paid = next((model for model in opened if not is_rule_based(model)), BUILT_IN)
    return matches_at_once(paid, slots), expected


async def _rehearse(laid: LaidFork, models: ModelPool) -> None:
    """Plays a fork in memory; only its usage is counted."""
    setup = laid.setup.model_copy(update={"embedding": BM25})
    try_out(setup, MemoryLog())
    log = MemoryLog([laid.set] if laid.set else [])

    def adopt(call: RecordedCall) -> None:
        log.adopt(replace(call, completion=replace(call.completion, usage=NOTHING)))

    reusing = ReusingLog(log=log, reusable=laid.reusable, adopt=adopt)
    await open_match(setup, reusing, MatchModels(models, log=reusing), LazyRanking(BM25)).play()


def dollars_spent(forks: Sequence[PlayedFork]) -> float:
    """Returns the cost of the finished forks."""
    return sum(fork.score.dollars for fork in forks if fork.score)
