"""A run on a Ray cluster of several nodes, which loses its driver and a node, and no match."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from parlour.arena import Status
from parlour.errors import UsageError
from parlour.experiments import RUN, Played
from parlour.experiments.workers import refuse_out_of_reach
from parlour.store import Store
from tests.arena.replies import varied
from tests.cli.runs import Parlour, started
from tests.llm.loopback import Answer, Body, Loopback
from tests.store.conftest import postgres, postgresql

__all__ = ["postgres", "postgresql"]

EXPERIMENT = """
name: wolves
title: Wolves
game: werewolf
players: 6
setup: {reveal: none}
arms:
  - {name: plain, method: "plain:window=15"}
  - {name: random, method: random}
metrics: [win_rate, fault_rate]
languages: [en]
games: 6
"""
MATCHES = 12
NO_RAY = "Ray is not installed: pip install 'parlour[ray]'"
needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason=NO_RAY)
PATIENCE = 480.0
QUIET = 3.0
AT_ONCE = 4
"""The calls at once of both workers: where there are more than half as many, both play."""


@dataclass
class Slow:
    """Replies slowly enough for a run to be seen in its middle; at once when nobody looks any more."""

    delay: float = 0.15
    last: float = 0.0

    def __call__(self, body: Body) -> Answer:
        self.last = time.monotonic()
        return replace(varied(body), delay=self.delay)

    def is_left_alone(self) -> bool:
        """Whether no call has come for so long that nobody plays any more."""
        return time.monotonic() - self.last > QUIET


@pytest.fixture
def experiment(tmp_path: Path) -> str:
    path = tmp_path / "wolves.yaml"
    path.write_text(EXPERIMENT)
    return str(path)


def wait_until(is_so: Callable[[], bool], run: subprocess.Popen[str] | None = None) -> None:
    """Waits while the run goes on, if one is named."""
    until = time.monotonic() + PATIENCE
    while not is_so() and not (run and run.poll() is not None) and time.monotonic() < until:
        time.sleep(0.02)
    assert is_so(), run.communicate()[1] if run else "it never came to that"


def journals(db: str) -> dict[str, list[tuple[str, str]]]:
    """What happened in each cell of the one run, byte for byte; it has every match and each once."""
    with Store.open(db) as store:
        [name] = store.runs(RUN)
        held = store.cells(name)
        cells = {key: Played.model_validate_json(held[key]) for key in held.keys() - {RUN}}
        matches = store.matches()
        assert Counter(each.match for each in matches) == Counter(each.match for each in cells.values())
        assert {each.status for each in matches} == {Status.FINISHED}
        assert all(each.score for each in cells.values())
        records = {key: store.record(each.match) for key, each in cells.items()}
    assert len(cells) == MATCHES
    return {key: [(each.kind, each.json) for each in record.entries] for key, record in records.items()}


def test_a_run_on_a_cluster_survives_its_driver_and_a_node(
    parlour: Parlour, experiment: str, postgresql: str, tmp_path: Path
):
    pytest.importorskip("ray", reason=NO_RAY)
    from tests.experiments.ray_nodes import ray_nodes

    slow = Slow()
    with Loopback(slow) as server, ray_nodes() as nodes:
        means = ["--concurrency", f"{AT_ONCE}", "--jobs", "2"]
        asked = ["run", experiment, "--model", server.model, *means, "--json"]
        there = [*asked, "--on", f"ray:{nodes.address}", "--db", postgresql]
        with started(*there) as killed:
            wait_until(lambda: len(server.requests) >= 25, killed)
            killed.kill()
        wait_until(slow.is_left_alone)
        slow.delay = 1.0
        with started(*there) as run:
            wait_until(lambda: server.in_the_air > AT_ONCE // 2, run)
            nodes.lose_one()
            slow.delay = 0.15
            out, err = run.communicate(timeout=PATIENCE)
        assert run.returncode == 0, err
        assert "its matches go on in another" in err
        assert "Traceback" not in err
        asked_there = len(server.requests)
        slow.delay = 0.0
        alone = parlour(*asked, "--db", str(tmp_path / "alone.db"))
        asked_alone = len(server.requests) - asked_there
    assert json.loads(out) == alone.json
    assert journals(postgresql) == journals(str(tmp_path / "alone.db"))
    # At two losses: the calls at the model, and the replies that waited for the commit of their group.
    lost = 2 * (AT_ONCE + AT_ONCE)
    assert asked_there <= asked_alone + lost


# Asking wrongly


def test_a_file_is_refused_where_workers_on_other_machines_could_not_write_it():
    refuse_out_of_reach("/a/run.db", {"here"}, "here")
    refuse_out_of_reach("postgresql://db/parlour", {"here", "there"}, "here")
    with pytest.raises(UsageError, match=r"workers on there cannot write the file /a/run.db of here"):
        refuse_out_of_reach("/a/run.db", {"here", "there"}, "here")


@needs_ray
def test_an_address_that_does_not_answer_is_told_at_once(parlour: Parlour, experiment: str, db: str):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    began = time.monotonic()
    told = parlour("run", experiment, "--model", "reader", "--on", f"ray:127.0.0.1:{port}", "--db", db)
    assert told.code == 1
    assert f"no Ray cluster answers at 127.0.0.1:{port}" in told.err
    assert time.monotonic() - began < 60
    assert parlour("matches", "--json").json == []


@needs_ray
@pytest.mark.parametrize(
    ("on", "said"),
    [
        ("slurm", "--on slurm: write it as ray or ray:HOST:PORT"),
        ("ray:here", "write the address as HOST:PORT"),
    ],
)
def test_a_place_that_is_none_is_told_so(parlour: Parlour, experiment: str, db: str, on: str, said: str):
    told = parlour("run", experiment, "--model", "reader", "--on", on, "--db", db)
    assert told.code == 2
    assert said in told.err


def test_a_second_command_of_one_run_is_told_of_the_first(parlour: Parlour, experiment: str, db: str):
    asked = ("run", experiment, "--model", "reader", "--conditions", "random", "--jobs", "1", "--db", db)
    assert parlour(*asked, "--json").code == 0
    with Store.open(db) as store:
        [run] = store.runs(RUN)
        with store.running(run):
            told = parlour(*asked[:-2], "--db", db, "--conditions", "plain")
    assert told.code == 1
    assert f"another command plays the run {run} in {db}: wait for it, or stop that one first" in told.err
    assert "Traceback" not in told.err


def test_without_ray_it_is_said_how_to_install_it(
    parlour: Parlour, experiment: str, db: str, monkeypatch: pytest.MonkeyPatch
):
    def missing(name: str) -> None:
        assert name == "ray"

    monkeypatch.setattr(import_module("parlour.experiments.execute"), "find_spec", missing)
    told = parlour("run", experiment, "--model", "reader", "--on", "ray", "--db", db)
    assert told.code == 2
    assert NO_RAY in told.err
