"""Why a number of ours cannot be set against the paper's as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.agents import departure
from parlour.core import GameSetup
from parlour.experiments.models import methods_of_row, models_of_row
from parlour.experiments.report.results import Results
from parlour.experiments.run import RunDefinition
from parlour.experiments.stories import Shown, stories_of
from parlour.experiments.suite import SuiteRow
from parlour.llm import READER, is_reader, split_settings

UNLIKE = "not comparable because"


def not_comparable(
    results: Results, view: SuiteRow, setups: Sequence[GameSetup], *, is_whole: bool, by: str = ""
) -> str:
    """The reasons as one clause, "not comparable because …"; empty where there is none.

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
        yield f"the {is_or_are} {' and '.join(map(_called, ours))}, theirs {theirs.model}"
    if theirs.temperature is not None:
        warm = {temperature_of(model, run) for model in ours if not is_reader(model)} - {theirs.temperature}
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


def _called(model: str) -> str:
    return "the reader" if model == READER else model
