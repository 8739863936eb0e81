import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from parlour.core import Player
from parlour.methods.gratr import Evidence, TrustGraph
from parlour.methods.gratr.evidence import Parameters
from parlour.methods.gratr.nodes import Began, Weighed
from parlour.methods.gratr.retrieval import Explanation, weighted_mean
from tests.methods.gratr import graphs
from tests.methods.gratr.graphs import OTHERS, PLAYERS, begun, item, lived, trusting, villager

FORM = TypeAdapter(Explanation)


def table(parameters: Parameters | None = None) -> TrustGraph:
    """Ben defends Ann, and Cat attacks Ben; Ann and Ben are trusted, Cat is not."""
    graph = villager(parameters).observe(
        [item("Ben", "defend", "Ann", 8, 1), item("Cat", "attack", "Ben", 10, 2)]
    )
    return trusting(graph, Ann=0.9, Ben=0.8, Cat=-0.6)


def test_a_forward_update_with_two_chains_by_hand():
    """T(Ben, Ann) = tanh(0.8) = 0.664037 and T(Cat, Ben) = tanh(-1) = -0.761594.

    Ann, Ben, Cat: V = 0.8 * 0.664037 + -0.6 * -0.761594 = 0.531229 + 0.456956 = 0.988186
                   u = 0.9 * 0.664037 * -0.761594 = -0.455154, H = 0.516861, V - H = 0.471325
    Ben, Cat:      V = -0.6 * -0.761594 = 0.456956
                   u = 0.8 * -0.761594 = -0.609275, H = 0.609275 * 0.714834 = 0.435531, V - H = 0.021426
    T'(Cat) = (0.471325 * -0.455154 + 0.021426 * -0.609275) / (0.471325 + 0.021426)
            = (-0.214525 - 0.013054) / 0.492751 = -0.461855
    """
    after, why = table().retrieve("Cat")
    assert [chain.players for chain in why.chains] == [("Ann", "Ben", "Cat"), ("Ben", "Cat")]
    assert [share.weight for share in why.shares] == pytest.approx([0.471325, 0.021426], abs=1e-6)
    assert [share.product for share in why.shares] == pytest.approx([-0.455154, -0.609275], abs=1e-6)
    assert (why.before, why.after) == (-0.6, pytest.approx(-0.461855, abs=1e-6))
    assert after.trust["Cat"] == why.after
    assert after.nodes["Cat"].ground == Weighed(shares=why.shares)


def test_a_backward_update_by_hand():
    """Every edge of the chains once, with the new T(Cat) = -0.461855.

    T'(Cat, Ben) = 0.1 * -0.461855 / 0.8 - 0.761594 = -0.057732 - 0.761594 = -0.819326
    T'(Ben, Ann) = 0.1 * 0.8 / 0.9 + 0.664037 = 0.088889 + 0.664037 = 0.752926
    """
    after, why = table().retrieve("Cat")
    settings = after.parameters
    assert after.edge("Cat", "Ben").value(settings) == pytest.approx(-0.819326, abs=1e-6)
    assert after.edge("Ben", "Ann").value(settings) == pytest.approx(0.752926, abs=1e-6)
    assert [(done.by, done.about) for done in why.corrected] == [("Ben", "Ann"), ("Cat", "Ben")]
    assert [done.before for done in why.corrected] == pytest.approx([0.664037, -0.761594], abs=1e-6)


def test_as_released_a_mean_of_another_sign_must_be_larger_than_the_trust_before():
    """Ann, Ben, Cat: u = -0.455154, |u| - H = 0.455154 - 0.358260 = 0.096894.

    Ben, Cat: u = -0.609275, |u| - H = 0.609275 - 0.609275 * 0.495486 = 0.307388.
    Mean: (0.096894 * -0.455154 + 0.307388 * -0.609275) / 0.404282 = -0.572337
    """
    settings = Parameters(weight="product", replace="larger")
    stays, kept = trusting(table(settings), Cat=0.6).retrieve("Cat")
    gives_way, _ = trusting(table(settings), Cat=0.5).retrieve("Cat")
    agrees, _ = table(settings).retrieve("Cat")
    always, _ = trusting(table(Parameters(weight="product")), Cat=0.6).retrieve("Cat")
    assert kept.mean == pytest.approx(-0.572337, abs=1e-6)
    assert (kept.after, kept.is_moved, stays.nodes["Cat"].ground) == (0.6, False, Began())
    assert [each.trust["Cat"] for each in (gives_way, agrees, always)] == pytest.approx(
        [-0.572337] * 3, abs=1e-6
    )


