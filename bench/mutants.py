"""How many small changes of the code the tests notice: the mutation score of each room.

A change is one that cosmic-ray makes: a comparison turned, a number off by one, a loop that does nothing. It
is tried in a copy of the checkout by the tests that pass through its line, which coverage tells, those first
that pass through least besides. It is killed if one of them fails.
"""

# cosmic-ray does not say what its functions take.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, cast

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from coverage import CoverageData

from bench.figure import Figure, at_least

SAMPLE, SEED, LEAST_KILLED = 300, 20, 0.85
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
TESTS = ("tests", "--ignore=tests/inspect_tasks", "-m", "not real and not versions and not story")
"""Those of `make check`: the stories ask other processes, in which nobody sees what they pass through."""
UNTRIED = frozenset({"inspect_tasks"})
"""Rooms whose tests want what `make check` does not install."""
MOST_TESTS, PATIENCE = 60, 300.0
"""How many tests of a line are asked, and seconds after which whoever waits has noticed."""
_SETTINGS = "[run]\nbranch = false\nsource = {source}\ndata_file = {data}\ndynamic_context = test_function\n"
_WHOLE = 0
"""Stands for all lines of a module."""
_PLAINLY = ("-q", "-n", "0", "-p", "no:cacheprovider")
_TOLD = re.compile(r"^(PASSED|FAILED|ERROR) ([^\s\[]+)", re.MULTILINE)
_TREE = ("src", "tests", "bench", "docs", "examples", "packages")


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """A change of one place.

    Attributes:
        path: of the module, from the root of the checkout.
        operator: by its name.
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

    `PARLOUR_MUTANTS` is how many are tried, where it is not the whole sample.

    Args:
        folder: for the copy of the checkout.
        rooms: to be changed alone, of all.
        tests: by which they are tried, as pytest is told of them.
    """
    drawn = sample(int(os.environ.get("PARLOUR_MUTANTS", SAMPLE)), rooms or tuple(_rooms()))
    tree = _copied(folder / "mutants")
    covering = _covering(tree, tests)
    killed, tried = Counter[str](), Counter(each.room for each in drawn)
    for room in sorted(tried):
        for mutant in (each for each in drawn if each.room == room):
            is_killed = _is_killed(tree, mutant, _asked(covering, mutant))
            killed[room] += is_killed
            if not is_killed:
                print(f"  lives: {mutant.path}:{mutant.line} {mutant.operator}", flush=True)
        told = f"{killed[room]}/{tried[room]}"
        yield Figure(name=f"mutants killed in {room}", bar="", measured=told, is_met=None)
    yield at_least("mutants killed, of all that were tried", LEAST_KILLED, killed.total() / tried.total())


def sample(count: int, rooms: Sequence[str]) -> list[Mutant]:
    """So many mutants of some rooms, drawn by a fixed seed."""
    found = [mutant for room in sorted(rooms) for mutant in _mutants(room)]
    return sorted(Random(SEED).sample(found, count), key=lambda each: (each.path, each.line, each.operator))


def _rooms() -> list[str]:
    folders = [path.name for path in (ROOT / "src" / "parlour").iterdir() if (path / "__init__.py").exists()]
    return [name for name in folders if name not in UNTRIED]


def _operator(name: str) -> Any:
    return get_operator(f"core/{name}")()


def _mutants(room: str) -> Iterator[Mutant]:
    """All that can be changed in a room; what stands in a decorator declares and does nothing."""
    for path in sorted((ROOT / "src" / "parlour" / room).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines, tree = text.splitlines(), get_ast(text)
        for name in OPERATORS:
            operator = _operator(name)
            places = (place for node in ast_nodes(tree) for place in operator.mutation_positions(node))
            for occurrence, ((line, _), _end) in enumerate(places):
                if not lines[line - 1].lstrip().startswith("@"):
                    where = path.relative_to(ROOT)
                    yield Mutant(path=where, operator=name, occurrence=occurrence, line=line)


def _copied(tree: Path) -> Path:
    """A copy of the checkout, to be changed."""
    left_out = shutil.ignore_patterns("__pycache__", ".*", "build", "node_modules")
    for name in _TREE:
        shutil.copytree(ROOT / name, tree / name, ignore=left_out)
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, tree)
    return tree


def _covering(tree: Path, tests: Sequence[str]) -> Mapping[tuple[Path, int], Sequence[str]]:
    """By module and line the tests that pass through it, those first that pass through least."""
    settings, data = tree / ".coveragerc", tree / ".coverage"
    settings.write_text(_SETTINGS.format(source=tree / "src" / "parlour", data=data), encoding="utf-8")
    words = ("-m", "coverage", "run", f"--rcfile={settings}", "-m", "pytest", *tests, *_PLAINLY, "-rfEp")
    told = _TOLD.findall(_python(tree, *words).stdout)
    # A test that fails as it is would kill every mutant.
    passing = {test for how, test in told if how == "PASSED"} - {
        test for how, test in told if how != "PASSED"
    }
    found = CoverageData(str(data))
    found.read()
    by_line: defaultdict[tuple[Path, int], set[str]] = defaultdict(set)
    for measured in found.measured_files():
        for line, contexts in found.contexts_by_lineno(measured).items():
            named = {_test(context) for context in contexts} & passing
            path = Path(measured).relative_to(tree)
            by_line[path, line] |= named
            by_line[path, _WHOLE] |= named
    breadth = Counter(test for through in by_line.values() for test in through)
    return {
        place: sorted(through, key=lambda each: (breadth[each], each)) for place, through in by_line.items()
    }


def _asked(covering: Mapping[tuple[Path, int], Sequence[str]], mutant: Mutant) -> Sequence[str]:
    """The tests of its line; of what happens once, when a module is loaded, those of the module or room."""
    folder = f"tests/{mutant.room}"
    of_room = (folder,) if (ROOT / folder).is_dir() else ()
    return covering.get((mutant.path, mutant.line)) or covering.get((mutant.path, _WHOLE)) or of_room


def _test(context: str) -> str:
    """The test of a context such as `tests.core.test_game.test_it`, as pytest names it; "" for none."""
    module, _, test = context.rpartition(".")
    is_test = test.startswith("test_") and module.rpartition(".")[2].startswith("test_")
    return f"{module.replace('.', '/')}.py::{test}" if is_test else ""


def _is_killed(tree: Path, mutant: Mutant, tests: Sequence[str]) -> bool:
    """Whether a test fails, or never ends, where the change is made."""
    changed, path = mutant.code(), tree / mutant.path
    if changed is None or not tests:
        return False
    before = path.read_bytes()
    path.write_text(changed, encoding="utf-8", newline="")
    try:
        words = ("-m", "pytest", "-x", *_PLAINLY, *tests[:MOST_TESTS])
        return _python(tree, *words, timeout=PATIENCE).returncode != 0
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
