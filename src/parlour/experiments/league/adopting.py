"""Matches that a league need not play again, though somebody has entered since or there are more deals."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.experiments.report import runs
from parlour.experiments.round_robin import RoundRobin
from parlour.experiments.run import Played, RunDefinition
from parlour.experiments.run_plan import plan_run
from parlour.store import Store


def adopt(store: Store, run: RunDefinition) -> int:
    """Takes over what another run of the same game of the same league has played between the same two.

    Returns:
        How many matches were taken over.
    """
    plan, count = plan_run(store, run), 0
    wanted = {cell.key for cell in plan.cells} - plan.held.keys()
    for other in _others(store, run):
        alike = _alike(run, other)
        cells = store.cells(other.id)
        for key in sorted(wanted & cells.keys()):
            played = Played.model_validate_json(cells[key])
            if played.score and played.condition in alike:
                store.put_cell(run.id, key, cells[key])
                wanted.remove(key)
                count += 1
    return count


def _others(store: Store, run: RunDefinition) -> Iterator[RunDefinition]:
    for summary in runs(store):
        other = summary.started.run
        if other.id != run.id and isinstance(other.definition, RoundRobin) and _is_same_table(run, other):
            yield other


def _is_same_table(run: RunDefinition, other: RunDefinition) -> bool:
    mine, theirs = run.definition, other.definition
    if not (isinstance(mine, RoundRobin) and isinstance(theirs, RoundRobin)):
        return False
    alike = {"definition": None, "games": 0, "model": ""}
    return run.model_copy(update=alike) == other.model_copy(update=alike) and mine.holds(theirs)


def _alike(run: RunDefinition, other: RunDefinition) -> frozenset[str]:
    """The meetings in which the same two play, thinking with the same models, by the same rules."""
    mine, theirs = run.definition, other.definition
    if not (isinstance(mine, RoundRobin) and isinstance(theirs, RoundRobin)):
        return frozenset()
    before = {(each.name, each.method, each.rival) for each in theirs.meetings.values()}
    return frozenset(
        each.name for each in mine.meetings.values() if (each.name, each.method, each.rival) in before
    )
