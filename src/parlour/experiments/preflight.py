"""Estimates of a run's usage, from a rehearsal with a stand-in for the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from parlour.agents.memory import BM25, LazyRanking
from parlour.arena import Record, seated
from parlour.evaluation import MatchScore, Spent, score_match
from parlour.experiments.arm import Story
from parlour.experiments.cell import Cell, lay
from parlour.experiments.run import RunDefinition
from parlour.experiments.stories import Size, stories_of
from parlour.llm import MatchModels, ModelPool
from parlour.store import MemoryLog

MOST_REHEARSED = 8
"""Conditions, or sides of them, that are rehearsed, evenly spread over the suite; the others cost as much as
the one before them."""


@dataclass(frozen=True, kw_only=True)
class Expected:
    """The expected usage of the cells that are left.

    Attributes:
        matches: how many they are.
        calls: of models.
        input_tokens: of prompts.
        output_tokens: of replies.
        dollars: with nothing cached by the provider; None where no price is known.
    """

    matches: int = 0
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = 0.0

    def with_share(self, spent: Spent, share: float) -> Expected:
        """Returns the sum with a share of some usage."""
        unpriced = self.dollars is None or spent.dollars is None
        return replace(
            self,
            calls=self.calls + round(share * spent.calls),
            input_tokens=self.input_tokens + round(share * spent.input_tokens),
            output_tokens=self.output_tokens + round(share * spent.output_tokens),
            dollars=None if unpriced else (self.dollars or 0) + share * (spent.dollars or 0),
        )


Sizes = Mapping[Story, Size]
Kind = tuple[str, str | None]
"""Of a cell (`Cell.kind`)."""


async def estimate_usage(cells: Sequence[Cell], run: RunDefinition, models: ModelPool) -> Expected:
    """Returns the expected usage of some cells; matches that were begun count as a whole.

    Each condition, and each side of it, `MOST_REHEARSED` at most, is rehearsed once, on whichever of
    its stories is nearest the middle in size. What that took up to the vote is scaled by players x victims,
    what the answers took by how many there are: with those grow the requests of a match. Replies are as short
    as a rehearsal's, and lists of suspects are halved each time: an estimate, which came within 5 % of the
    calls and tokens of a ladder against a server of fixed replies.

    Args:
        cells: that are left.
        run: whose they are.
        models: whose opener opens rehearsals (`Rehearsal`).
    """
    played = {cell.story: cell.condition.game for cell in cells}
    sizes = {story: stories_of(game).size(story) for story, game in played.items()}
    by_kind: dict[Kind, list[Cell]] = {}
    for cell in cells:
        by_kind.setdefault(cell.kind, []).append(cell)
    kinds = list(by_kind)
    rehearsed: dict[Kind, tuple[Cell, MatchScore]] = {}
    for kind in kinds[:: -(-len(kinds) // MOST_REHEARSED)]:
        middle = _middle(by_kind[kind], sizes)
        rehearsed[kind] = middle, await _rehearse(middle, run, models)
    return _scale(by_kind, rehearsed, sizes, run)


def _scale(
    by_kind: Mapping[Kind, Sequence[Cell]],
    rehearsed: Mapping[Kind, tuple[Cell, MatchScore]],
    sizes: Sizes,
    run: RunDefinition,
) -> Expected:
    total, (tried, score) = Expected(), next(iter(rehearsed.values()))
    for kind, cells in by_kind.items():
        tried, score = rehearsed.get(kind, (tried, score))
        whole = sizes[tried.story]
        for cell in cells:
            size, times = sizes[cell.story], cell.condition.evaluations(run.evaluations)
            total = replace(total, matches=total.matches + 1)
            total = total.with_share(score.play, size.asking / whole.asking)
            total = total.with_share(score.answering, times * size.answers / max(1, whole.answers))
    return total


def _middle(cells: Sequence[Cell], sizes: Sizes) -> Cell:
    return sorted(cells, key=lambda cell: sizes[cell.story].asking)[len(cells) // 2]


async def _rehearse(cell: Cell, run: RunDefinition, models: ModelPool) -> MatchScore:
    """Plays the cell in memory, each question put once, if it is put at all."""
    setup = lay(
        cell, run.model_copy(update={"evaluations": min(1, run.evaluations), "embedding": BM25}), models
    )
    log = MemoryLog()
    await seated(setup, log, MatchModels(models, log=log), LazyRanking(BM25)).play()
    record = Record(
        match="rehearsal", setup=setup, status=log.status, started="", entries=log.entries, calls=log.calls
    )
    return score_match(record)
