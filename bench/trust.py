"""What the trust graph costs: an item of evidence, a retrieval, and how both grow with the table."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import linear_regression, median

from pydantic import TypeAdapter

from bench.figure import Figure, at_most
from bench.matches import play_game
from parlour.core import Player
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.llm import BUILT_IN
from parlour.methods.gratr import Evidence, EvidenceType, Stance, TrustGraph
from parlour.methods.gratr.views import trust_histories

SIZES = (8, 16, 32, 64, 128, 256, 512, 1024, 2048)
COMPLETE = (8, 16, 32, 64, 128)
SPOKEN_OF = 8
"""By how many others each player of the large tables was spoken of."""
BATCHES, BATCH, TARGETS = 40, 50, 41
MOST_UPDATE_US, MOST_RETRIEVAL_MS, MOST_MB = 50.0, 1.0, 0.25
FLAT, LINEARITHMIC = 0.1, 1.25
"""The slopes that O(1) and O(n log n) may have on these sizes: n log n itself has 1.23."""
_GRAPH = TypeAdapter(TrustGraph)


def trust_figures(folder: Path) -> Iterator[Figure]:
    """The trust graph of the paper's table of 8, and how its costs grow from 8 to 2048 players."""
    told = {size: spoken(size, SPOKEN_OF) for size in SIZES}
    updates = [_update(told[size], size) for size in SIZES]
    retrievals = [_retrieval(told[size], size) for size in SIZES]
    yield at_most("trust graph of 8: an item of evidence, µs", MOST_UPDATE_US, 1e6 * updates[0])
    yield at_most("trust graph of 8: a retrieval, ms", MOST_RETRIEVAL_MS, 1e3 * retrievals[0])
    span = f"{SIZES[0]} to {SIZES[-1]} players"
    yield at_most(f"trust graph, {span}: slope of an item", FLAT, slope(SIZES, updates))
    yield at_most(f"trust graph, {span}: slope of a retrieval", LINEARITHMIC, slope(SIZES, retrievals))
    edges = [size * (size - 1) for size in COMPLETE]
    full = [_retrieval(spoken(size, size - 1), size) for size in COMPLETE]
    yield at_most("trust graph where all spoke of all: a retrieval over edges", 0, slope(edges, full))
    yield _size_figure(folder)
    many = [_update(repeated(size), 8) for size in SIZES]
    yield at_most("trust graph, 8 to 2048 items on each edge: slope of an item", 0, slope(SIZES, many))


def _size_figure(folder: Path) -> Figure:
    """How large the largest graph of a game is at rest, with its evidence and what each trust rests on."""
    game = WerewolfSetup(language="en", players=seat_names(SIZES[0], "en"))
    record = play_game(game, BUILT_IN, folder, method="gratr").record
    ends = [history.moments[-1].graph for history in trust_histories(record) if history.moments]
    return at_most("trust graph of 8 after a game, MB", MOST_MB, max(map(_stored, ends)))


def _stored(graph: TrustGraph) -> float:
    return len(_GRAPH.dump_json(graph)) / 1e6


def spoken(players: int, by: int) -> TrustGraph:
    """A table at which so many have spoken of each player, in evidence of any kind and strength."""
    random = Random(players)
    names = _names(players)
    graph = TrustGraph.of_villager(names[0], names)
    return graph.observe(
        _item(random, names[(about + 1 + away) % players], names[about], event)
        for event, (away, about) in enumerate((a, b) for a in range(by) for b in range(players))
        if (about + 1 + away) % players != about
    )


def repeated(items: int) -> TrustGraph:
    """A table of 8 at which everybody spoke of the next one so many times."""
    random = Random(items)
    names = _names(8)
    graph = TrustGraph.of_villager(names[0], names)
    pairs = list(zip(names, (*names[1:], names[0]), strict=True))
    return graph.observe(_item(random, *pair, event) for event, pair in enumerate(pairs * items))


def slope(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """The exponent b of seconds = a * size^b, fitted to the logarithms by least squares."""
    return linear_regression([math.log(n) for n in sizes], [math.log(s) for s in seconds]).slope


def _names(players: int) -> list[Player]:
    return [f"Player {number}" for number in range(1, players + 1)]


def _item(random: Random, by: Player, about: Player, event: int) -> Evidence:
    is_attack = random.random() < 0.5
    return Evidence(
        by=by,
        about=about,
        type=EvidenceType.ATTACK if is_attack else EvidenceType.DEFEND,
        relation=Stance.ADVERSARY if is_attack else Stance.ALLY,
        score=random.randint(1, 10),
        event=event,
    )


def _any_item(random: Random, names: Sequence[Player], event: int) -> Evidence:
    by, about = random.sample(names, 2)
    return _item(random, by, about, event)


def _update(graph: TrustGraph, players: int) -> float:
    """Seconds of CPU that one item takes, observed on its own as it comes: the median of many batches."""
    random = Random(0)
    names = _names(players)
    taken: list[float] = []
    with _uncollected():
        for batch in range(BATCHES):
            items = [_any_item(random, names, 10**6 + batch * BATCH + n) for n in range(BATCH)]
            began = time.thread_time()
            for item in items:
                graph = graph.observe([item])
            taken.append((time.thread_time() - began) / BATCH)
    return median(taken)


def _retrieval(graph: TrustGraph, players: int) -> float:
    """Seconds of CPU that one retrieval takes: the median over targets."""
    targets = Random(0).choices(_names(players)[1:], k=TARGETS)
    taken: list[float] = []
    with _uncollected():
        for target in targets:
            began = time.thread_time()
            graph.retrieve(target)
            taken.append(time.thread_time() - began)
    return median(taken)


@contextmanager
def _uncollected() -> Generator[None]:
    """Without the collector, whose time is that of the whole heap."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
