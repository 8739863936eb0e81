"""A match in one call: in a script, in a notebook, and interrupted."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

import parlour
from parlour.arena import Status
from parlour.cli import main
from parlour.errors import BudgetExhausted, ParlourError, UnknownOption, UsageError
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.library.blocking import blocking
from parlour.library.game_options import play_on
from parlour.llm import ModelPool, Rehearsal, Tally
from parlour.store import Store
from tests.arena.mysteries import laid
from tests.cases import cases
from tests.llm.samples import Scripted


def small() -> parlour.Match:
    """A match of a moment."""
    return parlour.play("onenight", seed=3, method="random", players=5, db=":memory:")


def digest(match: parlour.Match) -> str:
    entries = [(each.kind, each.json) for each in match.record.entries]
    replies = sorted((str(vars(call.key)), call.completion.text) for call in match.calls)
    return hashlib.sha256(json.dumps([entries, replies]).encode()).hexdigest()


# The same match as the command line's


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (
            ("werewolf", "--players", "6", "--team", "good=plain", "--no-self-save", "--ties", "runoff"),
            {"game": "werewolf", "players": 6, "good": "plain", "self_save": False, "ties": "runoff"},
        ),
        (
            ("onenight", "--lang", "zh", "--roles", "seer=1,werewolf=1,villager=3", "--method", "plain"),
            {
                "game": "onenight",
                "language": "zh",
                "roles": {"seer": 1, "werewolf": 1, "villager": 3},
                "method": "plain",
            },
        ),
    ],
)
def test_a_match_is_the_command_lines_match_of_the_same_arguments(
    words: tuple[str, ...],
    asked: dict[str, Any],
    db: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.setattr(sys, "argv", ["parlour", "play", *words, "--seed", "7", "--db", db, "--json"])
    with pytest.raises(SystemExit) as end:
        main()
    assert not end.value.code
    theirs = parlour.load(json.loads(capsys.readouterr().out)["match"], db=db)
    ours = parlour.play(**asked, seed=7, db=":memory:")
    assert digest(ours) == digest(theirs)
    assert ours.setup == theirs.setup


# Where it is kept


def test_a_match_is_kept_where_the_command_line_keeps_its_own():
    match = parlour.play("onenight", seed=3, method="random")
    with Store.open() as store:
        assert [each.match for each in store.matches()] == [match.id]
    assert digest(parlour.load(match.id[:-1])) == digest(match)


# In a loop that runs


def test_a_notebook_plays_though_its_loop_runs():
    async def cell() -> parlour.Match:
        match = small()
        assert match.replay().is_identical
        return match

    assert digest(asyncio.run(cell())) == digest(small())


def test_the_twin_plays_in_the_callers_loop():
    async def two() -> list[parlour.Match]:
        asked: dict[str, Any] = {"seed": 3, "method": "random", "players": 5, "db": ":memory:"}
        return await asyncio.gather(*(parlour.aplay("onenight", **asked) for _ in range(2)))

    assert {digest(each) for each in asyncio.run(two())} == {digest(small())}


# Stopped, and gone on with


async def _begun(store: Store) -> str:
    """The only match of a store, when some of it has been played."""
    while True:
        await asyncio.sleep(0)
        for each in store.matches():
            if len(store.record(each.match).entries) >= 20:
                return each.match


def test_a_match_that_is_cancelled_goes_on_as_if_nothing_had_been(db: str):
    async def stopped() -> str:
        task = asyncio.create_task(parlour.aplay("werewolf", seed=7, method="plain", db=db))
        with Store.open(db) as store:
            match = await _begun(store)
            task.cancel()
            with pytest.raises(asyncio.CancelledError) as end:
                await task
        assert f"parlour.resume({match!r}, db={db!r})" in "".join(end.value.__notes__)
        return match

    match = asyncio.run(stopped())
    assert parlour.load(match, db=db).status is Status.STOPPED
    whole = parlour.resume(match, db=db)
    assert whole.status is Status.FINISHED
    assert digest(whole) == digest(parlour.play("werewolf", seed=7, method="plain", db=":memory:"))
    with pytest.raises(UsageError, match="is finished"):
        parlour.resume(match, db=db)


def test_a_match_that_goes_on_counts_what_it_has_cost_before(db: str):
    setup = WerewolfSetup(language="en", players=seat_names(6, "en"))

    async def play(budget: float, match: str | None = None) -> Tally:
        models = ModelPool(budget=budget, opener=lambda _: Rehearsal(Scripted("", price=0.5)))
        with Store.open(db) as store:
            async with models:
                await play_on(store, models, match or store.create(laid(setup, model="priced")))
        return models.ledger.total

    with pytest.raises(BudgetExhausted):
        asyncio.run(play(3.0))
    with Store.open(db) as store:
        [begun] = store.matches()
    with pytest.raises(BudgetExhausted, match=r"\$2\.5000 of the \$3\.0000 are spent"):
        asyncio.run(play(3.0, begun.match))
    whole = asyncio.run(play(1000.0, begun.match)).usage.dollars
    assert whole == parlour.load(begun.match, db=db).spent.dollars


def test_ctrl_c_in_a_notebook_stops_the_work_and_waits_for_it():
    put_down = threading.Event()

    async def work() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError as error:
            error.add_note("how to go on")
            put_down.set()
            raise

    async def cell() -> None:
        with pytest.raises(KeyboardInterrupt) as end:
            blocking(work)()
        assert end.value.__notes__ == ["how to go on"]
        assert put_down.is_set()

    kernel = asyncio.new_event_loop()  # unlike asyncio.run, a kernel leaves Ctrl-C to Python
    try:
        kernel.run_until_complete(cell())
    finally:
        kernel.close()


# Asked wrongly


@cases(
    ("asked", "told"),
    [
        ({"playrs": 6}, "mystery takes no option 'playrs': did you mean players?"),
        ({"days": 6}, "days is an option of werewolf, not of mystery"),
        ({"players": "many"}, "players: Input should be a valid integer"),
        ({"method": "gratt"}, "no method 'gratt'; there are: gratr"),
        ({"seats": {"Bob": "plain"}}, "'Bob' is no seat of "),
        ({"murderer": 3}, "murderer: write how that side plays as 'METHOD' or 'METHOD@MODEL'"),
        ({"temperature": 3}, "temperature: from 0 to 2, not 3"),
        (
            {"game": "werewolf", "script_tokens": 900},
            "script_tokens is an option of mystery, not of werewolf",
        ),
        ({"game": "werewolf", "roles": {"wolf": 1}}, "roles wolf=1: write it as "),
        ({"method": "human"}, ": people and programs sit down at `parlour play`"),
        ({"game": "wolf"}, "no game 'wolf'; there are: "),
    ],
)
def test_what_is_asked_wrongly_is_said_in_a_sentence(asked: dict[str, Any], told: str):
    with pytest.raises(UsageError) as error:
        parlour.play(seed=7, **asked)
    assert told in str(error.value)
    with Store.open() as store:
        assert store.matches() == (), "nothing is on record"


def test_an_option_that_the_game_does_not_take_is_a_type_error_too():
    with pytest.raises(TypeError) as error:
        parlour.play(plyers=3)
    assert isinstance(error.value, UnknownOption)


def test_a_match_that_is_not_there_is_said_to_be_none(db: str):
    for each in (parlour.load, parlour.resume):
        call: Callable[..., parlour.Match] = each
        with pytest.raises(ParlourError, match="no match 'x'"):
            call("x", db=db)
