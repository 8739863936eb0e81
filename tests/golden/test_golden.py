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
    "onenight en think-thrice": "e3abf8d9810baa0fb58942d4",
    "onenight zh humanized": "2d48a4043cd030b9c4b08122",
    "onenight zh player-star": "49afe79d2d0c8db1029865e8",
    "werewolf en humanized": "d3a33931ccf2bcdb1a233a15",
    "werewolf en native-rag:window=3": "a191ca487db5a432657989de",
    "werewolf zh gratr": "7a381d89cb821448eeb9cf2e",
    "werewolf zh plain": "9c07826b16bc52f7db76cfd7",
}
"""Of the journals of cheap matches, spread over games, languages and methods."""


@pytest.mark.parametrize("name", DIGESTS)
def test_a_match_comes_out_as_it_did(name: str):
    assert digest(name) == DIGESTS[name]
