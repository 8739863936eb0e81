"""What seats are told, think and do in a few matches changes only where a commit says so."""

from __future__ import annotations

import pytest

from tests.golden.matches import digest

DIGESTS = {
    "mystery en player-star": "ab53ca697101e15b196370d2",
    "mystery en werewolf": "5914335ba8fabc5dc9363511",
    "mystery zh o-cot": "f7cb363ce4822ce1708a7f92",
    "mystery zh rerank-rag:window=3": "592e68424f5b4c76a7bd3f30",
    "onenight en random": "4f33b72d081423c377f45e85",
    "onenight en think-thrice": "d26ed92ca6d880c9e8f04c9a",
    "onenight zh humanized": "16a69ffc6c1c85d84c0eb7ff",
    "onenight zh player-star": "6e7019bac2c0b2818ee2d015",
    "werewolf en humanized": "8e0d944118dc51e10169d6ff",
    "werewolf en native-rag:window=3": "9739df7ee9bb35b72a967c6c",
    "werewolf zh gratr": "fe60992adf5b082bbc03e7dc",
    "werewolf zh plain": "14b437175e4528a8a0f1772f",
}
"""Of the journals of cheap matches, spread over games, languages and methods."""


@pytest.mark.parametrize("name", DIGESTS)
def test_a_match_comes_out_as_it_did(name: str):
    assert digest(name) == DIGESTS[name]
