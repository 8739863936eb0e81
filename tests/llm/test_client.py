"""The client of a model: records, shares, repeats and pays for calls."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from parlour.errors import (
    BudgetExhausted,
    ModelUnavailable,
    PromptTooLong,
    ReplayDiffers,
    StoreUnavailable,
    UsageError,
)
from parlour.llm import (
    EVERYBODY,
    NOTHING,
    Budget,
    Call,
    CallKey,
    CallLog,
    Client,
    Completion,
    Keys,
    Ledger,
    MatchModels,
    ModelPool,
    Replayed,
    Usage,
)
from parlour.llm.backend import Transient
from tests.llm.loopback import Answer, Loopback
from tests.llm.samples import Busy, MemoryLog, Scripted, Suspicion, call, prompt


def test_equal_calls_are_told_apart_by_their_occurrence():
    log = MemoryLog()
    client = Client(Scripted("one", "two"), log=log)

    async def scenario() -> list[str]:
        return [(await client.complete(call())).text for _ in range(2)]

    assert asyncio.run(scenario()) == ["one", "two"]
    assert [key.occurrence for key in log.kept] == [0, 1]


def test_a_failure_is_not_kept():
    log = MemoryLog()
    with pytest.raises(ModelUnavailable):
        asyncio.run(Client(Scripted(ModelUnavailable("down")), log=log).complete(call()))
    assert not log.kept


def test_a_recorded_speech_is_heard_in_one_piece():
    log, heard = MemoryLog(), list[str]()
    asyncio.run(Client(Scripted("I was in the garden."), log=log).complete(call()))
    asyncio.run(Client(Replayed(name="scripted", context=4096), log=log).complete(call(), heard.append))
    assert heard == ["I was in the garden."]


def test_a_replay_that_asks_something_new_differs():
    replayed = Client(Replayed(name="scripted", context=4096), log=MemoryLog())
    with pytest.raises(ReplayDiffers, match=r"'Anna'.*'vote'.*'r1'"):
        asyncio.run(replayed.complete(call()))


def test_one_unknown_price_makes_the_total_unknown():
    assert (Usage(dollars=1.0) + Usage(dollars=None)).dollars is None
    assert (Usage(dollars=1.0) + NOTHING).dollars == 1.0


def for_everybody(text: str = "Who was there?", request: str = "event-3") -> Call:
    asked = call(text)
    return replace(asked, prompt=replace(asked.prompt, player=EVERYBODY, request=request))


def client(model: Scripted, name: str = "model", log: CallLog | None = None) -> Client:
    return Client(model).of_match(name, Ledger(), log, Keys())


def test_what_all_ask_in_the_same_words_is_asked_once():
    model = Scripted("Everybody.", "Nobody.")
    shared = client(model)

    async def scenario() -> list[str]:
        told = await asyncio.gather(*(shared.complete(for_everybody()) for _ in range(8)))
        return [completion.text for completion in told]

    assert asyncio.run(scenario()) == ["Everybody."] * 8
    assert len(model.calls) == 1


def test_it_is_asked_again_about_something_else_or_in_other_words():
    model = Scripted("one", "two", "three")
    shared = client(model)

    async def scenario() -> list[str]:
        calls = (for_everybody(), for_everybody(request="event-4"), for_everybody("Who was not?"))
        return [(await shared.complete(each)).text for each in calls]

    assert asyncio.run(scenario()) == ["one", "two", "three"]


def test_it_is_on_record_under_the_model_s_name_whoever_asked_first():
    log = MemoryLog()
    shared = client(Scripted("one"), "gguf:some.gguf", log)
    asyncio.run(shared.complete(for_everybody()))
    [key] = log.kept
    assert (key.player, key.request, key.occurrence) == ("@gguf:some.gguf", "event-3", 0)


def test_when_the_one_who_asks_fails_the_next_one_asks():
    model = Scripted(ModelUnavailable("down"), "Everybody.")
    shared = client(model)

    async def scenario() -> tuple[object, ...]:
        first, second = (shared.complete(for_everybody()) for _ in range(2))
        return tuple(await asyncio.gather(first, second, return_exceptions=True))

    failed, told = asyncio.run(scenario())
    with pytest.raises(ModelUnavailable):
        raise failed if isinstance(failed, Exception) else AssertionError(failed)
    assert getattr(told, "text", None) == "Everybody."


def retried(
    inner: Scripted, attempts: int = 4, first_wait: float = 1.0
) -> tuple[Completion, list[float], list[str]]:
    waits: list[float] = []
    heard: list[str] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    client = Client(inner, attempts=attempts, first_wait=first_wait, sleep=sleep)
    return asyncio.run(client.complete(call(), heard.append)), waits, heard


def test_a_transient_failure_is_waited_out_and_counted():
    completion, waits, _ = retried(Scripted(Transient("a"), Transient("b"), "Hello."))
    assert completion.text == "Hello."
    assert completion.usage.attempts == 3
    assert 1 <= waits[0] <= 2 <= waits[1] <= 3


def test_the_wait_that_the_server_asks_for_is_honoured():
    _, waits, _ = retried(Scripted(Transient("busy", retry_after=30), "Hello."))
    assert waits == [30]


def test_a_model_that_is_being_loaded_is_waited_for_up_to_ten_minutes():
    loading = Transient("Loading model", is_loading=True)
    completion, waits, _ = retried(Scripted(*[loading] * 50, "Hello."))
    assert (completion.text, len(waits), max(waits)) == ("Hello.", 50, 10)
    with pytest.raises(ModelUnavailable, match="Loading model; gave up"):
        retried(Scripted(loading))


def test_a_pause_of_hours_is_told_and_not_waited_for():
    inner = Scripted(Transient("tokens per day", retry_after=12 * 3600))
    with pytest.raises(
        ModelUnavailable, match=r"tokens per day; .* after \d{4}-\d\d-\d\d \d\d:\d\d"
    ) as caught:
        retried(inner)
    assert not isinstance(caught.value, Transient)
    assert len(inner.calls) == 1


def test_it_gives_up_with_the_reason():
    inner = Scripted(Transient("the server is on fire"))
    with pytest.raises(ModelUnavailable, match="on fire; gave up after 4 attempts") as caught:
        retried(inner)
    assert not isinstance(caught.value, Transient)
    assert len(inner.calls) == 4


def test_a_failure_that_stays_is_not_retried():
    inner = Scripted(PromptTooLong("too long"))
    with pytest.raises(PromptTooLong):
        retried(inner)
    assert len(inner.calls) == 1


def test_a_listener_never_hears_a_speech_twice():
    class Breaking(Scripted):
        async def complete(self, call, on_chunk=None):  # pyright: ignore
            if not self.calls and on_chunk:
                on_chunk("I was")
            return await super().complete(call, on_chunk)

    completion, _, heard = retried(Breaking(Transient("broke off"), "I was in the garden."))
    assert completion.text == "I was in the garden."
    assert heard == ["I was"]


def table(provider: Scripted, cap: float) -> tuple[Client, Ledger]:
    ledger = Ledger()
    return Client(provider, budget=Budget(cap)).of_match("scripted", ledger, None, Keys()), ledger


def test_it_stops_before_the_cap_could_be_crossed():
    provider = Scripted("Hello.", price=1.0)
    client, ledger = table(provider, cap=4.5)

    async def scenario() -> None:
        while True:
            await client.complete(call())

    with pytest.raises(BudgetExhausted, match="higher --budget"):
        asyncio.run(scenario())
    assert ledger.total.usage.dollars == 3.0
    assert len(provider.calls) == 3


async def at_once(client: Client, calls: int) -> list[Completion | BaseException]:
    return await asyncio.gather(
        *(client.complete(call(str(n))) for n in range(calls)), return_exceptions=True
    )


def test_calls_at_once_wait_for_each_other_rather_than_cross_or_stop():
    provider = Busy()
    client, ledger = table(provider, cap=6.0)
    ended = asyncio.run(at_once(client, 5))
    assert all(isinstance(each, Completion) for each in ended)
    assert ledger.total.usage.dollars == 5.0
    assert provider.most == 3


def test_a_failed_call_frees_what_was_held_for_it():
    provider = Scripted(RuntimeError("down"), "Hello.", price=1.0)
    client, _ = table(provider, cap=2.0)

    async def scenario() -> str:
        with pytest.raises(RuntimeError):
            await client.complete(call())
        return (await client.complete(call())).text

    assert asyncio.run(scenario()) == "Hello."


class Full(MemoryLog):
    """A log on a disk that is full."""

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        raise StoreUnavailable("the disk is full")


def test_a_reply_that_could_not_be_kept_was_paid_for_too():
    provider = Scripted("Hello.", price=1.0)

    async def scenario() -> None:
        async with ModelPool(budget=3.0, opener=lambda _: provider) as models:
            for _ in range(2):
                with pytest.raises(StoreUnavailable):
                    await MatchModels(models, log=Full()).open("scripted").generate(prompt())
            await MatchModels(models, log=Full()).open("scripted").generate(prompt())

    with pytest.raises(BudgetExhausted, match=r"\$2\.0000 of the \$3\.0000 are spent"):
        asyncio.run(scenario())
    assert len(provider.calls) == 2


def test_what_is_found_on_record_is_not_paid_for_again():
    provider, log = Scripted("Hello.", price=1.0), MemoryLog()

    async def scenario() -> int:
        async with ModelPool(budget=3.0, opener=lambda _: provider) as models:
            for _ in range(5):
                await MatchModels(models, log=log).open("scripted").generate(prompt())
            return models.ledger.total.calls

    assert asyncio.run(scenario()) == 5
    assert len(provider.calls) == 1


def test_what_goes_on_counts_what_it_has_cost_before_and_that_once():
    budget = Budget(10.0, before=1.0)
    for _ in range(3):
        budget.carry_over("m1", 2.0)
    budget.carry_over("m2", 4.0)
    assert budget.spent == 7.0


def test_a_cap_on_a_model_without_a_price_is_refused_at_once():
    with pytest.raises(UsageError, match="no price is known for 'scripted'"):
        table(Scripted("Hello.", is_priced=False), cap=1.0)


BAD, GOOD = Answer(text="It was Ben."), Answer(text='{"suspect": "Ben", "certainty": 7}')


def test_a_replay_repeats_replies_repairs_and_costs_without_a_server():
    log = MemoryLog()

    async def played(model: str) -> tuple[Suspicion, str, int]:
        async with MatchModels(log=log) as models:
            opened = models.open(model)
            return (
                await opened.parse(prompt(), Suspicion),
                await opened.generate(prompt()),
                models.ledger.total.calls,
            )

    async def replayed(model: str) -> tuple[Suspicion, str, int]:
        models = MatchModels(log=log)
        opened = models.replay(model, context=32768)
        return (
            await opened.parse(prompt(), Suspicion),
            await opened.generate(prompt()),
            models.ledger.total.calls,
        )

    with Loopback([BAD, GOOD, Answer(text="Ben, I say.")]) as server:
        model = server.model
        first = asyncio.run(played(model))
    assert asyncio.run(replayed(model)) == first == (Suspicion(suspect="Ben", certainty=7), "Ben, I say.", 3)
