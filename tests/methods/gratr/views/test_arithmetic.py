"""The arithmetic as it is shown: every line that can be worked out comes to what it says."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core import Player
from parlour.methods.gratr import Evidence, EvidenceType, TrustGraph
from parlour.methods.gratr.evidence import Parameters
from parlour.methods.gratr.nodes import Told
from parlour.methods.gratr.views import EvidenceTaken, arithmetic
from parlour.methods.gratr.views.arithmetic import Sum, factor, format_trust, number, power, product, size
from parlour.methods.gratr.views.history import ChainsRetrieved, trace
from tests.methods.gratr import graphs
from tests.methods.gratr.graphs import OTHERS, PLAYERS, begun, item
from tests.methods.gratr.views.histories import by_hand

RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
NUMERIC = re.compile(r"[\d\s.,()+\-*/e>|]*")
kinds = st.sampled_from([each.value for each in EvidenceType])
settings = st.builds(
    Parameters,
    epsilon=st.floats(0.05, 0.9),
    rho=st.sampled_from([0.0, 0.5, 0.95, 1.0]),
    gamma=st.sampled_from([0.0, 0.1, 1.0]),
    merging=st.sampled_from(["all", "nested", "false"]),
    arrive=st.sampled_from(["by_trust", "at_once"]),
    starts=st.sampled_from(["trusted", "decided"]),
    weight=st.sampled_from(["printed", "clipped", "product"]),
    replace=st.sampled_from(["always", "larger"]),
)


def _log2_of_size(value: float) -> float:
    return math.log2(abs(value))


def _ln_of_size(value: float) -> float:
    return math.log(abs(value))


def worked_out(text: str) -> float | None:
    """The value of an expression as a person would type it into a calculator; None for one with names."""
    text = text.replace("−", "-").replace("×", "*")
    text = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda found: "**" + found[0].translate(RAISED), text)
    text = re.sub(r"log₂ \|([^|]*)\|", r"LOG(\1)", text)
    text = re.sub(r"ln \|([^|]*)\|", r"LN(\1)", text)
    text = re.sub(r"\|([^|]*)\|", r"ABS(\1)", text).replace("tanh", "TANH")
    if not NUMERIC.fullmatch(re.sub("LOG|LN|ABS|TANH", "", text)):
        return None
    return float(eval(text, {"LOG": _log2_of_size, "LN": _ln_of_size, "ABS": abs, "TANH": math.tanh}))


def require_right(line: Sum) -> None:
    """All sides of a line agree, to what is lost by writing few digits."""
    sides = [worked_out(side) for side in re.split(" = | → ", line.text)]
    values = [side for side in sides if side is not None]
    if line.equation == "3":
        larger, smaller = (worked_out(side) or 0.0 for side in line.text.split(" → ")[0].split(" > "))
        assert larger >= smaller
        return
    last = values.pop() if "→" in line.text else values[-1]
    assert values, line.text
    for value in values:
        assert value == pytest.approx(values[-1], abs=0.02, rel=0.02), line.text
    if line.note == "clipped":
        assert last == pytest.approx(max(-1.0, min(1.0, values[-1])), abs=1e-4), line.text
    elif line.note == "no_weight":
        assert (last, values[-1] <= 0) == (0, True), line.text


def edges_of(graph: TrustGraph) -> list[Sum]:
    return [
        line
        for about, node in graph.nodes.items()
        for by, edge in node.heard.items()
        for line in arithmetic.edge_sums(edge, by, about, graph.parameters)
    ]


items = st.builds(
    item, st.sampled_from(PLAYERS), kinds, st.sampled_from(PLAYERS), st.integers(0, 10), st.integers(0, 50)
)


@given(graphs.starts, settings, st.lists(st.one_of(items, st.sampled_from(OTHERS)), max_size=40))
def test_whatever_happens_every_line_comes_to_what_it_says(
    start: str, settings: Parameters, happened: list[Evidence | Player]
):
    graph = begun(start, settings)
    steps = [
        EvidenceTaken(round=0, event=each.event, items=(each,))
        if isinstance(each, Evidence)
        else ChainsRetrieved(round=0, targets=(each,))
        for each in happened
    ]
    for moment in trace(graph, steps):
        told = [
            line
            for name, before in moment.before.items()
            if isinstance(ground := moment.graph.nodes[name].ground, Told)
            for line in (arithmetic.credibility(ground.evidence), *arithmetic.node_sums(ground, before))
        ]
        for why in moment.explained:
            told += [line for chain in why.chains for line in arithmetic.chain(chain, why.parameters)]
            told += arithmetic.backward(why)
        for line in (*told, *edges_of(moment.graph)):
            require_right(line)


def test_a_retrieval_by_hand():
    """Ben said tanh(0.8) = 0.664 of Ann, who is trusted for certain, and Cat tanh(-1) = -0.7616 of Ben.

    V = 0.8 * 0.664 + -0.6 * -0.7616 = 0.9882, u = 1 * 0.664 * -0.7616 = -0.5057, H = 0.4974.
    """
    [cat, _] = by_hand().moments[-1].explained
    [chain] = cat.used_chains
    assert chain.players == ("Ann", "Ben", "Cat")
    value, product, entropy, weight = arithmetic.chain(chain, cat.parameters)
    assert value.text == (
        "V = T(Ben) × T(Ben, Ann) + T(Cat) × T(Cat, Ben) = 0.8 × 0.664 + (−0.6) × (−0.7616) = 0.9882"
    )
    assert product.text == "u = T(Ann) × T(Ben, Ann) × T(Cat, Ben) = 1 × 0.664 × (−0.7616) = −0.5057"
    assert entropy.text == "H = −|−0.5057| × log₂ |−0.5057| = 0.4974"
    assert weight.text == "V − H = 0.9882 − 0.4974 = 0.4908"
    mean = arithmetic.chain_mean("Cat", cat.shares, cat.after)
    assert mean.text == "T(Cat) = (0.4908 × (−0.5057)) / (0.4908) = −0.5057"
    assert [line.text for line in arithmetic.backward(cat)] == [
        "T(Ben, Ann) = 0.1 × 0.8 / 1 + 0.664 = 0.744",
        "T(Cat, Ben) = 0.1 × (−0.5057) / 0.8 + (−0.7616) = −0.8248",
    ]


@given(st.floats(-1, 1))
def test_a_written_number_is_near_the_number(value: float):
    assert float(number(value).replace("−", "-")) == pytest.approx(value, rel=0.006, abs=1e-9)


def test_a_trust_in_a_picture_has_its_sign_and_two_decimals():
    for value, told in (
        (0.0, "0"),
        (0.004, "0"),
        (-0.0049, "0"),
        (0.0051, "+0.01"),
        (-0.0051, "−0.01"),
        (0.744, "+0.74"),
        (-0.5057, "−0.51"),
        (1.0, "+1.00"),
        (-1.0, "−1.00"),
    ):
        assert format_trust(value) == told


def test_a_number_keeps_four_decimals_or_three_figures():
    for value, told in (
        (0.0, "0"),
        (9.9e-10, "0"),
        (1e-9, "0.000000001"),
        (0.00006123, "0.0000612"),
        (-0.47126, "−0.4713"),
        (0.5, "0.5"),
        (2.0, "2"),
        (-10.0, "−10"),
        (123456.78901, "123456.789"),
        (999_999.0, "999999"),
        (1_000_000.0, "1e+06"),
        (-12_345_678.0, "−1.23e+07"),
    ):
        assert number(value) == told


def test_negative_factors_stand_in_brackets_and_sizes_in_bars():
    assert [factor(value) for value in (0.5, -0.5, -1e-12)] == ["0.5", "(−0.5)", "0"]
    assert product([0.9, -0.6, 1]) == "0.9 × (−0.6) × 1"
    assert product([]) == ""
    assert size(-0.5) == "|−0.5|"


def test_only_a_power_above_the_first_is_raised():
    assert [power(0.9, n) for n in (0, 1, 2, 10)] == ["0.9", "0.9", "0.9²", "0.9¹⁰"]
    assert power(-0.5, 3) == "(−0.5)³"
