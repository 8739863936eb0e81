"""What seats are told, think and do in a few matches changes only where a commit says so."""

from __future__ import annotations

import pytest

from tests.golden.matches import digest

DIGESTS = {
    "mystery en player-star": "e615dbedd2b09a19a674cd46",
    "mystery en werewolf": "b183f2ea13f48562956fe7a4",
    "mystery zh o-cot": "7f0dd189ae31e26dd40c1d13",
    "mystery zh rerank-rag:window=3": "1c2a7cddf18b4138c180e990",
    "onenight en random": "4f33b72d081423c377f45e85",
    "onenight en think-thrice": "aea1e6342417ad4c375e5b20",
    "onenight zh humanized": "5cc106d6c5c2754d215276a3",
    "onenight zh player-star": "10098820a5d11e9ae28ced19",
    "werewolf en humanized": "d3a33931ccf2bcdb1a233a15",
    "werewolf en native-rag:window=3": "f2533c1df7899a74072a1663",
    "werewolf zh gratr": "46b7fe1ee11909f20ca6ae49",
    "werewolf zh plain": "0ba826ef94b33eaff79ff5e9",
}
"""Of the journals of cheap matches, spread over games, languages and methods."""


@pytest.mark.parametrize("name", DIGESTS)
def test_a_match_comes_out_as_it_did(name: str):
    assert digest(name) == DIGESTS[name]
