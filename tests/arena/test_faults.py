"""What becomes of a match whose model fails, through the real client."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bench.faults import GAMES, LANGUAGES, compared, fault_figures
from parlour.arena import Act, Fault, Item, Setup, Status, item
from parlour.core import Event, EventKind, event_kinds
from parlour.errors import ModelUnavailable, PromptTooLong
from parlour.games.mystery.events import ANSWERED
from parlour.store import MemoryLog
from tests.arena.mysteries import laid, mystery
from tests.arena.people import Watcher
from tests.arena.playing import journal, play, played_again, purposes, recorded
from tests.arena.replies import Replying, failing_after, nonsense, plain, reply_schema, varied
from tests.llm.loopback import Answer, Body, Loopback
from tests.llm.misbehaving import KINDS, Misbehaving, Sent

SMALL = mystery(players=3, rounds=2)


def kept(log: MemoryLog) -> list[Item]:
    return [item(each, "mystery") for each in log.entries]


def fault_counts(log: MemoryLog) -> Counter[str]:
    return Counter(each.purpose for each in kept(log) if isinstance(each, Fault))


def events(log: MemoryLog, kind: EventKind) -> list[Event]:
    return [each for each in kept(log) if isinstance(each, Event) and each.kind is kind]


def with_delays(replying: Replying, seed: int) -> Replying:
    """The same replies in whatever order these delays bring them."""
    rng = Random(seed)
    return lambda body: replace(replying(body), delay=rng.uniform(0, 0.02))


# A model that cannot be read


def test_a_match_with_a_model_that_talks_nonsense_comes_to_its_end_with_every_fault_on_record():
    with Loopback(nonsense) as server:
        setup = laid(SMALL, model=server.model)
        log = play(setup)
    assert log.status is Status.FINISHED
    players, suspects, rounds = 3, 2, 2
    assert fault_counts(log) == {
        "sensors": players * rounds,
        "gain": players * suspects * rounds,
        "prune": players * rounds,
        "vote": players,
        "answer": SMALL.script.rows(),
    }
    assert [vote.chosen for vote in events(log, event_kinds.VOTED)] == [()] * 3
    assert [answer.chosen for answer in events(log, ANSWERED)] == [()] * SMALL.script.rows()
    assert len(server.requests) == sum(purposes(log.calls).values())
    assert played_again(recorded(setup, log)).is_identical


def test_a_speech_of_one_endless_word_passes_by_no_limit():
    def reply(body: Body) -> Answer:
        is_speech = not reply_schema(body) and not body.get("logprobs")
        return Answer(text="blood" * 60_000) if is_speech else plain(body)

    with Loopback(reply) as server:
        log = play(laid(mystery(players=3, rounds=1), model=server.model, method="plain"))
    assert log.status is Status.FINISHED
    assert fault_counts(log) == {"introduce": 3, "ask": 3, "reply": 3}
    said = [event.text for event in kept(log) if isinstance(event, Event) and event.kind.utterance]
    assert max(map(len, said)) <= 120 * 100


# A model that is gone


@pytest.fixture(scope="module")
def undisturbed() -> tuple[list[tuple[str, str]], int]:
    """The journal of a match that nothing stops, and how often its server was asked."""
    with Loopback(varied) as server:
        log = play(laid(SMALL, model=server.model))
        return journal(log), len(server.requests)


@pytest.mark.parametrize("percent", [0, 12, 55, 97])
def test_a_match_that_stopped_goes_on_without_asking_again(
    percent: int, undisturbed: tuple[list[tuple[str, str]], int]
):
    whole, calls = undisturbed
    answered = calls * percent // 100
    log = MemoryLog()
    with Loopback(failing_after(answered, varied)) as server:
        setup = laid(SMALL, model=server.model)
        with pytest.raises(ModelUnavailable, match="the key is void"):
            play(setup, log)
        before = journal(log)
        assert log.status is Status.STOPPED
        assert before == whole[: len(before)]
        assert len(log.calls) == answered
        first = server.requests[:answered]
    with Loopback(varied) as server:
        play(_at(setup, server), log)
        assert len(server.requests) == calls - answered
        assert not [body for body in server.requests if body in first]
    assert log.status is Status.FINISHED
    assert journal(log) == whole


def _at(setup: Setup, server: Loopback) -> Setup:
    seats = tuple(seat.model_copy(update={"model": server.model}) for seat in setup.seats)
    return setup.model_copy(update={"seats": seats})


def test_a_prompt_that_no_window_holds_stops_the_match():
    def overflowing(body: Body) -> Answer:
        return Answer(
            status=400, error="this exceeds the available context size", kind="exceed_context_size_error"
        )

    log = MemoryLog()
    with Loopback(overflowing) as server, pytest.raises(PromptTooLong, match="does not fit"):
        play(laid(SMALL, model=server.model), log)
    assert log.status is Status.STOPPED


# Replies in any order


@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_in_which_replies_arrive_leaves_no_trace(
    seed: int, undisturbed: tuple[list[tuple[str, str]], int]
):
    with Loopback(with_delays(varied, seed)) as server:
        log = play(laid(SMALL, model=server.model))
    assert journal(log) == undisturbed[0]
    assert len(server.requests) == undisturbed[1]


def test_whoever_watches_leaves_no_trace_and_hears_every_speech_as_it_forms():
    watcher = Watcher()
    with Loopback(varied) as server:
        setup = laid(SMALL, model=server.model)
        watched, unwatched = play(setup, observer=watcher), play(setup)
        assert any(body.get("stream") for body in server.requests)
    assert journal(watched) == journal(unwatched)
    heard = Counter[str]()
    for request, chunk in watcher.heard:
        heard[request] += len(chunk)
    spoken = {each.request: each.speech for each in kept(watched) if isinstance(each, Act) and each.speech}
    assert set(heard) == set(spoken)
    assert all(heard[request] >= len(speech) for request, speech in spoken.items())


UNREAD_COUNTS = "ignore:Failed to extract usage"
"""What a library has to say of counts of tokens below zero."""


@pytest.mark.filterwarnings(UNREAD_COUNTS)
def test_every_fault_of_a_server_is_on_record_and_every_match_comes_to_its_end(tmp_path: Path):
    """Few matches at once: a good reply takes a hundredth of the client's patience, of 4 seconds."""
    figures = list(fault_figures(tmp_path, len(GAMES) * len(LANGUAGES), hanging=6.0, at_once=4))
    assert [figure.name for figure in figures if figure.is_met is False] == []
    assert sum(figure.is_met is True for figure in figures) == 5


