"""Checks that every game must pass; the tests run them on all games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from pydantic import TypeAdapter

from parlour.core.dealing import chance
from parlour.core.kinds import DeclaredKinds
from parlour.core.request import Action, Player, Request
from parlour.core.state import Event, State

MOST_STEPS = 10_000
S = TypeVar("S", bound=State)


def random_action(request: Request, rng: Random) -> Action:
    """Returns a random legal action: a choice, words if the request has words, sometimes a pass."""
    passes = (request.least == 0 or request.or_none) and rng.random() < 0.1
    count = 0 if passes else rng.randint(max(request.least, min(1, request.most)), request.most)
    chosen = tuple(rng.sample(request.options, min(count, len(request.options))))
    speaks = request.words and not passes and (chosen or not request.most)
    return Action(chosen=chosen, speech=f"words {rng.randint(0, 9)}" if speaks else "")


def play_randomly(state: S, seed: int) -> tuple[S, list[Event]]:
    """Plays to the end with random legal actions."""
    events: list[Event] = []
    for step in range(MOST_STEPS):
        if state.is_over:
            return state, events
        requests = state.requests()
        ids = [request.id for request in requests]
        assert len(set(ids)) == len(ids), f"two requests share an id: {ids}"
        actions = {request.id: random_action(request, chance(seed, request.id)) for request in requests}
        state, new = state.apply(actions)
        numbers = [event.number for event in new]
        assert numbers == list(range(len(events), len(events) + len(new))), f"step {step} counts {numbers}"
        assert requests or new or state.is_over, f"step {step} asked nobody and told nothing"
        events += new
    raise AssertionError(f"no end after {MOST_STEPS} steps")


def check_game(
    start: Callable[[int], S],
    form: TypeAdapter[S],
    seeds: Sequence[int],
    declared: DeclaredKinds | None = None,
) -> None:
    """Checks that seeded runs agree and end, that fallbacks are legal, and that JSON restores a state."""
    for seed in seeds:
        state, events = play_randomly(start(seed), seed)
        again, same_events = play_randomly(start(seed), seed)
        assert (state, events) == (again, same_events), f"seed {seed} gave two different matches"
        assert state.outcome is not None, f"seed {seed} ended without an outcome"
        assert form.validate_json(form.dump_json(state), context=declared) == state, (
            f"seed {seed} does not survive JSON"
        )
        _check_fallbacks(start(seed))


def check_secrecy(events: Sequence[Event], canaries: dict[Player, str]) -> None:
    """Checks that no event shows a player's secret to another player.

    Args:
        events: of a match whose speeches hold no canary.
        canaries: a string per player that stands only in that player's private papers.
    """
    for event in events:
        for owner, canary in canaries.items():
            if canary in event.text:
                assert event.visible_to == frozenset({owner}), f"event {event.number} shows {owner}'s papers"


def _check_fallbacks(state: State) -> None:
    while not state.is_over:
        actions = {request.id: state.fallback(request) for request in state.requests()}
        state, _ = state.apply(actions)
