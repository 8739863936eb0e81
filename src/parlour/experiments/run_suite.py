"""The suite of a run with all that the run adds to it."""

from __future__ import annotations

from parlour.experiments.adding import with_all_added
from parlour.experiments.models import with_models
from parlour.experiments.run import RunDefinition
from parlour.experiments.suite import Suite, find_suite


def suite_of(run: RunDefinition, shown: Suite | None = None) -> Suite:
    """The suite of a run, from the run alone: in whatever process it is planned, played or reported.

    Args:
        run: which one.
        shown: another suite whose table is read off the same matches; the run's own if left out.

    Raises:
        UsageError: if the suite is not known here, or cannot take what the run adds.
        BrokenPlugin: naming its package, if the suite cannot be used.
    """
    return with_models(with_all_added(shown or find_suite(run.suite), run.added), run)
