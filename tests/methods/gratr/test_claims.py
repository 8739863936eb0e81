"""Which role everybody is said to have, read in whole matches, and what comes of two claims of one role."""

from __future__ import annotations

import json
from functools import cache

import pytest

from parlour.arena import Record
from parlour.core import Player, event_kinds
from parlour.evaluation import audit
from parlour.games.mystery import MysterySetup, generate
from parlour.games.onenight import OneNightSetup
from parlour.games.onenight import seat_names as onenight_names
from parlour.llm import READER, Language
from parlour.methods.gratr.views import EvidenceTaken, trust_histories
from tests.arena.mysteries import laid
from tests.arena.playing import play, played_again, recorded
from tests.arena.replies import plain, reply_schema
from tests.arena.werewolves import werewolves
from tests.llm.loopback import Answer, Body
from tests.methods.gratr.tables import Played, accusing, played


def speaker_of(body: Body) -> Player:
    """Who said what a prompt for evidence is about."""
    [_, line] = json.dumps(body["messages"]).split("The speaker is ")
    return line.partition(".")[0]


def claiming(body: Body) -> Answer:
    """Player 2 and Player 5 are read as claiming to be the seer; nobody says anything else."""
    if "items" not in (reply_schema(body) or {}).get("properties", {}):
        return plain(body)
    by = speaker_of(body)
    own = [{"player": by, "role": "seer", "score": 8}] if by in ("Player 2", "Player 5") else []
    return Answer(text=json.dumps({"items": [], "roles": own}))


@cache
def countered() -> Played:
    """The seer sits third: whoever sits second and fifth lies."""
    return played("gratr:roles=read", claiming)


def test_a_match_with_two_seers_has_them_against_each_other_and_the_seer_against_both():
    match = countered()
    [seer] = [name for name, role in match.roles.items() if role == "seer"]
    liars = {"Player 2", "Player 5"}
    both = {("Player 2", "Player 5", -0.8), ("Player 5", "Player 2", -0.8)}
    heard_both: set[Player] = set()
    for player in match.roles:
        bodies = match.thoughts("evidence", player)
        items = [each for body in bodies for each in body["items"] if each["contested"]]
        heard_of = {each["by"] for body in bodies for each in body.get("claims", ())}
        known: set[tuple[str, str, float]] = {(seer, liar, -1) for liar in heard_of}
        heard_both |= {player} if heard_of == liars else set()
        seen = both if heard_of == liars else set[tuple[str, str, float]]()
        assert {(each["by"], each["about"], each["credibility"]) for each in items} == (
            known if player == seer else seen
        )
    assert seer in heard_both
    assert len(heard_both) > 2
    claims = {
        (each["by"], each["about"], each["role"])
        for body in match.thoughts("evidence")
        for each in body.get("claims", ())
    }
    assert claims == {(name, name, "seer") for name in ("Player 2", "Player 5")}


def test_the_graphs_of_a_match_with_counter_claims_come_out_again_and_tell_of_them():
    match = countered()
    histories = trust_histories(match.record)
    assert len(histories) == len(match.roles)
    told_of = [
        each
        for history in histories
        for moment in history.moments
        if isinstance(moment.step, EvidenceTaken)
        for each in moment.step.items
        if each.contested
    ]
    assert told_of
    assert all("the role of seer" in each.reason for each in told_of)
    votes = [part.text for call in match.record.calls if call.key.purpose == "vote" for part in call.user]
    assert any("both claim the role of seer" in text and "claims to be: seer" in text for text in votes)


def test_a_match_with_counter_claims_leaks_nothing_and_replays():
    match = countered()
    assert match.record.status == "finished"
    assert match.faults == set()
    assert audit(match.record) == []
    assert played_again(match.record).is_identical


def test_roles_are_asked_for_only_where_they_are_read():
    def asked(match: Played) -> list[str]:
        calls = [call for call in match.record.calls if call.key.purpose == "evidence"]
        return ["\n".join(part.text for part in (*call.system, *call.user)) for call in calls]

    words = "which role the speaker claims"
    assert all(words in text for text in asked(countered()))
    assert not any(words in text for text in asked(played("gratr", accusing)))


def with_the_reader(game: str, language: Language) -> Played:
    table = (
        werewolves("vwswxgvw", language)
        if game == "werewolf"
        else OneNightSetup(language=language, players=onenight_names(8, language))
    )
    setup = laid(table, model=READER, method="gratr:roles=read", seed=2, context=1_000_000)
    return Played(record=recorded(setup, play(setup)))


@pytest.mark.parametrize(("game", "language"), [("werewolf", "en"), ("onenight", "zh")])
def test_with_the_reader_roles_are_read(game: str, language: Language):
    match = with_the_reader(game, language)
    told_by = {event.number: event for event in match.events}
    claims = [each for body in match.thoughts("evidence") for each in body.get("claims", ())]
    assert claims
    for each in claims:
        event = told_by[each["event"]]
        assert event.actor == each["by"]
        assert event.kind in (event_kinds.SPOKE, event_kinds.CONFERRED)
        assert each["role"] in match.record.setup.game.dealt_roles
    assert trust_histories(match.record)


def test_a_game_without_roles_is_played_as_if_they_were_unread():
    def prompts(method: str) -> list[str]:
        game = MysterySetup(script=generate(1, players=4), questions=1, rounds=1, answers=False)
        setup = laid(game, model=READER, method=method, context=1_000_000)
        record: Record = recorded(setup, play(setup))
        return [part.text for call in record.calls for part in (*call.system, *call.user)]

    assert prompts("gratr:roles=read") == prompts("gratr")
