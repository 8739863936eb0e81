"""What a cell's match is dealt from."""

from __future__ import annotations

from parlour.experiments import Story, cells
from parlour.experiments.runner import lay
from parlour.llm import ModelPool
from tests.cases import cases
from tests.experiments.small import SUITE, asked_run

RUN = asked_run(seed=7)
STORIES = (Story(id="generated", language="en", seed=7),)


@cases(("evaluations", "seeds"), [(0, [7, 8, 9]), (1, [7, 8, 9]), (3, [7, 10, 13])])
def test_every_game_of_a_script_has_a_seed_of_its_own(evaluations: int, seeds: list[int]):
    run = RUN.model_copy(update={"evaluations": evaluations})
    games = [cell for cell in cells(SUITE, STORIES, 3, evaluations) if cell.condition.name == "PLAYER*"]
    assert [lay(cell, run, ModelPool()).seed for cell in games] == seeds


def test_models_write_at_the_temperature_of_the_run():
    [cell, *_] = cells(SUITE, STORIES, 1, 1)
    assert lay(cell, RUN.model_copy(update={"temperature": 0.3}), ModelPool()).temperature == 0.3
