"""What the graphs of two camps make of authors, worked out by hand."""

from __future__ import annotations

import math

import pytest

from parlour.methods.gratr import Evidence, EvidenceType, Stance
from parlour.methods.gratr.posts.graphs import GraphParameters, Graphs
from tests.methods.gratr.posts.posting import HARBOUR

ANNA, BO, CY = "@anna", "@bo", "@cy"


def said(by: str, about: str, credibility: float, event: int) -> Evidence:
    is_for = credibility > 0
    return Evidence(
        by=by,
        about=about,
        type=EvidenceType.DEFEND if is_for else EvidenceType.ATTACK,
        relation=Stance.ALLY if is_for else Stance.ADVERSARY,
        score=abs(credibility) * 10,
        event=event,
    )


def begun(parameters: GraphParameters | None = None) -> Graphs:
    return Graphs.begun(HARBOUR, (ANNA, BO, CY), parameters or GraphParameters(backward="false"))


def test_one_post_for_a_camp_makes_an_ally_of_it_and_an_adversary_of_its_rival():
    graphs, explained = begun().observe([said(ANNA, "Bridge", 0.9, 0)]).retrieve(ANNA)
    # Eq. 2: u = T(Bridge) * 0.9. Eq. 5 to 8, by the one chain from the camp: e = tanh(0.9), V = 0.9 e, u = e.
    edge = math.tanh(0.9)
    assert [chain.players for chain in explained["Bridge"].used_chains] == [("Bridge", ANNA)]
    assert explained["Bridge"].used_chains[0].value == pytest.approx(0.9 * edge)
    assert graphs.trust(ANNA, "Bridge") == pytest.approx(edge)
    assert graphs.stance(ANNA, "Bridge") == pytest.approx(edge)
    assert graphs.trust(ANNA, "Ferry") == pytest.approx(-0.9)
    assert graphs.stance(ANNA, "Ferry") == 0


def test_camps_that_are_no_rivals_leave_each_others_friends_alone():
    contest = HARBOUR.model_copy(update={"rivals": False})
    graphs = Graphs.begun(contest, (ANNA,), GraphParameters()).observe([said(ANNA, "Bridge", 0.9, 0)])
    assert graphs.trust(ANNA, "Bridge") == pytest.approx(0.9)
    assert graphs.trust(ANNA, "Ferry") == 0


def test_later_words_weigh_more_so_that_a_change_of_sides_shows_in_the_stance():
    items = [said(ANNA, "Bridge", 0.5, 0), *(said(ANNA, "Bridge", -0.8, n) for n in range(1, 4))]
    graphs = begun().observe(items)
    total = 0.95**3 * 0.5 - 0.8 * (0.95**2 + 0.95 + 1)
    assert graphs.stance(ANNA, "Bridge") == pytest.approx(math.tanh(total))


def test_authors_and_camps_never_share_a_node_and_the_analyst_stays_out_of_it():
    graphs = Graphs.begun(HARBOUR, ("@Bridge",), GraphParameters())
    assert graphs.trust("@Bridge", "Bridge") == 0
    assert graphs.of["Bridge"].nodes["Bridge"].is_certain
    assert not graphs.of["Bridge"].nodes["(analyst)"].heard
