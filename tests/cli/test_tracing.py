"""Spans of a match reach a real collector, as a tree, without a word of what was said."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.store import Store
from tests.arena.replies import nonsense, varied
from tests.cli.collector import Collector
from tests.cli.runs import Done, Parlour
from tests.llm.loopback import Answer, Body, Loopback

ERROR = 2
"""OTLP's code of a span that failed."""
RANDOM = ("play", "werewolf", "--method", "random", "--fast")


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    for name in [name for name in os.environ if name.startswith(("OTEL_", "PARLOUR_TRACE", "PARLOUR_LOG"))]:
        monkeypatch.delenv(name)
    with Collector() as collector:
        yield collector


@pytest.fixture
def play(parlour: Parlour, script: str, db: str, collector: Collector) -> Parlour:
    """Plays a small mystery on a model, traced."""

    def play(model: str, *words: str) -> Done:
        table = ("--script", script, "--rounds", "1", "--json", "--db", db)
        return parlour("--trace", collector.url, "play", "--model", model, *table, *words)

    return play


def test_a_match_its_requests_its_calls_and_the_models_own_spans_are_one_tree(
    play: Parlour, collector: Collector
):
    with Loopback(varied) as server:
        done = play(server.model)
        asked = len(server.requests)
    assert (done.code, done.json["faults"]) == (0, 0)
    [match] = collector.named("match mystery")
    calls, chats = collector.named("call "), collector.named("chat ")
    assert len(calls) == len(chats) == asked > 10
    assert {span.trace for span in collector.spans} == {match.trace}
    for chat in chats:
        call = collector.parent(chat)
        assert call is not None
        assert call.name.startswith("call ")
        request = collector.parent(call)
        assert request is not None
        assert request.name.startswith("request ")
        assert collector.parent(request) == match
        assert chat.attributes["gen_ai.request.model"] == "fixed"
        assert chat.attributes["gen_ai.usage.input_tokens"] == call.attributes["parlour.input_tokens"]
        assert chat.attributes["gen_ai.usage.output_tokens"] == call.attributes["parlour.output_tokens"]
        assert chat.seconds <= call.seconds <= request.seconds <= match.seconds
    assert match.attributes["parlour.match"] == done.json["match"]
    assert match.attributes["parlour.game"] == "mystery"
    assert match.resource["service.name"] == "parlour"
    assert (match.status, match.events) == (0, ())


def test_no_word_and_no_name_leaves_the_process(play: Parlour, collector: Collector):
    def refusing(body: Body) -> Answer:
        if len(server.requests) == 12:  # a refusal that repeats what it was sent
            return Answer(status=400, error=f"rejected: {body['messages'][-1]['content']}")
        return Answer(text="Whatever.", status=401, error="no") if len(server.requests) > 13 else varied(body)

    with Loopback(refusing) as server:
        assert play(server.model).code == 1
        texts = [str(message["content"]) for body in server.requests for message in body["messages"]]
    assert len(collector.spans) > 3
    lines = {line.strip() for text in texts for line in text.splitlines() if len(line.strip()) > 15}
    assert len(lines) > 20
    for said in (*lines, "Anna", "Ben", "Carl"):
        assert said.encode() not in collector.raw
    [match] = collector.named("match")
    assert (match.status, match.attributes["error.type"]) == (ERROR, "ModelUnavailable")


def test_faults_and_failures_that_pass_are_events_where_they_happened(play: Parlour, collector: Collector):
    def once(body: Body) -> Answer:
        return Answer(status=503, error="busy") if len(server.requests) == 2 else nonsense(body)

    with Loopback(once) as server:
        done = play(server.model, "--method", "plain")
    assert done.json["faults"] > 0
    [match] = collector.named("match")
    assert [name for name, _ in match.events] == ["fault"] * done.json["faults"]
    [retried] = [span for span in collector.named("call ") if span.events]
    [(name, told)] = retried.events
    assert (name, told["parlour.attempt"], retried.attributes["parlour.attempts"]) == ("retry", 1, 2)
    sent = [span.status for span in collector.named("chat ") if span.parent == retried.id]
    assert sorted(sent) == [0, ERROR]


def test_every_worker_of_a_run_tells_of_its_matches(parlour: Parlour, db: str, collector: Collector):
    ladder = ("run", "ladder", "--conditions", "PP", "--games", "4", "--jobs", "2", "--db", db, "--json")
    assert parlour("--trace", collector.url, *ladder).code == 0
    with Store.open(db) as store:
        played = {line.match for line in store.matches()}
    matches = collector.named("match mystery")
    assert sorted(str(span.attributes["parlour.match"]) for span in matches) == sorted(played)
    assert len({span.trace for span in matches}) == len(played)
    assert len({span.resource["service.instance.id"] for span in matches}) == 2
    assert {span.attributes["parlour.model"] for span in collector.named("call ")} == {"reader"}


def test_tracing_and_logging_change_nothing_of_a_match(
    parlour: Parlour, tmp_path: Path, collector: Collector
):
    journals: list[object] = []
    for number, words in enumerate([(), ("--trace", collector.url), ("--log", "debug")]):
        db = str(tmp_path / f"{number}.db")
        assert parlour(*words, "play", "onenight", "--seed", "9", "--fast", "--db", db).code == 0
        with Store.open(db) as store:
            journals.append([entry.json for entry in store.record(store.find_named("latest")).entries])
    assert journals[0] == journals[1] == journals[2]
    assert collector.named("match")


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("http://127.0.0.1:1", "--trace http://127.0.0.1:1: nothing answers there"),
        ("somewhere", "write http://HOST:PORT of a collector, otlp or console"),
    ],
)
def test_where_no_span_can_go_is_told_before_anything_is_played(
    parlour: Parlour, db: str, place: str, said: str
):
    done = parlour("--trace", place, *RANDOM, "--db", db)
    assert (done.code, said in done.err) == (2, True)
    assert not Path(db).exists()


def test_a_collector_that_goes_away_stops_nothing_and_is_told_of_once(
    play: Parlour, collector: Collector, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "20")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")

    def leaving(body: Body) -> Answer:
        if len(server.requests) == 2:
            collector.leave()
        return varied(body)

    with Loopback(leaving) as server:
        done = play(server.model)
    assert done.code == 0
    [told] = [each for each in caplog.records if each.name.startswith("opentelemetry")]
    assert told.getMessage().startswith("spans do not all arrive: ")
    assert told.exc_info is None
