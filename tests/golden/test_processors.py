"""A match is the same on processors that compute with other instructions."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys

import pytest

from tests.golden.matches import DIGESTS

CASES = ("werewolf zh humanized", "onenight en player-star", "onenight whole en player-star")
_PLAY = """
import json
from tests.golden.matches import digests, played
print(json.dumps([digests(played(name)) for name in {}]))
"""


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="the instructions are of x86")
@pytest.mark.parametrize(
    "older", [{"OPENBLAS_CORETYPE": "Nehalem"}, {"NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3"}]
)
def test_a_match_is_the_same_by_older_instructions(older: dict[str, str]):
    played = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _PLAY.format(CASES)],
        env={**os.environ, **older},
        capture_output=True,
        text=True,
        check=True,
    )
    kept = json.loads(DIGESTS.read_text())
    assert json.loads(played.stdout) == [kept[name] for name in CASES]
