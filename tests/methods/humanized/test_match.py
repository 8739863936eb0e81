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
from tests.arena.mysteries import NAMES, laid, mystery
from tests.arena.playing import play, recorded
from tests.arena.replies import Replying, nonsense, plain, reply_schema, varied
from tests.llm.loopback import Answer, Body, Loopback
from tests.methods.played import Played, played, unreadable

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


def test_personas_are_drawn_for_each_seat_and_stand_on_record_once():
    seen = match()
    told = {player: body["persona"] for player, _, body in seen.thoughts("persona")}
    assert len(seen.thoughts("persona")) == len(told) == 3
    assert len(set(told.values())) == 3
    for player, code in told.items():
        assert set(systems(seen, player)) == {write_statement(Persona.read(code), player, "en")}


def test_without_a_persona_the_rules_stand_first():
    seen = match("condition=baseline")
    assert not seen.thoughts("persona")
    assert all("You are playing" in text for text in systems(seen, NAMES["en"][0]))


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


def test_the_calls_of_a_request_begin_alike():
    """System message and talk are the same, so that a server reuses the prefix."""
    for kind in ("ask", "reply"):
        seen = match("ask=all")
        request = [call.key.request for call in seen.record.calls if call.key.purpose == kind][-1]
        calls = [call for call in seen.record.calls if call.key.request == request]
        assert [call.key.purpose for call in calls] == [*SYSTEMS, kind]
        talk = 1 + sum(part.source.origin == "event" for part in calls[0].user)
        assert talk > 3
        assert len({call.system for call in calls}) == len({call.user[:talk] for call in calls}) == 1


# What a system is told, and tells


def test_favor_enters_judgement_and_speech_and_the_last_judgement_enters_favor():
    seen = match("ask=all")
    anna = NAMES["en"][0]
    prompts = {purpose: seen.prompts_for(anna, purpose)[-1] for purpose in (*SYSTEMS, "ask", "vote")}
    assert {each for each, text in prompts.items() if FEELINGS in text} == {"judgement", "ask", "vote"}
    assert {each for each, text in prompts.items() if JUDGED in text} == {"favor", "strategy", "vote"}
    assert {each for each, text in prompts.items() if PLAN in text} == {"ask"}


def test_ratings_move_favor_and_missing_ones_are_counted():
    anna, ben, carl = NAMES["en"][:3]
    seen = match("condition=favor,ask=all", replying=rating(**{ben: 10, anna: None, carl: None}))
    first = next(body for player, _, body in seen.thoughts("favor") if player == anna)
    assert first == {"ratings": {ben: 10}, "missing": [carl], "favor": {ben: 80, carl: 50}}
    text = seen.prompts_for(anna, "ask")[0]
    assert f"You are very fond of {ben}." in text
    assert f"You neither like nor dislike {carl}." in text
    assert seen.faults == {}


def test_a_judgement_stands_on_record_as_a_matrix():
    seen = match()
    for player, case, body in seen.thoughts("judgement"):
        assert case
        assert body["roles"] == ["civilian", "murderer"]
        assert set(body["matrix"]) == set(body["guesses"]) == set(NAMES["en"][:3]) - {player}
        assert all(sum(row) == pytest.approx(1) for row in body["matrix"].values())


def test_where_a_speech_is_about_none_of_several_cases_nobody_is_judged():
    seen = played(plain, method="humanized", players=3, victims=2, rounds=1, questions=1)
    assert seen.counted["strategy"] == speeches(seen)
    assert seen.counted["judgement"] == speeches(seen) - seen.counted["introduce"]


def test_a_strategy_that_is_too_long_is_cut_and_that_is_a_fault():
    seen = match(replying=planning(" ".join(["word"] * 90)))
    assert {body["strategy"] for _, _, body in seen.thoughts("strategy")} == {" ".join(["word"] * 80)}
    assert set(seen.faults) == {"strategy"}


def test_a_chinese_strategy_has_as_many_characters_as_80_words_come_to():
    with Loopback(planning("话" * 140)) as server:
        setup = laid(mystery(language="zh", players=3, rounds=1), model=server.model, method="humanized")
        seen = Played(record=recorded(setup, play(setup)), bodies=server.requests)
    assert {body["strategy"] for _, _, body in seen.thoughts("strategy")} == {"话" * 128}
    assert all("不超过128字" in text for text in seen.prompts_for(NAMES["zh"][0], "strategy"))


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


def test_a_strategy_that_cannot_be_read_is_a_fault_and_the_speech_goes_without():
    seen = match(replying=unreadable("strategy"))
    assert set(seen.faults) == {"strategy"}
    assert not seen.thoughts("strategy")
    assert all(PLAN not in text for text in seen.prompts_for(NAMES["en"][0], "reply"))


def test_a_judgement_that_cannot_be_read_is_a_fault_and_nobody_is_taken_for_anything():
    def reply(body: Body) -> Answer:
        is_judgement = any("$ref" in each for each in fields(body).values())
        return (nonsense if is_judgement else plain)(body)

    seen = match(replying=reply)
    assert set(seen.faults) == {"judgement"}
    assert not seen.thoughts("judgement")
    assert all(JUDGED not in text for text in seen.prompts_for(NAMES["en"][0], "vote"))


# Memory


@pytest.mark.parametrize("most", [1, 4])
def test_so_many_utterances_come_to_mind(most: int):
    """A question and its reply stay together, so that there may be as many again."""
    seen = match(f"condition=favor,memory={most}", replying=varied)
    for call in seen.record.calls:
        told = [part for part in call.user if part.source.origin == "event"]
        spoken = {number for part in told for number in part.source.events}
        assert len(told) <= most
        assert len(spoken) <= 2 * most


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
