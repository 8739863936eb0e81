"""Whole games of Werewolf at the table: to their end, again without a model, on after a crash, in secrecy."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from parlour.arena import Act, Setup, Status, events, faults, items, lay_seats
from parlour.arena.table import Seating, try_out
from parlour.core import event_kinds
from parlour.errors import ModelUnavailable, UnknownPlayer, UsageError
from parlour.evaluation import verdicts, vote_accuracy, win_rate
from parlour.games.mystery import MysterySetup
from parlour.games.werewolf import Role, Team, kinds, seat_names
from parlour.llm import READER, Language
from parlour.store import MemoryLog
from tests.arena.mysteries import laid, mystery
from tests.arena.overheard import Overheard, overheard
from tests.arena.playing import journal, play
from tests.arena.replies import conspiring, failing_after, nonsense, reply_schema, texts, varied
from tests.arena.werewolves import werewolves
from tests.llm.loopback import Answer, Body, Loopback

LANGUAGES: tuple[Language, ...] = ("en", "zh")
CHECKED = ("you check ", "你查验了")
each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def match(method: str, language: Language) -> Overheard:
    return overheard(werewolves(language=language), method, conspiring)


# To the end, and again


def test_its_verdict_is_about_both_werewolves():
    [case] = verdicts(match("plain", "en").record)
    assert case.truth == ("Player 2", "Player 4")
    assert case.winner in (*Team, None)


@pytest.mark.parametrize("failing", [1, 9, 30])
def test_a_game_that_was_stopped_goes_on_as_if_it_had_not_been(failing: int):
    log, whole = MemoryLog(), MemoryLog()
    with Loopback(failing_after(failing, varied)) as server:
        setup = laid(werewolves(), model=server.model, method="plain")
        with pytest.raises(ModelUnavailable):
            play(setup, log)
    assert log.status is Status.STOPPED
    with Loopback(varied) as server:
        again = laid(werewolves(), model=server.model, method="plain")
        play(again, log)
        asked_twice = len(server.requests)
        play(again, whole)
        assert asked_twice + failing == len(server.requests) - asked_twice
    assert journal(log) == journal(whole)


def test_replies_that_nobody_can_read_are_faults_and_the_days_run_out():
    record = overheard(werewolves(days=2), replying=nonsense).record
    assert record.status is Status.FINISHED
    assert {fault.purpose for fault in faults(record)} >= {"confer", "kill", "check", "protect", "vote"}
    [case] = verdicts(record)
    assert (case.winner, case.eliminated) == (None, None)
    assert win_rate([case], Team.GOOD).value == win_rate([case], Team.WEREWOLF).value == 0
    assert vote_accuracy(record).value == 0


# Who may know what


def test_what_the_seer_learns_reaches_the_seer_alone():
    learned: set[Role] = set()
    for language in LANGUAGES:
        sent, roles = match("plain", language).sent, werewolves(language=language).deal
        for prompts, role in zip(sent.values(), roles, strict=True):
            learned |= {role for text in prompts if any(mark in text for mark in CHECKED)}
    assert learned == {Role.SEER}


def test_each_prompt_ends_with_who_one_is():
    for language in LANGUAGES:
        names = {
            "en": {"w": "a werewolf", "s": "the seer", "x": "the witch", "g": "the guard", "v": "a villager"},
            "zh": {"w": "你是狼人", "s": "你是预言家", "x": "你是女巫", "g": "你是守卫", "v": "你是村民"},
        }[language]
        for (player, prompts), letter in zip(match("plain", language).sent.items(), "vwswxgv", strict=True):
            for prompt in prompts:
                *_, last = prompt.splitlines()
                assert player in last
                assert names[letter] in last


def test_a_window_shows_the_last_utterances_and_all_that_happened():
    match = overheard(werewolves(discussions=2), "plain:window=3")
    [*_, last] = [text for text in match.sent["Player 7"] if ", the vote: " in text]
    [day] = {int(found) for found in re.findall(r"Day (\d+), the vote", last)}
    told = [each for each in events(match.record) if each.kind is event_kinds.SPOKE and each.round <= day]
    assert len(told) > 3
    spoken = [line for line in last.splitlines() if " says: " in line]
    assert spoken == [f"{each.actor} says: {each.text}" for each in told[-3:]]
    assert "Night 1 falls." in last
    assert "On the morning of day 1" in last


def voting_for_the_dead(body: Body) -> Answer:
    """Replies as any other, but whoever votes names somebody who is dead."""
    vote = re.search(r", the vote: .* one of: (.*)\.\n[^$]*you are (Player \d)", texts(body))
    gone = [name for name in seat_names(7, "en") if vote and name not in (*vote[1].split(", "), vote[2])]
    schema = reply_schema(body)
    if not gone or not schema:
        return varied(body)
    return Answer(text=json.dumps(dict.fromkeys(schema["properties"], gone[0])))


def test_a_vote_for_somebody_who_is_dead_is_a_fault_and_an_abstention():
    record = overheard(werewolves(), "plain", voting_for_the_dead).record
    faulty = {(each.request, each.player) for each in faults(record) if each.purpose == "vote"}
    acts = {(each.request, each.player): each for each in items(record) if isinstance(each, Act)}
    assert faulty
    assert all(acts[key].is_fallback and not acts[key].chosen for key in faulty)
    assert record.status == "finished"


def test_the_dead_are_asked_nothing_more():
    record = match("plain", "en").record
    gone: set[str] = set()
    for event in events(record):
        assert event.actor not in gone or event.kind is kinds.SHOT
        if event.kind in (kinds.DIED, event_kinds.ELIMINATED, kinds.SHOT):
            gone |= set(event.chosen)
    assert gone


# Seating


def seated(*, teams: tuple[str, ...] = (), seats: tuple[str, ...] = ()) -> list[str]:
    seating = Seating(method="random", teams=teams, seats=seats)
    return [seat.method for seat in lay_seats(werewolves("vwsvw"), 1, seating, lambda model: 1000)]


def test_a_team_is_seated_by_the_sides_of_the_game():
    assert seated(teams=("werewolf=plain",)) == ["random", "plain", "random", "random", "plain"]
    assert seated(teams=("good=plain",)) == ["plain", "random", "plain", "plain", "random"]


def test_a_side_that_the_game_does_not_have_is_told_with_those_that_it_has():
    with pytest.raises(UsageError, match="the teams are good, werewolf"):
        seated(teams=("murderer=plain",))


def test_a_seat_is_found_by_its_name():
    assert seated(seats=("player 3=plain",))[2] == "plain"
    with pytest.raises(UnknownPlayer, match="no seat of this table"):
        seated(seats=("Anna=plain",))


def test_the_reader_may_sit_at_the_table():
    log = MemoryLog()
    try_out(laid(werewolves(), model=READER, method="plain"), log)
    assert not log.entries
    assert not log.calls


# Setups at rest


def test_a_setup_comes_back_as_the_game_that_it_was():
    for game in (mystery(), werewolves(), werewolves(language="zh", ties="runoff")):
        setup = laid(game)
        assert Setup.model_validate_json(setup.model_dump_json()) == setup


def test_what_is_about_mysteries_refuses_another_game_by_name():
    with pytest.raises(UsageError, match="a game of werewolf"):
        MysterySetup.of(werewolves())
    assert MysterySetup.of(mystery()) == mystery()
