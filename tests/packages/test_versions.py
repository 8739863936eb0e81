"""The built package with the lowest and with the highest versions that it allows (`make check-versions`).

The sdist is built from the checkout and the wheel from the sdist, so that neither lacks what the other has.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from socket import create_server
from typing import Any

import httpx
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from tests.packages.commands import Commands, commands

ROOT = Path(__file__).parents[2]
EXTRAS = ("data", "envs", "frames", "mcp", "postgres", "report", "telemetry", "web")
GAMES = ("mystery", "onenight", "werewolf")
PATIENCE = 60.0
UV = (sys.executable, "-m", "uv")
Run = Callable[..., Any]

pytestmark = pytest.mark.versions


def _ran(words: Sequence[str | Path], **about: Any) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **about)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    _ran([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder], cwd=ROOT)
    [sdist] = folder.glob("parlour-*.tar.gz")
    with tarfile.open(sdist) as told:
        told.extractall(folder, filter="data")
    source = folder / sdist.name.removesuffix(".tar.gz")
    _ran([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=source)
    [wheel] = folder.glob("parlour-*.whl")
    return wheel


@pytest.fixture(
    scope="module",
    params=[pytest.param(each, marks=pytest.mark.xdist_group(each)) for each in ("lowest-direct", "highest")],
)
def programs(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an empty environment into which the wheel was installed with all that it asks for."""
    env = tmp_path_factory.mktemp("env") / request.param
    _ran([*UV, "venv", "--quiet", "--python", sys.executable, env])
    pins, wheels = env / "pins.txt", ("--only-binary", ":all:", "--python", env / "bin" / "python")
    # To install a wheel, its own dependencies are none that uv calls direct: they are looked up beforehand.
    asked = [word for extra in EXTRAS for word in ("--extra", extra)]
    looked = ("--quiet", "--resolution", request.param, *wheels, *asked, "--output-file", pins)
    _ran([*UV, "pip", "compile", *looked, ROOT / "pyproject.toml"])
    _ran([*UV, "pip", "install", "--quiet", *wheels, "--constraint", pins, f"{wheel}[{','.join(EXTRAS)}]"])
    return env / "bin"


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """An environment of variables that knows nothing of the checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PARLOUR"))}
    data = str(tmp_path_factory.mktemp("data"))
    return {**kept, "PARLOUR_MODEL": "reader", "XDG_DATA_HOME": data}


@pytest.fixture(scope="module")
def process(programs: Path, bare: Mapping[str, str]) -> Iterator[Commands]:
    with commands(programs / "python", bare) as running:
        yield running


@pytest.fixture
def parlour(process: Commands, tmp_path: Path) -> Run:
    """Runs the installed command line in an empty folder, and reads what it prints as JSON."""

    def run(*words: str) -> Any:
        return process.read(tmp_path, *words)

    return run


def test_the_lowest_are_the_floors(programs: Path):
    told = "from importlib.metadata import version as v; print(v('numpy'), v('sqlalchemy'), v('typer'))"
    found = _ran([programs / "python", "-c", told]).split()
    named = re.findall(r'"(?:numpy|sqlalchemy|typer)>=([^"]+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    is_lowest = [each.startswith(floor) for each, floor in zip(found, named, strict=True)]
    assert is_lowest == [programs.parent.name == "lowest-direct"] * len(named)


def test_it_plays_and_what_it_played_holds(parlour: Run):
    for game, language in zip(GAMES, ("en", "zh", "en"), strict=True):
        played = parlour("play", game, "--seed", "3", "--lang", language, "--db", "m.db")
        assert played["outcome"]
        assert played["faults"] == 0
        assert parlour("replay", played["match"], "--db", "m.db")["identical"]
        assert parlour("audit", played["match"], "--db", "m.db")["leaks"] == []
        written = parlour("export", played["match"], "--format", "parquet", "--out", game, "--db", "m.db")
        assert written


def test_python_code_plays_and_frames_and_steps_through_it(
    programs: Path, bare: Mapping[str, str], tmp_path: Path
):
    code = """
