from __future__ import annotations

import math
import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from parlour.core import Player
from parlour.errors import SetupError, UnknownPlayer, UsageError
from parlour.methods.gratr import Evidence, Stance, TrustGraph
from parlour.methods.gratr.evidence import Parameters
from parlour.methods.gratr.nodes import Known, Told, Versions
from tests.methods.gratr import graphs
from tests.methods.gratr.graphs import OTHERS, PLAYERS, begun, item, lived, trusting, villager

FORM = TypeAdapter(TrustGraph)


def test_a_villager_trusts_itself_and_is_indifferent_to_all_others():
    graph = villager()
    assert graph.trust == {"Me": 1.0, **dict.fromkeys(OTHERS, 0.0)}
    assert [graph.stance(player) for player in PLAYERS] == [Stance.ALLY, *[Stance.INDIFFERENT] * 5]


def test_a_werewolf_trusts_its_mates_for_certain_and_distrusts_the_others():
    graph = TrustGraph.of_werewolf("Me", PLAYERS, ["Ann"])
    assert graph.trust == {"Me": 1.0, "Ann": 1.0, **dict.fromkeys(OTHERS[1:], -0.9)}
    assert [node.is_certain for node in graph.nodes.values()] == [True, True, False, False, False, False]


def test_a_stance_begins_beyond_epsilon():
    for trust, stance in (
        (0.2, Stance.INDIFFERENT),
        (-0.2, Stance.INDIFFERENT),
        (0.21, Stance.ALLY),
        (-0.21, Stance.ADVERSARY),
    ):
        assert trusting(villager(), Ann=trust).stance("Ann") is stance


def test_one_accusation_moves_a_villagers_graph():
    """The speaker is a stranger, whose word counts 0.5: u = 0.5 * -0.6 = -0.3, and |-0.3| > |0|."""
    said = item("Ann", "attack", "Ben", 6)
    graph = villager().observe([said])
    assert graph.trust["Ben"] == pytest.approx(-0.3)
    assert graph.nodes["Ben"].ground == Told(evidence=said, counts=0.5, is_prior=True)
    assert graph.stance("Ben") is Stance.ADVERSARY


def test_the_prior_stands_in_as_long_as_the_speaker_is_neither_ally_nor_adversary():
    """Up to epsilon 0.5 * -0.6 = -0.3; beyond it 0.21 * -0.6 = -0.126."""
    for trust, after in ((0.2, -0.3), (-0.2, -0.3), (0.21, -0.126), (-0.21, 0.126)):
        graph = trusting(villager(), Ann=trust).observe([item("Ann", "attack", "Ben", 6)])
        assert graph.trust["Ben"] == pytest.approx(after)


def test_a_weaker_update_leaves_the_node_and_a_stronger_one_replaces_it():
    """0.5 * 0.5 = 0.25 and then 0.5 * -0.4 = -0.2, which is weaker, and 0.5 * -0.8 = -0.4, which is not."""
    graph = villager().observe([item("Ann", "defend", "Ben", 5, 1), item("Cat", "attack", "Ben", 4, 2)])
    assert graph.trust["Ben"] == pytest.approx(0.25)
    assert graph.observe([item("Dan", "attack", "Ben", 8, 3)]).trust["Ben"] == pytest.approx(-0.4)


def test_of_two_opposite_updates_of_equal_size_the_first_stays():
    attack, defence = item("Ann", "attack", "Ben", 6, 1), item("Cat", "defend", "Ben", 6, 2)
    assert villager().observe([attack, defence]).trust["Ben"] == pytest.approx(-0.3)
    assert villager().observe([defence, attack]).trust["Ben"] == pytest.approx(0.3)


def test_the_order_of_arrival_matters_for_nodes_since_a_speakers_trust_moves():
    """Ann is defended before she speaks (0.4 * -0.9 = -0.36) or after (0.5 * -0.9 = -0.45)."""
    defended, speaks = item("Cat", "defend", "Ann", 8, 1), item("Ann", "attack", "Ben", 9, 2)
    assert villager().observe([defended, speaks]).trust["Ben"] == pytest.approx(-0.36)
    assert villager().observe([speaks, defended]).trust["Ben"] == pytest.approx(-0.45)


@given(graphs.heard, graphs.parameters)
def test_items_observed_together_are_items_observed_one_by_one(heard: list[Evidence], settings: Parameters):
    assert villager(settings).observe(heard) == lived(villager(settings), heard)


@given(graphs.starts, graphs.parameters, graphs.steps)
def test_every_number_stays_finite_and_in_its_bounds_under_any_evidence(
    start: str, settings: Parameters, steps: list[Evidence | Player]
):
    graph = lived(begun(start, settings), steps)
    assert all(-1 <= trust <= 1 for trust in graph.trust.values())
    for node in graph.nodes.values():
        assert all(-1 <= edge.value(settings) <= 1 for edge in node.heard.values())
        assert all(math.isfinite(edge.total) for edge in node.heard.values())
        assert all(-2 <= edge.correction <= 2 for edge in node.heard.values())


