"""The module that Inspect's entry point loads: it registers a task for each game and a solver per method.

Inspect puts the name of the package before theirs: `parlour/GAME`, `parlour/METHOD`.
"""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

from parlour.agents import METHODS
from parlour.core import GAMES
from parlour.integrations.inspect_tasks.tasks import answering, register_solver, register_task

for game in GAMES.load_all():
    register_task(game)
for method in METHODS.load_all():
    register_solver(method)

__all__ = ["answering"]
