"""With what probability a sentence of a prompt is taken in.

Language models find a fact best at the beginning and at the end of a long prompt, and worst in its middle;
the longer the prompt, the worse (Liu et al. 2024, "Lost in the Middle", TACL 12). That shape has the law

    P(taken in) = attention / (1 + 4 x (1 - x) T / span)

of a sentence at x in [0, 1] of a prompt of T tokens: at both ends nothing is lost to length, in the middle a
share T / (span + T), so that `span` is the length in whose middle every other sentence is lost. The shape is
theirs; its form, with one parameter and the same at both ends, is our choice.
"""

from __future__ import annotations

from parlour.reader.limits.options import Limits


def taken_in(limits: Limits, place: float, tokens: int) -> float:
    """The probability with which a sentence is taken in.

    Args:
        limits: of the reader.
        place: of the sentence in its prompt, from 0 at the beginning to 1 at the end.
        tokens: of the prompt.
    """
    if limits.span is None:
        return limits.attention
    return limits.attention / (1 + 4 * place * (1 - place) * tokens / limits.span)
