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
    "onenight en think-thrice": "79e998a496f2ac7c0b3d327c",
    "onenight zh humanized": "727415013e025049c59bed08",
    "onenight zh player-star": "fc265d863aa0c71c6f4e0488",
    "werewolf en humanized": "44d332eff2896f45bf2e28cf",
    "werewolf en native-rag:window=3": "762d0f6b51c9dd8ddf44c6ec",
    "werewolf zh gratr": "e53bcbcb96bc13ce1632d6b2",
    "werewolf zh plain": "fa97ed382cad7a44fdad2a3f",
}
"""Of the journals of cheap matches, spread over games, languages and methods."""


@pytest.mark.parametrize("name", DIGESTS)
def test_a_match_comes_out_as_it_did(name: str):
    assert digest(name) == DIGESTS[name]