def test_as_printed_weights_of_mixed_sign_take_the_mean_beyond_the_products():
    """Eq. 8 with weights 0.272114 (u = -0.455154) and -0.073458 (u = -0.380797), from Ben at 0.5.

    (0.272114 * -0.455154 - 0.073458 * -0.380797) / (0.272114 - 0.073458)
    = (-0.123854 + 0.027973) / 0.198656 = -0.482649
    """
    why = trusting(table(Parameters(weight="printed")), Ben=0.5).explain("Cat")
    assert [chain.weight for chain in why.used_chains] == pytest.approx([0.272114, -0.073458], abs=1e-6)
    assert why.mean == pytest.approx(-0.482649, abs=1e-5)
    assert not why.is_clipped


def test_a_mean_beyond_its_bounds_is_clipped_and_said_to_be():
    """Weights 1 and -0.9 with u = 0.5 and -0.9: (0.5 + 0.81) / 0.1 = 13.1. Weights 1 and -1 cancel."""
    first, second = table().explain("Cat").chains
    one = replace(first, weight=1.0, product=0.5)
    assert weighted_mean((one, replace(second, weight=-0.9, product=-0.9)), 0.3) == pytest.approx(13.1)
    assert weighted_mean((one, replace(second, weight=-1.0, product=-0.9)), 0.3) == 0.3
    assert weighted_mean((one, replace(second, weight=-0.9999995, product=-0.9)), 0.3) == 0.3


def test_as_printed_the_backward_update_is_of_the_last_hop_alone():
    """Eq. 9: T'(Cat, Ben) = 0.1 * -0.461855 / 0.8 - 0.761594 = -0.819326; T(Ben, Ann) stays tanh(0.8)."""
    after, why = table(Parameters(backward="last")).retrieve("Cat")
    assert [(done.by, done.about) for done in why.corrected] == [("Cat", "Ben")]
    assert after.edge("Cat", "Ben").value(after.parameters) == pytest.approx(-0.819326, abs=1e-6)
    assert after.edge("Ben", "Ann").value(after.parameters) == pytest.approx(0.664037, abs=1e-6)


def test_as_released_one_chain_alone_corrects_nothing():
    two = table(Parameters(backward="several")).explain("Cat")
    one = table(Parameters(backward="several", hops=False)).explain("Cat")
    assert (len(two.chains), len(two.corrected)) == (2, 2)
    assert (len(one.used_chains), one.corrected) == (1, ())


def test_a_player_whom_a_werewolf_knows_to_be_a_foe_does_not_become_a_friend():
    """Eq. 2: Ann at -0.9 attacks Ben with c = -1, u = 0.9 > 0; Ben at -0.5 would become 0.9."""
    words = [item("Ann", "attack", "Ben", 10, 1)]
    for knows_sides, trust in ((True, -0.5), (False, 0.9)):
        graph = TrustGraph.of_werewolf("Me", PLAYERS, ["Eve"], knows_sides=knows_sides)
        assert trusting(graph, Ben=-0.5).observe(words).trust["Ben"] == trust


@given(graphs.parameters, graphs.steps)
def test_no_trust_rises_above_what_a_werewolf_knows(settings: Parameters, steps: list[Evidence | Player]):
    graph = lived(TrustGraph.of_werewolf("Me", PLAYERS, ["Ann"], settings, knows_sides=True), steps)
    assert all(graph.trust[name] <= 0 for name in PLAYERS[2:])
    assert graph.trust["Ann"] == 1


