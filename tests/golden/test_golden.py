"""Nothing that a seat is told, thinks or does changes unless a commit says so."""

from __future__ import annotations

import json

import pytest

from tests.golden.matches import CASES, DIGESTS, digests, played


@pytest.mark.parametrize("name", CASES)
def test_a_match_comes_out_as_it_did(name: str):
    assert digests(played(name)) == json.loads(DIGESTS.read_text())[name]


def test_every_digest_is_of_a_match():
    assert set(json.loads(DIGESTS.read_text())) == set(CASES)
