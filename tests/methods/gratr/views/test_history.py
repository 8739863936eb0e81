"""What becomes of a trust graph step by step, against the graph itself."""

from __future__ import annotations

import pytest
from hypothesis import given

from parlour.core import Player
from parlour.errors import UnknownPlayer
from parlour.methods.gratr import Evidence
from parlour.methods.gratr.evidence import Parameters
from parlour.methods.gratr.views import EvidenceTaken, Learned
from parlour.methods.gratr.views.history import ChainsRetrieved, Step, trace
from tests.methods.gratr import graphs
from tests.methods.gratr.graphs import begun, item, lived, villager


def as_steps(happened: list[Evidence | Player]) -> list[Step]:
    return [
        EvidenceTaken(round=0, event=each.event, items=(each,))
        if isinstance(each, Evidence)
        else ChainsRetrieved(round=0, targets=(each,))
        for each in happened
    ]


@given(graphs.starts, graphs.parameters, graphs.steps)
def test_a_history_ends_where_the_graph_does(
    start: str, settings: Parameters, happened: list[Evidence | Player]
):
    graph = begun(start, settings)
    moments = trace(graph, as_steps(happened))
    assert len(moments) == len(happened)
    for number in (0, len(happened) // 2, len(happened)):
        now = moments[number - 1].graph if number else graph
        assert now == lived(graph, happened[:number])


@given(graphs.starts, graphs.parameters, graphs.steps)
def test_whoever_a_step_moved_is_told_with_the_trust_before_it(
    start: str, settings: Parameters, happened: list[Evidence | Player]
):
    graph = begun(start, settings)
    for moment in trace(graph, as_steps(happened)):
        moved = {name for name, trust in moment.graph.trust.items() if trust != graph.trust[name]}
        assert moved <= set(moment.before)
        assert all(value == graph.trust[name] for name, value in moment.before.items())
        graph = moment.graph


def test_of_two_moves_in_one_step_the_last_one_counts():
    """Ann says 4 of 10 against Ben and then 9 of 10: -0.2, then -0.45."""
    items = (item("Ann", "attack", "Ben", 4, 1), item("Ann", "attack", "Ben", 9, 1))
    [moment] = trace(villager(), [EvidenceTaken(round=1, event=1, items=items)])
    assert moment.graph.trust["Ben"] == pytest.approx(-0.45)
    assert moment.before == {"Ben": pytest.approx(-0.2)}


def test_a_step_about_a_stranger_is_refused():
    with pytest.raises(UnknownPlayer):
        trace(villager(), [Learned(round=1, event=1, player="Zoe", is_ally=True, why="checked")])
