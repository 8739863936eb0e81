"""What two claims of one role are worth, by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from parlour.core import Player
from parlour.llm import Language
from parlour.methods.gratr import (
    ClaimedRoles,
    Evidence,
    Parameters,
    RoleClassification,
    Told,
    trust,
)
from parlour.methods.gratr.summary import summarize
from parlour.methods.gratr.views import EvidenceTaken, trace
from tests.methods.gratr.graphs import item, trusting, villager

each_language = pytest.mark.parametrize("language", ["en", "zh"])
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


def test_whoever_is_trusted_more_hurts_the_other_more():
    """T(Ann) = 0.8 and T(Ben) = -0.4: u(Ben) = 0.8 * -0.9 = -0.72, u(Ann) = -0.4 * -0.9 = 0.36 < 0.8."""
    found = heard(claimed(), claim("Ann", "Ann", "guard"), claim("Ben", "Ben", "guard", event=2))
    graph = trusting(villager(), Ann=0.8, Ben=-0.4).observe(found)
    assert (graph.trust["Ann"], graph.trust["Ben"]) == (0.8, pytest.approx(-0.72))


def test_a_third_claim_stands_against_both_others():
    three = [claim(name, name, "seer", event=n) for n, name in enumerate(("Ann", "Ben", "Cat"))]
    pairs = [(by, about) for by, about, _ in said(heard(claimed(), *three))]
    assert pairs == [
        ("Ben", "Ann"),
        ("Ann", "Ben"),
        ("Cat", "Ann"),
        ("Ann", "Cat"),
        ("Cat", "Ben"),
        ("Ben", "Cat"),
    ]


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


def test_the_sum_takes_a_counter_claim_like_any_other_item():
    """tanh(-0.9) for Ann and tanh(-0.6) for Ben."""
    found = heard(claimed(), claim("Ann", "Ann", "seer", 6, 1), claim("Ben", "Ben", "seer", 9, 4))
    graph = villager(Parameters(trust="sum")).observe(found)
    assert graph.trust["Ann"] == pytest.approx(-0.716298, abs=1e-6)
    assert graph.trust["Ben"] == pytest.approx(-0.537050, abs=1e-6)


def test_the_history_of_a_graph_takes_both_at_once_as_the_graph_did():
    found = heard(claimed(), claim("Ann", "Ann", "seer", 6, 1), claim("Ben", "Ben", "seer", 9, 4))
    items = (item("Ben", "defend", "Cat", 4, 4), *found)
    [moment] = trace(villager(), [EvidenceTaken(round=1, event=4, items=items)])
    assert trust(moment.graph, "") == trust(villager().observe(items), "")
    assert moment.before == {"Ann": 0, "Ben": 0, "Cat": 0}


def test_a_counter_claim_reads_back_as_it_was_recorded():
    [counter, _] = heard(claimed(), claim("Ann", "Ann", "seer"), claim("Ben", "Ben", "seer"))
    assert Evidence.model_validate(counter.model_dump(mode="json")) == counter
