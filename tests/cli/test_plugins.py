"""Games and methods from elsewhere that cannot be used are named with their package, and the rest works."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from parlour.arena import Status
from parlour.store import Store
from tests.cli.runs import Done
from tests.packages.commands import Commands, commands

FINE = """
from dataclasses import replace
from parlour.core import GAMES
GAME = replace(GAMES.find("werewolf"), name="{name}", titles={{"en": "Wolves", "zh": "狼"}}, {changes})
"""
LEFT = "left.txt"
"""The file, in the folder of the packages, that says after how many steps one of them fails."""
FAILING = """
from pathlib import Path
from parlour.core import GAMES
from parlour.games.werewolf import WerewolfSetup

class State:
    def __init__(self, inner, left):
        self.inner, self.left = inner, left
    def __getattr__(self, name):
        return getattr(self.inner, name)
    def apply(self, actions):
        if not self.left:
            raise RuntimeError("the moon fell down")
        inner, events = self.inner.apply(actions)
        return State(inner, self.left - 1), events

class Setup(WerewolfSetup):
    name: str = "moon"

from dataclasses import replace
WOLF = GAMES.find("werewolf")
GAME = replace(WOLF, name="moon", setup=Setup, start=lambda *told: State(WOLF.start(*told), left()))

def left():
    return int((Path(__file__).parent / "left.txt").read_text())
"""
FAINTING = """
from dataclasses import dataclass
from pathlib import Path
from parlour.agents import find_method
from parlour.core import PASS

@dataclass
class Agent:
    inner: object
    left: int
    async def observe(self, event):
        await self.inner.observe(event)
    async def act(self, request, context):
        self.left -= 1
        if self.left < 0:
            raise LookupError("no idea is left")
        return await self.inner.act(request, context)

@dataclass
class Method:
    name: str = "faint"
    summary: str = "faints"
    wants_model: bool = False
    protocol: int = 1
    def seat(self, place, options):
        left = int((Path(__file__).parent / "left.txt").read_text())
        return Agent(find_method("random").seat(place, {}), left)

