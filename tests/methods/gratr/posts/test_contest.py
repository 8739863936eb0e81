"""The camps and classes of a dispute, as a YAML gives them."""

from __future__ import annotations

import pytest

from parlour.errors import PostsError
from parlour.methods.gratr.posts import parse_contest, read_contest


def test_without_a_file_the_classes_are_the_papers_five():
    told = [each.name for each in read_contest(None).classes]
    assert told == ["Anti-Democrat", "Anti-Republican", "Pro-Democrat", "Pro-Republican", "Neutral"]


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


def test_classes_can_say_for_and_against_whatever_they_are_called():
    contest = parse_contest(
        "camps: [Nets]\nclasses: [{name: Yes, for: Nets}, {name: Nay, against: Nets}, {name: Other}]".replace(
            "Yes", "'Yes'"
        ),
        "a.yaml",
    )
    assert [(each.name, each.sign) for each in contest.classes] == [("Yes", 1), ("Nay", -1), ("Other", 0)]


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
