"""Games played by lot, for known answers: each player chooses at random among its options, never passing."""

from __future__ import annotations

from random import Random

from parlour.core import Action, Request, State


def winner_by_lot(state: State, seed: int) -> str | None:
    """The side that wins the first case."""
    rng = Random(seed)
    while not state.is_over:
        state, _ = state.apply({request.id: _by_lot(request, rng) for request in state.requests()})
    return state.outcome.cases[0].winner if state.outcome else None


def _by_lot(request: Request, rng: Random) -> Action:
    chosen = tuple(rng.sample(request.options, request.most))
    return Action(chosen=chosen, speech="Hm." if request.words else "")
