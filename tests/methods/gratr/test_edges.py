from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from parlour.core import Event, event_kinds
from parlour.games.werewolf import kinds
from parlour.methods.gratr import Evidence, EvidenceType, Stance
from parlour.methods.gratr.evidence import Edge, Parameters
from parlour.methods.gratr.statement_reader import StatementReader
from tests.methods.gratr import graphs
from tests.methods.gratr.graphs import item
from tests.methods.gratr.tables import seat

ALL = Parameters()
LAST_ONLY = Parameters(merging="false")


def edge(*items: Evidence, rho: float = 0.95) -> Edge:
    built = Edge()
    for one in items:
        built = built.with_item(one, rho)
    return built


THREE = (
    item("Ann", "attack", "Ben", 6, event=1),
    item("Ann", "defend", "Ben", 4, event=2),
    item("Ann", "attack", "Ben", 8, event=3),
)
once_per_event = st.lists(graphs.evidence, max_size=20, unique_by=lambda read: read.event)


def test_three_items_merged_by_hand():
    """0.95^2 * -0.6 + 0.95 * 0.4 + 1 * -0.8 = -0.5415 + 0.38 - 0.8 = -0.9615; tanh(-0.9615) = -0.744945."""
    merged = edge(*THREE)
    assert merged.total == pytest.approx(-0.9615)
    assert merged.value(ALL) == pytest.approx(-0.744945, abs=1e-6)
    assert [term.decay for term in merged.terms(ALL)] == pytest.approx([0.9025, 0.95, 1])
    assert [term.share for term in merged.terms(ALL)] == pytest.approx([-0.5415, 0.38, -0.8])


def test_nested_merging_merges_what_was_merged_once_more_with_each_item():
    settings = Parameters(rho=0.5, merging="nested")
    first = math.tanh(-0.6)
    second = math.tanh(0.5 * first + 0.4)
    assert edge(*THREE).merge(settings) == pytest.approx(math.tanh(0.5 * second - 0.8))
    assert Edge().merge(settings) == 0
    assert edge(*THREE).terms(settings) == ()


def test_without_merging_the_last_item_counts_as_it_is():
    assert edge(*THREE).value(LAST_ONLY) == pytest.approx(-0.8)
    (only,) = edge(*THREE).terms(LAST_ONLY)
    assert (only.evidence, only.decay, only.share) == (THREE[2], 1.0, pytest.approx(-0.8))


@given(st.data(), once_per_event)
def test_without_decay_the_order_of_events_does_not_matter(data: st.DataObject, items: list[Evidence]):
    events = data.draw(st.permutations([read.event for read in items]))
    moved = [read.model_copy(update={"event": event}) for read, event in zip(items, events, strict=True)]
    assert edge(*moved, rho=1.0).total == pytest.approx(edge(*items, rho=1.0).total, abs=1e-9)


@given(st.data(), once_per_event)
def test_the_order_of_arrival_does_not_matter(data: st.DataObject, items: list[Evidence]):
    arrived = edge(*data.draw(st.permutations(items)))
    in_time = edge(*sorted(items, key=lambda read: read.event))
    assert arrived.evidence == in_time.evidence
    assert arrived.total == pytest.approx(in_time.total, abs=1e-12)


@given(st.lists(graphs.evidence, max_size=30), st.floats(0, 1))
def test_an_edge_grown_item_by_item_is_the_edge_merged_at_once(items: list[Evidence], rho: float):
    grown = edge(*items, rho=rho)
    terms = grown.terms(Parameters(rho=rho))
    assert grown.total == pytest.approx(math.fsum(term.share for term in terms), abs=1e-9)
    assert [term.evidence for term in terms] == list(grown.evidence)


def test_evidence_is_a_union_so_that_the_same_item_counts_once():
    assert edge(*THREE, *THREE) == edge(*THREE)


def test_two_items_of_one_event_both_count_in_the_order_in_which_they_came():
    first, second = item("Ann", "attack", "Ben", 6, 1), item("Ann", "defend", "Ben", 4, 1)
    assert edge(first, second).evidence == (first, second)
    assert edge(first, second).total == pytest.approx(0.95 * -0.6 + 0.4)


def test_a_backward_update_by_hand():
    """0.1 * -0.45 / 0.5 = -0.09 on top of tanh(-0.9615) = -0.744945 gives -0.834945."""
    corrected = edge(*THREE).correct(-0.45, 0.5, ALL)
    assert corrected.value(ALL) == pytest.approx(-0.834945, abs=1e-6)
    assert corrected.correction == pytest.approx(-0.09)


