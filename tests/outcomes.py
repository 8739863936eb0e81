"""What a run of the tests prints at its end: reruns, failures in three lines each, and what was skipped."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import pytest

MOST_RERUNS = 2
"""More stories than these that needed a second try fail the run."""
MOST_FAILURES = 20
FAILURES = "PARLOUR_FAILURES"
"""Names a file to which the failures are added, so that `make` can print them after everything else."""
_SKIPPED = "Skipped: "
_MOST_LETTERS = 300


class Outcomes:
    """Collects the reports of a run; in the process that prints them."""

    def __init__(self) -> None:
        self._reruns: list[pytest.TestReport] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remembers a first try that failed."""
        if str(report.outcome) == "rerun":
            self._reruns.append(report)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fails a run with too many reruns."""
        if len(self._reruns) > MOST_RERUNS and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Prints skips by reason, each rerun with its first error, and how to run each failure alone."""
        self._print_skips(terminalreporter)
        lines = [f"tried twice: {each.nodeid}: {reason(each)}" for each in self._reruns]
        if len(self._reruns) > MOST_RERUNS:
            lines.append(f"{len(self._reruns)} tests were tried twice; more than {MOST_RERUNS} fail the run.")
        failed = [*terminalreporter.getreports("failed"), *terminalreporter.getreports("error")]
        for each in failed[:MOST_FAILURES]:
            lines += [each.nodeid, f"  failed: {reason(each)}", f"  alone:  {alone(each.nodeid)}"]
        if len(failed) > MOST_FAILURES:
            lines.append(f"... and {len(failed) - MOST_FAILURES} more")
        for line in lines:
            terminalreporter.write_line(line, red=bool(failed), yellow=not failed)
        if lines and (file := os.environ.get(FAILURES)):
            with Path(file).open("a", encoding="utf-8") as out:
                out.writelines(f"{line}\n" for line in lines)

    @staticmethod
    def _print_skips(terminalreporter: pytest.TerminalReporter) -> None:
        reports = (
            each for each in terminalreporter.getreports("skipped") if isinstance(each.longrepr, tuple)
        )
        reasons = Counter(str(each.longrepr[2]).removeprefix(_SKIPPED) for each in reports)
        for text, tests in sorted(reasons.items()):
            terminalreporter.write_line(f"{tests} skipped: {text}", yellow=True)


def reason(report: pytest.TestReport) -> str:
    """The error of a report in one line: what was expected or waited for, and what was there."""
    crash = getattr(report.longrepr, "reprcrash", None)
    text = str(crash.message if crash else report.longrepr)
    line = re.sub(r"\s+", " ", re.sub(r"\x1b\[[0-9;]*m", "", text)).strip()
    return line if len(line) <= _MOST_LETTERS else f"{line[:_MOST_LETTERS]}..."


def alone(test: str) -> str:
    """The command that runs one test."""
    return f".venv/bin/pytest -n 0 '{test}'"
