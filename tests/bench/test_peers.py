"""Parlour beside its peers: the server that answers all of them, Parlour's own driver, and the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.peers.beside import CALLS, Contestant, Turn, chance_figures, in_turn, ours, stub_figures
from bench.peers.environments import NotInstalled, Peer, interpreter, peers
from bench.peers.meter import Meter, Took
from bench.peers.parlour_werewolf import ROLES, opened
from bench.peers.server import Answered, reply, stub_server


def _asked(text: str) -> str:
    return reply({"messages": [{"role": "user", "content": text}]})


def test_each_peer_is_answered_in_its_own_form():
    assert _asked("Discuss.\n[GAME] Voting phase. Valid: [0], [3], [7]") in ("[0]", "[3]", "[7]")
    assert len(_asked("Day breaks. Discuss for 1 rounds, then a vote will follow.").split()) > 40
    kaggle = "#### CONSTRAINTS\n- Valid targets are: `['Player 2', 'Player 5']`.\n#### JSON SCHEMA\n{}"
    assert json.loads(_asked(kaggle))["target_id"] in ("Player 2", "Player 5")
    assert "message" in json.loads(_asked("#### CONSTRAINTS\n- Be brief.\n#### JSON SCHEMA\n{}"))
    ending = (
        "finished?\n  (a) Yes\n  (b) No\nAnswer: (\nRespond EXACTLY with one of the following strings:\na\nb."
    )
    assert _asked(ending) == "b"


def test_the_same_prompt_is_answered_alike():
    prompt = "Valid: " + ", ".join(f"[{number}]" for number in range(9))
    assert len({_asked(prompt) for _ in range(5)}) == 1
    assert len({_asked(f"{number}\n{prompt}") for number in range(40)}) > 3


def test_the_driver_plays_whole_matches_until_the_calls_are_made_and_the_server_counts_them():
    with stub_server(0.0) as server:
        turns, why = in_turn([ours("Parlour", "memory")], ("stub", "20"), server, repetitions=1)
    assert not why
    [turn] = turns["Parlour"]
    assert turn.took.calls >= 20
    assert turn.took.calls == turn.took.turns
    assert turn.answered.calls == turn.took.calls + turn.took.warming
    assert turn.answered.characters > 500 * turn.answered.calls
    assert turn.took.cpu > 0
    assert turn.took.peak > turn.took.grown


@pytest.mark.parametrize("is_kept", [True, False])
def test_parlours_own_table_is_played_by_chance_without_a_call(is_kept: bool):
    meter = Meter()
    with opened(meter, "", is_kept=is_kept) as play:
        play(1)
        one = meter.turns
        play(1)
    assert (meter.turns, meter.calls) == (2 * one, 0)
    assert one > 8


def test_who_cannot_play_is_told_with_its_reason_and_asked_once():
    broken = Contestant(name="Broken", command=("sh", "-c", "echo 'it has no rules' >&2; exit 3"))
    with stub_server(0.0) as server:
        turns, why = in_turn([broken], ("random", "1"), server, repetitions=3)
    assert (dict(turns), dict(why)) == ({}, {"Broken": "it has no rules"})


def test_a_peer_that_cannot_be_installed_says_why(tmp_path: Path):
    peer = Peer(name="Nowhere", requirement=str(tmp_path / "nothing-here"), driver="nowhere")
    with pytest.raises(NotInstalled, match="nothing-here"):
        interpreter(peer, tmp_path / "kept")


def test_every_peer_is_pinned_and_has_a_driver():
    folder = Path(__file__).parents[2] / "bench" / "peers" / "drivers"
    assert all("==" in peer.requirement for peer in peers())
    assert {peer.driver for peer in peers()} == {path.stem for path in folder.glob("[a-z]*.py")}


def test_the_table_of_roles_is_that_of_the_peers():
    assert (len(ROLES.roles), ROLES.werewolf, ROLES.seer, ROLES.guard, ROLES.witch) == (8, 2, 1, 1, 0)


def _turn(cpu: float, *, seconds: float = 10.0) -> Turn:
    took = Took(
        version="1",
        matches=10,
        turns=CALLS,
        calls=CALLS,
        warming=0,
        seconds=seconds,
        cpu=cpu,
        loading=1.0,
        peak=100.0,
        grown=2.0,
    )
    return Turn(took=took, answered=Answered(calls=CALLS, characters=1000 * CALLS))


def test_ratios_are_taken_within_each_repetition():
    turns = {"Parlour": [_turn(1.0), _turn(2.0), _turn(4.0)], "Peer": [_turn(2.0), _turn(4.0), _turn(8.0)]}
    chance = {each.name: each for each in chance_figures(turns)}
    assert chance["Parlour, by chance: matches per second of CPU"].measured == "5 (2.5 to 10)"
    assert chance["Peer, by chance: the same over Parlour's"].measured == "0.5 (0.5 to 0.5)"
    stub = {each.name: each for each in stub_figures(turns)}
    assert stub["Peer: CPU per call, ms"].value == pytest.approx(1000 * 4 / CALLS)
    assert stub["Peer: CPU per call over Parlour's"].measured == "2 (2 to 2)"
    assert stub["Peer: time per call over the server's delay"].value == pytest.approx(10 / CALLS / 0.05)
    assert stub["Peer: characters of prompt per call"].value == 1000
    assert not any("over Parlour" in name for name in stub if name.startswith("Parlour"))
