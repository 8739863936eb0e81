"""What seats are told, think and do in a few matches changes only where a commit says so."""

from __future__ import annotations

import pytest

from tests.golden.matches import digest

DIGESTS = {
    "mystery en player-star": "c39112d8e45a4675073da7ef",
    "mystery en werewolf": "feb07d482569ec1ccde308e5",
    "mystery zh o-cot": "3d9a4d313b91075f9650b5c4",
    "mystery zh rerank-rag:window=3": "3dbed468d62c3b4f2d651b83",
    "onenight en random": "4f33b72d081423c377f45e85",
    "onenight en think-thrice": "a3305f48d9ba594f9b3a1cbc",
    "onenight zh humanized": "83e8e47c5dbdc2c30f3afdf3",
    "onenight zh player-star": "977ffb24b413ceb4079c30fc",
    "werewolf en humanized": "55a78d9f8bf454940973eb65",
    "werewolf en native-rag:window=3": "057dd7222201c4db84048736",
    "werewolf zh gratr": "b4df501f2ca44bf69bce7f94",
    "werewolf zh plain": "839da4755d3adbe439ae3e86",
}
"""Of the journals of cheap matches, spread over games, languages and methods."""


@pytest.mark.parametrize("name", DIGESTS)
def test_a_match_comes_out_as_it_did(name: str):
    assert digest(name) == DIGESTS[name]
