"""A match is the same on processors that compute with other instructions."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import pytest

from tests.golden.test_golden import DIGESTS

NAME = "onenight zh player-star"
PLAY = f"from tests.golden.matches import digest; print(digest({NAME!r}))"
OLDER = {"OPENBLAS_CORETYPE": "Nehalem", "NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3"}


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="the instructions are of x86")
def test_a_match_is_the_same_by_older_instructions():
    played = subprocess.run(
        [
            sys.executable,
            "-W",
            "ignore",
            "-c",
            PLAY,
        ],
        env={**os.environ, **OLDER},
        capture_output=True,
        text=True,
        check=True,
    )
    assert played.stdout.strip() == DIGESTS[NAME]
