"""The suite of a run with all that the run adds to it."""

from __future__ import annotations

from dataclasses import replace
from itertools import filterfalse
from pathlib import Path

from parlour.evaluation import is_of_beliefs
from parlour.experiments.adding import with_all_added
from parlour.experiments.definition_file import is_definition, read_definition
from parlour.experiments.models import with_models
from parlour.experiments.run import RunDefinition
from parlour.experiments.suite import Suite, find_suite


def suite_of(run: RunDefinition, shown: Suite | None = None) -> Suite:
    """The suite of a run, from the run alone: in whatever process it is planned, played or reported.

    Where nobody was asked what they hold, its table has no measures of that.

    Args:
        run: which one.
        shown: another suite whose table is read off the same matches; the run's own if left out.

    Raises:
        UsageError: if the suite is not known here, or cannot take what the run adds.
        BrokenPlugin: naming its package, if the suite cannot be used.
    """
    own = run.definition.suite if run.definition else shown or find_suite(run.suite)
    shown_of = own if run.elicits else replace(own, metrics=tuple(filterfalse(is_of_beliefs, own.metrics)))
    return with_models(with_all_added(shown_of, run.added), run)


def find_experiment(name: str) -> Suite:
    """An installed suite, or an experiment of one's own by its file.

    Raises:
        UsageError: if there is no such suite; of a file, what is wrong with it on which line.
    """
    return read_definition(Path(name)).suite if is_definition(name) else find_suite(name)
