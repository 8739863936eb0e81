"""What holds for all tests."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from hypothesis import settings

# A worker to each core: threads of the linear algebra would only wait for each other, in child processes too.
for _library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

_NOISE = "Skipped: "


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line for each reason why something was skipped: what this machine lacks, and how to get it."""
    reports = (each for each in terminalreporter.getreports("skipped") if isinstance(each.longrepr, tuple))
    reasons = Counter(str(each.longrepr[2]).removeprefix(_NOISE) for each in reports)
    for reason, tests in sorted(reasons.items()):
        terminalreporter.write_line(f"{tests} skipped: {reason}", yellow=True)
