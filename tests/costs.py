"""What each file of tests takes: processor time and memory, asked for by `pytest -n 0 --costs`."""

from __future__ import annotations

import os
import resource
from collections import Counter, defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

_SHOWN = 25


class Costs:
    """Counts while tests run, and tells it below their results."""

    def __init__(self) -> None:
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._tests: Counter[str] = Counter()
        self._megabytes: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """A test with what is set up for it and taken down after it."""
        before = _seconds()
        outcome = yield
        file = item.location[0]
        self._seconds[file] += _seconds() - before
        self._tests[file] += 1
        self._megabytes[file] = _megabytes()
        return outcome

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The files that took most, with the process's memory after the last test of each."""
        terminalreporter.section(f"{_seconds():.1f} s of processor time, {_peak():.0f} MB at most")
        for file in sorted(self._seconds, key=self._seconds.__getitem__, reverse=True)[:_SHOWN]:
            taken = (
                f"{self._seconds[file]:7.2f} s {self._tests[file]:5} tests {self._megabytes[file]:5.0f} MB"
            )
            terminalreporter.write_line(f"{taken}  {file}")


def _seconds() -> float:
    """The processor time of this process and of its child processes that have ended."""
    used = [resource.getrusage(each) for each in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def _megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _peak() -> float:
    """Of this process; macOS tells bytes where others tell kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
