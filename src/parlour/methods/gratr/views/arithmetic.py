"""The equations of GRATR with their numbers filled in, as a person would check them (eq. 2 to 9)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from parlour.methods.gratr import Evidence
from parlour.methods.gratr.evidence import Edge, Parameters, Term, merge_nested
from parlour.methods.gratr.nodes import Share, Summed, Told
from parlour.methods.gratr.retrieval import Chain, Corrected, Explanation, Hop

DECIMALS, FIGURES = 4, 3
"""As many decimals as a rule, and more where a small number would keep fewer significant figures."""
LEAST, MOST = 1e-9, 1e6
"""What is smaller is written as 0, what is larger with an exponent."""
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: float) -> str:
    """Returns a number for a calculation, with a true minus sign: `−0.4713`, `0.0000612`."""
    if abs(value) < LEAST:
        return "0"
    if abs(value) >= MOST:
        return f"{value:.{FIGURES}g}".replace("-", "−")
    decimals = max(DECIMALS, FIGURES - 1 - math.floor(math.log10(abs(value))))
    return f"{value:.{decimals}f}".rstrip("0").rstrip(".").replace("-", "−")


def format_trust(value: float) -> str:
    """Returns a trust with its sign and two decimals, as in a picture: `+0.74`, `−0.51`, and `0`."""
    text = f"{value:+.2f}".replace("-", "−")
    return "0" if text[1:] == "0.00" else text


def factor(value: float) -> str:
    """Returns a number within a product or sum; a negative one in brackets."""
    return f"({number(value)})" if number(value).startswith("−") else number(value)


def product(factors: Iterable[float]) -> str:
    """Returns the factors with the signs between them."""
    return " × ".join(factor(value) for value in factors)


def size(value: float) -> str:
    """Returns a number between the bars of an absolute value."""
    return f"|{number(value)}|"


def power(base: float, exponent: int) -> str:
    """Returns a power; the base alone if it is the first power."""
    return factor(base) + (str(exponent).translate(_RAISED) if exponent > 1 else "")


@dataclass(frozen=True, kw_only=True)
class Sum:
    """One line of arithmetic.

    Attributes:
        equation: the number that the paper gives it; empty where it has none.
        note: what is special about it: the key of a phrase, which a page puts into words; empty for nothing.
    """

    equation: str
    text: str
    note: str = ""


def credibility(item: Evidence) -> Sum:
    """Returns the signed number c of an item."""
    sign = "−" if item.credibility < 0 else ""
    if item.score and not item.credibility:
        return Sum(equation="", text=f"c = 0 × {number(item.score)} / 10 = 0")
    return Sum(equation="", text=f"c = {sign}{number(item.score)} / 10 = {number(item.credibility)}")


def node_sums(ground: Told, before: float) -> tuple[Sum, ...]:
    """Returns eq. 2 and 3, by which one item of evidence set a trust."""
    item = ground.evidence
    update = ground.counts * item.credibility
    counted = product((ground.counts, item.credibility))
    first = Sum(
        equation="2",
        text=f"u({item.about}) = T({item.by}) × c = {counted} = {number(update)}",
        note="prior" if ground.is_prior else "",
    )
    moved = f"{size(update)} > {size(before)} → T({item.about}) = {number(update)}"
    return first, Sum(equation="3", text=moved)


def plain_sum(ground: Summed) -> Sum:
    """Returns the plain sum of all credibilities, kept in bounds."""
    trust = number(math.tanh(ground.total))
    return Sum(equation="", text=f"T({ground.latest.about}) = tanh({number(ground.total)}) = {trust}")


def edge_sums(edge: Edge, by: str, about: str, parameters: Parameters) -> tuple[Sum, ...]:
    """Returns eq. 4 for an edge, and what corrections have added to it."""
    ends, terms = f"T({by}, {about})", edge.terms(parameters)
    value = edge.merge(parameters)
    if parameters.merging == "nested" and edge.evidence:
        before = merge_nested(edge.evidence[:-1], parameters.rho)
        faded = f"{number(parameters.rho)} × {factor(before)} + " if before else ""
        latest = factor(edge.evidence[-1].credibility)
        first = Sum(equation="4", text=f"{ends} = tanh({faded}{latest}) = {number(value)}")
    elif parameters.merging != "false":
        inner = f"tanh({number(edge.total)})"
        if len(terms) > 1:
            inner = f"tanh({_faded_sum(terms, parameters.rho)}) = {inner}"
        first = Sum(equation="4", text=f"{ends} = {inner} = {number(value)}")
    else:
        first = Sum(equation="4", text=f"{ends} = {number(value)}", note="unmerged")
    if not edge.correction:
        return (first,)
    bare = value + edge.correction
    after = edge.value(parameters)
    added = f"{ends} = {factor(value)} + {factor(edge.correction)} = {number(bare)}"
    if number(bare) != number(after):
        return first, Sum(equation="9", text=f"{added} → {number(after)}", note="clipped")
    return first, Sum(equation="9", text=added, note="corrected_before")


def chain(path: Chain, parameters: Parameters) -> tuple[Sum, ...]:
    """Returns eq. 5 to 7 for one chain, and its weight in eq. 8; as released, |u| stands for V."""
    is_released = parameters.weight == "product"
    addends = " + ".join(product((hop.trust, hop.value)) for hop in path.hops)
    factors = product((path.trust, *(hop.value for hop in path.hops)))
    amount, doubt = size(path.product), number(path.uncertainty)
    log = "ln" if is_released else "log₂"
    entropy = f"H = −{amount} × {log} {amount} = {doubt}" if number(path.product) != "0" else "H = 0"
    rest = path.value - path.uncertainty
    weight = f"{'|u|' if is_released else 'V'} − H = {number(path.value)} − {doubt} = {number(rest)}"
    is_cut = rest <= 0 and parameters.weight == "clipped"
    value = Sum(equation="5", text=f"V = {_names(path.hops)} = {addends} = {number(path.value)}")
    return (
        *(() if is_released else (value,)),
        Sum(equation="6", text=f"u = {_product_of(path)} = {factors} = {number(path.product)}"),
        Sum(equation="7", text=entropy),
        Sum(equation="8", text=f"{weight} → 0" if is_cut else weight, note="no_weight" if is_cut else ""),
    )


def chain_mean(target: str, shares: Sequence[Share], after: float) -> Sum:
    """Returns eq. 8, the mean of the chains' products by their weights."""
    above = " + ".join(product((share.weight, share.product)) for share in shares)
    below = " + ".join(factor(share.weight) for share in shares)
    bare = sum(share.weight * share.product for share in shares) / sum(share.weight for share in shares)
    text = f"T({target}) = ({above}) / ({below}) = {number(bare)}"
    if number(bare) == number(after):
        return Sum(equation="8", text=text)
    return Sum(equation="8", text=f"{text} → {number(after)}", note="clipped")


