"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import re
import signal
import ssl
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, cast
from zlib import crc32

import pytest
from hypothesis import settings

from tests.outcomes import Outcomes

# A worker to each core: threads of the linear algebra would only wait for each other, in child processes too.
for _library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")

# What a shell runs in the background ignores Ctrl-C, and so would every command that a test interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A worker opens hundreds of clients, each of which would read the certificates of the whole world anew.
ssl.create_default_context = cache(ssl.create_default_context)

# A run with the reader plays in this process unless a test asks for more: to start others takes longer.
os.cpu_count = lambda: 1

# A test has no models but those that it names itself.
os.environ["PARLOUR_MODEL_FILE"] = os.devnull

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

# While modules are imported and tests collected nothing falls to pieces that is worth to be looked for.
gc.disable()

STORIES = (
    *("tests/web/browser", "tests/integrations/mcp", "tests/web/gate", "tests/packages", "tests/docs"),
    *("tests/web/api/test_socket.py", "tests/web/hosting/test_table.py", "tests/web/test_metrics.py"),
    "tests/web/test_secrets.py",
    *("tests/library/test_docs.py", "tests/library/test_run.py"),
    *("tests/test_extending.py", "tests/test_readme.py", "tests/experiments/report/test_page.py"),
    *(f"tests/store/archive/test_{what}.py" for what in ("round_trip", "deleting")),
    *(f"tests/cli/test_run{which}.py" for which in ("", "_nights", "_on_ray")),
    *(f"tests/cli/test_play{which}.py" for which in ("", "_games")),
    *(f"tests/cli/test_{verb}.py" for verb in ("batches", "plugins", "serve", "new", "joining", "tracing")),
    *(f"tests/cli/test_{verb}.py" for verb in ("terminal", "what_if", "calibrate", "doctor", "labels")),
    *(f"tests/cli/test_{verb}.py" for verb in ("league", "likeness", "limits", "verbs", "watch")),
    *(f"tests/cli/test_report{which}.py" for which in ("", "_human")),
    *(f"tests/lab/calibration/test_{what}.py" for what in ("fit", "reading")),
    "tests/llm/test_ready.py",
    *(f"tests/experiments/test_{what}.py" for what in ("stories", "execute", "runner")),
    *(f"tests/experiments/what_if/test_{what}.py" for what in ("forks", "known_effect")),
    *(f"tests/experiments/league/test_{what}.py" for what in ("known_strength", "schedule")),
    *("tests/language/hearing/test_corpus.py", "tests/agents/modules/test_recalling.py"),
    "tests/golden/test_processors.py",
    *(f"tests/store/test_{what}.py" for what in ("processes", "in_mid_match")),
    *(f"tests/games/{game}/reader/test_matches.py" for game in ("mystery", "onenight", "werewolf")),
    *(f"tests/games/{game}/test_odds.py" for game in ("onenight", "werewolf")),
    *(f"tests/games/mystery/test_{what}.py" for what in ("generate", "twins")),
    *("tests/games/test_free_talk.py", "tests/games/mystery/verbs/test_scripts_generate.py"),
    *(f"tests/arena/test_{what}.py" for what in ("eliciting", "injections", "faults")),
    *("tests/methods/gratr/views", "tests/agents/test_notes.py"),
    *("tests/integrations/envs/test_pettingzoo.py", "tests/games/mystery/reader/test_misreading.py"),
    "tests/methods/test_in_every_game.py",
    *(f"tests/methods/{name}/test_with_the_reader.py" for name in ("gratr", "humanized")),
    *("tests/reader/character", "tests/reader/limits/test_matches.py"),
    *(f"tests/reader/test_{what}.py" for what in ("tells", "conversation", "fitting_replies")),
)
"""The tests that tell a whole story: of other processes, a browser, built packages, many matches."""

LONGEST = (
    *("tests/packages/test_wheels.py", "tests/cli/test_run_on_ray.py", "tests/web/browser/test_table.py"),
    *("tests/lab/calibration/test_fit.py", "tests/methods/test_every_match.py", "tests/cli/test_run.py"),
    *("tests/docs/test_tutorial.py", "tests/web/browser/test_after.py", "tests/library/test_docs.py"),
    *("tests/games/mystery/test_generate.py", "tests/reader/test_tells.py"),
    *("tests/experiments/test_execute.py", "tests/web/test_secrets.py", "tests/docs/test_site.py"),
    *(f"tests/web/browser/test_{what}.py" for what in ("stage", "typing", "lobby", "avalon")),
)
"""The files of stories that take longest, in this order, come first: none is left over for the end."""

