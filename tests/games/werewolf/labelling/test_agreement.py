"""Cohen's κ between raters, against answers that others have worked out."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from parlour.games.werewolf.deeds import Label
from parlour.games.werewolf.labelling import LabelledDeed, agreements

RIGHT, WRONG, LIE = Label.CORRECT, Label.HALLUCINATION, Label.DECEPTION
Pairs = Sequence[tuple[Label, Label]]


def item(number: int, match: str) -> LabelledDeed:
    return LabelledDeed(
        id=f"{match}.{number}",
        match=match,
        request="",
        language="en",
        player="Player 1",
        role="seer",
        deed="",
        target="Player 2",
        target_role="werewolf",
        trust=None,
        reason="",
        said="",
        knew=(),
        rules=RIGHT,
    )


def agreed(pairs: Pairs, matches: int = 10):
    items = [item(number, f"m{number % matches}") for number in range(len(pairs))]
    one = {each.id: pair[0] for each, pair in zip(items, pairs, strict=True)}
    other = {each.id: pair[1] for each, pair in zip(items, pairs, strict=True)}
    [told] = agreements(items, {"ann": one, "rules": other})
    return told


def test_kappa_is_that_of_the_textbook_table():
    """Twenty and fifteen of fifty agreed on, ten and five not: κ = 0.4 (p_o 0.7, p_e 0.5)."""
    table = [(RIGHT, RIGHT)] * 20 + [(RIGHT, WRONG)] * 5 + [(WRONG, RIGHT)] * 10 + [(WRONG, WRONG)] * 15
    told = agreed(table)
    assert (told.n, told.agree) == (50, 0.7)
    assert told.kappa == pytest.approx(0.4)
    assert told.low is not None
    assert told.high is not None
    assert told.low < 0.4 < told.high


def test_one_label_throughout_tells_nothing_beyond_chance():
    told = agreed([(RIGHT, RIGHT)] * 8)
    assert (told.agree, told.kappa, told.low) == (1, None, None)


def test_items_of_a_single_match_have_no_interval():
    told = agreed([(RIGHT, RIGHT), (WRONG, WRONG), (LIE, WRONG)], matches=1)
    assert told.kappa
    assert (told.low, told.high) == (None, None)


def test_only_what_both_labelled_counts_and_every_pair_is_told():
    items = [item(number, f"m{number}") for number in range(4)]
    raters = {
        "rules": {each.id: RIGHT for each in items},
        "ann": {items[0].id: RIGHT, items[1].id: WRONG},
        "bob": {items[1].id: WRONG, items[2].id: RIGHT},
    }
    told = {(each.one, each.other): each for each in agreements(items, raters)}
    assert {pair: each.n for pair, each in told.items()} == {
        ("rules", "ann"): 2,
        ("rules", "bob"): 2,
        ("ann", "bob"): 1,
    }
    assert told["ann", "bob"].agree == 1
