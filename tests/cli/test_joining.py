"""`parlour play --seat NAME=remote`: a program joins over a port, as our example does, and plays."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import httpx

from parlour.store import Store
from tests.cli.runs import Done

EXAMPLE = Path(__file__).parents[2] / "examples" / "remote_agent.py"
PATIENCE = 180.0
MATCH = ("--players", "4", "--rounds", "1", "--seed", "5", "--seat", "Godfrey=remote")


@contextmanager
def playing(db: Path, *options: str) -> Generator[tuple[subprocess.Popen[str], tuple[str, str]]]:
    """`parlour play` with an open seat, and the address and the pass that it prints."""
    play = "from parlour.cli import main; main()"
    command = [sys.executable, "-c", play, "play", *options, "--json", "--db", str(db)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            told = next(found for line in process.stderr if (found := re.search(r"(http\S+) (\S+)$", line)))
            yield process, (told[1], told[2])
        finally:
            process.kill()


def join(address: tuple[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), *address], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert not done.stderr
    return done.stdout


def opens_the_table_alone(url: str, own: str) -> None:
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        assert client.post("/api/v1/tables", json={}).status_code == 401
        guest = {"Authorization": "Bearer guessed"}
        assert client.get("/api/v1/table", headers=guest).status_code == 401
        mine = {"Authorization": f"Bearer {own}"}
        assert client.get("/api/v1/table", headers=mine).json()["me"] == "Godfrey"
        assert client.get("/api/v1/docs").status_code == 200


def test_the_example_plays_a_match_that_was_stopped_and_resumed_over_a_port_that_opens_it_alone(
    tmp_path: Path,
):
    db = tmp_path / "parlour.db"
    with playing(db, *MATCH) as (interrupted, _):
        interrupted.send_signal(signal.SIGINT)
        _, told = interrupted.communicate(timeout=PATIENCE)
        assert interrupted.returncode == 1
        assert "Traceback" not in told
        match = re.search(r"--resume (\S+)", told)
        assert match
    with playing(db, "--resume", match[1]) as (resumed, address):
        opens_the_table_alone(*address)
        story = join(address)
        out, _ = resumed.communicate(timeout=PATIENCE)
        assert resumed.returncode == 0
    result = json.loads(out)
    assert (result["match"], result["methods"]["Godfrey"]) == (match[1], "remote")
    assert result["faults"] == 0
    assert {vote["voter"] for vote in result["votes"]} >= {"Godfrey"}
    assert "I have nothing to hide." in story
    assert "was killed by" in story
    with Store.open(str(db)) as store:
        assert store.record(match[1]).status == "finished"


def test_people_and_programs_sit_together_at_serve_alone(parlour: Callable[..., Done]):
    told = parlour("play", *MATCH, "--human", "Nigel")
    assert told.code == 2
    assert "parlour serve" in told.err
