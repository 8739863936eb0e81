"""The server of `parlour serve`: how it collects garbage, and what it says at its end."""

from __future__ import annotations

import gc
import logging
import socket

import pytest
import uvicorn

from parlour.cli.serving import run, shorten_collections
from parlour.core.telemetry import Telemetry
from parlour.web.gate import Gate
from parlour.web.server import Serving

LATE = "Could not cancel %s tasks within timeout: %s"


def test_what_could_not_be_cancelled_is_told_only_where_it_has_a_name(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    ending = logging.getLogger("nicegui")

    def end(_server: uvicorn.Server, _sockets: list[socket.socket]) -> None:
        ending.error(LATE, 1, "")
        ending.error(LATE, 1, "a table")
        ending.error("It broke: %s", "")

    def no_pages(_serving: Serving) -> None:
        return None

    monkeypatch.setattr(ending, "filters", [])
    monkeypatch.setattr(uvicorn.Server, "run", end)
    monkeypatch.setattr("parlour.cli.serving.application", no_pages)
    monkeypatch.setattr("parlour.cli.serving.chosen", lambda: Telemetry(log="warning"))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        run(Serving(gate=Gate(), db=":memory:"), listening, opens=False)
    assert caplog.messages == ["Could not cancel 1 tasks within timeout: a table", "It broke: "]


def test_a_full_collection_passes_over_what_outlived_the_one_before():
    before = list(gc.callbacks)
    try:
        shorten_collections()
        table = [object()]
        gc.collect()
        assert gc.get_freeze_count() > 0
        assert not any(each is table for each in gc.get_objects())
    finally:
        gc.callbacks[:] = before
        gc.unfreeze()
    assert any(each is table for each in gc.get_objects())