import parlour
from parlour.integrations.envs import werewolf_v0
match = parlour.play("werewolf", seed=3)
assert len(match.to_frame()) > 10
env = werewolf_v0.env()
env.reset(seed=3)
assert env.agents
"""
    _ran([programs / "python", "-c", code], cwd=tmp_path, env=bare)


def test_it_runs_an_experiment_and_reports_with_figures(parlour: Run, process: Commands, tmp_path: Path):
    words = ("--conditions", "random,PP,PLAYER*", "--games", "2", "--jobs", "2", "--yes")
    cells = parlour("run", "ladder", *words, "--db", "m.db")
    assert any(cell["n"] for cell in cells)
    process.run(tmp_path, "report", "ladder", "--db", "m.db", "--out", "out")
    assert {path.suffix for path in (tmp_path / "out").rglob("*")} >= {
        ".csv",
        ".html",
        ".json",
        ".png",
        ".svg",
    }


def test_it_rates_in_a_league_and_asks_what_if(parlour: Run, process: Commands, tmp_path: Path):
    process.run(tmp_path, "examples", "first-league.yaml")
    tables = parlour("league", "first-league.yaml", "--out", "league", "--yes", "--db", "m.db")
    assert {row["entrant"] for row in tables["ratings"]} == {"by lot", "plain", "GRATR"}
    assert (tmp_path / "league" / "first-league.html").exists()
    played = parlour("play", "werewolf", "--seed", "3", "--db", "m.db")
    told = parlour(
        "what-if", played["match"], "--seat", "seer=random", "--from", "0", "--yes", "--db", "m.db"
    )
    assert told["forks"]


def test_a_chat_program_takes_a_seat(programs: Path, bare: Mapping[str, str], tmp_path: Path):
    server = StdioServerParameters(
        command=str(programs / "parlour"), args=["mcp", "--db", "m.db"], cwd=tmp_path, env=dict(bare)
    )

    async def seated() -> Mapping[str, Any]:
        async with Client(server) as chat:
            result = await chat.call_tool("open_table", {"game": "onenight", "seat": "1"})
            assert not result.is_error, result.content
            return result.structured_content or {}

    assert asyncio.run(seated())["seat_pass"]


def test_every_command_tells_of_itself_without_any_extra(
    wheel: Path, bare: Mapping[str, str], tmp_path: Path
):
    python = tmp_path / "env" / "bin" / "python"
    _ran([*UV, "venv", "--quiet", "--python", sys.executable, tmp_path / "env"])
    _ran([*UV, "pip", "install", "--quiet", "--only-binary", ":all:", "--python", python, wheel])
    told = "from parlour.cli.verbs import VERBS, installed_verbs; print(*VERBS, *installed_verbs())"
    verbs = _ran([python, "-c", told], cwd=tmp_path, env=bare).split()
    with commands(python, bare) as running:
        for verb in verbs:
            assert verb in running.run(tmp_path, verb, "--help")


def test_inspect_evaluates_through_it(wheel: Path, bare: Mapping[str, str], tmp_path: Path):
    """In an environment of its own, since Inspect holds back what the others are tried with."""
    python = tmp_path / "env" / "bin" / "python"
    _ran([*UV, "venv", "--quiet", "--python", sys.executable, tmp_path / "env"])
    wanted = (
        "--only-binary",
        ":all:",
        "--python",
        python,
        f"{wheel}[inspect]",
        "hypothesis>=6.100",
        "pytest>=8.3",
    )
    _ran([*UV, "pip", "install", "--quiet", *wanted])
    told = _ran([python, "-m", "pytest", "tests/integrations/inspect_tasks"], cwd=ROOT, env=bare)
    assert "passed" in told
    assert "skipped" not in told


def test_it_serves(programs: Path, bare: Mapping[str, str], tmp_path: Path):
    with closing(create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    words = [str(programs / "parlour"), "serve", "--port", str(port), "--db", "s.db"]
    with subprocess.Popen(words, cwd=tmp_path, env=bare) as server:
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
                assert _well(client) == {"is_well": True}
                assert client.get("/").status_code == 200
                games = client.get("/api/v1/games").json()
                assert {game["name"] for game in games} == set(GAMES)
        finally:
            server.terminate()


def test_an_example_is_copied_out_of_it_and_found_when_it_is_installed(
    programs: Path, bare: Mapping[str, str], process: Commands, tmp_path: Path
):
    python = programs / "python"
    process.run(tmp_path, "examples", "bandwagon")
    into = ("--quiet", "--no-deps", "--python", python, "--target", tmp_path / "site")
    _ran([*UV, "pip", "install", *into, tmp_path / "bandwagon"])
    told = "from parlour.agents import METHODS; print(METHODS.find('bandwagon').name)"
    found = _ran([python, "-c", told], cwd=tmp_path, env={**bare, "PYTHONPATH": str(tmp_path / "site")})
    assert found.strip() == "bandwagon"


def _well(client: httpx.Client) -> object:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return client.get("/health").json()
        except httpx.TransportError:
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.2)