@given(graphs.starts, graphs.parameters, graphs.steps)
def test_what_is_certain_is_never_overwritten(
    start: str, settings: Parameters, steps: list[Evidence | Player]
):
    first = begun(start, settings)
    last = lived(first, steps)
    certain = [player for player, node in first.nodes.items() if node.is_certain]
    assert {player: last.trust[player] for player in certain} == {p: first.trust[p] for p in certain}
    assert all(last.nodes[player].is_certain for player in certain)


@given(graphs.starts, graphs.parameters, graphs.steps)
def test_a_graph_read_back_from_its_json_is_the_same(
    start: str, settings: Parameters, steps: list[Evidence | Player]
):
    graph = lived(begun(start, settings), steps)
    again = FORM.validate_json(FORM.dump_json(graph))
    assert again == graph
    assert again.players == graph.players
    assert all(again.explain(player) == graph.explain(player) for player in OTHERS)


def test_certain_knowledge_says_where_it_is_from_and_may_be_replaced_by_other_knowledge():
    graph = villager().knowing("Ann", why="my check of night 1", is_ally=False)
    assert graph.trust["Ann"] == -1.0
    assert graph.nodes["Ann"].ground == Known(why="my check of night 1")
    assert graph.knowing("Ann", why="the moderator", is_ally=True).trust["Ann"] == 1.0


def test_somebody_without_a_seat_is_named_in_the_error():
    graph = villager()
    for wrong in (
        lambda: graph.observe([item("Zoe", "attack", "Ben", 6)]),
        lambda: graph.observe([item("Ben", "attack", "Zoe", 6)]),
        lambda: graph.explain("Zoe"),
        lambda: graph.knowing("Zoe", why="", is_ally=True),
        lambda: graph.stance("Zoe"),
        lambda: graph.edge("Ann", "Zoe"),
        lambda: TrustGraph.of_werewolf("Me", PLAYERS, ["Zoe"]),
    ):
        with pytest.raises(UnknownPlayer, match="'Zoe' is none of Me, Ann"):
            wrong()


def test_an_agent_does_not_ask_about_itself():
    with pytest.raises(UsageError, match="Me knows itself"):
        villager().retrieve("Me")
    with pytest.raises(UsageError, match="Me knows itself"):
        villager().knowing("Me", why="", is_ally=False)


def test_a_table_needs_the_agent_and_names_that_differ():
    for players in (("Ann", "Ben"), ("Me", "Ann", "Ann")):
        with pytest.raises(SetupError, match="Me needs a seat"):
            TrustGraph.of_villager("Me", players)


steps = st.lists(st.tuples(st.integers(0, 100), st.sampled_from("abcde"), st.integers()), max_size=40)


@given(steps, st.lists(st.integers(0, 100)))
def test_every_version_is_the_dict_that_it_would_be(steps: list[tuple[int, str, int]], asked: list[int]):
    """Each step grows any version so far; then versions are asked in any order."""
    grown, dicts = [Versions({"a": 0, "b": 0})], [{"a": 0, "b": 0}]
    for which, key, value in steps:
        base = which % len(grown)
        grown.append(grown[base].having(key, value))
        dicts.append({**dicts[base], key: value})
    for which in (*asked, *range(len(grown))):
        told = which % len(grown)
        assert list(grown[told].items()) == list(dicts[told].items())
        assert len(grown[told]) == len(dicts[told])
        assert grown[told] == dicts[told]


def test_it_may_be_gone_through_while_another_version_is_asked():
    before = Versions({"a": 1, "b": 2})
    after = before.having("c", 3)
    assert [(one, other) for one in before for other in after] == [(x, y) for x in "ab" for y in "abc"]


def test_an_old_version_is_pickled_alone():
    version = Versions({"a": 1})
    for number in range(5000):
        version.having("a", number)
    assert pickle.loads(pickle.dumps(version)) == {"a": 1}


def test_the_highest_entries_are_those_of_a_sort_whatever_changed_and_in_every_version():
    rng, entries = Random(5), {f"p{n}": 0.0 for n in range(300)}
    latest, versions = Versions(entries), [Versions(entries)]
    for _ in range(2000):
        latest = latest.having(rng.choice([*entries]), rng.choice([-1.0, 0.0, rng.random()]))
        versions.append(latest)
        if rng.random() < 0.3:
            _check_order(latest)
    for version in rng.sample(versions, 5):
        _check_order(version)


def _check_order(version: Versions[float]) -> None:
    found = version.highest(lambda value: value)
    order = sorted((-value, version.places[key], key) for key, value in version.items())
    assert len(found) >= 16
    assert found == order[: len(found)]
