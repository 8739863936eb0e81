"""Log lines that programs read: what began, what ended and how, what went wrong, each once."""

from __future__ import annotations

import json
import logging
import warnings
from itertools import count
from typing import Any

import pytest

from parlour.core.telemetry import Telemetry, begin, end
from tests.arena.replies import failing_after, nonsense, plain, varied
from tests.cli.runs import Done, Parlour
from tests.llm.loopback import Answer, Body, Loopback


@pytest.fixture
def table(script: str, db: str) -> tuple[str, ...]:
    return ("play", "--method", "plain", "--script", script, "--rounds", "1", "--json", "--db", db)


def lines(done: Done) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.err.splitlines() if line.startswith("{")]


def test_a_match_tells_its_beginning_and_its_end(parlour: Parlour, table: tuple[str, ...]):
    done = parlour("--log", "info", *table, "--method", "random")
    began, ended = lines(done)
    assert (began["event"], ended["event"]) == ("match began", "match ended")
    assert began["match"] == ended["match"] == done.json["match"]
    assert (ended["level"], ended["game"], ended["players"]) == ("info", "mystery", 3)
    assert ended["took"] > 0
    assert began["time"] < ended["time"]


def test_details_are_told_where_they_are_wanted_and_hold_no_word(parlour: Parlour, table: tuple[str, ...]):
    with Loopback(varied) as server:
        done = parlour("--log", "debug", *table, "--model", server.model)
        asked = len(server.requests)
    calls = [line for line in lines(done) if line["event"] == "call ended"]
    assert len(calls) == asked
    assert {line["model"] for line in calls} == {server.model}
    assert all(line["input_tokens"] > 100 and line["attempts"] == 1 for line in calls)
    assert {"introduce", "vote"} <= {line["kind"] for line in lines(done) if line["event"] == "request ended"}
    for name in ("Anna", "Ben", "Carl"):
        assert name not in done.err


def test_a_fault_is_told_once_though_its_match_is_gone_on_with(
    parlour: Parlour, table: tuple[str, ...], db: str
):
    numbers = count()

    def at_times(body: Body) -> Answer:
        return plain(body) if next(numbers) % 4 == 0 else nonsense(body)

    with Loopback(lambda body: replying(body)) as server:
        replying = failing_after(5, nonsense)
        stopped = parlour("--log", "warning", *table, "--model", server.model)
        replying = at_times
        match = str(lines(stopped)[-1]["match"])
        resumed = parlour("--log", "warning", "play", "--resume", match, "--json", "--db", db)
    told = lines(stopped)
    assert (stopped.code, told[-1]["event"], told[-1]["error"]) == (1, "match failed", "ModelUnavailable")
    faults = [line for line in (*told, *lines(resumed)) if line["event"] == "fault"]
    assert len(faults) == resumed.json["faults"] > 0
    assert all(line["match"] == match and line["purpose"] for line in faults)


def test_what_libraries_say_and_warn_of_is_a_line_too(capsys: pytest.CaptureFixture[str]):
    begin(Telemetry(log="info"))
    try:
        logging.getLogger("elsewhere").warning("so %s", "so")
        logging.getLogger("elsewhere").info("a detail of others")
        with warnings.catch_warnings():
            warnings.simplefilter("default")
            warnings.warn("old", DeprecationWarning, stacklevel=1)
        logging.getLogger("elsewhere").error("it broke", exc_info=LookupError("gone"))
    finally:
        end()
    logging.getLogger("elsewhere").warning("after the end")
    said, warned, broke = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert (said["event"], said["logger"], said["level"]) == ("so so", "elsewhere", "warning")
    assert "DeprecationWarning: old" in warned["event"]
    assert "LookupError: gone" in broke["traceback"]
