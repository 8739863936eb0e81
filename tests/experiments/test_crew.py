"""Workers that are lost are replaced, under what is left of their budget, and no match is lost with them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from parlour.errors import (
    ClusterUnavailable,
    ParlourError,
    PromptTooLong,
    StoreUnavailable,
    UsageError,
    WorkerLost,
)
from parlour.evaluation import MatchScore, Spent
from parlour.experiments import Cell, Failed, Played, Story, cells
from parlour.experiments import workers as module
from parlour.experiments.runner import play_all
from parlour.experiments.workers import ATTEMPTS, CellReport, Crew, refuse_out_of_reach
from parlour.llm import Tally
from tests.cases import cases
from tests.experiments.small import SUITE, kept

CELLS = list(cells(SUITE, [Story(id="generated", language="en", seed=seed) for seed in range(4)], 1, 1))
PRICE = 0.25


def played(cell: Cell) -> Played:
    score = MatchScore(match="m", script="s", language="en", play=Spent(dollars=PRICE))
    return kept(cell, score)


@dataclass(kw_only=True, eq=False)
class Mortal:
    """A worker that lives for so many matches, and may be told to stop at one for another reason."""

    lives: int
    trouble: dict[str, list[ParlourError]] = field(default_factory=dict[str, list[ParlourError]])
    is_closed: bool = False
    ended: int = 0

    async def play(self, cell: Cell) -> CellReport:
        await asyncio.sleep(0)
        if self.ended >= self.lives:
            raise WorkerLost("the worker on a is lost")
        waiting = self.trouble.get(cell.key)
        outcome = waiting.pop() if waiting else played(cell)
        self.ended += not isinstance(outcome, ParlourError)
        return CellReport(outcome=outcome, messages=(), spent=Tally(calls=self.ended))

    async def spent(self) -> Tally:
        return Tally(calls=self.ended)

    async def close(self) -> None:
        self.is_closed = True


@dataclass(kw_only=True)
class Firm:
    """Hires workers of given lives, as long as there are some; keeps what it is told."""

    lives: list[int]
    trouble: dict[str, list[ParlourError]] = field(default_factory=dict[str, list[ParlourError]])
    hired: list[tuple[Mortal, float | None]] = field(default_factory=list[tuple[Mortal, float | None]])
    outcomes: list[Played | Failed] = field(default_factory=list[Played | Failed])
    said: list[str] = field(default_factory=list[str])
    calls: int = 0

    async def hire(self, budget: float | None) -> Mortal:
        await asyncio.sleep(0)
        lives = self.lives.pop(0)
        if lives < 0:
            raise WorkerLost("the worker on b did not live")
        self.hired.append((Mortal(lives=lives, trouble=self.trouble), budget))
        return self.hired[-1][0]

    def on_end(self, outcome: Played | Failed) -> None:
        self.outcomes.append(outcome)

    def spent(self, tally: Tally) -> None:
        self.calls = tally.calls

    def say(self, sentence: str) -> None:
        self.said.append(sentence)

    def play(self, *, workers: int, at_once: int = 2, budget: float | None = None) -> None:
        left = iter(CELLS)

        async def supply() -> Cell | None:
            return next(left, None)

        async def scenario() -> None:
            crew = Crew(hire=self.hire, workers=workers, at_once=at_once, budget=budget, say=self.say)
            async with crew:
                await play_all(supply, crew, self, workers * at_once)

        asyncio.run(asyncio.wait_for(scenario(), 20))


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setattr(module, "PAUSE", 0.01)


def test_what_lost_workers_played_ends_in_others_once_each():
    firm = Firm(lives=[3, 5, 0, 1, 99])
    firm.play(workers=2)
    keys = [each.story + each.condition for each in firm.outcomes if isinstance(each, Played)]
    assert len(keys) == len(set(keys)) == len(CELLS)
    lost = [worker for worker, _ in firm.hired if worker.lives < 99]
    assert len(firm.said) == len(lost) == len(firm.hired) - 1
    assert set(firm.said) == {"the worker on a is lost: its matches go on in another"}
    assert firm.calls == sum(worker.ended for worker, _ in firm.hired) == len(CELLS)
    assert [worker.is_closed for worker, _ in firm.hired] == [worker.lives == 99 for worker, _ in firm.hired]


def test_a_successor_may_spend_what_the_lost_worker_has_left():
    firm = Firm(lives=[3, 4, 99])
    firm.play(workers=1, budget=3.5)
    assert [budget for _, budget in firm.hired] == [3.5, 3.5 - 3 * PRICE, 3.5 - 7 * PRICE]


def test_a_match_that_no_worker_survives_fails_alone():
    firm = Firm(lives=[len(CELLS) - 1, *[0] * (ATTEMPTS - 1), 99])
    firm.play(workers=1, at_once=1)
    [failed] = [each for each in firm.outcomes if isinstance(each, Failed)]
    assert (failed.cell, failed.why) == (CELLS[-1].key, "5 workers were lost while they played it")
    assert len(firm.outcomes) == len(CELLS)


def test_a_store_that_is_away_for_a_moment_is_tried_again():
    away: list[ParlourError] = [StoreUnavailable("it restarts") for _ in range(ATTEMPTS - 1)]
    firm = Firm(lives=[99], trouble={CELLS[1].key: away})
    firm.play(workers=1)
    assert not away
    assert len(firm.outcomes) == len(CELLS)


def test_what_stops_a_match_elsewhere_stops_as_it_does_here():
    firm = Firm(lives=[99], trouble={CELLS[1].key: [PromptTooLong("no room")]})
    firm.play(workers=1)
    assert [each.why for each in firm.outcomes if isinstance(each, Failed)] == ["no room"]
    stopped = Firm(lives=[99], trouble={CELLS[1].key: [ParlourError("refused")]})
    with pytest.raises(ParlourError, match="refused"):
        stopped.play(workers=1)


def test_where_no_worker_lives_the_run_says_so():
    firm = Firm(lives=[-1] * ATTEMPTS)
    with pytest.raises(ClusterUnavailable, match="no worker could begin, 5 times over: the worker on b"):
        firm.play(workers=1)


@cases("hosts", [{"there"}, {"here", "there"}, {"there", "yonder"}])
def test_a_file_is_refused_where_a_worker_is_on_another_machine(hosts: set[str]):
    with pytest.raises(UsageError, match=r"workers on there cannot write the file kept\.db of here"):
        refuse_out_of_reach("kept.db", hosts, "here")


@cases(
    ("store", "hosts"),
    [
        ("kept.db", {"here"}),
        ("kept.db", set[str]()),
        ("postgresql://host/name", {"here", "there"}),
        ("postgresql://host/name", {"here"}),
        (None, {"here", "there"}),
    ],
)
def test_what_every_worker_reaches_is_taken(store: str | None, hosts: set[str]):
    refuse_out_of_reach(store, hosts, "here")