def test_what_is_not_on_record_is_found_out():
    """The comparison itself: a request that no record counts, and a reply that the server never gave."""
    kind = "refusal in words"
    with Misbehaving(0.5, kinds=[kind]) as server:
        setup = laid(mystery(players=3, rounds=1), model=server.model, method="plain")
        record = recorded(setup, play(setup))
        log = list(server.log)
    assert record.status is Status.FINISHED
    kept = compared(log, [record])
    assert (kept.unrecorded, kept.changed) == (0, 0)
    assert kept.fates[kind].total() == sum(each.kind == kind for each in log) > 0
    lost = Sent(asked="unheard of", kind="500", text=None)
    assert compared([*log, lost], [record]).unrecorded == 1
    assert compared(log[1:], [record]).unrecorded == 1
    told = [Sent(asked=each.asked, kind=each.kind, text="otherwise") for each in log]
    assert compared(told, [record]).changed == len(record.calls)


def test_the_same_requests_meet_the_same_faults():
    with Misbehaving(0.5, "a") as one, Misbehaving(0.5, "a") as again, Misbehaving(0.5, "b") as other:
        body = {"messages": [{"role": "user", "content": "Speak."}], "model": "fixed"}
        plans = [[server.answer(body) for _ in range(40)] for server in (one, again, other)]
    assert plans[0] == plans[1] != plans[2]
    assert len({each.kind for each in one.log}) > len(KINDS) / 3
