"""What seats are told, think and do in a few matches changes only where a commit says so."""

from __future__ import annotations

import pytest

from tests.golden.matches import digest

DIGESTS = {
    "mystery en player-star": "ab53ca697101e15b196370d2",
    "mystery en werewolf": "5914335ba8fabc5dc9363511",
    "mystery zh o-cot": "4e9b43c2dc0c74a1165b85ae",
    "mystery zh rerank-rag:window=3": "de1984e0b3c81669bfa5a488",
    "onenight en random": "4f33b72d081423c377f45e85",
    "onenight en think-thrice": "500b5920729343828fe6a636",
    "onenight zh humanized": "8e5bda5550b0468de72423b6",
    "onenight zh player-star": "de915718d2850fbd6654c89f",
    "werewolf en humanized": "ed789828aa9f2d264dc51a9e",
    "werewolf en native-rag:window=3": "0bb3e2f4d43197488d3e080c",
    "werewolf zh gratr": "dabd26673ec612238d234e57",
    "werewolf zh plain": "09ad47dd34d895a679f9fb9a",
}
"""Of the journals of cheap matches, spread over games, languages and methods."""


@pytest.mark.parametrize("name", DIGESTS)
def test_a_match_comes_out_as_it_did(name: str):
    assert digest(name) == DIGESTS[name]
