from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.agents import METHODS
from parlour.experiments import Resources, RunDefinition, execute, look_ahead, plan_run
from parlour.experiments.league import AskedLeague, ask_league
from parlour.library.running import QuietWatcher
from parlour.store import Store
from tests.experiments.league.oracle import METHOD

Write = Callable[[str], Path]
Ask = Callable[[str], AskedLeague]


@pytest.fixture
def oracle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a league name bots of known strength: `oracle:knows=0.5`."""
    monkeypatch.setitem(METHODS.registered, METHOD.name, METHOD)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str) -> Path:
        path = tmp_path / "league.yaml"
        path.write_text(text, "utf-8")
        return path

    return written


@pytest.fixture
def ask(write: Write, oracle: None) -> Ask:
    return lambda text: ask_league(write(text))


@pytest.fixture
def play(tmp_path: Path) -> Callable[[AskedLeague], Store]:
    """Plays a whole league in this process."""
    db = str(tmp_path / "league.db")

    def played(asked: AskedLeague) -> Store:
        for run in asked.runs:
            play_run(db, run)
        return Store.open(db)

    return played


def play_run(db: str, run: RunDefinition) -> None:
    with Store.open(db) as store:
        plan = plan_run(store, run)
    if plan.left:
        means = Resources(store=db, jobs=1)
        execute(plan, means, look_ahead(plan, means).slots, QuietWatcher())
