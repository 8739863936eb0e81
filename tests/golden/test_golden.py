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
    "werewolf en humanized": "8c9002526bccb2623d6cf440",
    "werewolf en native-rag:window=3": "7da1fc910585aa90f48a491e",
    "werewolf zh gratr": "e8108acee1b576d09d0ae668",
    "werewolf zh plain": "18ad5f63bdbf0c4833ef64ee",
}
"""Of the journals of cheap matches, spread over games, languages and methods."""


@pytest.mark.parametrize("name", DIGESTS)
def test_a_match_comes_out_as_it_did(name: str):
    assert digest(name) == DIGESTS[name]
