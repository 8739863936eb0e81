"""Contests, and what the graphs of two camps make of authors, worked out by hand."""

from __future__ import annotations

import math
from datetime import UTC, datetime

import pytest

from parlour.errors import PostsError
from parlour.methods.gratr import Evidence, EvidenceType, Stance
from parlour.methods.gratr.posts.contest import Post
from parlour.methods.gratr.posts.files import parse_contest
from parlour.methods.gratr.posts.graphs import GraphParameters, Graphs
from parlour.methods.gratr.posts.reader import mentions
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


def test_two_camps_are_enough_and_their_five_classes_follow():
    contest = parse_contest("camps: [Bridge, Ferry]", "a.yaml")
    assert {(each.name, each.camp, each.sign) for each in contest.classes} == {
        ("Anti-Bridge", "Bridge", -1),
        ("Anti-Ferry", "Ferry", -1),
        ("Pro-Bridge", "Bridge", 1),
        ("Pro-Ferry", "Ferry", 1),
        ("Neutral", None, 0),
    }
    chinese = parse_contest("language: zh\ncamps: [大桥, 渡船]", "a.yaml")
    assert [each.name for each in chinese.classes] == ["反对大桥", "反对渡船", "支持大桥", "支持渡船", "中立"]


def test_classes_by_name_alone_say_their_camps_and_directions():
    contest = parse_contest("classes: [Pro-Bridge, anti bridge, Prose, 中立]", "a.yaml")
    assert [camp.name for camp in contest.camps] == ["Bridge"]
    assert [(each.camp, each.sign) for each in contest.classes] == [
        ("Bridge", 1),
        ("Bridge", -1),
        (None, 0),
        (None, 0),
    ]


def test_a_label_is_found_whatever_its_case_and_marks():
    for told in ("pro-bridge", "PRO BRIDGE", " Pro_Bridge ", "probridge"):
        contest = parse_contest("camps: [Bridge]", "a.yaml")
        found = contest.class_of(told)
        assert found
        assert found.name == "Pro-Bridge"


def test_what_is_wrong_with_a_yaml_is_said():
    for text, said in (
        ("camps: [Bridge", "a.yaml:1: is not YAML"),
        ("- Bridge", "should hold fields"),
        ("classes: [Joy, Anger]", "no camp"),
        ("camps: [Bridge]\nclasses: [{name: Up, for: Tunnel}, {name: N}]", "no camp is called 'Tunnel'"),
        ("camps: [Bridge, bridge]", "cannot be told apart"),
        ("camps: ['@bridge']", "camps.0.name"),
        ("camps: [Bridge]\nclasses: [Only]", "classes"),
        ("camps: [Bridge]\nclasses: [{name: A, for: Bridge, against: Bridge}, {name: B}]", "not both"),
        ("camps: [Bridge]\nkolor: red", "kolor"),
    ):
        with pytest.raises(PostsError, match=f".*{said}"):
            parse_contest(text, "a.yaml")


AUTHORS = {"anna": "Anna", "anna_bell": "anna_bell", "老方": "老方", "老方头": "老方头"}


def test_authors_are_found_behind_an_at_sign():
    for text, found in (
        ("@anna is right", ("@Anna",)),
        ("I agree with @ANNA_BELL, @anna!", ("@anna_bell", "@Anna")),
        ("@annabel and @nobody", ()),
        ("@老方你说得对", ("@老方",)),
        ("＠老方头：不对", ("@老方头",)),
        ("@bo talks to himself", ()),
        ("mail anna@harbour.org", ()),
    ):
        assert mentions(text, "@bo", {**AUTHORS, "bo": "bo"}) == found


def test_a_long_post_is_cut_where_it_is_quoted_and_nowhere_else():
    post = Post(number=0, author="bo", time=datetime(2031, 5, 1, tzinfo=UTC), text="long\n" * 500)
    assert len(post.one_line) < 500
    assert "\n" not in post.one_line
    assert len(post.text) == 2500
