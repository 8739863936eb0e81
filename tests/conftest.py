"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import signal
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest
from hypothesis import settings

from tests.costs import Costs

# A worker to each core: threads of the linear algebra would only wait for each other, in child processes too.
for _library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")

# What a shell runs in the background ignores Ctrl-C, and so would every command that a test interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

# While modules are imported and tests collected nothing falls to pieces that is worth to be looked for.
gc.disable()

STORIES = (
    *("tests/web/browser", "tests/web/mcp", "tests/web/gate/test_proxy.py", "tests/packages", "tests/docs"),
    *("tests/library/test_notebooks.py", "tests/experiments/test_kills.py", "tests/test_extending.py"),
    *(f"tests/cli/test_run{which}.py" for which in ("", "_nights", "_on_ray")),
    *("tests/cli/test_play.py", "tests/cli/test_batches.py", "tests/cli/test_plugins.py"),
    *("tests/cli/test_serve.py", "tests/cli/test_new.py", "tests/cli/test_joining.py"),
    *("tests/cli/test_tracing.py", "tests/cli/test_terminal.py", "tests/cli/test_what_if.py"),
    *("tests/cli/test_calibrate.py", "tests/calibration/test_fit.py"),
    *(f"tests/games/{game}/reader/test_matches.py" for game in ("mystery", "onenight", "werewolf")),
)
"""The tests that tell a whole story: of other processes, a browser, built packages, many matches."""

_Cached = type(cache(len))

ROOT = Path(__file__).parent.parent
_NOISE = "Skipped: "
_GARBAGE = 20_000
"""So many new objects are looked through at once: with Python's 700 it is a twentieth of the tests' time."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--costs` tells what each file takes."""
    parser.addoption("--costs", action="store_true", help="tell what each file of tests takes (with -n 0)")


def pytest_configure(config: pytest.Config) -> None:
    """Counts where it was asked for."""
    if config.getoption("--costs", default=False):
        config.pluginmanager.register(Costs())


@pytest.hookimpl(tryfirst=True)  # before they are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the stories."""
    for item in items:
        if any(item.path.is_relative_to(ROOT / each) for each in STORIES):
            item.add_marker(pytest.mark.story)


def pytest_collection_finish() -> None:
    """What stands now stands to the end: the collector of garbage looks at what comes after it alone."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GARBAGE)
    gc.enable()


@pytest.fixture(autouse=True, scope="module")
def forgotten(request: pytest.FixtureRequest) -> Iterator[None]:
    """Matches that a module of tests plays once for all of them (`functools.cache`) go with it.

    A worker that keeps those of every module holds most of a gigabyte in the end.
    """
    yield
    module = cast("ModuleType", request.module)  # pyright: ignore[reportUnknownMemberType]
    for kept in vars(module).values():
        if isinstance(kept, _Cached) and kept.__module__ == module.__name__:
            kept.cache_clear()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line for each reason why something was skipped: what this machine lacks, and how to get it."""
    reports = (each for each in terminalreporter.getreports("skipped") if isinstance(each.longrepr, tuple))
    reasons = Counter(str(each.longrepr[2]).removeprefix(_NOISE) for each in reports)
    for reason, tests in sorted(reasons.items()):
        terminalreporter.write_line(f"{tests} skipped: {reason}", yellow=True)
