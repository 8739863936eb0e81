"""Plays environments for tests: by lot, or by a rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np

GAMES = ("avalon", "mystery", "onenight", "werewolf")
Observed = Mapping[str, Any]
Choose = Callable[[str, Observed], int]


def by_lot(seed: int) -> Choose:
    rng = Random(seed)
    return lambda _, observed: rng.choice(np.flatnonzero(observed["action_mask"]).tolist())


def play(env: Any, seed: int, choose: Choose) -> dict[str, float]:
    env.reset(seed=seed)
    totals = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter(10_000):
        observed, reward, is_over, is_cut, _ = env.last()
        totals[agent] += reward
        env.step(None if is_over or is_cut else choose(agent, observed))
    return totals
