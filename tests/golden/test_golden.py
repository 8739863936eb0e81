"""What seats are told, think and do in a few matches changes only where a commit says so."""

from __future__ import annotations

import pytest

from tests.golden.matches import digest

DIGESTS = {
    "mystery en player-star": "6a39aa2e73eaaea42195bd54",
    "mystery en werewolf": "6a362f80471db8d091501464",
    "mystery zh o-cot": "a8cd3688d5726ab99def1f76",
    "mystery zh rerank-rag:window=3": "b36431e26082570e13262390",
    "onenight en random": "4f33b72d081423c377f45e85",
    "onenight en think-thrice": "874f40e0b4749d0199ea005c",
    "onenight zh humanized": "26c56df42046aa490a445eaf",
    "onenight zh player-star": "5d30aa3ed90a35b4a8546291",
    "werewolf en humanized": "0fddcd4d45a24ca5110fc2eb",
    "werewolf en native-rag:window=3": "409a45cb6a3c243a6729b49f",
    "werewolf zh gratr": "4388332947a352b3d6634999",
    "werewolf zh plain": "51ac59bb2e33823c2169cf4c",
}
"""Of the journals of cheap matches, spread over games, languages and methods."""


@pytest.mark.parametrize("name", DIGESTS)
def test_a_match_comes_out_as_it_did(name: str):
    assert digest(name) == DIGESTS[name]
