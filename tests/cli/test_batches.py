"""`parlour run --batch`: questions after the match go to a provider's batch interface, at half the price."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator

import pytest

from parlour.arena import Record, RecordedCall
from parlour.llm import batching
from parlour.llm.batching import BatchPace
from parlour.llm.spending import Tariff
from parlour.store import Store
from tests.cli.runs import Parlour, started
from tests.llm.batching import TOKENS, BatchProvider

MODELS = ("openai:gpt-4o-mini", "anthropic:claude-haiku-4-5")
QUICK = BatchPace(quiet=1.0, longest=60.0, first=0.02, most=0.05)
PATIENCE = 180.0


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batching, "PACE", QUICK)


@pytest.fixture
def provider(bare: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., BatchProvider]]:
    """Opens a provider, where the providers' own clients will find it."""
    opened: list[BatchProvider] = []

    def opener(*about: Callable[[int], str]) -> BatchProvider:
        opened.append(BatchProvider(*about).__enter__())
        for name, value in opened[-1].variables.items():
            monkeypatch.setenv(name, value)
        return opened[-1]

    yield opener
    for each in opened:
        each.__exit__(None, None, None)


def words(db: str, model: str, *more: str) -> tuple[str, ...]:
    suite = ("run", "ladder", "--conditions", "PP", "--evaluations", "1")
    return (*suite, "--model", model, "--games", "2", "--json", "--db", db, "--yes", *more)


def records(db: str) -> list[Record]:
    with Store.open(db) as store:
        return [store.record(line.match) for line in store.matches()]


def answers(db: str) -> list[RecordedCall]:
    return [call for record in records(db) for call in record.calls if call.key.purpose == "answer"]


@pytest.mark.parametrize("model", MODELS)
def test_answers_come_in_batches_at_half_the_price_and_everything_else_at_once(
    parlour: Parlour,
    db: str,
    provider: Callable[..., BatchProvider],
    monkeypatch: pytest.MonkeyPatch,
    model: str,
):
    server = provider()
    monkeypatch.setattr(Tariff, "_is_free", False)  # as on this machine, where nothing costs anything
    done = parlour(*words(db, model, "--batch"))
    assert done.code == 0, done.err
    assert server.batched == len(answers(db)) > 50
    assert 1 <= len(server.batches) <= server.batched / 5  # a pause of this machine ends a batch early
    assert len(server.asked) == sum(len(record.calls) for record in records(db)) - server.batched > 0
    name = model.partition(":")
    full = Tariff(model=name[2], provider=name[0], url="https://api.example").dollars(**TOKENS)
    assert full
    for record in records(db):
        for call in record.calls:
            share = 0.5 if call.key.purpose == "answer" else 1.0
            assert call.completion.usage.dollars == pytest.approx(full * share)
    assert parlour("replay", records(db)[0].match, "--json", "--db", db).json["identical"] is True


def test_a_run_that_was_killed_waits_for_the_batch_that_it_had_sent(
    parlour: Parlour, db: str, provider: Callable[..., BatchProvider]
):
    server = provider()
    server.open.clear()
    first = (
        "import sys; sys.argv[0] = 'parlour'\n"
        "from parlour.llm import batching\n"
        f"batching.PACE = batching.{QUICK!r}"
    )
    process = started(*words(db, MODELS[0], "--batch"), first=first)
    end = time.monotonic() + PATIENCE
    while server.looked < 3 and process.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=PATIENCE)
    assert server.looked >= 3
    sent, asked = server.batched, len(server.asked)
    assert answers(db) == []
    server.open.set()
    done = parlour(*words(db, MODELS[0], "--batch"))
    assert done.code == 0, done.err
    played = records(db)
    assert len(played) == 2
    assert len(answers(db)) == server.batched
    assert server.batched >= sent
    ids = [name for batch in server.batches.values() for name in batch]
    assert len(ids) == len(set(ids))  # nothing that was sent was sent again
    assert len(server.asked) >= asked


def test_what_a_batch_could_not_do_is_asked_in_the_next(
    parlour: Parlour, db: str, provider: Callable[..., BatchProvider], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("parlour.llm.client.LONGEST_WAIT", 0.05)
    fates = {3: "errored", 5: "expired"}

    def fate(number: int) -> str:
        return fates.get(number, "succeeded")

    server = provider(fate)
    done = parlour(*words(db, MODELS[0], "--batch"))
    assert done.code == 0, done.err
    assert server.batched == len(answers(db)) + len(fates)
    attempts = [call.completion.usage.attempts for record in records(db) for call in record.calls]
    assert sorted(attempts)[-2:] == [2, 2]
    assert set(attempts) == {1, 2}


@pytest.mark.parametrize(
    ("model", "more", "said"),
    [
        ("reader", (), "the reader answers at once and costs nothing"),
        (MODELS[0], ("--jobs", "2"), "leave out --jobs"),
    ],
)
def test_where_there_can_be_no_batches_is_told_before_anything_is_played(
    parlour: Parlour,
    db: str,
    provider: Callable[..., BatchProvider],
    model: str,
    more: tuple[str, ...],
    said: str,
):
    server = provider()
    done = parlour(*words(db, model, "--batch", *more))
    assert (done.code, said in done.err) == (2, True), done.err
    assert (server.asked, server.batches) == ([], {})
