from __future__ import annotations

import asyncio

from parlour.llm import NOTHING, Client, Keys, Ledger, Usage
from tests.llm.samples import Scripted, call, prompt


def test_the_ledger_counts_by_player_and_purpose_and_in_total() -> None:
    ledger = Ledger()
    client = Client(Scripted("Hello.", price=0.5)).of_match("scripted", ledger, None, Keys())

    async def scenario() -> None:
        await client.complete(call(player="Anna", purpose="vote"))
        await client.complete(call(player="Anna", purpose="reply"))
        await client.complete(call(player="Ben", purpose="vote"))

    asyncio.run(scenario())
    assert (ledger.total.calls, ledger.total.usage.input_tokens, ledger.total.usage.dollars) == (3, 30, 1.5)
    assert {player: tally.calls for player, tally in ledger.by_player.items()} == {"Anna": 2, "Ben": 1}
    assert {purpose: tally.calls for purpose, tally in ledger.by_purpose.items()} == {"vote": 2, "reply": 1}


def test_every_call_is_told_of() -> None:
    told: list[int] = []
    ledger = Ledger(lambda ledger: told.append(ledger.total.calls))
    for _ in range(3):
        ledger.add(prompt(), Usage())
    assert told == [1, 2, 3]


def test_a_call_that_was_never_sent_does_not_count() -> None:
    ledger = Ledger()
    ledger.add(prompt(), NOTHING)
    assert ledger.total.calls == 0


def test_one_unknown_price_makes_the_total_unknown() -> None:
    assert (Usage(dollars=1.0) + Usage(dollars=None)).dollars is None
    assert (Usage(dollars=1.0) + NOTHING).dollars == 1.0
