"""How many matches are played at once, and what stops them all."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from parlour.agents.memory import BM25, LazyRanking
from parlour.errors import BudgetExhausted, ParlourError, PromptTooLong
from parlour.experiments import Cell, Failed, Played, RunPlan, Story, cells
from parlour.experiments.preflight import estimate_usage
from parlour.experiments.runner import CellRunner, Say, matches_at_once, play_all, seldom_collected
from parlour.games.mystery.stories import script_of
from parlour.llm import Call, Completion, ModelPool, OnChunk, Provider, Rehearsal, Tally
from parlour.store import Store
from tests.cases import cases
from tests.experiments.small import SUITE, asked_run
from tests.llm.samples import Scripted

RUN = asked_run(model="priced", language="en", games=2)
STORIES = [Story(id="generated", language="en", seed=seed) for seed in range(2)]
CELLS = list(cells(SUITE, STORIES, 1, 1))
CENT = 0.01


@dataclass(frozen=True)
class Kept:
    """A watcher that keeps what it is told."""

    outcomes: list[Played | Failed] = field(default_factory=list[Played | Failed])

    def on_end(self, outcome: Played | Failed) -> None:
        self.outcomes.append(outcome)

    def spent(self, tally: Tally) -> None:
        assert tally.calls >= 0

    def say(self, sentence: str) -> None:
        raise AssertionError(sentence)


def priced(_model: str) -> Provider:
    return Rehearsal(Scripted("", price=CENT))


class Narrow(Rehearsal):
    """Has no room for the papers of anybody at a large table."""

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        if call.prompt.player not in script_of(CELLS[0].story).players:
            raise PromptTooLong("no room")
        return await super().complete(call, on_chunk)


def runner_of(store: Store, models: ModelPool, say: Say = pytest.fail) -> CellRunner:
    return CellRunner(run=RUN, store=store, models=models, ranking=LazyRanking(BM25), say=say)


def played(store: Store, models: ModelPool, held: dict[str, Played], at_once: int = 3) -> Kept:
    kept, orders = Kept(), _orders(held)

    async def supply() -> Cell | None:
        return next(orders, None)

    async def scenario() -> None:
        async with models:
            await play_all(supply, runner_of(store, models), kept, at_once)

    asyncio.run(scenario())
    return kept


def _orders(held: dict[str, Played]) -> Iterator[Cell]:
    plan = RunPlan(run=RUN, suite=SUITE, cells=tuple(CELLS), held=held)
    return iter(plan.left)


def _held(store: Store) -> dict[str, Played]:
    return {key: Played.model_validate_json(json) for key, json in store.cells(RUN.id).items()}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(str(tmp_path / "run.db")) as opened:
        yield opened


@cases(
    ("model", "slots", "at_once"), [("reader", 64, 1), ("gguf:x", 1, 1), ("openai:x", 8, 32), ("x", 999, 512)]
)
def test_a_model_is_given_as_many_matches_as_keep_it_busy(model: str, slots: int, at_once: int):
    assert matches_at_once(model, slots) == at_once


def test_a_cap_holds_over_all_matches_and_a_higher_one_goes_on_from_it(store: Store):
    models = ModelPool(budget=60 * CENT, opener=priced)
    with pytest.raises(BudgetExhausted, match="higher --budget"):
        played(store, models, {})
    spent = models.ledger.total.usage.dollars or 0
    assert 55 * CENT < spent <= 60 * CENT
    held = _held(store)
    begun = [each for each in held.values() if not each.score]
    assert begun

    again = ModelPool(opener=priced)
    played(store, again, held)
    ended = _held(store)
    assert all(ended[key].match == each.match for key, each in held.items())
    assert all(each.score for each in ended.values())
    assert len(ended) == len(CELLS)
    scores = [each.score for each in ended.values() if each.score]
    total = sum(score.play.calls + score.answering.calls for score in scores)
    finished = [each.score for each in held.values() if each.score]
    before = sum(score.play.calls + score.answering.calls for score in finished)
    assert again.ledger.total.calls == total - before


def test_a_cell_whose_match_is_gone_is_played_anew_and_said_so(store: Store):
    with pytest.raises(BudgetExhausted):
        played(store, ModelPool(budget=60 * CENT, opener=priced), {})
    key, begun = next((key, each) for key, each in _held(store).items() if not each.score)
    store.put_cell(RUN.id, key, begun.model_copy(update={"match": "gone"}).model_dump_json())
    said: list[str] = []

    async def scenario() -> None:
        async with ModelPool(opener=priced) as models:
            runner = runner_of(store, models, said.append)
            await runner.play(next(cell for cell in CELLS if cell.key == key))

    asyncio.run(scenario())
    assert [sentence.partition(":")[0] for sentence in said] == ["a match is played anew"]
    assert _held(store)[key].score


def test_a_prompt_that_no_window_holds_fails_its_cell_alone(store: Store):
    kept = played(store, ModelPool(opener=lambda _: Narrow(Scripted(""))), {})
    failed = [each for each in kept.outcomes if isinstance(each, Failed)]
    assert failed
    assert {each.why for each in failed} == {"no room"}
    assert any(isinstance(each, Played) for each in kept.outcomes)
    assert len(kept.outcomes) == len(CELLS)


def test_what_is_expected_is_what_a_run_of_one_size_takes(store: Store):
    same = [Cell(condition=each, story=STORIES[0], game=n) for each in SUITE.conditions for n in range(2)]

    async def foreseen() -> tuple[int, int, float | None]:
        async with ModelPool(opener=priced) as models:
            told = await estimate_usage(same, RUN, models)
        return told.matches, told.calls, told.dollars

    async def taken() -> tuple[int, int, float | None]:
        orders = iter(same)

        async def supply() -> Cell | None:
            return next(orders, None)

        async with ModelPool(opener=priced) as models:
            await play_all(supply, runner_of(store, models), Kept(), 2)
            total = models.ledger.total
            return len(same), total.calls, total.usage.dollars

    before, after = asyncio.run(foreseen()), asyncio.run(taken())
    assert before[:2] == after[:2]
    assert before[2] == pytest.approx(after[2])


def play() -> None:
    with seldom_collected():
        assert gc.isenabled()
        assert gc.get_threshold()[2] > 10
        raise ParlourError("the server is gone")


def test_the_collector_is_as_it_was_however_a_run_ends() -> None:
    usual = gc.get_threshold()
    with pytest.raises(ParlourError):
        play()
    assert gc.get_threshold() == usual
