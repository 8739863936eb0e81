import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.methods.gratr import Evidence, TrustGraph
from parlour.methods.gratr.evidence import Edge, Parameters
from parlour.methods.gratr.retrieval import retrieve, uncertainty
from tests.methods.gratr import graphs
from tests.methods.gratr.graphs import OTHERS, PLAYERS, item, trusting, villager


def ways(graph: TrustGraph, target: str) -> list[tuple[str, ...]]:
    """All ways of a retrieval, those that miss too."""
    chains, missed = retrieve(graph.nodes, graph.me, target, graph.parameters)
    return [*(chain.players for chain in chains), *missed]


def two_hops(parameters: Parameters | None = None) -> TrustGraph:
    """Ben defends Ann, and Cat attacks Ben; Ann and Ben are trusted, Cat is not."""
    graph = villager(parameters).observe(
        [item("Ben", "defend", "Ann", 8, 1), item("Cat", "attack", "Ben", 10, 2)]
    )
    return trusting(graph, Ann=0.9, Ben=0.5, Cat=-0.6)


def test_a_chain_of_two_hops_by_hand():
    """T(Ben, Ann) = tanh(0.8) = 0.664037 and T(Cat, Ben) = tanh(-1) = -0.761594.

    V = 0.5 * 0.664037 + -0.6 * -0.761594 = 0.332018 + 0.456956 = 0.788975
    u = 0.9 * 0.664037 * -0.761594 = -0.455154
    H = -0.455154 * log2(0.455154) = 0.455154 * 1.135573 = 0.516861
    V - H = 0.272114
    """
    (chain,) = two_hops(Parameters(width=1)).explain("Cat").chains
    assert chain.players == ("Ann", "Ben", "Cat")
    assert [hop.value for hop in chain.hops] == pytest.approx([0.664037, -0.761594], abs=1e-6)
    assert chain.value == pytest.approx(0.788975, abs=1e-6)
    assert chain.product == pytest.approx(-0.455154, abs=1e-6)
    assert chain.uncertainty == pytest.approx(0.516861, abs=1e-6)
    assert chain.weight == pytest.approx(0.272114, abs=1e-6)


def test_as_released_a_chain_weighs_by_the_size_of_its_product():
    """u = -0.455154; H = 0.455154 * ln(1 / 0.455154) = 0.455154 * 0.787119 = 0.358260 nats.

    |u| - H = 0.096894
    """
    (chain,) = two_hops(Parameters(width=1, weight="product")).explain("Cat").chains
    assert chain.value == pytest.approx(0.455154, abs=1e-6)
    assert chain.uncertainty == pytest.approx(0.358260, abs=1e-6)
    assert chain.weight == pytest.approx(0.096894, abs=1e-6)


def test_as_released_chains_start_where_the_agent_is_surest_and_with_itself():
    """|T| is 1 for the agent, 0.6 for Cat and 0.3 for Ann; whoever attacks a foe is a friend.

    u = -0.6 * tanh(-0.5) = -0.6 * -0.462117 = 0.277270
    """
    heard = [
        item("Dan", "defend", "Me", 5, 1),
        item("Eve", "attack", "Cat", 5, 2),
        item("Ben", "defend", "Ann", 5, 3),
    ]
    graph = trusting(villager(Parameters(width=2, starts="decided")).observe(heard), Ann=0.3, Cat=-0.6)
    (chain,) = graph.explain("Eve").chains
    assert ways(graph, "Eve") == [("Cat", "Eve"), ("Me", "Dan")]
    assert chain.product == pytest.approx(0.277270, abs=1e-6)
    assert ways(trusting(graph, Ann=0.9, Cat=0.0), "Eve") == [("Me", "Dan"), ("Ann", "Ben")]


def test_a_chain_goes_to_the_most_trusted_neighbour():
    graph = villager(Parameters(width=1)).observe(
        [item("Ben", "defend", "Ann", 8, 1), item("Cat", "defend", "Ann", 8, 2)]
    )
    assert ways(trusting(graph, Ann=0.9, Ben=0.3, Cat=0.4), "Dan") == [("Ann", "Cat")]
    assert ways(trusting(graph, Ann=0.9, Ben=0.4, Cat=0.3), "Dan") == [("Ann", "Ben")]


