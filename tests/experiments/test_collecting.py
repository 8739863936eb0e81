"""Garbage is looked for seldom only while a run is played."""

from __future__ import annotations

import gc

import pytest

from parlour.errors import ParlourError
from parlour.experiments.runner import seldom_collected


def play() -> None:
    with seldom_collected():
        assert gc.isenabled()
        assert gc.get_threshold()[2] > 10
        raise ParlourError("the server is gone")


def test_the_collector_is_as_it_was_however_a_run_ends() -> None:
    usual = gc.get_threshold()
    with pytest.raises(ParlourError):
        play()
    assert gc.get_threshold() == usual
