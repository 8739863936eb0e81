"""Notes under a report's rows, and why ours and the published numbers cannot be compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from parlour.agents import departure
from parlour.core import GameSetup
from parlour.evaluation.intervals import STAR
from parlour.experiments.models import methods_of_row, models_of_row
from parlour.experiments.report.results import Results
from parlour.experiments.report.row import ACROSS, FEW, PM, Row
from parlour.experiments.run import RunDefinition
from parlour.experiments.stories import Shown, stories_of
from parlour.experiments.suite import SuiteRow
from parlour.llm import BUILT_IN, is_rule_based, split_settings

OVER_EVALUATIONS = (
    "deviation over evaluations, ours and theirs; of votes and costs, which a match has once, over the first"
    " match of each story, the second of each, and so on"
)
ACROSS_STORIES = (
    "deviation of ours across stories, each weighted by how much it counts (Zhu et al. 2025, appendix C.2;"
    " their tables print the deviation over evaluations)"
)


@dataclass(frozen=True, kw_only=True)
class RowNotes:
    """The notes of some rows.

    Attributes:
        has_deviations: whether any number has a deviation over evaluations.
    """

    numbers: dict[str, int]
    is_starred: bool
    has_few: bool
    has_deviations: bool

    @staticmethod
    def of(rows: Iterable[Row]) -> RowNotes:
        """Numbers the notes in the order in which a reader meets them."""
        rows = list(rows)
        told = [clause for row in rows for clause in row.clauses]
        plain = dict.fromkeys(clause for clause in told if clause != FEW and not clause.startswith(STAR))
        return RowNotes(
            numbers={clause: number for number, clause in enumerate(plain, 1)},
            is_starred=any(clause.startswith(STAR) for clause in told),
            has_few=FEW in told,
            has_deviations=has_deviations(rows),
        )

    def row_numbers(self, row: Row) -> str:
        numbers = sorted(self.numbers[clause] for clause in row.clauses if clause in self.numbers)
        return ",".join(map(str, numbers))

    def star(self, row: Row) -> str:
        return STAR if any(clause.startswith(STAR) for clause in row.clauses) else ""

    def lines(self) -> list[tuple[str, str]]:
        return [*self._marks(), *((str(number), clause) for clause, number in self.numbers.items())]

    def _marks(self) -> Iterator[tuple[str, str]]:
        if self.is_starred:
            yield STAR, "differs by a t-test over evaluations at 0.05, as in the papers"
        if self.has_few:
            yield "95 %", FEW
        if self.has_deviations:
            yield PM, OVER_EVALUATIONS
            yield ACROSS, ACROSS_STORIES


def has_deviations(rows: Iterable[Row]) -> bool:
    """Returns whether any number has a deviation over evaluations; a table then adds that across stories."""
    return any(row.deviation is not None or row.published_deviation is not None for row in rows)


UNLIKE = "not comparable because"


def not_comparable(
    results: Results, view: SuiteRow, setups: Sequence[GameSetup], *, is_whole: bool, by: str = ""
) -> str:
    """Returns the reasons as one clause, "not comparable because …"; empty where there is none.

    Args:
        results: of the run.
        view: whose number it is.
        setups: of what it was taken over.
        is_whole: whether it stands for the whole table, and not for one story.
        by: by what else than theirs it was measured; empty if by the same.
    """
    told = [*_reasons(results, view, setups, is_whole=is_whole), *filter(None, [by])]
    return f"{UNLIKE} {', '.join(told)}" if told else ""


def _reasons(
    results: Results, view: SuiteRow, setups: Sequence[GameSetup], *, is_whole: bool
) -> Iterator[str]:
    suite, run = results.suite, results.run
    if suite.not_comparable:
        yield suite.not_comparable
    theirs, arm = results.beside(view).measured, suite.arm(view.arms[0])
    if theirs is None or arm.is_by_lot:
        return
    ours = models_of_row(run, suite, view)
    if not all(any(name in model.lower() for name in theirs.same_model) for model in ours):
        is_or_are = "model is" if len(ours) == 1 else "models are"
        yield f"the {is_or_are} {' and '.join(map(_model_name, ours))}, theirs {theirs.model}"
    if theirs.temperature is not None:
        warm = {temperature_of(model, run) for model in ours if not is_rule_based(model)} - {
            theirs.temperature
        }
        if warm:
            told = " and ".join(f"{each:g}" for each in sorted(warm))
            yield f"the temperature is {told}, theirs {theirs.temperature:g}"
    if theirs.paper:
        told = (departure(method, theirs.paper) for method in methods_of_row(suite, view))
        yield from dict.fromkeys(filter(None, told))
    yield from stories_of(suite.game).unlike(
        Shown(
            run=run,
            arm=arm,
            theirs=theirs,
            setups=setups,
            languages=frozenset(each.language for each in results.played if each.condition in view.arms),
            games=len(results.scores(view.name)),
            is_whole=is_whole,
        )
    )


def temperature_of(model: str, run: RunDefinition) -> float:
    """Returns the temperature at which a model of a run writes."""
    return split_settings(model)[1].get("temperature", run.temperature)


def _model_name(model: str) -> str:
    return "the reader" if model == BUILT_IN else model
