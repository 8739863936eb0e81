"""What one game of a league may cost, of what the whole league may."""

from __future__ import annotations

from parlour.experiments.execute import dollars_spent
from parlour.experiments.league.asking import AskedLeague
from parlour.experiments.run import RunDefinition
from parlour.experiments.run_plan import plan_run
from parlour.store import Store


def left_for(store: Store, asked: AskedLeague, run: RunDefinition, budget: float) -> float:
    """The budget of one of the runs, its own matches among it: all but what the other games have cost."""
    others = sum(dollars_spent(plan_run(store, other)) for other in asked.runs if other != run)
    return max(0.0, budget - others)
