"""Plays matches for measuring: no screen, a store in a temporary folder."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from parlour.agents.memory import BM25, Budgets, LazyRanking
from parlour.arena import GameSetup, Record, RecordedCall, Seat, Setup, open_match
from parlour.core import event_kinds
from parlour.games.mystery import MysterySetup, Script
from parlour.llm import Ledger, MatchModels, ModelPool, Provider, count_tokens, open_provider
from parlour.store import Store

RETRIEVAL = "retrieve-"


@dataclass(frozen=True, kw_only=True)
class Measured:
    """A match that was played for its figures.

    Attributes:
        cpu: seconds of this process.
    """

    record: Record
    calls: int
    input_tokens: int
    seconds: float
    cpu: float


def play(
    script: Script,
    model: str,
    folder: Path,
    *,
    method: str = "player-star",
    opener: Callable[[str], Provider] = open_provider,
) -> Measured:
    """Plays one mystery without the answers, as many calls at once as the method makes."""
    return play_game(MysterySetup(script=script, answers=False), model, folder, method=method, opener=opener)


def play_game(
    game: GameSetup,
    model: str,
    folder: Path,
    *,
    method: str,
    seed: int = 1,
    elicits: bool = False,
    budgets: Budgets | None = None,
    opener: Callable[[str], Provider] = open_provider,
) -> Measured:
    """Plays one match of any game, as many calls at once as the method makes."""
    ledger = Ledger()
    with Store.open(str(folder / "bench.db")) as store:
        models = ModelPool(ledger=ledger, concurrency=256, opener=opener)
        match, seconds, cpu = asyncio.run(
            _play(store, models, game, model, method, seed, elicits=elicits, budgets=budgets)
        )
        record = store.record(match)
    total = ledger.total
    return Measured(
        record=record, calls=total.calls, input_tokens=total.usage.input_tokens, seconds=seconds, cpu=cpu
    )


async def _play(
    store: Store,
    models: ModelPool,
    game: GameSetup,
    model: str,
    method: str,
    seed: int,
    *,
    elicits: bool,
    budgets: Budgets | None,
) -> tuple[str, float, float]:
    async with models:
        context = models.window(model)
        seats = tuple(
            Seat(player=player, method=method, model=model, context=context) for player in game.players
        )
        setup = Setup(
            game=game,
            seed=seed,
            language=game.language,
            seats=seats,
            embedding=BM25,
            budgets=budgets or Budgets(),
            elicits=elicits,
        )
        match = store.create(setup)
        log = store.journal(match)
        table = open_match(setup, log, MatchModels(models, log=log), LazyRanking(BM25))
        began, cpu = time.perf_counter(), time.process_time()
        await table.play()
        return match, time.perf_counter() - began, time.process_time() - cpu


def reused_share(record: Record) -> float:
    """The share of input tokens that stand in a prefix which an earlier call of the player already sent."""
    sent: dict[str, list[str]] = defaultdict(list)
    reused = total = 0
    for call in record.calls:
        if call.key.purpose.startswith(RETRIEVAL):
            continue
        text = _text(call)
        prefix = max((_shared(text, earlier) for earlier in sent[call.key.player]), default=0)
        reused += count_tokens(text[:prefix])
        total += count_tokens(text)
        sent[call.key.player].append(text)
    return reused / total


def most_read_a_day(record: Record) -> int:
    """How many calls the speeches of one day took to be read into evidence, on the day that took most."""
    spoken = {event.number: event.round for event in record.events if event.kind is event_kinds.SPOKE}
    read = [call.user[0].source.events[-1] for call in record.calls if call.key.purpose == "evidence"]
    return max(Counter(spoken[number] for number in read if number in spoken).values())


def _text(call: RecordedCall) -> str:
    return "\n\n".join(part.text for part in (*call.system, *call.user))


def _shared(one: str, other: str) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low