METHOD = Method()
"""
"""Faints after so many decisions."""


def install(folder: Path, package: str, name: str, code: str, *, sort: str = "game") -> None:
    """A package of one module that brings a game or a method, as pip would leave it."""
    (folder / f"{package}.py").write_text(code, encoding="utf-8")
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8"
    )
    point = f"[parlour.{sort}s]\n{name} = {package}:{sort.upper()}\n"
    (info / "entry_points.txt").write_text(point, encoding="utf-8")


class Installed:
    """A folder of packages and a process that finds them, in which commands are typed."""

    def __init__(self, folder: Path, process: Commands) -> None:
        self.folder, self._process = folder, process

    def run(self, *words: str) -> Done:
        code, out, err = self._process.ended(self.folder, *words)
        return Done(code=code, out=out, err=err)


@contextmanager
def installed(folder: Path) -> Generator[Installed]:
    path = os.pathsep.join([os.fspath(folder), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path, "COLUMNS": "200", "TERM": "dumb"}
    with commands(Path(sys.executable), environment) as process:
        yield Installed(folder, process)


UNUSABLE = {
    "lost_games": ("lost", "import nowhere_at_all", "No module named 'nowhere_at_all'"),
    "second_games": (
        "mystery",
        FINE.format(name="mystery", changes=""),
        "parlour has one of that name already",
    ),
    "older_games": (
        "older",
        FINE.format(name="older", changes="protocol=0"),
        "version 0 of the contract, not 1",
    ),
    "silent_games": (
        "silent",
        "from parlour.core import Game\nGAME = Game(name='silent')",
        "TypeError: Game.__init__() missing",
    ),
    "twin_games": ("twin", FINE.format(name="other", changes=""), "it calls itself 'other'"),
    "odd_games": ("odd", "GAME = 3", "odd_games:GAME is no game"),
}
"""By package: the name of its game, its code, and why that cannot be used."""


BROKEN_METHODS = {
    "bare": (
        FAINTING.replace("    protocol: int = 1\n", ""),
        "bare_methods:METHOD is no method: it has no protocol",
    ),
    "old": (
        FAINTING.replace("protocol: int = 1", "protocol: int = 0"),
        "it is written for version 0 of the contract, not 1",
    ),
    "other": (FAINTING, "it calls itself 'faint'"),
    "lost": ("import nowhere_at_all", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
}
"""By the name of a method: its code, and why it cannot be used."""


@pytest.fixture(scope="module")
def unusable(tmp_path_factory: pytest.TempPathFactory) -> Generator[Installed]:
    """Games, methods and a suite none of which can be used."""
    folder = tmp_path_factory.mktemp("unusable")
    for package, (name, code, _) in UNUSABLE.items():
        install(folder, package, name, code)
    for name, (code, _) in BROKEN_METHODS.items():
        install(folder, f"{name}_methods", name, code, sort="method")
    install(folder, "odd_plugin", "odd", "import nowhere_at_all", sort="suite")
    with installed(folder) as there:
        yield there


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Generator[Installed]:
    """A game and a method that fail in the middle."""
    folder = tmp_path_factory.mktemp("failing")
    install(folder, "moon_games", "moon", FAILING)
    install(folder, "faint_methods", "faint", FAINTING, sort="method")
    with installed(folder) as there:
        yield there


def test_games_that_cannot_be_used_are_named_with_their_packages(unusable: Installed, tmp_path: Path):
    shown = unusable.run("play", "--help")
    assert shown.code == 0
    played = unusable.run("play", "werewolf", "--method", "random", "--db", str(tmp_path / "db"), "--fast")
    assert played.code == 0
    for package, (name, _, why) in UNUSABLE.items():
        told = f"the game {name!r} of {package} cannot be used: "
        for printed in (shown.out, played.err):
            assert told in printed
            assert why in printed.partition(told)[2]


FAILURES = {
    ("moon", "--method", "random"): (
        "error: the game 'moon' of moon_games failed: RuntimeError: the moon fell down"
    ),
    ("werewolf", "--method", "faint"): (
        "the method 'faint' of faint_methods failed: LookupError: no idea is left"
    ),
}


@pytest.mark.parametrize(("words", "why"), FAILURES.items(), ids=("game", "method"))
def test_what_raises_in_the_middle_stops_its_match_so_that_it_can_go_on(
    failing: Installed, tmp_path: Path, words: tuple[str, ...], why: str
):
    db = str(tmp_path / "parlour.db")
    (failing.folder / LEFT).write_text("2", encoding="utf-8")
    played = failing.run("play", *words, "--db", db, "--fast")
    assert played.code == 1
    assert why in played.err
    assert "parlour play --resume" in played.err
    assert "Traceback" not in played.err
    with Store.open(db) as store:
        [line] = store.matches()
    assert line.status == Status.STOPPED
    (failing.folder / LEFT).write_text("999", encoding="utf-8")
    assert failing.run("play", "--resume", line.match, "--db", db, "--fast").code == 0


def test_methods_that_cannot_be_used_are_named_with_their_packages_and_the_rest_is_listed(
    unusable: Installed, tmp_path: Path
):
    told = {
        name: f"the method {name!r} of {name}_methods cannot be used: {why}"
        for name, (_, why) in BROKEN_METHODS.items()
    }
    listed = unusable.run("methods", "--json")
    assert listed.code == 0
    assert len(listed.json) > 1
    assert sorted(listed.err.splitlines()) == sorted(f"left out: {each}" for each in told.values())
    asked = unusable.run("play", "werewolf", "--method", "bare", "--db", str(tmp_path / "db"))
    assert asked.code != 0
    assert asked.err.endswith(f"error: {told['bare']}\n")


def test_a_record_names_the_packages_of_its_game_and_methods(failing: Installed, tmp_path: Path):
    db = str(tmp_path / "parlour.db")
    (failing.folder / LEFT).write_text("999", encoding="utf-8")
    words = ("play", "werewolf", "--method", "random", "--db", db, "--fast", "--seed", "1")
    for more in (("--seat", "Player 1=faint"), ()):
        assert failing.run(*words, *more).code == 0
    with Store.open(db) as store:
        ours, theirs = (dict(store.setup(line.match).versions) for line in store.matches())
    assert theirs["faint_methods"] == "1.0"
    assert {*theirs} - {"faint_methods"} == {*ours} == {"parlour", "python", "pydantic-ai"}
