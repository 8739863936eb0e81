"""How many small changes of the code the tests notice: the mutation score of each room.

A change is one that cosmic-ray makes: a comparison turned, a number off by one, a loop that does nothing. It
is tried in a copy of the checkout by the tests that pass through its line, which coverage tells, those first
that pass through least besides; then by others of its module, since what one has the code remember no later
one passes through. It is killed if one of them fails.
"""

# cosmic-ray does not say what its functions take.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any, cast

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from coverage import CoverageData

from bench.figure import Figure, at_least
from parlour.evaluation.intervals import wilson

SAMPLE, LEAST_KILLED = 40, 0.85
SEED = int(os.environ.get("PARLOUR_MUTANTS_SEED", "20"))
ROOT = Path(__file__).parents[1]
OPERATORS = (
    *("AddNot", "ReplaceUnaryOperator_Delete_Not", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue"),
    *("ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceBreakWithContinue", "ReplaceContinueWithBreak"),
    *("ZeroIterationForLoop", "NumberReplacer"),
    *(f"ReplaceBinaryOperator_{each}" for each in ("Add_Sub", "Sub_Add", "Mul_Div", "Div_Mul")),
    *(f"ReplaceComparisonOperator_{each}" for each in ("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is")),
    *(f"ReplaceComparisonOperator_{each}" for each in ("Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt")),
)
"""Those whose changes change what is done: others turn annotations, or `is` into `==`."""
TESTS = tuple(
    f"tests/{path.name}"
    for path in sorted((ROOT / "tests").iterdir())
    if path.name.startswith("test_") or any(path.rglob("test_*.py"))
)
CHOSEN = ("--ignore=tests/integrations/inspect_tasks", "-m", "not real and not versions and not story")
"""Those of `make check`: the stories ask other processes, in which nobody sees what they pass through."""
AT_ONCE = os.cpu_count() or 1
UNTRIED = frozenset({"inspect_tasks"})
"""Rooms whose tests want what `make check` does not install."""
MOST_TESTS, PATIENCE = 60, 300.0
"""How many tests are asked, and seconds after which whoever waits has noticed."""
_NOTHING_FAILED = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
_SETTINGS = "[run]\nbranch = false\nsource = {source}\ndata_file = {data}\n"
_WHOLE = 0
"""Stands for all lines of a module."""
_TOLD_APART = ("-p", "bench.contexts")
"""Has coverage tell the tests apart."""
_PLAINLY = ("-q", "-n", "0", "-p", "no:cacheprovider")
_TOLD = re.compile(r"^(PASSED|FAILED|ERROR) ([^\s\[]+)", re.MULTILINE)
_TREE = ("src", "tests", "bench", "docs", "examples", "packages")


Covering = Mapping[tuple[Path, int], Sequence[str]]
"""By module and line the tests that pass through it."""


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """A change of one place.

    Attributes:
        occurrence: which of the places of the module where it can be applied.
        line: where that is.
    """

    path: Path
    operator: str
    occurrence: int
    line: int

    @property
    def room(self) -> str:
        """The room of the module."""
        return self.path.parts[2]

    def code(self) -> str | None:
        """The module, changed; None if it reads as before."""
        text = (ROOT / self.path).read_bytes().decode()
        return cast("str | None", mutate_code(text, _operator(self.operator), self.occurrence))


def mutation_figures(
    folder: Path, rooms: Sequence[str] = (), tests: Sequence[str] = TESTS
) -> Iterator[Figure]:
    """The share that is killed of a sample that is always the same while the code is.

    `PARLOUR_MUTANTS` is how many are tried, where it is not the whole sample, and `PARLOUR_MUTANTS_SEED`
    draws others: whether tests that were written with the sample in view notice what nobody looked at.
    """
    drawn = sample(int(os.environ.get("PARLOUR_MUTANTS", SAMPLE)), rooms or tuple(_rooms()))
    trees = [_copied(folder / f"mutants-{n}") for n in range(AT_ONCE)]
    covering = _covering(trees, tests)
    killed, tried = Counter[str](), Counter(each.room for each in drawn)
    for mutant, is_killed in _tried(trees, drawn, covering):
        killed[mutant.room] += is_killed
        told = "dies" if is_killed else "lives"
        print(f"  {told}: {mutant.path}:{mutant.line} {mutant.operator}", flush=True)
    for room in sorted(tried):
        told = f"{killed[room]}/{tried[room]}"
        yield Figure(name=f"mutants killed in {room}", bar="", measured=told, is_met=None)
    share = killed.total() / tried.total()
    low, high = wilson(share, tried.total())
    name = f"mutants killed, of {tried.total()} ({low:.2f} to {high:.2f} with 95 % confidence)"
    yield at_least(name, LEAST_KILLED, share)


def _tried(
    trees: Sequence[Path], drawn: Sequence[Mutant], covering: Covering
) -> Iterator[tuple[Mutant, bool]]:
    """Each with whether it is killed, one at a time in each copy of the checkout."""
    free = SimpleQueue[Path]()
    for tree in trees:
        free.put(tree)

    def try_in_one(mutant: Mutant) -> bool:
        tree = free.get()
        try:
            return _is_killed(tree, mutant, _asked(covering, mutant))
        finally:
            free.put(tree)

    with ThreadPoolExecutor(len(trees)) as threads:
        yield from zip(drawn, threads.map(try_in_one, drawn), strict=True)


def sample(count: int, rooms: Sequence[str]) -> list[Mutant]:
    """So many mutants of some rooms, drawn by a fixed seed.

    Each has a lot by what stands in its line, so that those stay that are drawn when other lines change.
    """
    lots: dict[str, Mutant] = {}
    for room in sorted(rooms):
        alike = Counter[tuple[Path, str, str]]()
        for mutant, line in _mutants(room):
            place = mutant.path, mutant.operator, line.strip()
            lots[hashlib.sha256(repr((SEED, *map(str, place), alike[place])).encode()).hexdigest()] = mutant
            alike[place] += 1
    drawn = [lots[lot] for lot in sorted(lots)[:count]]
    return sorted(drawn, key=lambda each: (each.path, each.line, each.operator))


def _rooms() -> list[str]:
    folders = [path.name for path in (ROOT / "src" / "parlour").iterdir() if (path / "__init__.py").exists()]
    return [name for name in folders if name not in UNTRIED]


def _operator(name: str) -> Any:
    return get_operator(f"core/{name}")()


def _mutants(room: str) -> Iterator[tuple[Mutant, str]]:
    """All that can be changed in a room, with its line; a decorator declares and does nothing."""
    for path in sorted((ROOT / "src" / "parlour" / room).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines, tree = text.splitlines(), get_ast(text)
        for name in OPERATORS:
            operator = _operator(name)
            places = (place for node in ast_nodes(tree) for place in operator.mutation_positions(node))
            for occurrence, ((line, _), _end) in enumerate(places):
                if not lines[line - 1].lstrip().startswith("@"):
                    where = path.relative_to(ROOT)
                    yield Mutant(path=where, operator=name, occurrence=occurrence, line=line), lines[line - 1]


def _copied(tree: Path) -> Path:
    """A copy of the checkout, to be changed."""
    left_out = shutil.ignore_patterns("__pycache__", ".*", "build", "node_modules")
    for name in _TREE:
        shutil.copytree(ROOT / name, tree / name, ignore=left_out)
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, tree)
    return tree


def _covering(trees: Sequence[Path], tests: Sequence[str]) -> Covering:
    """By module and line the tests that pass through it, those first that pass through least.

    A share of the tests runs in each copy of the checkout.
    """
    with ThreadPoolExecutor(len(trees)) as threads:
        shares = [tests[n :: len(trees)] for n in range(len(trees))]
        found = [pair for each in threads.map(_passed_through, trees, shares) for pair in each]
    by_line: defaultdict[tuple[Path, int], set[str]] = defaultdict(set)
    for place, test in found:
        by_line[place].add(test)
        by_line[place[0], _WHOLE].add(test)
    breadth = Counter(test for through in by_line.values() for test in through)
    return {
        place: sorted(through, key=lambda each: (breadth[each], each)) for place, through in by_line.items()
    }


def _passed_through(tree: Path, tests: Sequence[str]) -> list[tuple[tuple[Path, int], str]]:
    """Each line, by its module, with each test that passes through it and holds."""
    settings, data = tree / ".coveragerc", tree / ".coverage"
    settings.write_text(_SETTINGS.format(source=tree / "src" / "parlour", data=data), encoding="utf-8")
    watched = ("-m", "coverage", "run", f"--rcfile={settings}", "-m", "pytest")
    words = (*watched, *tests, *CHOSEN, *_PLAINLY, *_TOLD_APART)
    told = _TOLD.findall(_python(tree, *words, "-rfEp").stdout)
    # A test that fails as it is would kill every mutant.
    passing = {test for how, test in told if how == "PASSED"} - {
        test for how, test in told if how != "PASSED"
    }
    found = CoverageData(str(data))
    found.read()
    return [
        ((Path(measured).relative_to(tree), line), test)
        for measured in found.measured_files()
        for line, contexts in found.contexts_by_lineno(measured).items()
        for test in passing.intersection(contexts)
    ]


def _asked(covering: Covering, mutant: Mutant) -> Sequence[str]:
    """The tests of its line, then those of its module; of what no test passes through, those of its room."""
    own, others = (covering.get((mutant.path, line), ()) for line in (mutant.line, _WHOLE))
    folder = f"tests/{mutant.room}"
    of_room = (folder,) if (ROOT / folder).is_dir() else ()
    return tuple(dict.fromkeys((*own, *others)))[:MOST_TESTS] or of_room


def _is_killed(tree: Path, mutant: Mutant, tests: Sequence[str]) -> bool:
    """Whether a test fails, or never ends, where the change is made."""
    changed, path = mutant.code(), tree / mutant.path
    if changed is None or not tests:
        return False
    before = path.read_bytes()
    path.write_text(changed, encoding="utf-8", newline="")
    try:
        words = ("-m", "pytest", "-x", *CHOSEN, *_PLAINLY, *tests)
        return _python(tree, *words, timeout=PATIENCE).returncode not in _NOTHING_FAILED
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_bytes(before)


def _python(tree: Path, *words: str, timeout: float | None = None) -> subprocess.CompletedProcess[str]:
    bare = {name: value for name, value in os.environ.items() if not name.startswith("PARLOUR")}
    environment = {**bare, "PYTHONPATH": os.pathsep.join([str(tree / "src"), str(tree)])}
    command = [sys.executable, "-B", *words]
    return subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, check=False, timeout=timeout
    )