def test_of_equally_trusted_players_those_who_sit_first_are_the_starts():
    graph = villager(Parameters(width=2)).observe(
        [item("Eve", "defend", player, 8) for player in ("Dan", "Cat", "Ben")]
    )
    equal = trusting(graph, Ben=0.4, Cat=0.4, Dan=0.4)
    assert [way[0] for way in ways(equal, "Ann")] == ["Ben", "Cat"]


def test_whoever_nobody_spoke_of_takes_up_no_place_among_the_starts():
    graph = trusting(two_hops(Parameters(width=2)), Dan=0.95, Eve=0.95)
    assert [way[0] for way in ways(graph, "Cat")] == ["Ann", "Ben"]


def test_a_chain_that_goes_to_somebody_more_trusted_misses_the_target_and_is_dropped():
    graph = villager().observe([item("Cat", "attack", "Ann", 9, 1), item("Ben", "defend", "Ann", 9, 2)])
    graph = trusting(graph, Ann=0.9, Ben=0.5, Cat=-0.6)
    why = graph.explain("Cat")
    assert why.chains == ()
    assert why.missed == (("Ann", "Ben"),)
    assert why.after == why.before == -0.6


def test_with_arrival_at_once_it_goes_to_the_target_beside_it():
    graph = villager(Parameters(arrive="at_once"))
    graph = graph.observe([item("Cat", "attack", "Ann", 9, 1), item("Ben", "defend", "Ann", 9, 2)])
    assert ways(trusting(graph, Ann=0.9, Ben=0.5, Cat=-0.6), "Cat") == [("Ann", "Cat")]


def test_without_hops_only_what_the_target_said_itself_counts():
    assert ways(two_hops(Parameters(hops=False)), "Cat") == [("Ben", "Cat"), ("Ann",)]


def test_words_that_say_nothing_are_no_way():
    for words in ([item("Cat", "indifferent", "Ann", 9, 1)], [item("Cat", "attack", "Ann", 0, 1)]):
        graph = trusting(villager().observe(words), Ann=0.9)
        assert ways(graph, "Cat") == [("Ann",)]


@given(st.floats(-1, 1))
def test_uncertainty_is_within_its_bounds_and_blind_to_the_sign(product: float):
    assert 0 <= uncertainty(product) <= math.log2(math.e) / math.e + 1e-12
    assert uncertainty(product) == uncertainty(-product)


@given(graphs.heard, graphs.parameters, st.sampled_from(OTHERS))
def test_a_way_visits_nobody_twice_and_starts_not_at_the_target_nor_as_printed_at_the_agent(
    heard: list[Evidence], settings: Parameters, target: str
):
    found = ways(villager(settings).observe(heard), target)
    assert len(found) <= settings.width
    assert len({way[0] for way in found}) == len(found)
    for way in found:
        assert len(set(way)) == len(way) <= len(PLAYERS)
        assert way[0] not in ((target,) if settings.starts == "decided" else ("Me", target))
        assert target not in way[:-1]


def test_the_first_of_many_fully_trusted_speakers_is_found_without_a_look_at_the_others(
    monkeypatch: pytest.MonkeyPatch,
):
    merged: list[Edge] = []
    value = Edge.value

    def counted(edge: Edge, parameters: Parameters) -> float:
        merged.append(edge)
        return value(edge, parameters)

    monkeypatch.setattr(Edge, "value", counted)
    looks: list[int] = []
    for count in (200, 2000):
        names = [f"p{number}" for number in range(count)]
        graph = TrustGraph.of_villager("Me", ["Me", "Ann", *names], Parameters(width=1))
        graph = graph.knowing("Ann", why="my check", is_ally=True)
        graph = graph.observe(item(name, "defend", "Ann", 8, event) for event, name in enumerate(names))
        graph = trusting(graph, **dict.fromkeys(names, 1.0))
        graph = graph.observe([item("p1", "defend", "p0", 8, count)])
        merged.clear()
        chains, missed = retrieve(graph.nodes, graph.me, names[-1], graph.parameters)
        assert (chains, missed) == ((), (("Ann", "p0", "p1"),))
        looks.append(len(merged))
    assert looks[0] == looks[1] <= 4
