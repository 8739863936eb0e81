"""What two claims of one role are worth, by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache

import pytest

from parlour.core import Player, event_kinds
from parlour.games.onenight import OneNightSetup
from parlour.games.onenight import seat_names as onenight_names
from parlour.llm import BUILT_IN, Language
from parlour.methods.gratr import Evidence
from parlour.methods.gratr.knowledge import ClaimedRoles, RoleClassification
from parlour.methods.gratr.nodes import Told
from parlour.methods.gratr.summary import summarize
from parlour.methods.gratr.views import trust_histories
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded
from tests.arena.replies import plain, reply_schema
from tests.arena.werewolves import werewolves
from tests.llm.loopback import Answer, Body
from tests.methods.gratr.graphs import villager
from tests.methods.gratr.tables import Played, played

SINGLE = ("seer", "witch", "guard")


def claim(by: Player, about: Player, role: str, score: float = 9, event: int = 1) -> RoleClassification:
    return RoleClassification(by=by, about=about, role=role, score=score, event=event)


def claimed(role: str = "villager", language: Language = "en") -> ClaimedRoles:
    return ClaimedRoles(me="Me", role=role, single=SINGLE, game="werewolf", language=language)


def heard(roles: ClaimedRoles, *claims: RoleClassification) -> list[Evidence]:
    return [each for one in claims for each in roles.add(one)]


def said(items: Sequence[Evidence]) -> list[tuple[Player, Player, float]]:
    return [(each.by, each.about, each.credibility) for each in items]


def test_two_who_claim_one_role_attack_each_other_as_firmly_as_each_claims_it():
    found = heard(claimed(), claim("Ann", "Ann", "seer", 6, 1), claim("Ben", "Ben", "seer", 9, 4))
    assert said(found) == [("Ben", "Ann", -0.9), ("Ann", "Ben", -0.6)]
    assert {(each.type, each.relation, each.event, each.contested) for each in found} == {
        ("attack", "adversary", 4, "seer")
    }
    assert found[0].reason == "Ben and Ann both claim the role of seer, which only one player has"
    assert found[0].note == ""


def test_both_lose_by_what_their_words_counted_before_neither_gains_by_the_others_loss():
    """Both count 0.5: u(Ann) = 0.5 * -0.9, u(Ben) = 0.5 * -0.6; in turn u(Ben) would be -0.45 * -0.6 > 0."""
    found = heard(claimed(), claim("Ann", "Ann", "seer", 6, 1), claim("Ben", "Ben", "seer", 9, 4))
    graph = villager().observe(found)
    assert graph.trust["Ann"] == pytest.approx(-0.45)
    assert graph.trust["Ben"] == pytest.approx(-0.3)
    assert villager().observe(reversed(found)).trust == graph.trust
    plainly = [each.model_copy(update={"contested": ""}) for each in found]
    assert villager().observe(plainly).trust["Ben"] == pytest.approx(0.27)


def test_an_agent_that_has_the_role_knows_better():
    """T(Me) = 1 and c = -1: u(Ann) = -1."""
    found = heard(claimed("seer"), claim("Ann", "Ann", "seer", 3))
    assert said(found) == [("Me", "Ann", -1)]
    assert found[0].reason == "Me has the role of seer, which only one player has and Ann claims"
    graph = villager().observe(found)
    ground = graph.nodes["Ann"].ground
    assert graph.trust["Ann"] == -1
    assert isinstance(ground, Told)
    assert (ground.counts, ground.is_prior) == (1, False)


def test_what_excludes_nobodys_claim_moves_nothing():
    for claims in (
        [claim("Ann", "Ann", "seer")],
        [claim("Ann", "Ann", "villager"), claim("Ben", "Ben", "villager")],
        [claim("Ann", "Ann", "seer"), claim("Ben", "Cat", "seer")],
        [claim("Cat", "Ann", "seer"), claim("Ben", "Ben", "seer")],
        [claim("Ann", "Ann", "seer"), claim("Ann", "Ann", "guard"), claim("Ben", "Ben", "seer")],
    ):
        assert heard(claimed(), *claims) == []


def test_saying_it_again_counters_nobody_anew():
    roles = claimed()
    heard(roles, claim("Ann", "Ann", "seer", event=1), claim("Ben", "Ben", "seer", event=2))
    assert heard(roles, claim("Ann", "Ann", "seer", event=3), claim("Ben", "Ben", "seer", event=4)) == []


def test_the_role_that_somebody_is_said_to_have_is_the_last_word_of_each():
    roles = claimed()
    claims = [
        claim("Cat", "Ann", "werewolf", event=1),
        claim("Ann", "Ann", "guard", event=2),
        claim("Dan", "Ann", "seer", event=3),
        claim("Ann", "Ann", "seer", event=4),
    ]
    heard(roles, *claims)
    assert roles.of("Ann") == (claims[3], claims[2], claims[0])
    assert roles.of("Ben") == ()


def test_decisions_are_told_what_everybody_is_said_to_be():
    for language in ("en", "zh"):
        roles = claimed(language=language)
        heard(roles, claim("Cat", "Ann", "werewolf", event=1), claim("Ann", "Ann", "guard", event=2))
        graph, why = villager().retrieve("Ann")
        without, words = summarize(graph, [why], language), summarize(graph, [why], language, roles)
        lines = {
            "en": ["  - claims to be: guard", "  - Cat takes them to be: werewolf"],
            "zh": ["  - 自称：守卫", "  - Cat说此人是：狼人"],
        }[language]
        assert [line for line in words.splitlines() if line not in without.splitlines()] == lines


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


def with_the_reader(game: str, language: Language) -> Played:
    table = (
        werewolves("vwswxgvw", language)
        if game == "werewolf"
        else OneNightSetup(language=language, players=onenight_names(8, language))
    )
    setup = laid(table, model=BUILT_IN, method="gratr:roles=read", seed=2, context=1_000_000)
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
