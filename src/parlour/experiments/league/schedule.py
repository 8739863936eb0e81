"""The schedule of a league: which competitors meet in which deals, and what is left to play.

Within a deal everything is balanced: the two competitors play it from both camps, and each sits once in
every seat. Random deals leave open which seats are in which camp: if the last speaker were in one camp in
most deals, that camp would look stronger than it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from parlour.arena import Setup, start_state
from parlour.core import GameSetup, find_game
from parlour.experiments.report import runs
from parlour.experiments.round_robin import RoundRobin
from parlour.experiments.run import Played, RunDefinition
from parlour.experiments.run_plan import plan_run
from parlour.store import Store

Deal = tuple[int, tuple[bool, ...]]
"""A seed, and which seats it puts in the first camp."""
MOST_LOOKED_AT = 2000
"""Seeds among which the next deal is looked for; the most balanced of them is taken if none is balanced."""


def balanced_seeds(game: GameSetup, first: int, deals: int) -> tuple[int, ...]:
    """Seeds of deals in which the numbers of times that seats are in the first camp differ by one at most.

    They are taken in order, each as soon as it keeps the balance, so that more deals of the same game begin
    with the same ones.
    """
    counts, chosen, at = [0] * len(game.players), list[int](), first
    for _ in range(deals):
        looked_at = ((seed, first_camp(game, seed)) for seed in range(at, at + MOST_LOOKED_AT))
        seed, camp = _next(looked_at, counts)
        counts = [count + is_in for count, is_in in zip(counts, camp, strict=True)]
        chosen.append(seed)
        at = seed + 1
    return tuple(chosen)


def first_camp(game: GameSetup, seed: int) -> tuple[bool, ...]:
    """Returns, in seat order, whether a deal puts each seat in the first camp."""
    teams = start_state(Setup(game=game, seed=seed, language=game.language, seats=())).teams()
    first = find_game(game.name).teams[0]
    return tuple(teams[player] == first for player in game.players)


def spread(counts: Sequence[int]) -> int:
    """Returns the difference between the largest and the smallest count."""
    return max(counts) - min(counts)


def _next(looked_at: Iterable[Deal], counts: Sequence[int]) -> Deal:
    """Returns the first deal that keeps the balance, or else the one that comes nearest to it."""
    best: tuple[int, int, tuple[bool, ...]] | None = None
    for seed, camp in looked_at:
        apart = spread([count + is_in for count, is_in in zip(counts, camp, strict=True)])
        if best is None or apart < best[0]:
            best = apart, seed, camp
        if apart <= 1:
            break
    if best is None:
        raise ValueError("no seed to look at")
    return best[1:]


def adopt(store: Store, run: RunDefinition) -> int:
    """Adopts the matches of another run of the same game and league between the same two entrants.

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
    """Returns the meetings of the same two entrants with the same models, by the same rules."""
    mine, theirs = run.definition, other.definition
    if not (isinstance(mine, RoundRobin) and isinstance(theirs, RoundRobin)):
        return frozenset()
    before = {(each.name, each.method, each.rival) for each in theirs.meetings.values()}
    return frozenset(
        each.name for each in mine.meetings.values() if (each.name, each.method, each.rival) in before
    )
