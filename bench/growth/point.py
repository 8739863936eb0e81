"""What the matches of one size take, in a process of its own, so that its memory is theirs alone.

`python -m bench.growth.point AXIS SIZE` prints one line of JSON. All think with the reader, which counts the
tokens that a model would have read and written.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.peers.meter import peak_memory
from parlour.agents.memory import BM25, LazyRanking
from parlour.arena import GameSetup, Seat, Setup, open_match
from parlour.games.mystery import MysterySetup, generate
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.llm import BUILT_IN, Ledger, MatchModels, ModelPool
from parlour.store import Store


@dataclass(frozen=True, kw_only=True)
class Axis:
    """What is made larger."""

    title: str
    sizes: tuple[int, ...]
    matches: int
    method: str
    game: Callable[[int, int], GameSetup]


@dataclass(frozen=True, kw_only=True)
class Point:
    """What the matches of one size took.

    Attributes:
        cpu: seconds of this process, by match.
    """

    calls: list[int]
    tokens: list[int]
    cpu: list[float]
    kept: float
    peak: float


def _mystery(seed: int, *, players: int, rounds: int = 3, victims: int = 1) -> GameSetup:
    script = generate(seed, players=players, victims=victims, murderers=1)
    return MysterySetup(script=script, rounds=rounds, answers=False)


AXES: Mapping[str, Axis] = {
    "players-mystery": Axis(
        title="players of a mystery",
        sizes=(4, 6, 8, 10, 12),
        matches=3,
        method="player-star",
        game=lambda size, seed: _mystery(seed, players=size),
    ),
    "players-werewolf": Axis(
        title="players of Werewolf",
        sizes=(5, 8, 11, 14, 18),
        matches=3,
        method="plain",
        game=lambda size, _: WerewolfSetup(players=seat_names(size, "en")),
    ),
    "rounds": Axis(
        title="rounds of a mystery",
        sizes=(1, 2, 4, 6, 8),
        matches=3,
        method="player-star",
        game=lambda size, seed: _mystery(seed, players=4, rounds=size),
    ),
    "victims": Axis(
        title="victims of a mystery",
        sizes=(1, 2, 3, 4),
        matches=3,
        method="player-star",
        game=lambda size, seed: _mystery(seed, players=8, victims=size),
    ),
    "matches": Axis(
        title="matches of Werewolf",
        sizes=(1, 10, 100, 1000),
        matches=0,
        method="plain",
        game=lambda _size, _seed: WerewolfSetup(players=seat_names(5, "en"), days=1),
    ),
}
"""Of `matches` there are as many as the size says."""


def measure(axis: Axis, size: int, folder: Path) -> Point:
    """Plays the matches of one size, one after another, into a store of their own."""
    file = folder / "growth.db"
    with Store.open(str(file)):
        pass
    empty = file.stat().st_size
    seeds, ledgers, cpu = range(1, 1 + (axis.matches or size)), list[Ledger](), list[float]()
    with Store.open(str(file)) as store, asyncio.Runner() as runner:
        for seed in seeds:
            game, ledger, began = axis.game(size, seed), Ledger(), time.process_time()
            runner.run(_play(store, game, axis.method, seed, ledger))
            ledgers.append(ledger)
            cpu.append(time.process_time() - began)
    return Point(
        calls=[ledger.total.calls for ledger in ledgers],
        tokens=[ledger.total.usage.input_tokens + ledger.total.usage.output_tokens for ledger in ledgers],
        cpu=cpu,
        kept=(file.stat().st_size - empty) / 1e6,
        peak=peak_memory(),
    )


async def _play(store: Store, game: GameSetup, method: str, seed: int, ledger: Ledger) -> None:
    async with ModelPool(ledger=ledger) as models:
        window = models.window(BUILT_IN)
        seats = tuple(
            Seat(player=each, method=method, model=BUILT_IN, context=window) for each in game.players
        )
        setup = Setup(game=game, seed=seed, language="en", seats=seats, embedding=BM25)
        log = store.journal(store.create(setup))
        await open_match(setup, log, MatchModels(models, log=log), LazyRanking(BM25)).play()


def _warmed(axis: Axis, folder: Path) -> None:
    """Plays the smallest once: what is loaded and cached then is no part of any size."""
    warm = Axis(title="", sizes=(), matches=1, method=axis.method, game=axis.game)
    measure(warm, axis.sizes[0], folder)


if __name__ == "__main__":
    asked, at = AXES[sys.argv[1]], int(sys.argv[2])
    with tempfile.TemporaryDirectory() as warm, tempfile.TemporaryDirectory() as measured:
        _warmed(asked, Path(warm))
        print(json.dumps(asdict(measure(asked, at, Path(measured)))))
