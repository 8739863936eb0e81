"""Whole matches of Werewolf: what is read, what the graph makes of it, and what reaches a decision."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest

from parlour.core import event_kinds
from parlour.games.werewolf import kinds
from tests.llm.loopback import Body
from tests.methods.gratr.tables import Played, accusing, played
from tests.methods.played import unreadable

SPOKEN = (event_kinds.SPOKE, event_kinds.CONFERRED)


@cache
def match(options: str = "") -> Played:
    return played(f"gratr:{options}" if options else "gratr")


def test_whoever_votes_has_read_the_whole_day():
    calls = match().record.calls
    voters = {call.key.player for call in calls if call.key.purpose == "vote"}
    spoken = [event for event in match().events if event.kind is event_kinds.SPOKE and event.round == 1]
    for player in voters:
        assert {event.number for event in spoken if event.actor != player} <= set(match().read(player))


def test_what_was_said_aloud_is_read_once_for_everybody():
    told = {event.number: event for event in match().events}
    readers = Counter(numbers for _, numbers in match().readings)
    aloud = {event.number for event in match().events if event.kind is event_kinds.SPOKE}
    assert {told[number].kind for (number,) in readers} == set(SPOKEN)
    assert {readers[number,] for number in aloud} == {1}


def test_a_reading_says_nothing_of_who_reads():
    asked: dict[tuple[int, ...], set[str]] = {}
    for call in match().record.calls:
        if call.key.purpose == "evidence":
            words = "\n\n".join(part.text for part in (*call.system, *call.user))
            asked.setdefault(call.user[0].source.events, set()).add(words)
    assert len(asked) > 5
    assert all(len(words) == 1 for words in asked.values())


def test_what_was_read_is_evidence_by_the_speaker():
    told = {event.number: event for event in match().events}
    items = [item for item in match().evidence() if told[item["event"]].kind in SPOKEN]
    assert items
    for item in items:
        assert item["by"] == told[item["event"]].actor
        assert (item["type"], item["score"], item["credibility"]) == ("attack", 8, -0.8)
        assert item["round"] == told[item["event"]].round


@pytest.mark.parametrize(("options", "score"), [("", 10), ("action=4", 4)])
def test_a_vote_is_an_attack_without_a_call(options: str, score: float):
    told = {event.number: event for event in match(options).events}
    votes = [item for item in match(options).evidence() if told[item["event"]].kind is event_kinds.VOTED]
    assert votes
    for item in votes:
        event = told[item["event"]]
        assert (item["by"], [item["about"]]) == (event.actor, list(event.chosen))
        assert (item["type"], item["score"]) == ("attack", score)


def test_a_statement_that_cannot_be_read_is_a_fault_and_no_evidence():
    broken = played(replying=unreadable("items"))
    assert broken.record.status == "finished"
    assert broken.faults == {"evidence"}
    told = {event.number: event for event in broken.events}
    assert {told[item["event"]].kind for item in broken.evidence()} <= {
        event_kinds.VOTED,
        kinds.TARGETED,
        kinds.SHOT,
    }


def test_what_the_seer_has_checked_stays_certain():
    [seer] = [name for name, role in match().roles.items() if role == "seer"]
    checks = [event for event in match().events if event.kind is event_kinds.CHECKED and event.actor == seer]
    last = match().thoughts("trust", seer)[-1]
    seen = {item["event"] for body in match().thoughts("evidence", seer) for item in body["known"]}
    learned = [event for event in checks if event.number in seen]
    assert learned
    for event in learned:
        assert last[event.chosen[0]] == (-1 if event.role == "werewolf" else 1)


def test_decisions_are_shown_trust_and_evidence():
    votes = [call for call in match().record.calls if call.key.purpose == "vote"]
    told = [part for call in votes for part in call.user if "How far you trust the others" in part.text]
    assert len(told) == len(votes) > 5
    assert {part.source.origin for part in told} == {"thought"}
    assert [part for part in told if "(8 of 10): It is in the tone." in part.text]


@pytest.mark.parametrize("is_counted", [False, True])
def test_what_speakers_say_of_themselves_counts_where_it_shall(is_counted: bool):
    offered: set[tuple[str, ...]] = set()

    def replying(body: Body):
        text = json.dumps(body.get("response_format"))
        if '"items"' in text and "Item" in text:
            defs = body["response_format"]["json_schema"]["schema"]["$defs"]
            offered.add(tuple(defs["Item"]["properties"]["target"]["enum"]))
        return accusing(body)

    players = len(played(f"gratr:self_defence={str(is_counted).lower()}", replying).roles)
    assert {len(names) for names in offered} == {players if is_counted else players - 1}
