"""Whole matches of the method against a server of scripted replies."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from parlour.core import Player
from parlour.llm import Language
from parlour.methods.humanized.persona import Persona, write_statement
from tests.arena.mysteries import NAMES
from tests.arena.replies import Replying, nonsense, plain, reply_schema
from tests.llm.loopback import Answer, Body
from tests.methods.played import Played, played

SYSTEMS = ("favor", "judgement", "strategy")
FIRST = "A7E1N2O4C1"
FEELINGS, JUDGED, PLAN = "How you feel about the others", "What you take the others for", "made up your mind"


def fields(body: Body) -> dict[str, Any]:
    return (reply_schema(body) or {}).get("properties", {})


def is_rating(body: Body) -> bool:
    return any("anyOf" in each and each.get("default", 1) is None for each in fields(body).values())


def rating(**by_name: int | None) -> Replying:
    """Rates the players as told and nobody else."""

    def reply(body: Body) -> Answer:
        if not is_rating(body):
            return plain(body)
        return Answer(text=json.dumps({name: by_name.get(name) for name in fields(body)}))

    return reply


def planning(text: str) -> Replying:
    def reply(body: Body) -> Answer:
        is_plan = list(fields(body)) == ["strategy"]
        return Answer(text=json.dumps({"strategy": text})) if is_plan else plain(body)

    return reply


@cache
def match(options: str = "", language: Language = "en", replying: Replying = plain) -> Played:
    method = "humanized" + (f":{options}" if options else "")
    return played(replying, method=method, language=language, players=3, victims=1, rounds=2, questions=2)


def systems(match: Played, player: Player) -> Sequence[str]:
    calls = [call for call in match.record.calls if call.key.player == player]
    return [call.system[0].text for call in calls if call.system]


def speeches(match: Played) -> int:
    return sum(match.counted[kind] for kind in ("introduce", "ask", "reply"))


# Persona


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_persona_is_the_first_that_every_call_of_its_agent_reads(language: Language):
    seen = match(f"persona={FIRST}", language)
    for player in NAMES[language][:3]:
        told = systems(seen, player)
        assert len(told) > 10
        assert set(told) == {write_statement(Persona.read(FIRST), player, language)}


# Calls


def test_a_condition_makes_the_calls_of_its_systems():
    for condition, purposes in (
        ("baseline", ()),
        ("b5p", ()),
        ("favor", ("favor",)),
        ("b5p-favor", ("favor",)),
        ("strategy", ("judgement", "strategy")),
        ("full", SYSTEMS),
    ):
        counted = match(f"condition={condition}").counted
        assert {each for each in SYSTEMS if counted.get(each)} == set(purposes)


def test_a_speech_takes_four_calls_and_a_first_word_one_less():
    """Nobody is rated of whom nothing was heard: introductions are made at once."""
    seen = match("ask=all")
    assert seen.counted["judgement"] == seen.counted["strategy"] == speeches(seen)
    assert seen.counted["favor"] == speeches(seen) - seen.counted["introduce"]
    assert seen.faults == {}


# What a system is told, and tells


def test_ratings_move_favor_and_missing_ones_are_counted():
    anna, ben, carl = NAMES["en"][:3]
    seen = match("condition=favor,ask=all", replying=rating(**{ben: 10, anna: None, carl: None}))
    first = next(body for player, _, body in seen.thoughts("favor") if player == anna)
    assert first == {"ratings": {ben: 10}, "missing": [carl], "favor": {ben: 80, carl: 50}}
    text = seen.prompts_for(anna, "ask")[0]
    assert f"You are very fond of {ben}." in text
    assert f"You neither like nor dislike {carl}." in text
    assert seen.faults == {}


def test_a_strategy_that_is_too_long_is_cut_and_that_is_a_fault():
    seen = match(replying=planning(" ".join(["word"] * 90)))
    assert {body["strategy"] for _, _, body in seen.thoughts("strategy")} == {" ".join(["word"] * 80)}
    assert set(seen.faults) == {"strategy"}


# What cannot be read


def test_a_rating_that_cannot_be_read_changes_nothing_and_is_a_fault():
    def reply(body: Body) -> Answer:
        return (nonsense if is_rating(body) else plain)(body)

    seen = match("condition=favor", replying=reply)
    assert set(seen.faults) == {"favor"}
    for _, _, body in seen.thoughts("favor"):
        assert body["ratings"] == {}
        assert set(body["favor"].values()) == {50}
        assert len(body["missing"]) == 2


def test_a_judgement_that_cannot_be_read_is_a_fault_and_nobody_is_taken_for_anything():
    def reply(body: Body) -> Answer:
        is_judgement = any("$ref" in each for each in fields(body).values())
        return (nonsense if is_judgement else plain)(body)

    seen = match(replying=reply)
    assert set(seen.faults) == {"judgement"}
    assert not seen.thoughts("judgement")
    assert all(JUDGED not in text for text in seen.prompts_for(NAMES["en"][0], "vote"))


# Memory


def test_who_is_liked_is_remembered_longer():
    anna, ben, carl = NAMES["en"][:3]
    seen = match("condition=favor,memory=3,ask=all", replying=rating(**{ben: 10, anna: 1, carl: 1}))
    by = {event.number: event.actor for event in seen.events}
    minded = minds(seen, carl)
    assert len(minded) == 3
    assert all(ben in {by[number] for number in events} for events in minded)


def test_a_placebo_remembers_by_how_much_others_are_liked():
    anna, ben, carl = NAMES["en"][:3]
    ratings = rating(**{ben: 10, anna: 1, carl: 1})
    own, mixed = (
        match(f"condition=favor,memory=3,ask=all,fondness={whose}", replying=ratings)
        for whose in ("own", "shuffled")
    )
    assert len(own.record.calls) == len(mixed.record.calls)
    assert [minds(own, name) for name in (anna, carl)] != [minds(mixed, name) for name in (anna, carl)]


def minds(match: Played, player: Player) -> Sequence[Sequence[int]]:
    """What comes to somebody's mind before the vote."""
    vote = next(
        call for call in match.record.calls if (call.key.player, call.key.purpose) == (player, "vote")
    )
    return [part.source.events for part in vote.user if part.source.origin == "event"]
