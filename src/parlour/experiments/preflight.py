"""Estimates of a run's usage, from a rehearsal with a stand-in for the model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from parlour.agents import METHODS, Configurable, MethodSpec
from parlour.agents.memory import BM25
from parlour.arena import Setup
from parlour.evaluation import MatchScore, Spent, score_match
from parlour.experiments.arm import Story
from parlour.experiments.run import RunDefinition
from parlour.experiments.runner import Cell, lay
from parlour.experiments.stories import Size, stories_of
from parlour.llm import ModelPool
from parlour.store import play_in_memory

MOST_REHEARSED = 8
"""Conditions, or sides of them, that are rehearsed, evenly spread over the suite; the others cost as much as
the one before them."""


LARGE_TABLE = 300_000
"""The tokens of a match's prompts above which ways to read less are offered (docs/experiments.md)."""
WINDOW, DIALOGUE = 15, 1000
"""The latest messages of a window, and the tokens of talk in a prompt, that are then tried."""


@dataclass(frozen=True, kw_only=True)
class Saving:
    """A way in which a match would read less of its talk.

    Attributes:
        before: tokens of the match's prompts as it is set up.
        input_tokens: tokens of its prompts then.
        dollars: the cost of the match then; None where no price is known.
    """

    how: str
    before: int
    input_tokens: int
    dollars: float | None

    def __str__(self) -> str:
        price = "" if self.dollars is None else f", ${self.dollars:.2f}"
        share = round(100 * (1 - self.input_tokens / self.before))
        return f"{self.how}: {self.input_tokens / 1e6:.2f} M ({share} % less{price})"


def narrow_options(setup: Setup) -> Iterator[tuple[str, Setup]]:
    """Yields the options by which a table reads less of its talk, each with the table that it gives."""
    methods = {seat.method: _with_window(seat.method) for seat in setup.seats}
    changed = [after for before, after in methods.items() if after != before]
    if changed:
        seats = [seat.model_copy(update={"method": methods[seat.method]}) for seat in setup.seats]
        yield f"window (method {' and '.join(changed)})", setup.model_copy(update={"seats": tuple(seats)})
    if setup.budgets.dialogue > DIALOGUE:
        budgets = setup.budgets.model_copy(update={"dialogue": DIALOGUE})
        yield f"retrieval (play --dialogue-tokens {DIALOGUE})", setup.model_copy(update={"budgets": budgets})


def _with_window(method: str) -> str:
    spec = MethodSpec.read(method)
    plugin = METHODS.load_all().get(spec.name)
    field = plugin.form.model_fields.get("window") if isinstance(plugin, Configurable) else None
    if field is None or field.default is not None or "window" in spec.options:
        return method
    return f"{method}{',' if spec.options else ':'}window={WINDOW}"


async def savings(setup: Setup, before: int, models: ModelPool) -> tuple[Saving, ...]:
    """Returns what each way to read less of the talk would save; nothing if the table is not large.

    Args:
        setup: of a match.
        before: the tokens of its prompts, from a rehearsal.
        models: whose opener opens rehearsals (`Rehearsal`).
    """
    if before <= LARGE_TABLE:
        return ()
    all_savings: list[Saving] = []
    for how, table in narrow_options(setup):
        spent = whole(await rehearse(table, models))
        if spent.input_tokens < before:
            tokens, dollars = spent.input_tokens, spent.dollars
            all_savings.append(Saving(how=how, before=before, input_tokens=tokens, dollars=dollars))
    return tuple(sorted(all_savings, key=lambda saving: saving.input_tokens))


def whole(score: MatchScore) -> Expected:
    """Returns the usage of one match, its answers included."""
    return Expected(matches=1).with_share(score.play, 1).with_share(score.answering, 1)


async def rehearse(setup: Setup, models: ModelPool) -> MatchScore:
    """Plays a match in memory with rehearsed models."""
    return score_match(await play_in_memory(setup.model_copy(update={"embedding": BM25}), models))


async def expected_of(setup: Setup, models: ModelPool) -> Expected:
    """Returns the expected usage of one match, with ways to read less if it is large.

    Args:
        setup: of the match.
        models: whose opener opens rehearsals (`Rehearsal`).
    """
    usage = whole(await rehearse(setup, models))
    return replace(usage, savings=await savings(setup, usage.input_tokens, models))


@dataclass(frozen=True, kw_only=True)
class Expected:
    """The expected usage of the cells that are left.

    Attributes:
        dollars: with nothing cached by the provider; None where no price is known.
        savings: ways in which the largest match would read less, if it is large (`LARGE_TABLE`).
    """

    matches: int = 0
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = 0.0
    savings: tuple[Saving, ...] = ()

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
        rehearsed[kind] = middle, await rehearse(_lay(middle, run, models), models)
    largest, score = max(rehearsed.values(), key=lambda pair: whole(pair[1]).input_tokens)
    saved = await savings(_lay(largest, run, models), whole(score).input_tokens, models)
    return replace(_scale(by_kind, rehearsed, sizes, run), savings=saved)


def _scale(
    by_kind: Mapping[Kind, Sequence[Cell]],
    rehearsed: Mapping[Kind, tuple[Cell, MatchScore]],
    sizes: Sizes,
    run: RunDefinition,
) -> Expected:
    total, (tried, score) = Expected(), next(iter(rehearsed.values()))
    for kind, cells in by_kind.items():
        tried, score = rehearsed.get(kind, (tried, score))
        rehearsed_size = sizes[tried.story]
        for cell in cells:
            size, times = sizes[cell.story], cell.condition.evaluations(run.evaluations)
            total = replace(total, matches=total.matches + 1)
            total = total.with_share(score.play, size.asking / rehearsed_size.asking)
            total = total.with_share(score.answering, times * size.answers / max(1, rehearsed_size.answers))
    return total


def _middle(cells: Sequence[Cell], sizes: Sizes) -> Cell:
    return sorted(cells, key=lambda cell: sizes[cell.story].asking)[len(cells) // 2]


def _lay(cell: Cell, run: RunDefinition, models: ModelPool) -> Setup:
    changes = {"evaluations": min(1, run.evaluations), "embedding": BM25}
    return lay(cell, run.model_copy(update=changes), models)