def test_a_correction_survives_what_is_said_next():
    """After Cat attacks Ben again with 5: tanh(0.95 * -1 - 0.5) = tanh(-1.45) = -0.895693, less 0.057732."""
    again = [item("Cat", "attack", "Ben", 5, 3)]
    corrected = table().retrieve("Cat")[0].observe(again).edge("Cat", "Ben")
    plain = table().observe(again).edge("Cat", "Ben")
    assert plain.value(Parameters()) == pytest.approx(-0.895693, abs=1e-6)
    assert corrected.value(Parameters()) == pytest.approx(-0.895693 - 0.057732, abs=1e-6)


def test_where_no_chain_has_weight_the_trust_stays_and_nothing_is_corrected():
    """Cat at 0: Ben, Cat has V = 0 and so no weight, and from Ann V = 0.2 * 0.664 = 0.133 < H."""
    graph = trusting(table(), Ben=0.2, Cat=0.0)
    after, why = graph.retrieve("Cat")
    assert len(why.chains) == 2
    assert why.used_chains == ()
    assert after == graph
    assert why.after == 0.0


def test_certain_knowledge_of_the_target_stays_and_corrects_the_edges():
    """T'(Cat, Ben) = 0.1 * -1 / 0.8 - 0.761594 = -0.886594."""
    graph = table().knowing("Cat", why="my check", is_ally=False)
    after, why = graph.retrieve("Cat")
    assert why.used_chains
    assert why.after == after.trust["Cat"] == -1.0
    assert after.nodes["Cat"].ground == graph.nodes["Cat"].ground
    assert after.edge("Cat", "Ben").value(after.parameters) == pytest.approx(-0.886594, abs=1e-6)


@given(graphs.starts, graphs.parameters, graphs.steps, st.sampled_from(OTHERS))
def test_to_explain_is_to_say_what_a_retrieval_will_do(
    start: str, settings: Parameters, steps: list[Evidence | Player], target: Player
):
    graph = lived(begun(start, settings), steps)
    why = graph.explain(target)
    after, done = graph.retrieve(target)
    assert done == why
    assert after.trust == {**graph.trust, target: why.after}
    changed = {(change.by, change.about): change.edge for change in why.corrected}
    for by in graph.players:
        for about in graph.players:
            assert after.edge(by, about) == changed.get((by, about), graph.edge(by, about))


@given(graphs.starts, graphs.parameters, graphs.steps, st.sampled_from(OTHERS))
def test_every_number_can_be_worked_out_again_from_the_explanation_on_record(
    start: str, settings: Parameters, steps: list[Evidence | Player], target: Player
):
    said = lived(begun(start, settings), steps).explain(target)
    why = FORM.validate_json(FORM.dump_json(said))
    assert why == said
    weights, products = [0.0], [0.0]
    for chain in why.chains:
        product, value = chain.trust, 0.0
        for hop in chain.hops:
            total = math.fsum(term.share for term in hop.edge.terms(settings))
            merged = math.tanh(total) if settings.merging == "all" else total
            if settings.merging == "nested":
                assert not total
                for item in hop.edge.evidence:
                    merged = math.tanh(settings.rho * merged + item.credibility)
            edge = max(-1.0, min(1.0, merged + hop.edge.correction))
            assert hop.value == pytest.approx(edge, abs=1e-9)
            product *= hop.value
            value += hop.trust * hop.value
        size, is_released = abs(product), settings.weight == "product"
        value = size if is_released else value
        doubt = -size * (math.log(size) if is_released else math.log2(size)) if product else 0.0
        assert (chain.product, chain.value) == (pytest.approx(product), pytest.approx(value))
        least = 0.0 if settings.weight == "clipped" else -math.inf
        assert chain.weight == pytest.approx(max(least, value - doubt), abs=1e-12)
        weights.append(chain.weight)
        products.append(chain.product)
    if why.used_chains and why.grounds[target].kind != "known":
        mean = sum(w / sum(weights) * u for w, u in zip(weights, products, strict=True))
        assert why.mean == pytest.approx(max(-1.0, min(1.0, mean)), abs=1e-6)
        stays = (
            settings.replace == "larger" and why.mean * why.before <= 0 and abs(why.mean) <= abs(why.before)
        )
        assert why.after == (why.before if stays else why.mean)
    else:
        assert why.after == why.before
