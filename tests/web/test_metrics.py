"""What Prometheus reads of a real server, by Prometheus's own parser; and who may read it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import cast

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from parlour.web.gate import METRICS, Gate
from parlour.web.hosting import Standing, TableServer
from parlour.web.server import PATH, Serving, application
from tests.arena.replies import nonsense, varied
from tests.llm.loopback import Answer, Body, Loopback
from tests.web.hosting.houses import game, setup

Values = Mapping[tuple[str, ...], float]
PASSWORD, TOKEN = "correct horse", "battery staple"
PATIENCE = 60.0


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    serving = Serving(gate=Gate(), db=str(tmp_path / "parlour.db"), pace=0)
    with TestClient(application(serving)) as client:
        yield client


def house(client: TestClient) -> TableServer:
    return cast(FastAPI, client.app).state.server


def read(client: TestClient) -> Values:
    told = client.get(METRICS)
    assert told.status_code == 200
    assert told.headers["content-type"].startswith("text/plain")
    families = text_string_to_metric_families(told.text)
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in families
        for sample in family.samples
    }


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def start(client: TestClient, *humans: int, model: str, method: str = "plain") -> str:
    tables = house(client)

    async def open_table() -> str:
        table, _ = tables.open(setup(*humans, model=model, method=method))
        table.start()
        return table.match

    assert client.portal
    return client.portal.call(open_table)


def test_tables_seats_and_requests_are_told_as_they_stand(client: TestClient):
    assert read(client)["parlour_matches_running",] == 0
    match = start(client, 0, 1, model="reader")
    until(lambda: read(client)["parlour_requests_waiting", "human"] > 0)
    told = read(client)
    assert told["parlour_matches_running",] == told["parlour_tables", "running"] == 1
    assert (told["parlour_seats", "human"], told["parlour_seats", "agent"]) == (2, len(game().players) - 2)
    assert told["parlour_seats", "remote"] == 0
    assert client.portal
    client.portal.call(house(client).table(match).pause)
    told = read(client)
    assert (told["parlour_matches_running",], told["parlour_tables", "paused"]) == (0, 1)
    assert told["parlour_requests_waiting", "human"] == 0


def test_calls_tokens_seconds_and_faults_are_counted_as_they_were(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
):
    def some(body: Body) -> Answer:
        return varied(body) if len(server.requests) % 2 else nonsense(body)

    with Loopback(some) as server:
        monkeypatch.setenv("PARLOUR_MODEL", server.model)
        match = start(client, model=server.model)
        until(lambda: house(client).table(match).settings.standing is Standing.FINISHED)
        told, model, asked = read(client), server.model, len(server.requests)
    record = house(client).store.record(match)
    used = [call.completion.usage for call in record.calls]
    assert told["parlour_model_calls_total", model, "answered"] == asked == len(used)
    assert told["parlour_model_tokens_total", "input", model] == sum(each.input_tokens for each in used)
    assert told["parlour_model_tokens_total", "output", model] == sum(each.output_tokens for each in used)
    assert told["parlour_model_dollars_total", model] == 0
    assert told["parlour_model_call_seconds_count", model] == asked
    assert told["parlour_model_call_seconds_sum", model] >= sum(each.seconds for each in used)
    faults = sum(entry.kind == "fault" for entry in record.entries)
    assert told.get(("parlour_faults_total", "mystery"), 0) == faults
    assert told["parlour_matches_running",] == 0
    assert any(name == "process_resident_memory_bytes" for name, *_ in told)


def test_a_call_that_fails_is_counted_as_such(client: TestClient, monkeypatch: pytest.MonkeyPatch):
    with Loopback([Answer(status=401, error="no")]) as server:
        monkeypatch.setenv("PARLOUR_MODEL", server.model)
        start(client, model=server.model)
        until(lambda: read(client).get(("parlour_model_calls_total", server.model, "failed"), 0) > 0)


def test_a_server_with_a_password_tells_only_the_host_and_whoever_has_the_token(tmp_path: Path):
    gate = Gate(password=PASSWORD, secret="s" * 32, metrics_token=TOKEN)
    with TestClient(application(Serving(gate=gate, db=str(tmp_path / "db"), pace=0))) as client:
        denied = client.get(METRICS)
        assert (denied.status_code, denied.json()["error"]) == (401, "password_needed")
        assert client.get(METRICS, auth=("any", PASSWORD)).status_code == 200
        bearer = {"Authorization": f"Bearer {TOKEN}"}
        assert client.get(METRICS, headers=bearer).status_code == 200
        assert client.get(METRICS, headers={"Authorization": "Bearer no"}).status_code == 401
        assert client.get("/api/v1/tables", headers=bearer).status_code == 401
    closed = Gate(password=PASSWORD, secret="s" * 32)
    with TestClient(application(Serving(gate=closed, db=str(tmp_path / "db"), pace=0))) as client:
        for told in ("Bearer ", "Bearer", "Bearer no"):
            assert client.get(METRICS, headers={"Authorization": told}).status_code == 401


def test_who_guesses_at_the_token_must_wait(tmp_path: Path):
    gate = Gate(password=PASSWORD, secret="s" * 32, metrics_token=TOKEN)
    with TestClient(application(Serving(gate=gate, db=str(tmp_path / "db"), pace=0))) as client:
        guesses = [client.get(METRICS, headers={"Authorization": f"Bearer {n}"}) for n in range(11)]
        monitor = client.get(METRICS, headers={"Authorization": f"Bearer {TOKEN}"})
    assert monitor.status_code == 200  # whoever has it does not wait for what others guess
    assert [guess.status_code for guess in guesses] == [401] * 10 + [429]


def test_a_server_is_well_as_long_as_it_can_read_its_store(tmp_path: Path):
    db = tmp_path / "parlour.db"
    with TestClient(application(Serving(gate=Gate(), db=str(db)))) as client:
        told = client.get(PATH)
        assert (told.status_code, told.json()) == (200, {"is_well": True})
        with sqlite3.connect(db) as other:
            other.execute("ALTER TABLE ticket RENAME TO gone")
        told = client.get(PATH)
        assert (told.status_code, told.json()) == (503, {"is_well": False})
