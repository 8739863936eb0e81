"""What docs/envs.md shows runs, and what it says of shapes is so."""

from __future__ import annotations

import re
from math import log2
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bench.best_of import KINDS, Policy, interval, play
from parlour.integrations.envs import environment

PAGE = (Path(__file__).parents[3] / "docs" / "envs.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("block", BLOCKS)
def test_every_block_runs(block: str):
    exec(compile(block, "docs/envs.md", "exec"), {})


def test_every_block_of_the_vector_is_on_the_page():
    assert len(BLOCKS) == 2
    env: Any = environment("werewolf").raw_env()
    for name in env.encoding.layout:
        assert re.search(rf"^\| .*`{name}`.*\|", PAGE, re.MULTILINE), name


def test_a_policy_of_the_experiment_asks_and_something_can_be_proved():
    result = play(Policy.drawn(Random(1)), 0)
    assert 0 < result.bits <= log2(11**2)
    assert 0 <= result.right <= 1
    assert result.won in (0, 0.5, 1)
    assert set(Policy.drawn(Random(1)).weights) == set(KINDS)


def test_the_interval_is_students():
    mean, low, high = interval([1.0, 2.0, 3.0])  # t(2, 0.975) = 4.3027, over √3
    assert (mean, round(low, 3), round(high, 3)) == (2.0, -0.484, 4.484)
