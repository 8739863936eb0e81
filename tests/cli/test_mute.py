"""A match whose model replies nothing that can be used stops, says why, and can be resumed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

import parlour
from parlour.arena import Status
from parlour.errors import MuteModel
from parlour.store import Store
from tests.arena.replies import varied
from tests.cli.runs import Done
from tests.llm.loopback import Answer, Loopback

MUTE = Answer(text="")


def test_a_mute_match_stops_at_its_first_ten_decisions_and_goes_on_once_the_model_speaks(db: str):
    is_mute = True
    with Loopback(lambda body: MUTE if is_mute else varied(body)) as server:
        with pytest.raises(
            MuteModel, match=rf"decisions in a row .* no reply of {server.model} could be used"
        ):
            parlour.play("werewolf", seed=3, players=5, method="plain", model=server.model, db=db)
        with Store.open(db) as store:
            [summary] = store.matches()
            assert summary.status is Status.STOPPED
            acts = [entry for entry in store.record(summary.match).entries if entry.kind == "action"]
        assert 10 <= len(acts) < 20
        with pytest.raises(MuteModel):
            parlour.resume(summary.match, db=db)
        is_mute = False
        assert parlour.resume(summary.match, db=db).status is Status.FINISHED


def test_a_model_that_falls_silent_later_stops_it_after_twenty_decisions(db: str):
    numbers = count()
    with (
        Loopback(lambda body: varied(body) if next(numbers) < 12 else MUTE) as server,
        pytest.raises(MuteModel, match=r"^2\d decisions in a row"),
    ):
        parlour.play("werewolf", seed=3, players=9, method="plain", model=server.model, db=db)


def test_the_command_line_says_it_and_ends_with_1(parlour: Callable[..., Done]):
    with Loopback([MUTE]) as server:
        done = parlour("play", "werewolf", "--players", "5", "--model", server.model, "--seed", "3", "--json")
    assert done.code == 1
    assert "decisions in a row fell back on the game's rule" in done.err
    assert f"no reply of {server.model} could be used: the model said nothing" in done.err
    assert done.out == ""


def test_a_match_too_short_to_be_stopped_ends_with_1_if_no_decision_could_be_used(
    parlour: Callable[..., Done],
):
    told = ("play", "onenight", "--players", "3", "--rounds", "1", "--method", "plain", "--seed", "1")
    with Loopback([MUTE]) as server:
        done = parlour(*told, "--model", server.model, "--json")
        assert done.code == 1
        assert "all 7 decisions fell back on the game's rule" in done.err
        assert f"no reply of {server.model} could be used" in done.err
        assert done.json["faults"] == 7
    numbers = count()
    with Loopback(lambda body: MUTE if next(numbers) else varied(body)) as server:
        assert parlour(*told, "--model", server.model, "--json").code == 0
