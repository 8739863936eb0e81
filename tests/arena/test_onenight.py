"""Whole games of One Night at the table: to their end, again, on after a crash, in secrecy."""

from __future__ import annotations

from functools import cache

import pytest

from parlour.arena import Setup, Status, events, faults, lay_seats
from parlour.arena.table import Seating
from parlour.core import event_kinds
from parlour.errors import ModelUnavailable, UsageError
from parlour.evaluation import ballots, polls, verdicts, vote_accuracy
from parlour.games.onenight import Role, Team
from parlour.llm import Language
from parlour.store import MemoryLog
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night
from tests.arena.overheard import Overheard, overheard
from tests.arena.playing import journal, play
from tests.arena.replies import failing_after, nonsense, varied
from tests.llm.loopback import Loopback

LANGUAGES: tuple[Language, ...] = ("en", "zh")
POINTED = ("you point at ", "你指定了")
VOTED = ("votes for ", "投给")
each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def match(method: str, language: Language) -> Overheard:
    return overheard(one_night(language=language, rounds=2), method)


# To the end, and again


def test_its_verdict_is_about_the_werewolf_of_the_deal():
    record = match("plain", "en").record
    [case] = verdicts(record)
    assert case.truth == (record.setup.players[2],)
    assert case.winner in tuple(Team)


def test_every_round_has_everybodys_vote_on_record_and_the_last_one_counts():
    record = match("plain", "en").record
    players = record.setup.players
    assert [(vote.round, vote.actor) for vote in polls(record)] == [(1, name) for name in players]
    assert [(vote.round, vote.actor) for vote in ballots(record)] == [(2, name) for name in players]
    assert vote_accuracy(record).n == len(players)


@pytest.mark.parametrize("failing", [1, 9, 20])
def test_a_game_that_was_stopped_goes_on_as_if_it_had_not_been(failing: int):
    log, whole = MemoryLog(), MemoryLog()
    with Loopback(failing_after(failing, varied)) as server:
        setup = laid(one_night(), model=server.model, method="plain")
        with pytest.raises(ModelUnavailable):
            play(setup, log)
    assert log.status is Status.STOPPED
    with Loopback(varied) as server:
        again = laid(one_night(), model=server.model, method="plain")
        play(again, log)
        asked_twice = len(server.requests)
        play(again, whole)
        assert asked_twice + failing == len(server.requests) - asked_twice
    assert journal(log) == journal(whole)


def test_replies_that_nobody_can_read_are_faults_and_nobody_is_voted_out():
    record = overheard(one_night(rounds=1), replying=nonsense).record
    assert record.status is Status.FINISHED
    assert {fault.purpose for fault in faults(record)} >= {"check", "vote"}
    [case] = verdicts(record)
    assert (case.winner, case.eliminated) == (Team.WEREWOLF, None)
    assert vote_accuracy(record).value == 0


# Who may know what


def test_what_the_seer_learns_reaches_the_seer_alone():
    for language in LANGUAGES:
        sent, roles = match("plain", language).sent, one_night(language=language).deal
        for prompts, role in zip(sent.values(), roles, strict=True):
            told = [text for text in prompts if any(mark in text for mark in POINTED)]
            assert bool(told) == (role is Role.SEER)


def test_of_the_votes_everybody_reads_their_own_and_no_other():
    """As in the talk, where a vote is told with whose it is; Humanized Agents read not even those."""
    for method, language in (("plain", "en"), ("plain", "zh"), ("humanized", "en")):
        played = match(method, language)
        record, others = (
            played.record,
            {name: set(played.record.setup.players) - {name} for name in played.sent},
        )
        for player, prompts in played.sent.items():
            lines = [line for text in prompts for line in text.splitlines() if _tells_a_vote(line)]
            assert bool(lines) == (method != "humanized"), player
            assert not [
                line for line in lines for other in others[player] if f"{other}{_GAP[language]}" in line
            ]
        assert not [line for text in played.shared for line in text.splitlines() if _tells_a_vote(line)]
        assert all(vote.visible_to == {vote.actor} for vote in (*polls(record), *ballots(record)))


_GAP = {"en": " votes", "zh": "投给"}


def _tells_a_vote(line: str) -> bool:
    return line.startswith(("In the secret vote after round", "第1轮之后的秘密投票，")) and any(
        mark in line for mark in VOTED
    )


def test_a_minion_is_told_of_the_werewolf_only_by_the_common_rule():
    for language in LANGUAGES:
        for knows in (False, True):
            sent = overheard(one_night(language=language, rounds=1, minion_knows_wolf=knows)).sent
            wolf, minion = (list(sent)[seat] for seat in (2, 4))
            mark = {"en": f"The werewolf is {wolf}, and", "zh": f"狼人是{wolf}，狼人"}[language]
            for player, prompts in sent.items():
                assert any(mark in text for text in prompts) == (knows and player == minion)


# Seating and setups at rest


def seated(*teams: str) -> list[str]:
    seating = Seating(method="random", teams=teams)
    return [seat.method for seat in lay_seats(one_night("vwtn"), 1, seating, lambda model: 1000)]


def test_a_team_is_seated_by_the_three_sides_of_the_game():
    assert seated("werewolf=plain") == ["random", "plain", "random", "plain"]
    assert seated("tanner=plain") == ["random", "random", "plain", "random"]
    with pytest.raises(UsageError, match="the teams are village, werewolf, tanner"):
        seated("good=plain")


def test_a_setup_comes_back_as_the_game_that_it_was():
    setup = laid(one_night(language="zh", minion_knows_wolf=True))
    assert Setup.model_validate_json(setup.model_dump_json()) == setup


def test_the_masons_are_told_of_each_other_before_anything_is_said():
    told = events(match("plain", "en").record)
    fellows = [event.number for event in told if event.kind is event_kinds.FELLOWS]
    first = next(event.number for event in told if event.kind is event_kinds.SPOKE)
    assert len(fellows) == 2
    assert max(fellows) < first