def correction(change: Corrected, parameters: Parameters) -> Sum:
    """Returns eq. 9 for one edge of a used chain."""
    last = change.edge.corrections[-1]
    gamma, ends = number(parameters.gamma), f"T({change.by}, {change.about})"
    bare = parameters.gamma * last.trust / last.towards + change.before
    text = f"{ends} = {gamma} × {factor(last.trust)} / {factor(last.towards)} + {factor(change.before)} = "
    if number(bare) == number(last.value):
        return Sum(equation="9", text=text + number(last.value))
    return Sum(equation="9", text=f"{text}{number(bare)} → {number(last.value)}", note="clipped")


def backward(why: Explanation) -> tuple[Sum, ...]:
    """Returns eq. 9 for all edges that a retrieval corrected."""
    return tuple(correction(change, why.parameters) for change in why.corrected)


def _faded_sum(terms: Sequence[Term], rho: float) -> str:
    """Returns the sum of eq. 4, each item faded by those that came later."""
    last = len(terms) - 1
    faded = [f"{power(rho, last - place)} × " for place in range(last)] + [""]
    return " + ".join(
        f"{fade}{factor(term.evidence.credibility)}" for fade, term in zip(faded, terms, strict=True)
    )


def _names(hops: Sequence[Hop]) -> str:
    return " + ".join(f"T({hop.by}) × T({hop.by}, {hop.about})" for hop in hops)


def _product_of(path: Chain) -> str:
    return " × ".join((f"T({path.players[0]})", *(f"T({hop.by}, {hop.about})" for hop in path.hops)))
