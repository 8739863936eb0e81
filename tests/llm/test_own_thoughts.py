"""A seat's own earlier thoughts stand in its later prompts if that is set, and no other seat's ever do."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from hashlib import sha256

import parlour
from parlour.arena import Record, replay
from parlour.evaluation import audit
from parlour.llm import Call, Client, Completion, Keys, Ledger
from parlour.store import MemoryLog as MatchLog
from tests.arena.replies import texts, varied
from tests.cases import cases
from tests.llm.loopback import Answer, Body, Loopback
from tests.llm.samples import MemoryLog, Scripted, call

NOTES = "Your private notes"
WOLVES = 6


class Thinking(Scripted):
    """Replies with a thought that names the player, the request and how often it was asked before."""

    context = 8192

    async def complete(self, call: Call, on_chunk: object = None) -> Completion:
        asked = call.prompt
        self.calls.append(call)
        return Completion(text="Hello.", thoughts=f"{asked.player} on {asked.request} {len(self.calls)}")


def client_of(history: str, log: MemoryLog, provider: Thinking) -> Client:
    name = f"scripted?reasoning_history={history}"
    return Client(provider).of_match(name, Ledger(), log, Keys(), context=8192)


def on(player: str, request: str, **about: object) -> Call:
    asked = call(player=player)
    return replace(asked, prompt=replace(asked.prompt, request=request, **about))


def notes_of(history: str, *calls: Call) -> list[str]:
    """The notes in the prompt of each call in turn; the same when the calls are repeated from the record."""
    log, sent = MemoryLog(), list[list[Call]]()
    for provider in (Thinking(""), Thinking("")):
        client = client_of(history, log, provider)
        for each in calls:
            asyncio.run(client.complete(each))
        sent.append(provider.calls)
    assert sent[1] == []  # every prompt was that of the record
    parts = [[part for part in each.prompt.user if NOTES in part.text] for each in sent[0]]
    for each, found in zip(calls, parts, strict=True):
        assert all(part.source.owner == each.prompt.player for part in found)
    return ["; ".join(found[0].text.splitlines()[2::2]) if found else "" for found in parts]


def test_a_seat_gets_its_own_thoughts_of_earlier_steps_and_no_others():
    calls = (
        on("Anna", "1.speak.Anna"),
        on("Ben", "1.speak.Ben"),
        on("Anna", "1.speak.Anna"),
        on("Anna", "2.vote.Anna"),
        on("Ben", "2.vote.Ben"),
        on("Anna", "3.vote.Anna"),
    )
    firsts = ("", "", "")
    anna = {"Anna on 1.speak.Anna 1", "Anna on 1.speak.Anna 3"}
    *before, second, bens, third = notes_of("all", *calls)
    assert (tuple(before), set(second.split("; ")), bens) == (firsts, anna, "Ben on 1.speak.Ben 2")
    assert {*third.split("; ")} == anna | {"Anna on 2.vote.Anna 4"}
    assert notes_of("last", *calls)[-1] == "Anna on 2.vote.Anna 4"
    assert notes_of("none", *calls) == [""] * 6


def test_what_is_asked_aside_and_what_does_not_fit_is_left_out():
    aside = on("Anna", "1.vote.Anna", is_aside=True)
    assert notes_of("all", aside, on("Anna", "2.vote.Anna")) == ["", ""]
    many = [on("Anna", f"{step}.vote.Anna") for step in range(400)]
    *_, last = notes_of("all", *many)
    kept = last.split("; ")
    assert kept[-1] == "Anna on 398.vote.Anna 399"
    assert 50 < len(kept) < 398


def thinking_aloud(body: Body) -> Answer:
    mark = sha256(texts(body).encode()).hexdigest()[:12]
    return replace(varied(body), thoughts=f"Of {mark} I shall keep my counsel until the very end of it.")


@cases("history", ["last", "all"])
def test_in_a_match_no_seat_reads_another_s_thoughts_and_a_replay_restores_them(history: str):
    with Loopback(thinking_aloud) as server:
        model = f"{server.model}?reasoning_history={history}"
        match = parlour.play("werewolf", players=WOLVES, seed=3, model=model, db=":memory:")
        sent = [texts(body) for body in server.requests]
    record: Record = match.record
    sent_ones = [each for each in record.calls if each.completion.usage.attempts]
    thoughts = {(each.key.player, each.completion.thoughts) for each in sent_ones}
    noted = [each for each in sent_ones if any(NOTES in part.text for part in each.user)]
    assert len(noted) > WOLVES
    for each in noted:
        [notes] = [part.text for part in each.user if NOTES in part.text]
        owners = {player for player, thought in thoughts if thought in notes}
        assert owners == {each.key.player}
    assert sum(NOTES in text for text in sent) == len(noted)
    assert audit(record) == []
    assert asyncio.run(replay(record, MatchLog(record.calls))).is_identical
