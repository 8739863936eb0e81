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
    "onenight en think-thrice": "304c0be1a01a2f927e3c65ad",
    "onenight zh humanized": "41d0de8f2c0ba60e77b23376",
    "onenight zh player-star": "b18751206d738b2704875683",
    "werewolf en humanized": "d3a33931ccf2bcdb1a233a15",
    "werewolf en native-rag:window=3": "4d19e92f552aae581fe21d4e",
    "werewolf zh gratr": "b192fc9f43ae7d7fad3fd7c9",
    "werewolf zh plain": "654a54dc06253333e66f8e56",
}
"""Of the journals of cheap matches, spread over games, languages and methods."""


@pytest.mark.parametrize("name", DIGESTS)
def test_a_match_comes_out_as_it_did(name: str):
    assert digest(name) == DIGESTS[name]
