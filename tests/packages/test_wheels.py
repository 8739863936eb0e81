"""The built wheels of Parlour and of the packages outside it, installed as a stranger would."""

from __future__ import annotations

import os
import site
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.packages.commands import Commands, commands

ROOT = Path(__file__).parents[2]
OWN_TESTS = (
    ROOT / "examples" / "avalon",
    ROOT / "examples" / "bandwagon",
    ROOT / "packages" / "parlour-lightrag",
)
PACKAGES = (ROOT, *OWN_TESTS)
UV = (sys.executable, "-m", "uv")
Run = Callable[..., Any]
ALONE = ("--jobs", "1")
"""Workers find the packages too: one run has some, the others need none."""
BEHIND = {"replay", "audit", "report"}
"""What another process does than the one that has played."""


def _ran(words: Sequence[str], **about: Any) -> str:
    done = subprocess.run(words, capture_output=True, text=True, check=False, **about)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own that holds the wheels; what they depend on is borrowed, and no checkout."""
    folder = tmp_path_factory.mktemp("wheels")
    for package in PACKAGES:
        _ran([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=package)
    _ran([*UV, "venv", "--quiet", "--python", sys.executable, str(folder / "env")])
    python = folder / "env" / "bin" / "python"
    wheels = sorted(map(str, folder.glob("*.whl")))
    _ran([*UV, "pip", "install", "--quiet", "--no-deps", "--no-index", "--python", str(python), *wheels])
    [own] = (folder / "env").glob("lib/python*/site-packages")
    (own / "borrowed.pth").write_text("\n".join(site.getsitepackages()))
    return python


@pytest.fixture(scope="module")
def processes(python: Path) -> Iterator[tuple[Commands, Commands]]:
    """Two processes of the environment that run commands: one plays, and one reads what was played."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PARLOUR"))}
    bare["PARLOUR_MODEL"] = "reader"
    with commands(python, bare) as playing, commands(python, bare) as reading:
        yield playing, reading


@pytest.fixture
def parlour(processes: tuple[Commands, Commands], tmp_path: Path) -> Run:
    """Runs the installed command line in an empty folder, and reads what it prints as JSON."""

    def run(*words: str) -> Any:
        return processes[words[0] in BEHIND].read(tmp_path, *words)

    return run


@pytest.mark.parametrize("method", ["bandwagon", pytest.param("light-rag", marks=pytest.mark.real)])
def test_a_method_of_another_package_plays_avalon_and_its_record_holds(
    method: str, parlour: Run, tmp_path: Path
):
    """Avalon's own tests, which run here beside the wheels, play it with every method."""
    db = str(tmp_path / "matches.db")
    played = parlour("play", "avalon", "--players", "6", "--method", method, "--seed", "4", "--db", db)
    assert played["outcome"]
    assert played["faults"] == 0
    assert parlour("replay", played["match"], "--db", db)["identical"]
    assert parlour("audit", played["match"], "--db", db) == {
        "match": played["match"],
        "leaks": [],
        "faults": [],
    }


def test_avalons_suite_runs(parlour: Run, tmp_path: Path):
    words = ("--conditions", "random,plain,gratr", "--games", "1", *ALONE, "--yes")
    cells = parlour("run", "avalon-methods", *words, "--db", str(tmp_path / "runs.db"))
    assert {cell["suite"] for cell in cells} == {"avalon-methods"}
    rates = {cell["condition"]: cell["ours"] for cell in cells if cell["metric"] == "fault_rate"}
    assert rates.pop("random") is None, "who asks no model is at fault in nothing"
    assert rates == {"plain": 0, "gratr": 0}
    assert {cell["condition"] for cell in cells if not cell["n"]} == {"random"}


def test_bandwagon_is_measured_beside_the_arms_of_suites_that_have_never_heard_of_it(
    parlour: Run, tmp_path: Path
):
    db = str(tmp_path / "runs.db")
    words = ("--add", "mine=bandwagon", "--games", "1", "--conditions", "mine", *ALONE, "--yes", "--db", db)
    for suite in ("avalon-methods", "ladder"):
        cells = parlour("run", suite, *words)
        assert {cell["condition"] for cell in cells if "(guess)" not in cell["condition"]} == {"mine"}
        assert parlour("report", suite, "--db", db) == cells


def test_a_game_written_anew_from_the_wheel_passes_its_tests(python: Path, tmp_path: Path):
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PARLOUR"))}
    _ran([str(python.with_name("parlour")), "new", "game", "heist"], cwd=tmp_path, env=bare)
    assert not [path for path in (tmp_path / "heist").rglob("*") if "newgame" in path.name.lower()]
    site = str(tmp_path / "site")
    install = ["pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--python", sys.executable]
    _ran([*UV, *install, "--target", site, str(tmp_path / "heist")], env=bare)
    words = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / "heist")]
    _ran(words, cwd=tmp_path, env={**bare, "PYTHONPATH": site})


def test_the_packages_own_tests_pass_with_the_wheels(python: Path, tmp_path: Path):
    """In one process, which finds none of their sources: settings of pytest are those of the first."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PARLOUR"))}
    tests = [str(package / "tests") for package in OWN_TESTS]
    settings = ["-c", str(OWN_TESTS[0] / "pyproject.toml"), "-o", f"pythonpath={' '.join(tests)}"]
    words = [str(python), "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *settings, *tests]
    _ran(words, cwd=tmp_path, env=bare)


def test_not_one_line_of_the_house_knows_avalon_or_bandwagon():
    """But for what reads and watches games of Avalon that people played, and asks for no such game."""
    source = ROOT / "src" / "parlour"
    of_people = (source / "lab" / "transcripts" / "corpora", source / "games" / "watched")
    sources = (path for path in source.rglob("*") if path.suffix in {".py", ".j2", ".yaml"})
    told = {path: path.read_text(encoding="utf-8").lower() for path in sources}
    knowing = [path for path, text in told.items() if "avalon" in text or "bandwagon" in text]
    assert [path for path in knowing if not any(path.is_relative_to(each) for each in of_people)] == []
