"""Methods and suites of one's own, for as long as a process lasts."""

from __future__ import annotations

from parlour.agents import METHODS, Method
from parlour.experiments import SUITES, Suite


def register(thing: Method | Suite) -> None:
    """Lets a method or a suite be found by its name in this process, as if a package had brought it.

    So a notebook plays and measures what it defines; run again, a cell replaces what it registered before. A
    match on record names its methods: to replay it in another process, register them there too, or put them
    into a package (`parlour new method`), which other processes of a run (`jobs`) need as well.

    Args:
        thing: a method with its ``name``, or a suite.

    Raises:
        UsageError: if something installed has its name, or it is not what a method or a suite must be.
    """
    if isinstance(thing, Suite):
        SUITES.register(thing.name, thing)
    else:
        METHODS.register(getattr(thing, "name", ""), thing)
