"""Nothing in a figure is drawn otherwise unless a commit says so."""

from __future__ import annotations

import json

import pytest

from tests.golden.drawings import CASES, DIGESTS, digest


@pytest.mark.parametrize("name", CASES)
def test_a_figure_is_drawn_as_it_was(name: str):
    assert digest(name) == json.loads(DIGESTS.read_text())[name]


def test_every_digest_is_of_a_figure():
    assert set(json.loads(DIGESTS.read_text())) == set(CASES)
