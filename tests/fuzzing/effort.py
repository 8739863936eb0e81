"""How hard the fuzzers try: the same few examples in every check, or ever new ones by hand (`bench.fuzz`)."""

from __future__ import annotations

import os
from datetime import timedelta

from hypothesis import HealthCheck, settings

TIMES = int(os.environ.get("PARLOUR_FUZZ_TIMES", "0"))
"""By how many times more examples are tried, each time others; 0 for the same few in every check."""
PATIENCE = timedelta(seconds=60)
"""What takes one example longer than this hangs, however busy the machine is."""


def effort(examples: int, **options: object) -> settings:
    """The settings of a fuzzer that tries so many examples in a check."""
    quiet = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]
    told = {"derandomize": not TIMES, "database": None, "deadline": PATIENCE, **options}
    return settings(
        max_examples=examples * max(TIMES, 1),
        suppress_health_check=quiet,
        **told,  # pyright: ignore[reportArgumentType]
    )
