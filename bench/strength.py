"""Whether the limits of a reader limit it: the tighter one is, the worse its score, and at what CPU.

The score is the share of right votes among the innocent, who alone are limited; their murderers are ideal.
Where murderers let slip what they hide, it is they who are limited, and the score is the share of votes that
miss them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from bench.figure import Figure, at_most
from bench.matches import play_game
from parlour.agents.memory import LazyRanking
from parlour.arena import Record, Seat, Setup, hold, open_match
from parlour.core import event_kinds
from parlour.evaluation.intervals import interval_of_mean
from parlour.games.mystery import MysterySetup, generate
from parlour.llm import MatchModels, ModelPool
from parlour.store import MemoryLog

STORIES, ROUNDS, SEATS, WINDOW = 200, 2, 6, 1_000_000
LEVELS: Mapping[str, Sequence[str]] = {
    "attention": ("1", ".75", ".5", ".25"),
    "span": ("100000", "2000", "500", "100"),
    "slip": ("0", ".1", ".3", ".6"),
    "steps": ("9", "2", "1"),
    "noise": ("0", ".5", "1", "4"),
    "lapse": ("0", ".2", "1"),
}
"""Of each limit some values, the loosest first."""
TIMED, MOST_TIMES = 10, 1.3


def strength_figures(folder: Path) -> Iterator[Figure]:
    """Monotony of each limit alone, and the CPU of bounded matches."""
    for limit, levels in LEVELS.items():
        yield monotony(limit, levels, STORIES)
    yield floor("slip", LEVELS["slip"][-1], STORIES)
    for method in ("plain", "player-star"):
        yield at_most(
            f"reader:attention=.5, {method}: CPU over that of the ideal reader",
            MOST_TIMES,
            cpu_ratio(method, "reader:attention=.5", folder),
        )


def monotony(limit: str, levels: Sequence[str], stories: int) -> Figure:
    """Whether the mean score rises by no more than its interval wherever a limit is tightened."""
    told = [[score(story, limit, level) for story in range(stories)] for level in levels]
    falls = [
        interval_of_mean([after - before for before, after in zip(looser, tighter, strict=True)], (-1, 1))
        for looser, tighter in pairwise(told)
    ]
    means = (f"{level}: {sum(scores) / stories:.3f}" for level, scores in zip(levels, told, strict=True))
    return Figure(
        name=f"reader, {limit} alone: score over {stories} mysteries",
        bar="rises by no more than its interval",
        measured=", ".join(means),
        is_met=all(each.low is None or each.low <= 0 for each in falls),
    )


def floor(limit: str, level: str, stories: int) -> Figure:
    """Whether a limit takes the score to chance and not through it, which would be knowing better."""
    above = [score(story, limit, level) - by_chance(story) for story in range(stories)]
    mean = interval_of_mean(above, (-1, 1))
    return Figure(
        name=f"reader, {limit}={level}: score above chance over {stories} mysteries",
        bar="not below it by more than its interval",
        measured=f"{sum(above) / stories:+.3f}",
        is_met=mean.high is None or mean.high >= 0,
    )


def by_chance(story: int) -> float:
    """The score of the innocent where everybody votes for anybody else."""
    game = mystery(story)
    killers = sum(bool(game.script.victims_of(name)) for name in game.players)
    return killers / (len(game.players) - 1)


def score(story: int, limit: str, level: str) -> float:
    """The share of the votes of the innocent that meet a murderer; of those that miss one for a lapse."""
    game = mystery(story)
    killers = {name for name in game.players if game.script.victims_of(name)}
    model = f"reader:{limit}={level}"
    models = {name: model if (name in killers) == (limit == "lapse") else "reader" for name in game.players}
    record = played(game, story, models)
    votes = [each for each in record.events if each.kind is event_kinds.VOTED and each.actor not in killers]
    right = sum(bool(killers.intersection(each.chosen)) for each in votes) / len(votes)
    return 1 - right if limit == "lapse" else right


@cache
def mystery(story: int) -> MysterySetup:
    """A mystery of few questions, in which the ideal reader need not find everything."""
    return MysterySetup(script=generate(story, players=SEATS), answers=False, rounds=ROUNDS)


def played(game: MysterySetup, seed: int, models: Mapping[str, str]) -> Record:
    """The record of a match in which each seat has a model of its own, kept in memory."""
    seats = tuple(
        Seat(player=name, **vars(hold(name, "plain", models[name], lambda _: WINDOW)))
        for name in game.players
    )
    setup = Setup(game=game, seed=seed, language=game.language, seats=seats)
    log = MemoryLog()

    async def scenario() -> None:
        async with MatchModels(ModelPool(), log=log) as opened:
            await open_match(setup, log, opened, LazyRanking(setup.embedding)).play()

    asyncio.run(scenario())
    return Record(
        match="bench", setup=setup, status=log.status, started="", entries=log.entries, calls=log.calls
    )


def cpu_ratio(method: str, model: str, folder: Path) -> float:
    """The CPU of bounded matches over that of ideal ones, taking turns in who plays a story first."""
    taken = {"reader": 0.0, model: 0.0}
    for story in range(TIMED + 1):
        game = MysterySetup(script=generate(story, players=SEATS), answers=False)
        for each in ("reader", model) if story % 2 else (model, "reader"):
            began = time.process_time()
            play_game(game, each, folder, method=method, seed=story)
            if story:  # the first one waits for imports
                taken[each] += time.process_time() - began
    return taken[model] / taken["reader"]