def test_a_correction_stops_at_the_bound_and_does_not_pile_up_beyond_it():
    """Twenty corrections of 0.1 * 1 / 0.2 = 0.5 each: the edge is 1, and K what lacked from tanh(0.5)."""
    corrected = edge(item("Ann", "defend", "Ben", 5))
    for _ in range(20):
        corrected = corrected.correct(1.0, 0.2, ALL)
    assert corrected.value(ALL) == 1.0
    assert corrected.correction == pytest.approx(1 - math.tanh(0.5))
    assert len(corrected.corrections) == 2


def test_nothing_is_corrected_towards_somebody_who_is_neither_ally_nor_adversary():
    plain = edge(*THREE)
    assert plain.correct(0.9, 0.199, ALL) is plain
    assert plain.correct(0.9, -0.199, ALL) is plain
    assert plain.correct(0.9, 0.2, ALL).value(ALL) == pytest.approx(plain.value(ALL) + 0.45)


@given(st.lists(graphs.evidence, max_size=12), graphs.parameters, st.data())
def test_every_correction_can_be_worked_out_again(
    items: list[Evidence], settings: Parameters, data: st.DataObject
):
    built = Edge()
    for one in items:
        built = built.with_item(one.model_copy(update={"event": len(built.evidence)}), settings.rho)
        trust, towards = data.draw(st.floats(-1, 1)), data.draw(st.floats(-1, 1))
        built = built.correct(trust, towards, settings)
    correction = 0.0
    for done in built.corrections:
        then = edge(*built.evidence[: done.items], rho=settings.rho).merge(settings)
        before = max(-1.0, min(1.0, then + correction))
        value = max(-1.0, min(1.0, before + settings.gamma * done.trust / done.towards))
        assert value == pytest.approx(done.value, abs=1e-12)
        correction = value - then
    assert correction == pytest.approx(built.correction, abs=1e-12)
    assert -1 <= built.value(settings) <= 1
    assert -2 <= built.correction <= 2


def test_credibility_is_the_sign_of_the_type_times_a_tenth_of_the_score():
    for kind, credibility in (("attack", -0.7), ("defend", 0.7), ("deceive", -0.7), ("indifferent", 0.0)):
        assert item("Ann", kind, "Ben", 7).credibility == pytest.approx(credibility)


def test_where_type_and_relation_disagree_the_type_decides_and_the_evidence_says_so():
    read = Evidence(
        by="Ann", about="Ben", type=EvidenceType.ATTACK, relation=Stance.ALLY, score=6, event=3, round=1
    )
    assert read.credibility == pytest.approx(-0.6)
    assert read.note == "type attack disagrees with relation ally: the type decides"
    assert read.model_dump(mode="json")["note"] == read.note


@given(graphs.evidence)
def test_evidence_read_back_from_its_json_is_the_same(read: Evidence):
    assert Evidence.model_validate_json(read.model_dump_json()) == read


def test_a_score_is_between_zero_and_ten():
    for score in (-0.1, 10.1, math.nan, math.inf):
        with pytest.raises(ValidationError):
            item("Ann", "attack", "Ben", score)


def test_a_vote_attacks_with_ten_and_a_protection_defends_with_ten():
    reader = StatementReader(seat=seat("Ann", "villager").seat, self_defence=False, action=10, roles=())
    for kind, credibility in ((event_kinds.VOTED, -1), (kinds.PROTECTED, 1), (kinds.NAMED, 1)):
        [item] = reader.act(Event(number=3, kind=kind, actor="Ben", chosen=("Cat",), round=1))
        assert (item.by, item.about, item.credibility, item.note) == ("Ben", "Cat", credibility, "")


@pytest.mark.parametrize(
    "wrong",
    [
        {"epsilon": 0.0},
        {"epsilon": 1.0},
        {"epsilon": math.nan},
        {"rho": 1.01},
        {"rho": -0.1},
        {"width": 0},
        {"gamma": math.inf},
        {"gamma": -0.1},
        {"prior": 1.5},
        {"arrive": "never"},
        {"ro": 0.9},
    ],
)
def test_what_is_out_of_range_or_unknown_is_refused(wrong: dict[str, Any]):
    with pytest.raises(ValidationError):
        Parameters(**wrong)