COMBINED = (
    *(f"tests/arena/test_{what}.py" for what in ("privacy", "replay")),
    *("tests/arena/test_onenight.py", "tests/arena/test_werewolf.py"),
    *("tests/methods", "tests/reader"),
    "tests/evaluation/test_beliefs.py",
)
"""Where whole matches are played in every combination: each value once is no story, all the others are."""
APART = "light-rag"
"""A method that is a package of its own; its large library is loaded for stories alone."""

_Cached = type(cache(len))

_REMEMBERED = 500
"""So many results a bounded cache of the product may keep from one module of tests to the next."""

ROOT = Path(__file__).parent.parent
_IN_A_BROWSER = ROOT / "tests" / "web" / "browser"
"""Stories that may be tried once more: a browser is a large program. `tests/outcomes.py` counts them."""
_GARBAGE = 20_000
"""So many new objects are looked through at once: with Python's 700 it is a twentieth of the tests' time."""


def pytest_configure(config: pytest.Config) -> None:
    """Registers what prints the end of a run; a worker prints nothing."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Outcomes())
        if missing := [each for each in (*STORIES, *LONGEST, *COMBINED) if not (ROOT / each).exists()]:
            raise pytest.UsageError(f"tests/conftest.py names what is not there: {', '.join(missing)}")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Stories are not even imported where none is asked for, nor other tests where stories alone are.

    They need the largest libraries, and each worker imports all that it may be given.
    """
    asked, is_story = cast("str", config.getoption("markexpr")), _is_story(collection_path)
    if "not story" in asked:
        return is_story or None
    may_hold_one = is_story or collection_path.is_dir() or _is_combined(collection_path)
    return ("story" in asked and not may_hold_one) or None


@pytest.hookimpl(tryfirst=True)  # before they are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the stories, and puts the longest first."""
    places = {ROOT / file: place for place, file in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path, len(places)))
    rest = list[pytest.Item]()
    for item in items:
        if item.path.is_relative_to(_IN_A_BROWSER):
            item.add_marker(pytest.mark.flaky(reruns=1))
        if APART in item.name and not (_is_story(item.path) or _is_combined(item.path)):
            raise pytest.UsageError(f"{item.nodeid}: {APART} is for STORIES and COMBINED alone")
        if _is_story(item.path) or APART in item.name:
            item.add_marker(pytest.mark.story)
        else:
            rest.append(item)
    for item in _combined_again(rest):
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

    So does what the product remembers of their texts, where that is much. A worker that keeps all of every
    module holds more than a gigabyte in the end.
    """
    yield
    module = cast("ModuleType", request.module)  # pyright: ignore[reportUnknownMemberType]
    for kept in _caches(module):
        if kept.__module__ == module.__name__:
            kept.cache_clear()
    for name, loaded in [*sys.modules.items()]:
        if name.startswith("parlour."):
            for kept in _caches(loaded):
                if kept.cache_parameters()["maxsize"] and kept.cache_info().currsize > _REMEMBERED:
                    kept.cache_clear()


def _caches(module: ModuleType) -> Iterator[Any]:
    for kept in [*vars(module).values()]:
        if isinstance(kept, _Cached):
            yield cast("Any", kept)


def _is_story(path: Path) -> bool:
    return any(path.is_relative_to(ROOT / each) for each in STORIES)


def _is_combined(path: Path) -> bool:
    return any(path.is_relative_to(ROOT / each) for each in COMBINED)


def _combined_again(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Those of combined tests in which no value is new.

    They are gone through in an order that is theirs by their names, so that two tests of the same match keep
    the same combinations, and no value is tried with the first of another alone.
    """
    seen = set[tuple[str, int, str]]()
    for item in sorted(items, key=lambda each: crc32(each.name.partition("[")[2].encode())):
        test, _, values = item.nodeid.partition("[")
        if values and _is_combined(item.path):
            told = {(test, place, value) for place, value in enumerate(re.split("[- ]", values.rstrip("]")))}
            if told <= seen:
                yield item
            seen |= told
