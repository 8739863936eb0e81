import math

import pytest
from hypothesis import given
from pydantic import ValidationError

from parlour.methods.gratr import Evidence, EvidenceType, Stance
from tests.methods.gratr import graphs
from tests.methods.gratr.graphs import item


def test_credibility_is_the_sign_of_the_type_times_a_tenth_of_the_score():
    for kind, credibility in (("attack", -0.7), ("defend", 0.7), ("deceive", -0.7), ("indifferent", 0.0)):
        assert item("Ann", kind, "Ben", 7).credibility == pytest.approx(credibility)


@given(graphs.evidence)
def test_credibility_lies_within_minus_one_and_one(read: Evidence):
    assert -1 <= read.credibility <= 1


def test_where_type_and_relation_disagree_the_type_decides_and_the_evidence_says_so():
    read = Evidence(
        by="Ann", about="Ben", type=EvidenceType.ATTACK, relation=Stance.ALLY, score=6, event=3, round=1
    )
    assert read.credibility == pytest.approx(-0.6)
    assert read.note == "type attack disagrees with relation ally: the type decides"
    assert read.model_dump(mode="json")["note"] == read.note


def test_where_type_and_relation_agree_there_is_no_note():
    for kind in list(EvidenceType):
        assert item("Ann", kind, "Ben", 5).note == ""


@given(graphs.evidence)
def test_evidence_read_back_from_its_json_is_the_same(read: Evidence):
    assert Evidence.model_validate_json(read.model_dump_json()) == read


def test_a_score_is_between_zero_and_ten():
    for score in (-0.1, 10.1, math.nan, math.inf):
        with pytest.raises(ValidationError):
            item("Ann", "attack", "Ben", score)
