"""Spans go where they were sent, without words, and nothing of them stays when it ends."""

from __future__ import annotations

import json
import logging
import socket

import pytest

from parlour.core.telemetry.tracing import TracingSink
from parlour.errors import UsageError


def filters() -> dict[str, int]:
    """How many stand before each logger of OpenTelemetry's."""
    names = [name for name in logging.root.manager.loggerDict if name.startswith("opentelemetry.")]
    return {name: len(logging.getLogger(name).filters) for name in names}


def test_what_keeps_opentelemetrys_log_short_goes_with_the_sink():
    before = filters()
    assert before
    sink = TracingSink("console")
    assert filters() == {name: count + 1 for name, count in before.items()}
    sink.close()
    assert filters() == before


def test_a_collector_that_is_gone_is_told_of_once_in_a_line(caplog: pytest.LogCaptureFixture):
    sink = TracingSink("console")
    for number, name in enumerate(filters()):
        logging.getLogger(name).error("batch %d is lost", number)
    sink.close()
    assert caplog.messages == ["spans do not all arrive: batch 0 is lost"]


def test_spans_within_each_other_are_told_with_how_they_went_and_not_what_an_error_says(
    capsys: pytest.CaptureFixture[str],
):
    sink = TracingSink("console")
    outer = sink.open("match", "mystery", logging.INFO, {})
    inner = sink.open("call", "reader", logging.DEBUG, {})
    sink.event("waited", logging.INFO, {"seconds": 2})
    inner.close({"tokens": 7}, ValueError("my secret"))
    outer.close({}, None)
    sink.close()
    told = capsys.readouterr().err
    assert "my secret" not in told
    call, match = (json.loads(each) for each in told.replace("}\n{", "}\0{").split("\0"))
    assert (call["name"], match["name"]) == ("call reader", "match mystery")
    assert call["parent_id"] == match["context"]["span_id"]
    assert match["parent_id"] is None
    assert call["attributes"] == {"parlour.tokens": 7, "error.type": "ValueError"}
    assert [(each["name"], each["attributes"]) for each in call["events"]] == [
        ("waited", {"parlour.seconds": 2})
    ]
    assert (call["status"]["status_code"], match["status"]["status_code"]) == ("ERROR", "UNSET")


def test_a_place_that_is_none_or_where_nobody_answers_is_refused():
    for place in ("somewhere", "ftp://127.0.0.1", "http://"):
        with pytest.raises(UsageError, match="write http://HOST:PORT"):
            TracingSink(place)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        place = f"http://127.0.0.1:{probe.getsockname()[1]}"
        with pytest.raises(UsageError, match="nothing answers there"):
            TracingSink(place)
