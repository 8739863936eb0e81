"""Games and methods from elsewhere that cannot be used are named with their package, and the rest works."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from parlour.arena import Status
from parlour.store import Store

FINE = """
from dataclasses import replace
from parlour.core import GAMES
GAME = replace(GAMES.find("werewolf"), name="{name}", titles={{"en": "Wolves", "zh": "狼"}}, {changes})
"""
FAILING = """
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
GAME = replace(WOLF, name="moon", setup=Setup, start=lambda *told: State(WOLF.start(*told), 2))
"""
FAINTING = """
from dataclasses import dataclass
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
        return Agent(find_method("random").seat(place, {}), 2)

METHOD = Method()
"""
"""Faints at its third decision."""


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


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([os.fspath(folder), *sys.path])
    code = "import sys; from parlour.cli import main; sys.argv[0] = 'parlour'; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path, "COLUMNS": "200", "TERM": "dumb"},
    )


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


def test_games_that_cannot_be_used_are_named_with_their_packages(tmp_path: Path):
    for package, (name, code, _) in UNUSABLE.items():
        install(tmp_path, package, name, code)
    shown = run(tmp_path, "play", "--help")
    assert shown.returncode == 0
    played = run(
        tmp_path, "play", "werewolf", "--method", "random", "--db", os.fspath(tmp_path / "db"), "--fast"
    )
    assert played.returncode == 0
    for package, (name, _, why) in UNUSABLE.items():
        told = f"the game {name!r} of {package} cannot be used: "
        for printed in (shown.stdout, played.stderr):
            assert told in printed
            assert why in printed.partition(told)[2]


def test_a_game_that_raises_in_the_middle_stops_its_match_so_that_it_can_go_on(tmp_path: Path):
    install(tmp_path, "moon_games", "moon", FAILING)
    db = os.fspath(tmp_path / "parlour.db")
    played = run(tmp_path, "play", "moon", "--method", "random", "--db", db, "--fast")
    assert played.returncode == 1
    assert "error: the game 'moon' of moon_games failed: RuntimeError: the moon fell down" in played.stderr
    assert "parlour play --resume" in played.stderr
    assert "Traceback" not in played.stderr
    with Store.open(db) as store:
        [line] = store.matches()
    assert line.status == Status.STOPPED
    (tmp_path / "moon_games.py").write_text(FAILING.replace(", 2))", ", 200))"), encoding="utf-8")
    assert run(tmp_path, "play", "--resume", line.match, "--db", db, "--fast").returncode == 0


def test_a_method_that_raises_in_the_middle_stops_its_match_so_that_it_can_go_on(tmp_path: Path):
    install(tmp_path, "faint_methods", "faint", FAINTING, sort="method")
    db = os.fspath(tmp_path / "parlour.db")
    played = run(tmp_path, "play", "werewolf", "--method", "faint", "--db", db, "--fast")
    assert played.returncode == 1
    assert "the method 'faint' of faint_methods failed: LookupError: no idea is left" in played.stderr
    assert "parlour play --resume" in played.stderr
    assert "Traceback" not in played.stderr
    with Store.open(db) as store:
        [line] = store.matches()
    assert line.status == Status.STOPPED
    (tmp_path / "faint_methods.py").write_text(FAINTING.replace(", {}), 2)", ", {}), 999)"), encoding="utf-8")
    assert run(tmp_path, "play", "--resume", line.match, "--db", db, "--fast").returncode == 0


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


def test_methods_that_cannot_be_used_are_named_with_their_packages_and_the_rest_is_listed(tmp_path: Path):
    told: list[str] = []
    for name, (code, why) in BROKEN_METHODS.items():
        install(tmp_path, f"{name}_methods", name, code, sort="method")
        told.append(f"the method {name!r} of {name}_methods cannot be used: {why}")
    listed = run(tmp_path, "methods", "--json")
    assert listed.returncode == 0
    assert len(json.loads(listed.stdout)) > 1
    assert sorted(listed.stderr.splitlines()) == sorted(f"left out: {each}" for each in told)
    asked = run(tmp_path, "play", "werewolf", "--method", "bare", "--db", os.fspath(tmp_path / "db"))
    assert asked.returncode != 0
    assert asked.stderr.endswith(f"error: {told[0]}\n")


def test_a_suite_that_cannot_be_used_is_named_with_its_package_and_the_rest_is_listed(tmp_path: Path):
    install(tmp_path, "odd_plugin", "odd", "import nowhere_at_all", sort="suite")
    listed = run(tmp_path, "suites", "--json")
    assert listed.returncode == 0
    assert len(json.loads(listed.stdout)) > 1
    why = "ModuleNotFoundError: No module named 'nowhere_at_all'"
    assert listed.stderr == f"left out: the suite 'odd' of odd_plugin cannot be used: {why}\n"


def test_a_record_names_the_packages_of_its_game_and_methods(tmp_path: Path):
    install(tmp_path, "faint_methods", "faint", FAINTING, sort="method")
    db = os.fspath(tmp_path / "parlour.db")
    run(tmp_path, "play", "werewolf", "--method", "random", "--seat", "Player 1=faint", "--db", db, "--fast")
    run(tmp_path, "play", "werewolf", "--method", "random", "--seed", "1", "--db", db, "--fast")
    with Store.open(db) as store:
        ours, theirs = (dict(store.setup(line.match).versions) for line in store.matches())
    assert theirs["faint_methods"] == "1.0"
    assert {*theirs} - {"faint_methods"} == {*ours} == {"parlour", "python", "pydantic-ai"}
